// What must hold in the logs of a run that loses machines and takes them back, whichever faults it met.
#pragma once

#include "engine/protocol/event.h"

#include <string>
#include <vector>

namespace motley {

using Logs = std::vector<std::vector<Event>>; // index = machine; empty: it has no log

const std::vector<Event> &leadingLog(const Logs &logs); // of the machine that has heard the most

// What does not hold, each in a sentence: events are numbered without gaps; each step is reported once, in order, by
// the ranks that train together then; its samples are those of its ranks, and those of an epoch are all there are, each
// once; generations grow; whoever is lost trained before, and is of the machine that is named; whoever trains has all
// of the batch; and a machine that led before has logged nothing else than the others after they went on without it.
// Not for runs that go back to a checkpoint.
std::vector<std::string> brokenInvariants(const Logs &logs);

} // namespace motley
