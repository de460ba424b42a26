#include "engine/training/worker.h"

#include "engine/base/descriptor.h"
#include "engine/base/linereader.h"
#include "engine/base/runclock.h"
#include "engine/commands/commands.h"
#include "engine/commands/run/runfolderargument.h"
#include "engine/device/mallocsettings.h"
#include "engine/training/membershipinbox.h"
#include "engine/training/statusreporter.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

namespace motley {

namespace {

struct WorkerOptions {
    std::string folder;
    int rank = 0;
};

std::atomic<bool> stopRequested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void handleSignals()
{
    struct sigaction stop { };
    stop.sa_handler = [](int) { stopRequested = true; };
    stop.sa_flags = SA_RESTART;
    sigaction(SIGTERM, &stop, nullptr);
    sigset_t handled; // the agent starts a worker with SIGTERM blocked
    sigemptyset(&handled);
    sigaddset(&handled, SIGTERM);
    pthread_sigmask(SIG_UNBLOCK, &handled, nullptr);
    signal(SIGINT, SIG_IGN); // on Ctrl-C the agent stops its workers
    signal(SIGPIPE, SIG_IGN);
}

// What the agent says on stdin: where its store listens, then who trains together, whenever that changes.
class AgentLines {
public:
    // Waits for the first line. 0: the store is where launch.json says.
    int storePort()
    {
        while (m_pending.empty() && m_reader.descriptor() >= 0)
            read();
        if (m_pending.empty())
            return 0;
        const int port = std::atoi(m_pending.front().c_str());
        m_pending.pop_front();
        return port;
    }

    // Where the agent is gone, so is the run: this process ends, whatever it is doing.
    [[noreturn]] void passOn(MembershipInbox &inbox)
    {
        for (;;) {
            for (; !m_pending.empty(); m_pending.pop_front()) {
                auto membership = parseMembership(m_pending.front());
                if (!membership)
                    _exit(failed(membership.error()));
                inbox.push(*std::move(membership));
            }
            if (m_reader.descriptor() < 0)
                _exit(exitFailed);
            read();
        }
    }

private:
    static constexpr std::size_t longestLine = 1 << 20; // bytes

    void read()
    {
        pollfd wait{m_reader.descriptor(), POLLIN, 0};
        if (poll(&wait, 1, -1) < 0 && errno != EINTR)
            _exit(exitFailed);
        for (std::string &line : m_reader.read())
            m_pending.push_back(std::move(line));
    }

    LineReader m_reader{Descriptor(STDIN_FILENO), longestLine};
    std::deque<std::string> m_pending;
};

// Several threads print, so lines are written under a lock.
void printLine(const std::string &line)
{
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    writeAll(STDOUT_FILENO, line + "\n");
}

void print(EventBody body)
{
    printLine(toLine(Event{0, 0, std::move(body)}));
}

RankResult<WorkerOutcome> runReporting(const WorkerContext &context)
{
    const auto &ranks = context.launch.plan.ranks;
    const bool isOnCpu
        = std::size_t(context.rank) < ranks.size() && ranks[std::size_t(context.rank)].device.kind == Device::Kind::Cpu;
    const StatusReporter reporter(
        context.rank, isOnCpu, context.activity, [](const RankStatus &status) { printLine(toLine(status)); });
    auto outcome = runWorker(context);
    context.activity->enter(RankPhase::Finished);
    return outcome;
}

// Once its last event is printed, it leaves without static destructors: those of torch and CUDA may crash or hang.
int work(const WorkerOptions &options)
{
    const auto folder = findRunFolder(options.folder);
    if (!folder)
        return failed(folder.error());
    auto launch = readLaunchSpec(*folder);
    if (!launch)
        return failed(launch.error());
    AgentLines agent;
    if (const int port = agent.storePort(); port > 0)
        launch->storePort = port;
    handleSignals();
    noticeSuspensions();
    keepFreedMemory();
    WorkerContext context{*launch, options.rank, *folder, print, &stopRequested};
    context.memberships = std::make_shared<MembershipInbox>();
    std::thread([&] { agent.passOn(*context.memberships); }).detach(); // the process ends before what it uses
    const auto outcome = runReporting(context);
    if (!outcome) {
        failed(outcome.error()); // goes first, as the agent takes the words that it has when it hears of the failure
        print(RankFailed{options.rank, launch->machine, oneLine(outcome.error()), {}, outcome.error().kind});
        _exit(exitFailed);
    }
    RunFinished finished;
    finished.outcome = outcome->stopped ? RunFinished::Outcome::Stopped : RunFinished::Outcome::Completed;
    finished.step = outcome->step;
    print(finished);
    _exit(exitDone);
}

} // namespace

void addWorker(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("worker", "Be one rank of a run (started by its agent)");
    command->footer(
        "On stdin the port of the agent's store, then a line of JSON whenever other ranks train together; its end "
        "ends\n"
        "the rank. Events on stdout, words on stderr; SIGTERM asks all ranks to stop after the same step. The last\n"
        "event is how this rank ended. People start runs with `train` or `agent`.");
    auto options = std::make_shared<WorkerOptions>();
    command->add_option("RUNFOLDER", options->folder, "Folder with launch.json")->required();
    command->add_option("--rank", options->rank, "Which rank of the plan")->required();
    command->callback([&chosen, options] { chosen = [options] { return work(*options); }; });
}

} // namespace motley
