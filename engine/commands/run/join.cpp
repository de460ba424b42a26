#include "engine/base/randomhex.h"
#include "engine/commands/commands.h"
#include "engine/commands/deviceargument.h"
#include "engine/commands/run/joineddata.h"
#include "engine/commands/run/joinplan.h"
#include "engine/commands/run/measureapart.h"
#include "engine/commands/run/newrun.h"
#include "engine/commands/run/watchedrun.h"
#include "engine/job/continuefiles.h"
#include "engine/machine/linkcheck.h"
#include "engine/machine/machineprobe.h"
#include "engine/plan/addresses.h"
#include "engine/rendezvous/rendezvous.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

namespace motley {

namespace {

constexpr double benchmarkSeconds = 2;
constexpr std::chrono::seconds listening{120}; // for ways to this machine
constexpr std::chrono::seconds quiet{10};
constexpr std::chrono::seconds takingLimit{30}; // for the others to read what they do
constexpr std::chrono::seconds readingLimit{2}; // likewise, why there will be no run

struct JoinOptions {
    std::string jobPath;
    std::string meet;
    int machines = 0;
    double waitMinutes = 60;
    std::string device; // empty: all GPUs, or the CPU where there is none
    int workers = 1;
    int threads = 0;
    bool sizesOnly = false;
    std::string runFolder;
    std::string resumeFrom;
    bool json = false;
};

class Joining {
public:
    explicit Joining(JoinOptions options) : m_options(std::move(options)) { }

    int run();

private:
    Result<void> look();
    Result<std::vector<Device>> chooseDevices(const ProbeReport &report) const;
    Result<void> meet();
    Result<void> hearOthers();
    Result<void> findWays();
    int coordinate();
    int takePart();
    Result<LaunchSpec> makeLaunch() const;
    void handOut(LaunchSpec launch);
    void leave();
    int giveUp(const Error &why);
    void refuse(const std::string &why);
    void say(const std::string &line) const { (m_options.json ? std::cerr : std::cout) << line << std::endl; }
    bool coordinates() const { return m_place->number() == 0; }

