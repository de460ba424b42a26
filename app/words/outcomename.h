// How a run ended, in a word that can stand alone.
#pragma once

#include "remote/history/runrecord.h"

#include <QString>

namespace motley {

QString outcomeName(RunRecord::Outcome outcome); // "Completed"

} // namespace motley
