#include "engine/base/randomhex.h"
#include "engine/commands/commands.h"
#include "engine/commands/deviceargument.h"
#include "engine/commands/run/measureapart.h"
#include "engine/commands/run/newrun.h"
#include "engine/commands/run/watchedrun.h"
#include "engine/commands/terminal/plaintext.h"
#include "engine/job/continuefiles.h"
#include "engine/join/joineddata.h"
#include "engine/join/joinedmachines.h"
#include "engine/join/secretfile.h"
#include "engine/machine/machineprobe.h"
#include "engine/run/settledjob.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>

namespace motley {

namespace {

constexpr double benchmarkSeconds = 2;

struct JoinOptions {
    std::string jobPath;
    MeetingPlace place;
    std::string secretPath; // empty: none
    int machines = 0;
    double waitMinutes = 60;
    std::string device; // empty: all GPUs, or the CPU if there are none
    int workers = 1;
    int threads = 0;
    bool sizesOnly = false;
    std::string runFolder;
    std::string resumeFrom;
    bool json = false;
};

class JoinCommand {
public:
    explicit JoinCommand(JoinOptions options) : m_options(std::move(options)) { }

    int run();

private:
    Result<JoinRequest> probeSelf() const;
    Result<std::vector<Device>> chooseDevices(const ProbeReport &report) const;
    Result<LaunchSpec> makeLaunch(const JoinedMachines &machines) const;
    int coordinate(JoinedMachines &machines) const;
    int joinRun(JoinedMachines &machines) const;
    void print(const std::string &line) const
    {
        (m_options.json ? std::cerr : std::cout) << plainText(line) << std::endl;
    }

