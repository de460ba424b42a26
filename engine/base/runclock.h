// A clock for runs: it stands still while the process is suspended with SIGTSTP, by a scheduler or by a benchmark of
// several runs, so that a run which was suspended does not count as slow.
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

void noticeSuspensions(); // installs the handler of SIGTSTP; nothing else may handle it
void suspendHere(); // until SIGCONT; for processes that handle SIGTSTP otherwise

inline double secondsSince(RunClock::time_point start)
{
    return std::chrono::duration<double>(RunClock::now() - start).count();
}

} // namespace motley
