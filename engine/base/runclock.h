// Time as a run has it: it stands still while the process is suspended with SIGTSTP, as schedulers do it and benchmarks
// of several runs, so that a run which was held for a while is not slow.
#pragma once

#include <chrono>

namespace motley {

struct RunClock {
    using duration = std::chrono::steady_clock::duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<RunClock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept;
};

void noticeSuspensions(); // from now on; nothing else may handle SIGTSTP
void suspendHere(); // for who handles it otherwise: until SIGCONT

inline double secondsSince(RunClock::time_point start)
{
    return std::chrono::duration<double>(RunClock::now() - start).count();
}

} // namespace motley
