// Slowdowns in sentences without the name of the machine, which stands beside them.
#pragma once

#include "engine/plan/diagnosis/slowdownsentences.h"
#include "engine/protocol/slowdown.h"

#include <QString>

namespace motley {

QString slowdownText(const Slowdown &slowdown,
    Company company = Company::Others); // "Since step 120 its computing takes 2.1 times as long as before. ..."
QString slowdownWord(const Slowdown &slowdown); // "Slow: other processes", for a narrow place

} // namespace motley
