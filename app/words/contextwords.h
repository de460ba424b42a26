// How long the sequences of a fine-tune may be, by the memory of its devices, in sentences.
#pragma once

#include "engine/plan/contextadvice.h"
#include "engine/protocol/plan.h"

#include <QString>
#include <QStringList>

namespace motley {

// `advice`: on the ranks of `plan`, of which it names the machines. The model loses more in 4 bits than others do where
// `losesInFourBits`.
QStringList contextWords(const ContextAdvice &advice, const Plan &plan, bool losesInFourBits);

// "Activations of one sequence: 2.1 GiB if they are kept, 0.3 GiB if they are computed again."; empty: one of them is
// not known.
QString activationWords(const RankRoom &room);

} // namespace motley
