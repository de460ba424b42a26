#include "engine/base/childprocess.h"
#include "engine/base/descriptor.h"
#include "engine/commands/commands.h"
#include "engine/commands/run/runfolderargument.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/bootentry.h"
#include "engine/run/eventreader.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr Clock::duration shortestPause = 3s; // between two attempts
constexpr Clock::duration longestPause = 600s;
constexpr std::chrono::seconds lookInterval = 2s; // for an entry that was removed meanwhile
constexpr Clock::duration longPart = 5min; // after which a machine that is lost again is tried as at first

std::atomic<pid_t> agentProcess{0};
std::atomic<bool> isTold{false}; // to end
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal handler reads it");

// The agent leaves politely, and this process waits for it.
void handleSignals()
{
    struct sigaction end { };
    end.sa_handler = [](int number) {
        isTold = true;
        if (const pid_t agent = agentProcess; agent > 0)
            kill(agent, number);
    };
    sigaction(SIGTERM, &end, nullptr);
    sigaction(SIGINT, &end, nullptr);
}

// Where machines share a home, each finds the entries of all.
bool isOfThisMachine(const RunFolder &folder)
{
    const auto agent = agentOf(folder);
    return !agent || agent->hostName == ownIdentity().hostName;
}

// By when its agent has signed last.
bool isGivenUp(const RunFolder &folder)
{
    struct stat signedAt { };
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return stat(folder.ports().c_str(), &signedAt) != 0 || now - signedAt.st_mtime > daysUntilGivenUp * 24 * 3600;
}

bool isOver(const RunFolder &folder)
{
    const auto log = summarize(folder.events());
    return log && log->finished;
}

void takePart(const RunFolder &folder)
{
    const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    agentProcess = startProgram(
        ownProgram(), {"rejoin", folder.path, "--foreground"}, {nothing.get(), STDOUT_FILENO, STDERR_FILENO});
    if (const pid_t agent = agentProcess; agent > 0)
        waitForChild(agent);
    agentProcess = 0;
}

void waitUntil(Clock::time_point time, const RunFolder &folder)
{
    while (Clock::now() < time && !isTold && hasBootEntry(folder))
        std::this_thread::sleep_for(std::min<Clock::duration>(lookInterval, time - Clock::now()));
}

// A network that comes late, or a machine that is off for long, costs a quarter more of that time at most.
Clock::duration pauseAfter(Clock::duration tried)
{
    return std::clamp(tried / 4, shortestPause, longestPause);
}

int dialIn(const std::string &path)
{
    umask(077);
    handleSignals();
    const RunFolder folder = findRunFolder(path).value_or(RunFolder{path});
    if (!isOfThisMachine(folder))
        return exitDone;
    auto firstTry = Clock::now();
    while (hasBootEntry(folder) && !isGivenUp(folder) && !isOver(folder)) {
        const auto begun = Clock::now();
        takePart(folder);
        const auto ended = Clock::now();
        if (ended - begun > longPart)
            firstTry = ended;
        waitUntil(ended + pauseAfter(ended - firstTry), folder);
        if (isTold)
            return exitDone;
    }
    const auto removed = removeBootEntry(folder);
    return removed ? exitDone : failed(removed.error());
}

} // namespace

void addDialIn(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("dial-in", "Take part again in a run, as often as it takes");
    command->footer(
        "For the entry that starts a machine's part of a run after a restart, as `agent --start-after-restart` makes\n"
        "it. Starts `rejoin` again after pauses of 3 s to 10 minutes, stays for as long as the run goes on, and\n"
        "removes the entry when the run is over, its folder is gone, or the machine was lost for 7 days.\n\n"
        "Example:\n"
        "  motley-engine dial-in ~/.local/share/motley/runs/fashion-1-2");
    auto folder = std::make_shared<std::string>();
    command->add_option("RUNFOLDER", *folder, "Folder with launch.json")->required();
    command->callback([&chosen, folder] { chosen = [folder] { return dialIn(*folder); }; });
}

} // namespace motley
