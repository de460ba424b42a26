#include "engine/agent/rankprocess.h"

#include "engine/base/childprocess.h"
#include "engine/base/walltime.h"
#include "engine/machine/oomkills.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>

namespace motley {

namespace {

constexpr std::size_t longestLine = 4096; // bytes of one line on stderr
constexpr std::int64_t largestLog = 16 << 20; // bytes of rank-R.log

std::string describeSignal(int number)
{
    return "killed by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
}

} // namespace

Result<RankProcess> RankProcess::start(
    const std::string &engine, const RunFolder &folder, int rank, bool isBack, const Descriptor &input)
{
    Pipe out = makePipe();
    Pipe err = makePipe();
    std::vector<std::string> arguments{"worker", folder.path, "--rank", std::to_string(rank)};
    if (isBack)
        arguments.push_back("--back");
    const pid_t pid
        = startProgram(engine, arguments, {input.get(), out.writer.get(), err.writer.get()}, ChildKind::Supervised);
    if (pid < 0)
        return fail("Could not start rank " + std::to_string(rank) + ": " + systemReason(errno) + ".");
    return RankProcess(rank, pid, std::move(out), std::move(err), folder.rankLog(rank));
}

RankProcess::RankProcess(int rank, pid_t pid, Pipe out, Pipe err, const std::string &logPath)
    : m_rank(rank), m_pid(pid), m_out(std::move(out.reader), longestEventLine),
      m_err(std::move(err.reader), longestLine),
      m_log(open(logPath.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)), m_memoryKillsBefore(memoryKills())
{
}

std::vector<int> RankProcess::descriptors() const
{
    std::vector<int> open;
    for (const int descriptor : {m_out.descriptor(), m_err.descriptor()})
        if (descriptor >= 0)
            open.push_back(descriptor);
    return open;
}

std::vector<EventBody> RankProcess::read()
{
    const auto printed = m_out.read();
    for (const auto &line : m_err.read()) // after stdout: a rank says there why it failed before it prints that it did
        keep(line);
    std::vector<EventBody> events;
    for (const auto &line : printed) {
        m_silence.restart();
        auto event = parseEvent(line);
        if (!event) {
            if (auto status = parseRankStatus(line); status && status->rank == m_rank)
                m_status = *status;
            else
                keep(line); // some library has printed it
        } else if (auto *finished = std::get_if<RunFinished>(&event->body)) {
            m_outcome = std::move(*finished);
        } else if (auto *failed = std::get_if<RankFailed>(&event->body)) {
            m_reportedFailure = std::move(*failed);
        } else {
            events.push_back(std::move(event->body));
        }
    }
    return events;
}

bool RankProcess::hasFailed()
{
    return m_reportedFailure || hangs() || (!isRunning() && !m_outcome);
}

bool RankProcess::hangs()
{
    const std::chrono::duration<double> limit = m_status ? silenceLimit : startLimit;
    return isRunning() && !m_outcome && m_silence.seconds() > limit.count();
}

bool RankProcess::reap()
{
    if (m_pid <= 0 || waitpid(m_pid, &m_waitStatus, WNOHANG) != m_pid)
        return false;
    m_pid = 0;
    m_ranOutOfMemory
        = WIFSIGNALED(m_waitStatus) && WTERMSIG(m_waitStatus) == SIGKILL && memoryKills() > m_memoryKillsBefore;
    return true;
}

void RankProcess::signal(int number) const
{
    if (m_pid > 0)
        kill(-m_pid, number);
}

RankFailed RankProcess::failure(int machine) const
{
    using Kind = RankFailed::Kind;
    RankFailed failed{m_rank, machine, {}, {m_lastLines.begin(), m_lastLines.end()}, Kind::Internal};
    if (m_reportedFailure) {
        failed.cause = m_reportedFailure->cause;
        failed.kind = m_reportedFailure->kind;
    } else if (isRunning()) {
        failed.cause = m_status ? "its process has given no sign of life for " + secondsText(silenceLimit)
                + ": it is suspended, or its machine is out of memory"
                                : "its process has not started within " + secondsText(startLimit);
        failed.kind = Kind::Hung;
    } else if (m_ranOutOfMemory) {
        failed.cause = "ended by the kernel because memory ran out (signal 9)";
        failed.kind = Kind::OutOfMemory;
    } else if (WIFSIGNALED(m_waitStatus)) {
        failed.cause = describeSignal(WTERMSIG(m_waitStatus));
        failed.kind = Kind::Killed;
    } else {
        failed.cause = WEXITSTATUS(m_waitStatus) == 0 ? "exit code 0, but before the last step"
                                                      : "exit code " + std::to_string(WEXITSTATUS(m_waitStatus));
        if (!m_lastLines.empty())
            failed.cause += ": " + m_lastLines.back();
    }
    return failed;
}

void RankProcess::keep(const std::string &line)
{
    m_lastLines.push_back(line);
    if (m_lastLines.size() > keptLines)
        m_lastLines.pop_front();
    if (!m_log || m_logged > largestLog)
        return;
    m_logged += std::int64_t(line.size()) + 1;
    // A full disk must not end training: the log then lacks the line.
    static_cast<void>(
        writeAll(m_log.get(), m_logged > largestLog ? "[the rest of this log was not kept]\n" : line + "\n"));
}

} // namespace motley
