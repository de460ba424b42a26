#include "survivalrun.h"

#include "slowtask.h"

#include "engine/exchange/group.h"
#include "engine/rendezvous/agentlink.h"
#include "engine/tasks/registry.h"
#include "tests/fixtures/threadsasranks.h"

#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <numeric>
#include <thread>

namespace motley {

namespace {

thread_local const Fate *fate = nullptr; // of the rank that this thread is
thread_local bool isDead = false; // this thread is no rank any more, and only cleans up
std::atomic<const Fate *> writing{nullptr}; // of the rank whose checkpoints are doomed, until it is dead
std::atomic<bool> diedWriting{false};

void dieIfDiedWriting()
{
    if (fate && fate == writing && diedWriting && !isDead) {
        isDead = true;
        throw Killed();
    }
}

void endWriting(const Fate &mine)
{
    if (writing == &mine) {
        writing = nullptr;
        diedWriting = false;
    }
}

// Of checkpoints alone, as the thread that writes them is no rank.
bool dies(const std::function<void()> &onFileWritten)
{
    try {
        onFileWritten();
        return false;
    } catch (const Killed &) {
        diedWriting = true;
        return true;
    }
}

class MortalTask : public SlowTask {
public:
    explicit MortalTask(std::unique_ptr<Task> task) : SlowTask(std::move(task), std::chrono::microseconds(0)) { }

    at::Tensor summedLoss(const Batch &batch) override
    {
        const at::Tensor loss = SlowTask::summedLoss(batch); // statistics are counted by now
        dieIfDiedWriting();
        if (fate && fate->onPass)
            fate->onPass(batch.samples);
        return loss;
    }

    Score score(const Batch &batch) override
    {
        if (fate && fate->onScore)
            fate->onScore();
        return SlowTask::score(batch);
    }
};

} // namespace

std::size_t bytesOf(const msghdr &message)
{
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < message.msg_iovlen; ++i)
        bytes += message.msg_iov[i].iov_len;
    return bytes;
}

std::int64_t reportBytes(std::int64_t ranks, std::int64_t parameters)
{
    constexpr std::int64_t header = 16;
    constexpr std::int64_t fixedNumbers = 12;
    constexpr std::int64_t flagsOfNumber = 52;
    return header + (ranks + 1) * (fixedNumbers + (parameters + flagsOfNumber - 1) / flagsOfNumber) * 8;
}

SurvivalRun::SurvivalRun(JobSpec job, std::string folder, int ranks)
    : outcomes(std::size_t(ranks), fail("was lost")), m_job(std::move(job)),
      m_folderOf([folder = std::move(folder)](int) { return folder; }), m_living(std::size_t(ranks))
{
    std::iota(m_living.begin(), m_living.end(), 0);
    for (int rank = 0; rank < ranks; ++rank)
        m_inboxes.push_back(std::make_shared<MembershipInbox>());
}

// Unequal shares, so that other ranks compute other samples.
Plan SurvivalRun::planOf(const std::vector<int> &ranks) const
{
    Plan plan;
    plan.shareRule = m_shareRule;
    plan.machines = {{"here", "127.0.0.1"}};
    plan.ranks.resize(outcomes.size());
    for (std::size_t rank = 0; rank < m_devices.size(); ++rank)
        plan.ranks[rank].device = m_devices[rank];
    const auto isGpu = [](const PlannedRank &rank) { return rank.device.kind == Device::Kind::Cuda; };
    plan.backend = std::all_of(plan.ranks.begin(), plan.ranks.end(), isGpu) ? Backend::Nccl : Backend::Gloo;
    std::int64_t left = m_job.batch;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const auto others = std::int64_t(ranks.size() - i);
        const std::int64_t share = others == 1 ? left : left / others + 1;
        plan.ranks[std::size_t(ranks[i])].share = share;
        left -= share;
    }
    for (std::size_t rank = 0; m_job.exchange.combine == ExchangeSpec::Combine::Adasum && rank < plan.ranks.size();
         ++rank)
        plan.ranks[rank].group = m_groups.empty() ? int(rank) : m_groups[rank];
    return plan;
}

