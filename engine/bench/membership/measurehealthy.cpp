#include "engine/bench/membership/measurehealthy.h"

#include "engine/base/walltime.h"
#include "engine/bench/benchrun.h"
#include "engine/statistics/median.h"

#include <chrono>
#include <filesystem>
#include <thread>

namespace motley {

namespace {

constexpr std::int64_t warmUpSteps = 50;
constexpr std::int64_t steps = 400; // counted
constexpr std::int64_t stepsPerCheckpoint = 100;
constexpr double longestRun = 600; // seconds

// Of the counted steps.
class Watch {
public:
    bool isOver(const Event &event)
    {
        const auto *step = std::get_if<StepDone>(&event.body);
        if (step && step->step == warmUpSteps)
            m_began = event.time;
        if (step && step->step == warmUpSteps + steps)
            m_seconds = (event.time - m_began) / double(steps);
        return m_seconds > 0;
    }
    double seconds() const { return m_seconds; } // of one; 0: the run ended before

private:
    double m_began = 0;
    double m_seconds = 0;
};

Result<double> timeAsUsual(JobSpec job, const LoopbackOptions &options)
{
    job.maxSteps = warmUpSteps + steps + 1;
    auto machines = LoopbackMachines::start(std::move(job), options);
    if (!machines)
        return tl::unexpected(machines.error());
    Watch watch;
    std::string end = "it took more than " + std::to_string(int(longestRun)) + " s";
    const double started = wallTime();
    while (watch.seconds() == 0 && wallTime() < started + longestRun) {
        const bool isOver = machines->isOver(); // before reading: nothing is written afterwards
        for (const Event &event : machines->read()) {
            if (const auto *finished = std::get_if<RunFinished>(&event.body))
                end = finished->message;
            if (watch.isOver(event))
                return watch.seconds();
        }
        if (isOver)
            break;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return fail("A run ended before its steps were timed: " + end);
}

Result<double> timePlain(const JobSpec &job, const LoopbackOptions &options, const std::string &engine)
{
    BenchRunOptions plain;
    plain.engine = engine;
    plain.workers = options.ranks;
    plain.folder = options.folder;
    plain.shares.assign(std::size_t(options.ranks), 1);
    plain.checkpoint = job.checkpoint;
    Watch watch;
    const auto keepGoing = [&](const Event &event) { // false once: the agent is asked to end then
        return watch.seconds() > 0 || !watch.isOver(event);
    };
    const auto finished = watchSteps(job, plain, keepGoing);
    if (!finished)
        return tl::unexpected(finished.error());
    if (watch.seconds() == 0)
        return fail("A plain run ended before its steps were timed: " + finished->message);
    return watch.seconds();
}

} // namespace

Result<HealthyRow> measureHealthy(
    const JobSpec &given, const LoopbackOptions &options, const std::string &plainEngine, int turns)
{
    JobSpec job = given;
    job.checkpoint = {stepsPerCheckpoint};
    job.evaluateEveryEpochs = job.epochs = 1000000; // no tests
    std::vector<double> usual, plain, ratios;
    for (int turn = 0; turn < turns; ++turn) {
        LoopbackOptions here = options;
        for (const bool isUsual : {turn % 2 == 0, turn % 2 != 0}) { // neither always comes first
            here.folder = options.folder + "/turn-" + std::to_string(turn) + (isUsual ? "" : "-plain");
            std::filesystem::create_directory(here.folder);
            const auto seconds = isUsual ? timeAsUsual(job, here) : timePlain(job, here, plainEngine);
            std::error_code ignored;
            std::filesystem::remove_all(here.folder, ignored);
            if (!seconds)
                return tl::unexpected(seconds.error());
            (isUsual ? usual : plain).push_back(*seconds);
        }
        ratios.push_back(usual.back() / plain.back());
    }
    return HealthyRow{options.machines, options.ranks, median(usual), median(plain), median(ratios) - 1};
}

} // namespace motley
