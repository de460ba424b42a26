// The word for the outcome of a run on a terminal.
#pragma once

#include "remote/history/runrecord.h"

namespace motley {

QString outcomeWord(RunRecord::Outcome outcome); // "completed"

} // namespace motley