    JoinOptions m_options;
};

int JoinCommand::run()
{
    if (!m_options.secretPath.empty()) {
        auto secret = readSecret(m_options.secretPath);
        if (!secret)
            return failed(secret.error());
        m_options.place.secret = *std::move(secret);
    }
    if (const auto good = checkPlace(m_options.place); !good)
        return failed(good.error());
    auto own = probeSelf();
    if (!own)
        return failed(own.error());
    JoinedMachines machines(*std::move(own), [this](const std::string &line) { print(line); });
    const std::chrono::seconds limit(std::llround(60 * m_options.waitMinutes));
    const auto met = machines.meet(m_options.place, m_options.machines, limit);
    if (met)
        return machines.isCoordinator() ? coordinate(machines) : joinRun(machines);
    if (machines.hasRendezvous())
        machines.refuse(oneLine(met.error()));
    return failed(met.error());
}

// Probes this machine and measures its speed with the job.
Result<JoinRequest> JoinCommand::probeSelf() const
{
    const auto job = readJob(m_options.jobPath);
    if (!job)
        return tl::unexpected(job.error());
    const auto files = findDataFiles(job->task);
    if (!files)
        return tl::unexpected(files.error());
    JoinRequest request{MOTLEY_VERSION, {}, *job, {}, m_options.sizesOnly, {}, {}};
    if (!m_options.sizesOnly)
        print("Reading the data, as all machines must have the same.");
    auto joining = joiningFiles(*files, m_options.sizesOnly);
    if (!joining)
        return tl::unexpected(joining.error());
    request.files = *std::move(joining);
    request.report = probeMachine();
    const auto devices = chooseDevices(request.report);
    if (!devices)
        return tl::unexpected(devices.error());
    const bool isGiven = m_options.threads > 0;
    const int threads = isGiven ? m_options.threads : std::max(1, processorCount() / int(devices->size()));
    for (const Device &device : *devices) {
        const auto speed = measureApart(*job, device, {threads, !isGiven}, benchmarkSeconds);
        if (!speed)
            return tl::unexpected(speed.error());
        print("Measured " + toText(device) + ": " + std::to_string(std::int64_t(speed->samplesPerSecond))
            + " samples/s alone.");
        request.devices.push_back({device, threads, *speed});
    }
    return request;
}

Result<std::vector<Device>> JoinCommand::chooseDevices(const ProbeReport &report) const
{
    if (!m_options.device.empty())
        return findDevices(m_options.device, m_options.workers);
    std::vector<Device> gpus;
    for (const GpuReport &gpu : report.gpus)
        if (!gpu.mig)
            gpus.push_back({Device::Kind::Cuda, gpu.uuid});
    return gpus.empty() ? findDevices("cpu", m_options.workers) : gpus;
}

Result<LaunchSpec> JoinCommand::makeLaunch(const JoinedMachines &machines) const
{
    if (const auto work = findContinueFiles(machines.job().continueFrom); !work)
        return tl::unexpected(work.error());
    const auto checkpoint = findCheckpoint(m_options.resumeFrom);
    if (!checkpoint)
        return tl::unexpected(checkpoint.error());
    const auto plan = machines.plan();
    if (!plan)
        return tl::unexpected(plan.error());
    const JobSpec job = settled(machines.job(), *checkpoint);
    return LaunchSpec{newRunId(job.name), randomHex(32), 0, 0, job, *plan, *checkpoint};
}

int JoinCommand::coordinate(JoinedMachines &machines) const
{
    const auto launch = makeLaunch(machines);
    const auto folder
        = launch.and_then([&](const LaunchSpec &spec) { return makeRunFolder(m_options.runFolder, spec.runId); });
    const auto recorded = folder.and_then([&](const RunFolder &made) { return writeRecords(made, *launch); });
    if (!recorded) {
        machines.refuse(oneLine(recorded.error()));
        return failed(recorded.error());
    }
    const auto ready = [&machines, launch](const AgentReady &agent) {
        LaunchSpec others = *launch;
        others.controlPort = agent.controlPort;
        others.resumeFrom.clear();
        machines.sendLaunchSpecs(std::move(others));
        machines.leave();
    };
    machines.releaseSignals(); // the agent takes them from here on
    const int code = watchRun({*folder, *launch, ready, {}}, m_options.json);
    if (machines.hasRendezvous())
        machines.refuse("The first machine could not begin; its own message says why.");
    return code;
}

int JoinCommand::joinRun(JoinedMachines &machines) const
{
    const auto launch = machines.awaitLaunchSpec();
    if (!launch)
        return failed(launch.error());
    const std::string name = launch->runId + "-" + std::to_string(launch->machine);
    const auto folder = makeRunFolder(m_options.runFolder, name); // own name: home directories may be shared
    const auto recorded = folder ? writeRecords(*folder, *launch) : tl::unexpected(folder.error());
    if (!recorded)
        return failed(recorded.error());
    print("Takes part in " + launch->runId + ", which " + launch->plan.machines.front().name
        + " coordinates and keeps; log in " + folder->path + ".");
    const auto finished = runAgent({*folder, *launch, {}, {}});
    if (!finished)
        return failed(finished.error());
    if (finished->outcome == RunFinished::Outcome::Failed) // at a step that this machine may not know
        return failed({finished->message, {}});
    if (!finished->message.empty())
        std::cerr << plainText(finished->message) << std::endl;
    print("The run is over, at step " + std::to_string(finished->step) + ".");
    return exitDone;
}

} // namespace

void addJoin(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("join", "Train together with other machines on which it is started too");
    command->footer(
        "For machines that start their programs by themselves, as a batch system does: no SSH, no app. Start the same\n"
        "command on each. They measure themselves, wait for each other, plan, and train; the first machine shows and\n"
        "keeps the run. At tcp:// that is the one with the address, at file:// the one that came first.\n"
        "At tcp:// they know each other by a secret of 32 characters or more, in a file that only you can read.\n\n"
        "Examples:\n"
        "  (umask 077; openssl rand -hex 32 > secret)    # once, for all machines\n"
        "  motley-engine join job.json --machines 3 --meet tcp://10.0.0.5:29400 --secret secret\n"
        "  motley-engine join job.json --machines 3 --meet file:///shared/meet-$JOB_ID    # a folder that is not there "
        "yet");
    auto options = std::make_shared<JoinOptions>();
    command->add_option("JOB", options->jobPath, "Job file (JSON), with paths of this machine")->required();
    command->add_option("--meet", options->place.url, "Where they find each other")->required();
    command->add_option("--secret", options->secretPath, "File with the secret that all machines have, for tcp://");
    command->add_option("--machines", options->machines, "How many there are")->required()->check(CLI::Range(1, 1024));
    command->add_option("--wait", options->waitMinutes, "Minutes until all must be there")
        ->check(CLI::Range(0.01, 1e5))
        ->capture_default_str();
    command->add_option("--device", options->device, "cpu, cuda, or cuda:UUID (default: all GPUs, or the CPU)");
    command->add_option("--workers", options->workers, "Ranks of this machine, on its CPU or as many GPUs")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command->add_option("--threads", options->threads, "Processors for each (default: split among them)")
        ->check(CLI::Range(1, 4096));
    command->add_flag("--sizes-only", options->sizesOnly,
        "Of the data compare names and sizes alone; reading all of it takes long where it is large");
    command->add_option("--run-folder", options->runFolder, "Where the run is recorded here (default: a new folder)");
    command->add_option(
        "--resume", options->resumeFrom, "Folder of a checkpoint to continue from, on the first machine");
    command->add_flag("--json", options->json, "The first machine prints the events as JSON lines");
    command->callback([&chosen, options] { chosen = [options] { return JoinCommand(*options).run(); }; });
}

} // namespace motley
