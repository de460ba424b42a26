// What a run waits for while no step comes.
#pragma once

#include "engine/protocol/event.h"

#include <QString>

namespace motley {

QString overdueWords(const StepOverdue &overdue, const QString &machine); // a sentence

} // namespace motley
