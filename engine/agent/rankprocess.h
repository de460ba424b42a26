// One rank's process as its agent sees it: started, its output read, and its end explained.
#pragma once

#include "engine/base/linereader.h"
#include "engine/protocol/event.h"
#include "engine/protocol/rankstatus.h"
#include "engine/protocol/runfolder.h"
#include "engine/rendezvous/heartbeat.h"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace motley {

class RankProcess {
public:
    // Starts the engine's `worker` command in a process group of its own, with one end of a socket as its stdin. The
    // rank is killed when this process ends. `isBack`: others train already.
    static Result<RankProcess> start(
        const std::string &engine, const RunFolder &folder, int rank, bool isBack, const Descriptor &input);

    int rank() const { return m_rank; }
    int pid() const { return m_pid; }
    bool isRunning() const { return m_pid > 0; }
    std::vector<int> descriptors() const; // to poll for reading

    // Returns the events that the rank has printed since the last call, without those that say how it ended. Other
    // output goes to rank-R.log.
    std::vector<EventBody> read();
    const std::optional<RankStatus> &status() const { return m_status; } // the newest; nullopt: none yet
    // Whether the rank said so, ended in another way than it should, or has given no sign of life for too long. To be
    // called several times a second, after reap() and read().
    bool hasFailed();
    bool reap(); // true when it has just ended
    void signal(int number) const; // its whole process group

    // After the end: outcome() is the RunFinished that it printed, if it ended well. What happens to the process after
    // that event, in destructors of libraries, does not count.
    bool endedWell() const { return !isRunning() && m_outcome; }
    const std::optional<RunFinished> &outcome() const { return m_outcome; }
    RankFailed failure(int machine) const; // of a rank that has failed

    static constexpr std::size_t keptLines = 50;
    static constexpr std::chrono::seconds startLimit{120}; // to the first sign of life: a program on a slow disk
    static constexpr std::chrono::seconds silenceLimit{10};

private:
    RankProcess(int rank, pid_t pid, Pipe out, Pipe err, const std::string &logPath);
    void keep(const std::string &line);
    bool hangs();

    int m_rank = 0;
    pid_t m_pid = 0;
    int m_waitStatus = 0; // of waitpid
    LineReader m_out;
    LineReader m_err;
    Descriptor m_log;
    std::int64_t m_logged = 0; // bytes
    std::deque<std::string> m_lastLines;
    std::optional<RunFinished> m_outcome;
    std::optional<RankFailed> m_reportedFailure; // by the rank itself
    std::optional<RankStatus> m_status;
    HeartbeatTimer m_silence;
    std::int64_t m_memoryKillsBefore = 0;
    bool m_ranOutOfMemory = false;
};

} // namespace motley
