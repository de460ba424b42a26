#include "remote/preparation.h"

#include "engine/plan/addresses.h"
#include "engine/protocol/continuefiles.h"
#include "engine/protocol/datafiles.h"
#include "remote/closure.h"
#include "remote/connect.h"
#include "remote/deployment.h"
#include "remote/enginelocation.h"
#include "remote/everymachine.h"
#include "remote/probe.h"
#include "remote/sentence.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <chrono>
#include <span>

namespace motley {

namespace {

struct Member {
    int index = 0;
    Machine machine;
    std::vector<Device> devices;
    std::unique_ptr<Session> session;
    CandidateMachine candidate;
    std::string root; // of what is installed there
    JobSpec job; // with paths as that machine knows them
    RemoteRun place;
    bool startTried = false;
    bool wasSentFiles = false;
    std::chrono::steady_clock::time_point lastUsed{};
    Listening listening{}; // to the others
    ReachRequest others{}; // which listen to it
};

// While one machine still works, the others' connections lie idle, and some networks forget idle connections.
constexpr std::chrono::seconds longestIdle{30};
constexpr std::chrono::seconds answerLimit{10};

class Preparation {
    Q_DECLARE_TR_FUNCTIONS(motley::Preparation)

public:
    Preparation(const RunRequest &request, QString runId, Prompter &prompter, const PreparationObserver &observer,
        std::stop_token stop)
        : m_request(request), m_runId(std::move(runId)), m_prompter(prompter), m_observer(observer),
          m_stop(std::move(stop))
    {
        for (std::size_t i = 0; i < request.machines.size(); ++i)
            m_members.push_back({static_cast<int>(i), request.machines[i],
                i < request.devices.size() ? request.devices[i] : std::vector<Device>{}, {}, {}, {}, request.job, {},
                false});
    }

    Result<std::unique_ptr<Session>> run();
    Result<std::vector<CandidateMachine>> measureAll(); // what comes before the plan

private:
    Result<void> wake(Member &member, std::stop_token stop);
    Result<void> look(Member &member, std::stop_token stop);
    Result<void> send(Member &member, std::stop_token stop);
    Result<void> sendWork(Member &member, std::stop_token stop);
    Result<void> findAllWays();
    Result<void> listen(Member &member, std::stop_token stop);
    void introduceAll();
    Result<void> reach(Member &member, std::stop_token stop);
    Result<void> measure(Member &member, std::stop_token stop);
    // `part`: of what is recorded about each machine, the one that this work is part of.
    Result<void> onAll(
        Result<void> (Preparation::*work)(Member &, std::stop_token), std::optional<double> MachineRecord::*part);
    std::vector<CandidateMachine> candidates() const;
    Result<void> launch();
    Result<AgentReady> startOne(Member &member, int storePort, std::stop_token stop);
    void endWhatWasStarted();

    bool needsSending() const;
    Result<std::vector<Device>> devicesOf(const Member &member) const;
    OnDeploymentProgress progressOf(Member &member, const QString &stage) const;
    void say(const Member &member, const QString &stage, qint64 done = 0, qint64 total = 0) const
    {
        m_observer.progressed({member.machine.name, stage, done, total});
    }

    const RunRequest &m_request;
    QString m_runId;
    Prompter &m_prompter;
    const PreparationObserver &m_observer;
    std::stop_token m_stop;
    std::vector<Member> m_members;
    std::string m_engine; // here
    EngineNeeds m_needs;
    Result<void> m_cuda; // whether this computer has what GPUs need
    Manifest m_engineManifest;
    Manifest m_cudaEngineManifest; // for machines whose GPUs take part
    Manifest m_dataManifest;
    std::vector<DataFile> m_continueFiles; // for the coordinator
    Manifest m_continueManifest;
    Plan m_plan;
    std::string m_token;
};

std::string randomToken()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), words.size());
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words).toHex().toStdString();
}

bool isSentCuda(const Member &member)
{
    return member.machine.kind == Machine::Kind::Ssh
        && std::any_of(member.devices.begin(), member.devices.end(),
            [](const Device &device) { return device.kind == Device::Kind::Cuda; });
}

bool Preparation::needsSending() const
{
    return std::any_of(m_members.begin(), m_members.end(),
        [](const Member &member) { return member.machine.kind == Machine::Kind::Ssh; });
}

Result<std::unique_ptr<Session>> Preparation::run()
{
    const auto machines = measureAll();
    if (!machines)
        return tl::unexpected(machines.error());
    if (m_observer.measured)
        m_observer.measured(*machines);
    auto plan = planRun(m_request.job, *machines);
    if (!plan)
        return tl::unexpected(plan.error());
    m_plan = std::move(*plan);
    m_observer.planned(m_plan);

    m_observer.entered(TrainingRun::State::Launching);
    if (const auto launched = launch(); !launched) {
        endWhatWasStarted();
        return tl::unexpected(launched.error());
    }
    return std::move(m_members.front().session);
}

