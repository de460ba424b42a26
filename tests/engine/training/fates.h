// Moments at which a rank of a SurvivalRun dies.
#pragma once

#include "survivalrun.h"

namespace motley {

using FateOf = SurvivalRun::FateOf;

FateOf inRehearsal();
FateOf inPass(int number); // with samples, from 1
FateOf inTest(int pass);
FateOf whileSending(RankPhase phase, int message); // its n-th in that phase, from 1
FateOf inGeneration(int generation, int message); // likewise
// In a step's report, after so many in steps before: one of the other two ranks gets its part, the other one does not.
FateOf inReport(std::int64_t bytes, std::int64_t before, bool firstGetsIt);
std::function<bool()> toOneOfTwo(bool firstGetsIt); // likewise, of each try to send such a part: whether it goes out
FateOf inBroadcast(RankPhase phase, int number); // the n-th in that phase, from 1
FateOf beforeStarting(); // before it reports that the run starts
FateOf beforeSaying(std::int64_t step); // that the step is done
FateOf whileWriting(int file); // of checkpoints or models

FateOf silent(const FateOf &made); // the same, but its connections stay open
FateOf noticedLate(const FateOf &made, std::chrono::milliseconds late);
FateOf noticedOnce(const FateOf &made, const std::function<bool()> &isSo); // or after half a minute

} // namespace motley
