// Connections of this process whose other end acknowledges nothing: the network between the two is cut, or the other
// machine is gone.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace motley {

class ConnectionWatch {
public:
    using Clock = std::chrono::steady_clock;

    // The numeric addresses of those other ends that have acknowledged nothing for longer than `patience`, each once.
    // To be called every second or more often, as it also keeps cut connections ready: TCP doubles the pause after each
    // attempt, so that a connection that was cut for two minutes may go on two minutes after the network has. With
    // these calls no pause is much longer than `longestPause`, and no attempt is the last.
    std::vector<std::string> unreachable(Clock::time_point now = Clock::now());

    static constexpr std::chrono::seconds patience{6};
    static constexpr std::chrono::seconds longestPause{5};

private:
    void watch(int descriptor, Clock::time_point now, std::map<ino_t, Clock::time_point> &stalled);

    std::map<ino_t, Clock::time_point> m_stalled; // sockets, and since when at the earliest
    std::vector<std::string> m_found;
    Clock::time_point m_lastLook = Clock::now();
};

} // namespace motley