Result<std::vector<CandidateMachine>> Preparation::measureAll()
{
    using State = TrainingRun::State;
    m_observer.entered(State::Probing);
    const auto data = findDataFiles(m_request.job.task);
    if (!data)
        return tl::unexpected(data.error());
    const auto continued = findContinueFiles(m_request.job.continueFrom);
    if (!continued)
        return tl::unexpected(continued.error());
    m_continueFiles = *continued;
    const auto engine = findEngine();
    if (!engine)
        return tl::unexpected(engine.error());
    m_engine = *engine;
    const auto closure = engineClosure(m_engine);
    if (!closure)
        return tl::unexpected(closure.error());
    m_needs = {closure->architecture, closure->glibc};
    m_cuda = cudaClosure(m_engine).map([](const std::vector<std::string> &) {});

    if (const auto looked = onAll(&Preparation::look, &MachineRecord::connectingSeconds); !looked)
        return tl::unexpected(looked.error());

    m_observer.entered(State::Deploying);
    if (needsSending()) {
        auto engineFiles = engineManifest(m_engine);
        if (!engineFiles)
            return tl::unexpected(engineFiles.error());
        if (std::any_of(m_members.begin(), m_members.end(), isSentCuda)) {
            auto cudaFiles = engineManifest(m_engine, EngineParts::WithCuda);
            if (!cudaFiles)
                return tl::unexpected(cudaFiles.error());
            m_cudaEngineManifest = std::move(*cudaFiles);
        }
        auto dataFiles = dataManifest(*data);
        if (!dataFiles)
            return tl::unexpected(dataFiles.error());
        auto continueFiles = dataManifest(m_continueFiles);
        if (!continueFiles)
            return tl::unexpected(continueFiles.error());
        m_engineManifest = std::move(*engineFiles);
        m_dataManifest = std::move(*dataFiles);
        m_continueManifest = std::move(*continueFiles);
    }
    if (const auto sent = onAll(&Preparation::send, &MachineRecord::checkingSeconds); !sent)
        return tl::unexpected(sent.error());

    m_observer.entered(State::Measuring);
    if (const auto found = findAllWays(); !found)
        return tl::unexpected(found.error());
    if (const auto measured = onAll(&Preparation::measure, &MachineRecord::measuringSeconds); !measured)
        return tl::unexpected(measured.error());
    return candidates();
}

Result<void> Preparation::onAll(
    Result<void> (Preparation::*work)(Member &, std::stop_token), std::optional<double> MachineRecord::*part)
{
    return onEvery(m_members, m_stop, [this, work, part](Member &member, std::stop_token stop) -> Result<void> {
        const auto began = std::chrono::steady_clock::now();
        if (const auto awake = wake(member, stop); !awake)
            return awake;
        auto done = (this->*work)(member, stop);
        member.lastUsed = std::chrono::steady_clock::now();
        auto &seconds = member.candidate.record.*part;
        seconds = seconds.value_or(0) + std::chrono::duration<double>(member.lastUsed - began).count();
        return done;
    });
}

std::vector<CandidateMachine> Preparation::candidates() const
{
    std::vector<CandidateMachine> machines;
    for (const auto &member : m_members) {
        machines.push_back(member.candidate);
        if (member.wasSentFiles) // the next time there is less to do
            machines.back().record.checkingSeconds.reset();
    }
    return machines;
}

Result<void> Preparation::wake(Member &member, std::stop_token stop)
{
    if (!member.session || std::chrono::steady_clock::now() - member.lastUsed < longestIdle)
        return {};
    CommandOptions options;
    options.silenceLimit = answerLimit;
    options.stop = stop;
    if (member.session->run(":", options))
        return {};
    auto session = connectTo(member.machine, m_prompter, stop);
    if (!session)
        return tl::unexpected(session.error());
    member.session = std::move(*session);
    return {};
}

Result<void> Preparation::look(Member &member, std::stop_token stop)
{
    say(member, tr("Connecting"));
    auto session = connectTo(member.machine, m_prompter, stop);
    if (!session)
        return tl::unexpected(session.error());
    member.session = std::move(*session);
    say(member, tr("Looking at the machine"));
    auto report = probe(*member.session, stop);
    if (!report)
        return tl::unexpected(report.error());
    if (!member.machine.installRoot.isEmpty())
        report->installRoot = member.machine.installRoot.toStdString();
    if (const auto fit = checkMachine(member.machine.name, *report, m_needs); !fit)
        return fit;
    member.root = report->installRoot;
    member.candidate = {member.machine.name.toStdString(), std::move(*report), {}, member.machine.terms};
    const auto devices = devicesOf(member);
    if (!devices)
        return tl::unexpected(devices.error());
    member.devices = *devices;
    member.candidate.candidates = candidatesOf(m_request, member.candidate.report, member.devices);
    return {};
}

