// What a diagnosis says, in sentences without the name of the machine, which stands beside them.
#pragma once

#include "engine/protocol/slowdown.h"

#include <QString>

namespace motley {

QString slowdownNews(const Slowdown &slowdown); // "Computes 2.1 times as long as before, since step 120."
QString slowdownCause(const Slowdown &slowdown); // "Other processes use 71 % of its processors."; empty if not known
QString slowdownRemedy(const Slowdown &slowdown); // what the run does about it, or one thing that a person can do
QString slowdownText(const Slowdown &slowdown); // all of it that its stage asks for
QString slowdownWord(const Slowdown &slowdown); // "Slow: other processes", for a narrow place

} // namespace motley
