// What is said of a machine that a run has lost and that may take part in it again.
#pragma once

#include "remote/run/comebackplan.h"

#include <QString>

namespace motley {

QString comebackWords(const Comeback &comeback, const QString &machine); // a sentence

} // namespace motley