Result<std::vector<Device>> Preparation::devicesOf(const Member &member) const
{
    std::vector<Device> gpus;
    for (const auto &gpu : member.candidate.report.gpus) {
        if (!gpu.mig)
            gpus.push_back({Device::Kind::Cuda, gpu.uuid});
    }
    if (member.devices.empty())
        return gpus.empty() || !m_cuda ? std::vector{Device{}} : gpus;
    std::vector<Device> devices;
    for (const auto &device : member.devices) {
        if (device.kind == Device::Kind::Cuda && !m_cuda)
            return tl::unexpected(m_cuda.error());
        if (device.kind == Device::Kind::Cuda && device.uuid.empty()) {
            if (gpus.empty())
                return sentence(
                    tr("%1 has no GPU that could be used; tick its processor instead.").arg(member.machine.name));
            devices.insert(devices.end(), gpus.begin(), gpus.end());
        } else {
            devices.push_back(device);
        }
    }
    return devices;
}

OnDeploymentProgress Preparation::progressOf(Member &member, const QString &stage) const
{
    constexpr qint64 reportEvery = 1 << 20;
    return [this, &member, stage, reported = qint64(-1)](const DeploymentProgress &progress) mutable {
        const bool last = progress.bytesSent == progress.bytesToSend;
        member.wasSentFiles = member.wasSentFiles || progress.bytesToSend > 0;
        if (reported >= 0 && progress.bytesSent - reported < reportEvery && !last)
            return;
        reported = progress.bytesSent;
        if (progress.bytesToSend > 0)
            say(member, stage, progress.bytesSent, progress.bytesToSend);
    };
}

Result<void> Preparation::send(Member &member, std::stop_token stop)
{
    if (member.machine.kind == Machine::Kind::ThisComputer) {
        member.place.engine = m_engine;
    } else {
        say(member, tr("Checking what is there"));
        const auto engine = deploy(
            *member.session, member.root, m_engineManifest, progressOf(member, tr("Sending the engine")), stop);
        if (!engine)
            return tl::unexpected(engine.error());
        const auto data = deploy(*member.session, member.root, m_dataManifest,
            progressOf(member, tr("Sending the data")), stop, member.machine.sharedFolders);
        if (!data)
            return tl::unexpected(data.error());
        member.place.engine = *engine + "/bin/motley-engine";
        member.job.task = movedTo(*data, member.job.task);
        if (const auto sent = sendWork(member, stop); !sent)
            return sent;
    }
    // Machines may share a home: each has a folder of its own in it, the coordinator's bears the run's plain id.
    member.place.folder = member.root + "/runs/" + m_runId.toStdString();
    if (member.index > 0)
        member.place.folder += '-' + std::to_string(member.index);
    return {};
}

// What the run goes on from: the coordinator hands it to the others.
Result<void> Preparation::sendWork(Member &member, std::stop_token stop)
{
    if (member.index > 0 || m_continueFiles.empty())
        return {};
    const auto work = deploy(*member.session, member.root, m_continueManifest,
        progressOf(member, tr("Sending what to go on from")), stop, member.machine.sharedFolders);
    if (!work)
        return tl::unexpected(work.error());
    member.job.continueFrom = movedTo(*work, member.job.continueFrom, m_continueFiles);
    return {};
}

Result<void> Preparation::findAllWays()
{
    if (m_members.size() < 2)
        return {};
    if (const auto listening = onAll(&Preparation::listen, &MachineRecord::measuringSeconds); !listening)
        return listening;
    introduceAll();
    if (const auto reached = onAll(&Preparation::reach, &MachineRecord::measuringSeconds); !reached)
        return reached;
    const auto missing = missingWay(candidates());
    if (!missing)
        return {};
    QStringList tried;
    for (const std::string &address : missing->tried)
        tried.push_back(QString::fromStdString(address));
    return sentence(tr("%1 does not reach %2 at %3. Let the firewalls of both pass connections between them, connect "
                       "them to one network, or train without one of them.")
                        .arg(m_members[missing->from].machine.name, m_members[missing->to].machine.name,
                            tried.join(QStringLiteral(", "))));
}

Result<void> Preparation::listen(Member &member, std::stop_token stop)
{
    say(member, tr("Looking for the ways between the machines"));
    const auto listening = startListening(*member.session, member.place.engine, stop);
    if (!listening)
        return tl::unexpected(listening.error());
    member.listening = *listening;
    return {};
}

