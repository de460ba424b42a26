#include "engine/training/worker.h"

#include "engine/base/descriptor.h"
#include "engine/base/runclock.h"
#include "engine/commands/commands.h"
#include "engine/commands/run/runfolderargument.h"
#include "engine/device/mallocsettings.h"
#include "engine/rendezvous/agentlink.h"
#include "engine/rendezvous/torchwarnings.h"
#include "engine/training/membershipinbox.h"
#include "engine/training/statusreporter.h"

#include <signal.h>
#include <unistd.h>

#include <memory>
#include <mutex>

namespace motley {

namespace {

struct WorkerOptions {
    std::string folder;
    int rank = 0;
    bool isBack = false;
};

std::atomic<bool> stopRequested{false};
std::atomic<bool> checkpointRequested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

// A system that shuts down tells all its programs to end. Whether the run stops then, the agent decides.
void handleSignals()
{
    struct sigaction stop { };
    stop.sa_sigaction = [](int, siginfo_t *info, void *) {
        if (info->si_pid == getppid())
            stopRequested = true;
    };
    stop.sa_flags = SA_RESTART | SA_SIGINFO;
    sigaction(SIGTERM, &stop, nullptr);
    struct sigaction save { };
    save.sa_flags = SA_RESTART;
    save.sa_handler = [](int) { checkpointRequested = true; };
    sigaction(SIGUSR1, &save, nullptr);
    sigset_t handled; // the agent starts a worker with these blocked
    sigemptyset(&handled);
    sigaddset(&handled, SIGTERM);
    sigaddset(&handled, SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &handled, nullptr);
    signal(SIGINT, SIG_IGN); // on Ctrl-C the agent stops its workers
    signal(SIGPIPE, SIG_IGN);
}

// The socket to the agent, which is stdin: requests to the run's store go up, and down come their answers and who
// trains together, whenever that changes. Where the agent is gone, so is the run: this process ends, whatever it does.
std::shared_ptr<AgentLink> linkToAgent(const std::shared_ptr<MembershipInbox> &memberships)
{
    const auto heard = [memberships](const std::string &line) {
        auto membership = parseMembership(line);
        if (!membership)
            _exit(failed(membership.error()));
        memberships->push(*std::move(membership));
    };
    const auto gone = [] { _exit(exitFailed); };
    return std::make_shared<AgentLink>(Descriptor(STDIN_FILENO), AgentLink::Listener{heard, gone});
}

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
    const auto launch = readLaunchSpec(*folder);
    if (!launch)
        return failed(launch.error());
    handleSignals();
    noticeSuspensions();
    keepFreedMemory();
    hideTorchWarnings();
    WorkerContext context{*launch, options.rank, *folder, print, &stopRequested, &checkpointRequested};
    context.isBack = options.isBack;
    context.memberships = std::make_shared<MembershipInbox>();
    context.agent = linkToAgent(context.memberships);
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
        "Its stdin is a socket to the agent, which passes on what it asks of the run's store and tells it who trains\n"
        "together; the socket's end ends the rank. Events on stdout, words on stderr; SIGTERM of the agent asks all\n"
        "ranks to stop after the same step, SIGUSR1 for a checkpoint after it. The last event is how this rank ended.\n"
        "People start runs with `train` or `agent`.");
    auto options = std::make_shared<WorkerOptions>();
    command->add_option("RUNFOLDER", options->folder, "Folder with launch.json")->required();
    command->add_option("--rank", options->rank, "Which rank of the plan")->required();
    command->add_flag("--back", options->isBack, "Others train already: wait until told that this rank does, too");
    command->callback([&chosen, options] { chosen = [options] { return work(*options); }; });
}

} // namespace motley