void SurvivalRun::run()
{
    std::signal(SIGPIPE, SIG_IGN); // which QtTest takes back before the first test function
    m_agents = std::make_unique<RelayingAgents>(std::vector<int>(outcomes.size(), 0));
    std::vector<std::jthread> silent;
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < int(outcomes.size()); ++rank) {
        const auto found = m_fates.find(rank);
        const bool isSilent = found != m_fates.end() && found->second(RankActivity()).isSilent;
        (isSilent ? silent : threads).emplace_back([this, rank] { beRank(rank); });
    }
    threads.clear();
    m_isOver = true;
    silent.clear();
}

WorkerContext SurvivalRun::contextOf(int rank)
{
    WorkerContext context;
    context.launch.runId = "survival";
    context.launch.job = m_job;
    std::vector<int> all(outcomes.size());
    std::iota(all.begin(), all.end(), 0);
    context.launch.plan = planOf(all);
    context.rank = rank;
    context.folder = {m_folderOf(rank)};
    context.stopRequested = &m_stop;
    context.memberships = m_inboxes[std::size_t(rank)];
    context.emit = [this, rank](const EventBody &event) { note(rank, event); };
    return context;
}

void SurvivalRun::beRank(int rank)
{
    WorkerContext context = contextOf(rank);
    context.agent = std::make_shared<AgentLink>(m_agents->socketOf(rank));
    const auto found = m_fates.find(rank);
    const Fate mine = found != m_fates.end() ? found->second(*context.activity) : Fate();
    Fate dying = mine; // tells the others before it goes silent
    const auto orSilence = [&](const auto &call) {
        try {
            return call();
        } catch (const Killed &) {
            if (mine.isSilent) {
                lose(rank, mine.beforeNotice);
                while (!m_isOver)
                    std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            throw;
        }
    };
    if (mine.onPass)
        dying.onPass = [&](std::int64_t samples) { orSilence([&] { mine.onPass(samples); }); };
    if (mine.onScore)
        dying.onScore = [&] { orSilence([&] { mine.onScore(); }); };
    if (mine.onEvent)
        dying.onEvent = [&](const EventBody &event) { orSilence([&] { mine.onEvent(event); }); };
    if (mine.onBroadcast)
        dying.onBroadcast = [&] { orSilence([&] { mine.onBroadcast(); }); };
    if (mine.onSend)
        dying.onSend = [&](const msghdr &message) { return orSilence([&] { return mine.onSend(message); }); };
    if (mine.onFileWritten)
        dying.onFileWritten = [&] { orSilence([&] { mine.onFileWritten(); }); };
    fate = &dying;
    isDead = false;
    if (mine.onFileWritten)
        writing = &dying;
    try {
        auto outcome = runWorker(context, [](const JobSpec &job, const EarlierModel &earlier) -> OpenedTask {
            return openTask(job, earlier).map([](std::unique_ptr<Task> task) -> std::unique_ptr<Task> {
                return std::make_unique<MortalTask>(std::move(task));
            });
        });
        const std::lock_guard lock(m_mutex);
        outcomes[std::size_t(rank)] = std::move(outcome);
    } catch (const Killed &) {
        endWriting(dying);
        fate = nullptr;
        if (!mine.isSilent)
            lose(rank, mine.beforeNotice);
        if (m_joins.count(rank))
            beBack(rank, context.agent);
    }
    endWriting(dying);
    fate = nullptr;
}

void SurvivalRun::comesBack(int rank, std::function<void()> joins)
{
    m_joins.emplace(rank, std::move(joins));
}

void SurvivalRun::beBack(int rank, const std::shared_ptr<AgentLink> &agent)
{
    isDead = false;
    {
        const std::lock_guard lock(m_mutex);
        m_inboxes[std::size_t(rank)] = std::make_shared<MembershipInbox>();
    }
    WorkerContext context = contextOf(rank);
    context.agent = agent;
    context.isBack = true;
    const std::jthread watcher([&](const std::stop_token &stop) {
        while (context.activity->phase() != RankPhase::Connecting && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        if (!stop.stop_requested())
            m_joins[rank]();
    });
    auto outcome = runWorker(context);
    const std::lock_guard lock(m_mutex);
    outcomes[std::size_t(rank)] = std::move(outcome);
}

void SurvivalRun::note(int rank, const EventBody &event)
{
    dieIfDiedWriting();
    if (isDead)
        return;
    if (fate && fate->onEvent)
        fate->onEvent(event);
    {
        const std::lock_guard lock(m_mutex);
        const bool isLost = std::find(m_living.begin(), m_living.end(), rank) == m_living.end();
        if (isLost)
            return;
        events.push_back(event);
    }
    if (onEvent)
        onEvent(*this, event);
}

void SurvivalRun::lose(int rank, const std::function<void()> &beforeNotice)
{
    if (beforeNotice)
        beforeNotice();
    std::vector<int> living;
    {
        const std::lock_guard lock(m_mutex);
        std::erase(m_living, rank);
        living = m_living;
    }
    if (m_tells && !living.empty())
        form(living);
}

void SurvivalRun::form(std::vector<int> ranks)
{
    const std::lock_guard lock(m_mutex);
    for (auto event = events.end(); event != events.begin() && m_lacking > 0;) {
        if (!std::holds_alternative<StepDone>(*--event))
            continue;
        event = events.erase(event);
        --m_lacking;
    }
    tell(ranks, false);
}

void SurvivalRun::join(int rank)
{
    const std::lock_guard lock(m_mutex);
    m_living.push_back(rank);
    std::sort(m_living.begin(), m_living.end());
    tell(m_living, true);
}

void SurvivalRun::tell(const std::vector<int> &ranks, bool followsAStep)
{
    Membership membership{++m_generation, planOf(ranks), ranks};
    membership.followsAStep = followsAStep;
    Reported &reported = membership.reported.emplace();
    for (const StepDone &done : all<StepDone>())
        reported.step = std::max(reported.step, done.step);
    for (const Evaluation &test : all<Evaluation>())
        reported.test = test.step;
    for (const CheckpointSaved &saved : all<CheckpointSaved>())
        reported.checkpoint = saved.step;
    m_agents->relayOf(0).beginGeneration(followsAStep ? m_generation - 1 : m_generation);
    for (const int rank : m_living)
        m_inboxes[std::size_t(rank)]->push(parseMembership(toLine(membership)).value());
}

} // namespace motley

// They take the place of the C library's.
extern "C" ssize_t sendmsg(int socket, const msghdr *message, int flags)
{
    static const auto next = reinterpret_cast<decltype(&sendmsg)>(dlsym(RTLD_NEXT, "sendmsg"));
    motley::dieIfDiedWriting();
    if (motley::fate && motley::fate->onSend && !motley::fate->onSend(*message)) {
        errno = EAGAIN;
        return -1;
    }
    return next(socket, message, flags);
}

// Takes the place of Group::broadcast() where the linker is told so (tests/engine/training/CMakeLists.txt).
extern "C" void __real__ZN6motley5Group9broadcastERKSt6vectorIN2at6TensorESaIS3_EEi(
    motley::Group *group, const std::vector<at::Tensor> &tensors, int root);
extern "C" [[gnu::used]] void __wrap__ZN6motley5Group9broadcastERKSt6vectorIN2at6TensorESaIS3_EEi(
    motley::Group *group, const std::vector<at::Tensor> &tensors, int root)
{
    if (motley::fate && motley::fate->onBroadcast)
        motley::fate->onBroadcast();
    __real__ZN6motley5Group9broadcastERKSt6vectorIN2at6TensorESaIS3_EEi(group, tensors, root);
}

extern "C" int fsync(int descriptor)
{
    static const auto next = reinterpret_cast<decltype(&fsync)>(dlsym(RTLD_NEXT, "fsync"));
    if (motley::fate && motley::fate->onFileWritten)
        motley::fate->onFileWritten();
    const motley::Fate *doomed = motley::fate ? nullptr : motley::writing.load();
    if (doomed && motley::dies(doomed->onFileWritten)) {
        errno = EIO;
        return -1;
    }
    return next(descriptor);
}
