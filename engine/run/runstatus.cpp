#include "engine/run/runstatus.h"

#include "engine/base/textfile.h"
#include "engine/protocol/event.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/eventreader.h"

#include <sys/statvfs.h>

namespace motley {

namespace {

constexpr std::size_t longestReason = 4000; // bytes
constexpr std::uint64_t leastFree = 64 << 10; // bytes; with less, a disk counts as full

// Of a machine that does not coordinate, or does so no more.
std::optional<RunFinished> endOf(const RunFolder &folder)
{
    const auto event = readTextFile(folder.end(), longestEventLine).and_then([](std::string line) {
        if (line.ends_with('\n'))
            line.pop_back();
        return parseEvent(line);
    });
    const auto *finished = event ? std::get_if<RunFinished>(&event->body) : nullptr;
    return finished ? std::optional(*finished) : std::nullopt;
}

// What could have ended an agent without a message.
std::optional<std::string> whyDead(const RunFolder &folder, const std::optional<AgentIdentity> &agent)
{
    struct statvfs disk { };
    const bool known = statvfs(folder.path.c_str(), &disk) == 0;
    if (agent && agent->bootId != ownIdentity().bootId)
        return "This machine was restarted.";
    if (known && (disk.f_flag & ST_RDONLY))
        return "The disk that holds the run's folder is read-only.";
    if (known && disk.f_blocks > 0 && std::uint64_t(disk.f_bavail) * disk.f_frsize < leastFree)
        return "The disk that holds the run's folder is full.";
    return std::nullopt;
}

} // namespace

Result<RunStatus> statusOf(const RunFolder &folder)
{
    const auto agent = agentOf(folder); // before the log: an agent that ends meanwhile has finished its log
    const bool lives = agent && livenessOf(*agent) != Liveness::Dead;
    const auto log = summarize(folder.events());
    if (!log)
        return tl::unexpected(log.error());
    const auto end = endOf(folder);
    RunStatus status{RunStatus::State::Dead, log->lastSequence, log->step};
    if (lives && !log->finished) {
        status.state = RunStatus::State::Running;
    } else if (log->finished || end) {
        status.state = RunStatus::State::Finished;
        status.step = log->finished ? log->step : end->step;
        if (end && end->outcome == RunFinished::Outcome::Failed)
            status.why = end->message.substr(0, longestReason);
    } else {
        status.why = whyDead(folder, agent);
    }
    return status;
}

} // namespace motley