    JoinOptions m_options;
    Arrival m_mine;
    std::optional<WayListener> m_listener;
    std::unique_ptr<MeetingPlace> m_place;
    std::optional<Gathering> m_gathering; // uses the place
    std::vector<Arrival> m_arrivals;
    std::vector<CandidateMachine> m_machines;
};

int Joining::run()
{
    setenv("TORCH_CPP_LOG_LEVEL", "ERROR", 0); // its warnings would tear the progress line
    if (const auto looked = look(); !looked)
        return failed(looked.error());
    if (const auto met = meet(); !met)
        return failed(met.error());
    if (const auto heard = hearOthers(); !heard)
        return giveUp(heard.error());
    if (const auto found = findWays(); !found)
        return giveUp(found.error());
    return coordinates() ? coordinate() : takePart();
}

// What this machine has, and how fast it trains the job.
Result<void> Joining::look()
{
    const auto job = readJob(m_options.jobPath);
    if (!job)
        return tl::unexpected(job.error());
    const auto files = findDataFiles(job->task);
    if (!files)
        return tl::unexpected(files.error());
    m_mine = {MOTLEY_VERSION, {}, *job, {}, m_options.sizesOnly, {}, {}};
    if (!m_options.sizesOnly)
        say("Reading the data, as all machines must have the same.");
    auto arrived = arrivedFiles(*files, m_options.sizesOnly);
    if (!arrived)
        return tl::unexpected(arrived.error());
    m_mine.files = *std::move(arrived);
    m_mine.report = probeMachine();
    const auto devices = chooseDevices(m_mine.report);
    if (!devices)
        return tl::unexpected(devices.error());
    const int threads
        = m_options.threads > 0 ? m_options.threads : std::max(1, usableProcessors() / int(devices->size()));
    for (const Device &device : *devices) {
        const auto speed = measureApart(*job, device, threads, benchmarkSeconds);
        if (!speed)
            return tl::unexpected(speed.error());
        say("Measured " + toText(device) + ": " + std::to_string(std::int64_t(speed->samplesPerSecond))
            + " samples/s alone.");
        m_mine.devices.push_back({device, threads, *speed});
    }
    auto listener = WayListener::open();
    if (!listener)
        return tl::unexpected(listener.error());
    m_listener.emplace(std::move(*listener));
    m_mine.listening = m_listener->place();
    return {};
}

Result<std::vector<Device>> Joining::chooseDevices(const ProbeReport &report) const
{
    if (!m_options.device.empty())
        return findDevices(m_options.device, m_options.workers);
    std::vector<Device> gpus;
    for (const GpuReport &gpu : report.gpus)
        if (!gpu.mig)
            gpus.push_back({Device::Kind::Cuda, gpu.uuid});
    return gpus.empty() ? findDevices("cpu", m_options.workers) : gpus;
}

Result<void> Joining::meet()
{
    const std::chrono::seconds limit(std::llround(60 * m_options.waitMinutes));
    auto place = openMeetingPlace(m_options.meet, m_options.machines, limit);
    if (!place)
        return tl::unexpected(place.error());
    m_place = std::move(*place);
    const int machines = m_options.machines;
    say("Here as machine " + std::to_string(m_place->number() + 1) + " of " + std::to_string(machines) + ".");
    m_gathering.emplace(*m_place, machines, limit, [this, machines](int here) {
        if (here < machines)
            say(std::to_string(here) + " of " + std::to_string(machines) + " machines are here.");
    });
    return {};
}

Result<void> Joining::hearOthers()
{
    const auto texts = m_gathering->exchange("arrival", toJson(m_mine));
    if (!texts)
        return tl::unexpected(texts.error());
    for (const std::string &text : *texts) {
        const auto arrival = parseArrival(text);
        if (!arrival)
            return fail("Machine " + std::to_string(m_arrivals.size() + 1)
                    + " said of itself what cannot be read. Start the same engine on all machines.",
                arrival.error().message);
        m_arrivals.push_back(*arrival);
    }
    m_machines = candidatesFrom(m_arrivals);
    return checkAgreement(m_arrivals, namesOf(m_machines));
}

Result<void> Joining::findWays()
{
    if (m_arrivals.size() < 2)
        return {};
    // It ends by itself, or with the program.
    std::thread([listener = std::move(*m_listener)]() mutable { listener.answer(listening, quiet); }).detach();
    std::vector<Listening> places;
    for (const Arrival &arrival : m_arrivals)
        places.push_back(arrival.listening);
    const auto mine = tryWays(introduction(m_machines, places, std::size_t(m_place->number())));
    const auto texts = m_gathering->exchange("ways", toJson(mine));
    if (!texts)
        return tl::unexpected(texts.error());
    for (std::size_t i = 0; i < texts->size(); ++i) {
        auto report = parseReachReport((*texts)[i]);
        if (!report)
            return tl::unexpected(report.error());
        m_machines[i].ways = std::move(report->ways);
    }
    return {};
}

Result<LaunchSpec> Joining::makeLaunch() const
{
    if (const auto work = findContinueFiles(m_mine.job.continueFrom); !work)
        return tl::unexpected(work.error());
    const auto checkpoint = findCheckpoint(m_options.resumeFrom);
    if (!checkpoint)
        return tl::unexpected(checkpoint.error());
    const auto plan = planTogether(m_mine.job, m_machines);
    if (!plan)
        return tl::unexpected(plan.error());
    return LaunchSpec{newRunId(m_mine.job.name), randomHex(32), 0, 0, m_mine.job, *plan, *checkpoint};
}

int Joining::coordinate()
{
    const auto launch = makeLaunch();
    if (!launch)
        return giveUp(launch.error());
    const auto folder = makeRunFolder(m_options.runFolder, launch->runId);
    const auto recorded = folder ? writeRecords(*folder, *launch) : tl::unexpected(folder.error());
    if (!recorded)
        return giveUp(recorded.error());
    const auto ready = [this, launch](const AgentReady &agent) {
        LaunchSpec others = *launch;
        others.storePort = agent.storePort;
        others.resumeFrom.clear();
        handOut(std::move(others));
        leave();
    };
    const int code = watchRun({*folder, *launch, ready, {}}, m_options.json);
    if (m_gathering)
        refuse("The first machine could not begin; its own message says why.");
    return code;
}

// Who does not take it is missed by the run's own meeting.
void Joining::handOut(LaunchSpec launch)
{
    for (int machine = 1; machine < m_options.machines; ++machine) {
        launch.machine = machine;
        launch.job = m_arrivals[std::size_t(machine)].job;
        (void)m_gathering->tell(machine, toJson(launch));
    }
    m_gathering->awaitTaken(takingLimit);
}

int Joining::takePart()
{
    const auto text = m_gathering->listen();
    if (!text)
        return failed(text.error());
    auto launch = parseLaunchSpec(*text);
    if (!launch)
        return failed(launch.error());
    if (launch->machine != m_place->number() || launch->machine >= int(launch->plan.machines.size()))
        return failed({"What the first machine told this one to do is for another.", {}});
    leave();
    launch->job = m_mine.job; // and none of another's paths
    const std::string name = launch->runId + "-" + std::to_string(launch->machine);
    const auto folder = makeRunFolder(m_options.runFolder, name); // homes may be shared: not that of the first machine
    const auto recorded = folder ? writeRecords(*folder, *launch) : tl::unexpected(folder.error());
    if (!recorded)
        return failed(recorded.error());
    say("Takes part in " + launch->runId + ", which " + launch->plan.machines.front().name
        + " coordinates and keeps; log in " + folder->path + ".");
    const auto finished = runAgent({*folder, *launch, {}, {}});
    if (!finished)
        return failed(finished.error());
    if (!finished->message.empty())
        std::cerr << finished->message << std::endl;
    say("The run is over, at step " + std::to_string(finished->step) + ".");
    return finished->outcome == RunFinished::Outcome::Failed ? exitFailed : exitDone;
}

void Joining::leave()
{
    m_gathering.reset();
    if (m_place && coordinates())
        m_place->leave();
    m_place.reset();
}

int Joining::giveUp(const Error &why)
{
    if (coordinates())
        refuse(oneLine(why));
    else
        m_gathering->awaitRefusal(takingLimit);
    return failed(why);
}

void Joining::refuse(const std::string &why)
{
    m_gathering->refuse(why);
    std::this_thread::sleep_for(readingLimit);
    leave();
}

} // namespace

void addJoin(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("join", "Train together with other machines on which it is started too");
    command->footer(
        "For machines that start their programs by themselves, as a batch system does: no SSH, no app. Start the same\n"
        "command on each. They measure themselves, wait for each other, plan, and train; the first machine shows and\n"
        "keeps the run. At tcp:// that is the one with the address, at file:// the one that came first.\n"
        "Whoever reaches that address or folder can take part: use it in a network that you trust.\n\n"
        "Examples:\n"
        "  motley-engine join job.json --machines 3 --meet tcp://10.0.0.5:29400\n"
        "  motley-engine join job.json --machines 3 --meet file:///shared/meet-$JOB_ID    # a folder that is not there "
        "yet");
    auto options = std::make_shared<JoinOptions>();
    command->add_option("JOB", options->jobPath, "Job file (JSON), with paths of this machine")->required();
    command->add_option("--meet", options->meet, "Where they find each other")->required();
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
    command->add_option("--resume", options->resumeFrom, "Folder of a checkpoint to go on from, on the first machine");
    command->add_flag("--json", options->json, "The first machine prints the events as JSON lines");
    command->callback([&chosen, options] { chosen = [options] { return Joining(*options).run(); }; });
}

} // namespace motley
