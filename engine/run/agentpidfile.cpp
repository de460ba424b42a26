#include "engine/run/agentpidfile.h"

#include "engine/base/descriptor.h"
#include "engine/base/textfile.h"
#include "engine/machine/processstat.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace motley {

namespace {

// 0: there is no such process, or it has ended and was not waited for yet.
std::int64_t startTicksOf(int pid)
{
    constexpr std::size_t startTime = 19;
    const auto fields = fieldsOfStat(pid);
    if (fields.size() <= startTime || fields.front() == "Z" || fields.front() == "X")
        return 0;
    return std::strtoll(fields[startTime].c_str(), nullptr, 10);
}

std::string bootId()
{
    return firstLineOf("/proc/sys/kernel/random/boot_id");
}

std::string hostName()
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return name;
}

Error alreadyServed(const RunFolder &folder, const AgentIdentity &identity)
{
    return Error{"The run in " + folder.path + " has a living agent already (process " + std::to_string(identity.pid)
            + " on " + identity.hostName + "). Stop it with: motley-engine stop " + folder.path,
        {}};
}

} // namespace

AgentIdentity ownIdentity()
{
    return {getpid(), startTicksOf(getpid()), bootId(), hostName()};
}

Liveness livenessOf(const AgentIdentity &identity)
{
    if (identity.bootId != bootId())
        return identity.hostName == hostName() ? Liveness::Dead : Liveness::Elsewhere;
    const bool same = identity.pid > 0 && identity.startTicks > 0 && startTicksOf(identity.pid) == identity.startTicks;
    return same ? Liveness::Alive : Liveness::Dead;
}

std::optional<AgentIdentity> agentOf(const RunFolder &folder)
{
    const auto text = readTextFile(folder.agentIdentity(), 4096);
    if (!text)
        return std::nullopt;
    const auto identity = parseAgentIdentity(*text);
    return identity ? std::optional(*identity) : std::nullopt;
}

Result<void> claim(const RunFolder &folder)
{
    unlink(folder.end().c_str()); // of an earlier start in this folder
    const std::string own = folder.agentIdentity() + ".claim-" + std::to_string(getpid());
    if (const auto written = writeTextFile(own, toJson(ownIdentity()) + "\n"); !written)
        return written;
    // A hard link appears whole or not at all, and only one of several agents can create it.
    for (int attempt = 0; attempt < 3; ++attempt) {
        if (link(own.c_str(), folder.agentIdentity().c_str()) == 0) {
            unlink(own.c_str());
            return {};
        }
        if (errno != EEXIST) // a file system without hard links
            break;
        const auto other = agentOf(folder);
        if (other && livenessOf(*other) != Liveness::Dead) {
            unlink(own.c_str());
            return tl::unexpected(alreadyServed(folder, *other));
        }
        unlink(folder.agentIdentity().c_str());
    }
    if (rename(own.c_str(), folder.agentIdentity().c_str()) == 0)
        return {};
    const int error = errno;
    unlink(own.c_str());
    return fail("Could not write " + folder.agentIdentity() + ": " + systemReason(error) + ".");
}

bool signalAgent(const AgentIdentity &identity, int signal)
{
    // The descriptor pins the process; only then is it certain whom the signal reaches.
    const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, identity.pid, 0)));
    if (livenessOf(identity) != Liveness::Alive)
        return false;
    if (!process)
        return errno == ENOSYS && sigqueue(identity.pid, signal, {}) == 0;
    siginfo_t sender{};
    sender.si_signo = signal;
    sender.si_code = SI_QUEUE;
    sender.si_pid = getpid();
    sender.si_uid = getuid();
    return syscall(SYS_pidfd_send_signal, process.get(), signal, &sender, 0) == 0;
}

} // namespace motley