// Each begins with the machine behind it: at any time every machine sends to one and receives from one, as in a run.
void Preparation::introduceAll()
{
    const auto machines = candidates();
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        for (std::size_t behind = 1; behind < m_members.size(); ++behind) {
            const std::size_t other = (i + behind) % m_members.size();
            const Listening &listening = m_members[other].listening;
            m_members[i].others.peers.push_back(
                {machines[other].name, addressesToTry(machines, other), listening.port, listening.word});
        }
    }
}

Result<void> Preparation::reach(Member &member, std::stop_token stop)
{
    auto ways = findWays(*member.session, member.place.engine, member.others, stop);
    if (!ways)
        return tl::unexpected(ways.error());
    member.candidate.ways = std::move(*ways);
    return {};
}

Result<void> Preparation::measure(Member &member, std::stop_token stop)
{
    say(member, tr("Measuring its speed"));
    auto &candidates = member.candidate.candidates;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        auto &candidate = candidates[i];
        // Several ranks on one processor are equal: one of them is measured.
        if (i > 0 && candidates[i - 1].device == candidate.device) {
            candidate.speed = candidates[i - 1].speed;
            continue;
        }
        const auto speed
            = benchmark(*member.session, member.place.engine, member.job, candidate.device, candidate.threads, stop);
        if (!speed)
            return tl::unexpected(speed.error());
        candidate.speed = *speed;
    }
    return {};
}

Result<AgentReady> Preparation::startOne(Member &member, int storePort, std::stop_token stop)
{
    if (const auto awake = wake(member, stop); !awake)
        return tl::unexpected(awake.error());
    say(member, tr("Starting"));
    LaunchSpec spec;
    spec.runId = m_runId.toStdString();
    spec.token = m_token;
    spec.machine = member.index;
    spec.storePort = storePort;
    spec.job = member.job;
    spec.plan = m_plan;
    member.startTried = true;
    return startAgent(*member.session, member.place, spec, stop);
}

Result<void> Preparation::launch()
{
    m_token = randomToken();
    std::vector<RemoteRun> places;
    for (const auto &member : m_members)
        places.push_back(member.place);
    m_observer.placed(places);

    const auto coordinator = startOne(m_members.front(), 0, m_stop);
    if (!coordinator)
        return tl::unexpected(coordinator.error());
    std::vector<Member *> others;
    for (std::size_t i = 1; i < m_members.size(); ++i)
        others.push_back(&m_members[i]);
    return onEvery(others, m_stop, [&](Member *member, std::stop_token stop) -> Result<void> {
        const auto ready = startOne(*member, coordinator->storePort, stop);
        if (!ready)
            return tl::unexpected(ready.error());
        return {};
    });
}

void Preparation::endWhatWasStarted()
{
    // Not with m_stop: it may be what brought us here. An agent that cannot be reached ends when it loses the store.
    (void)onEvery(m_members, {}, [this](Member &member, std::stop_token) -> Result<void> {
        if (member.startTried) {
            say(member, tr("Ending what was started"));
            (void)stopRun(*member.session, member.place, StopManner::Now);
        }
        return {};
    });
}

} // namespace

std::vector<Candidate> candidatesOf(
    const RunRequest &request, const ProbeReport &report, const std::vector<Device> &devices)
{
    std::vector<Candidate> candidates;
    for (const auto &device : devices) {
        const bool cpu = device.kind == Device::Kind::Cpu;
        const int ranks = cpu ? std::max(1, request.cpuRanksPerMachine) : 1;
        const int sharing = cpu ? ranks : static_cast<int>(devices.size());
        const int threads
            = cpu && request.threadsPerCpuRank > 0 ? request.threadsPerCpuRank : threadsPerRank(report, sharing);
        candidates.insert(candidates.end(), static_cast<std::size_t>(ranks), Candidate{device, threads});
    }
    return candidates;
}

Result<std::unique_ptr<Session>> prepareRun(const RunRequest &request, const QString &runId, Prompter &prompter,
    const PreparationObserver &observer, std::stop_token stop)
{
    if (request.machines.empty())
        return sentence(TrainingRun::tr("No machine is ticked."));
    return Preparation(request, runId, prompter, observer, std::move(stop)).run();
}

Result<std::vector<CandidateMachine>> measureMachines(
    const RunRequest &request, Prompter &prompter, const PreparationObserver &observer, std::stop_token stop)
{
    if (request.machines.empty())
        return sentence(TrainingRun::tr("No machine is ticked."));
    return Preparation(request, {}, prompter, observer, std::move(stop)).measureAll();
}

} // namespace motley
