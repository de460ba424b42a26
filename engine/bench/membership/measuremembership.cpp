#include "engine/bench/membership/measuremembership.h"

#include "engine/base/walltime.h"
#include "engine/bench/benchjob.h"
#include "engine/bench/benchreport.h"
#include "engine/bench/temporaryfolder.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <thread>
#include <utility>

namespace motley {

namespace {

constexpr std::int64_t steps = 40; // of a run
constexpr std::int64_t checkpointStep = 20;
constexpr std::int64_t faultStep = 10;
constexpr std::int64_t longestRejoin = 1'000'000; // steps: such a run is stopped
constexpr std::int64_t comparedSteps = 5; // after the fault: training amplifies rounding, which is not the fault's
constexpr std::chrono::milliseconds pollInterval{1};
constexpr double longestWait = 120; // seconds without an event after which a run counts as hung

class WatchedRun {
public:
    explicit WatchedRun(LoopbackMachines &machines) : m_machines(machines) { }

    // Calls `see` with each event, until the run is over or silent for too long. Returns why it ended.
    template <typename See>
    std::string watch(const See &see)
    {
        double lastEvent = wallTime();
        std::string end = "no event for " + std::to_string(int(longestWait)) + " s";
        while (wallTime() - lastEvent < longestWait) {
            const bool isOver = m_machines.isOver(); // before reading: nothing is written afterwards
            for (const Event &event : m_machines.read()) {
                if (!std::holds_alternative<Telemetry>(event.body))
                    lastEvent = wallTime();
                if (const auto *finished = std::get_if<RunFinished>(&event.body))
                    end = finished->message;
                see(event);
            }
            if (isOver)
                return end;
            std::this_thread::sleep_for(pollInterval);
        }
        return end;
    }

private:
    LoopbackMachines &m_machines;
};

bool isTime(FaultPhase phase, const EventBody &body)
{
    if (std::holds_alternative<RunStarted>(body))
        return phase == FaultPhase::FirstStep;
    const auto *step = std::get_if<StepDone>(&body);
    if (!step)
        return false;
    switch (phase) {
    case FaultPhase::FirstStep:
        return false;
    case FaultPhase::Step:
        return step->step == faultStep;
    case FaultPhase::Checkpoint:
        return step->step == checkpointStep;
    case FaultPhase::Test:
        return step->step == steps;
    }
    return false;
}

void strike(Fault fault, LoopbackMachines &machines, int lastMachine)
{
    switch (fault) {
    case Fault::Worker:
        kill(machines.ranks(lastMachine).back(), SIGKILL);
        return;
    case Fault::FirstWorker:
        kill(machines.ranks(0).front(), SIGKILL);
        return;
    case Fault::Agent:
        kill(machines.agent(lastMachine), SIGKILL);
        return;
    case Fault::Coordinator:
        kill(machines.agent(0), SIGKILL);
        machines.follow(1);
        return;
    case Fault::SilentMachine:
        machines.signal(lastMachine, SIGSTOP);
        return;
    }
}

void compare(const std::vector<StepDone> &done, const std::vector<StepDone> &undisturbed, std::int64_t faultAfter,
    MembershipRow &row)
{
    std::map<std::int64_t, int> reported;
    for (const StepDone &step : done)
        ++reported[step.step];
    for (const StepDone &expected : undisturbed)
        row.stepsLost += reported[expected.step] != 1;
    for (const StepDone &step : done) {
        const StepDone &expected = undisturbed[std::size_t(step.step - 1)];
        row.stepsLost += step.sampleHash != expected.sampleHash;
        if (step.step <= faultAfter + comparedSteps)
            row.lossGap = std::max(row.lossGap, std::abs(step.loss / expected.loss - 1));
    }
}

void note(const Event &event, double struckAt, MembershipRow &row)
{
    const double since = event.time - struckAt;
    if (std::holds_alternative<MembershipChanged>(event.body) && !row.detected)
        row.detected = since;
    const auto *formed = std::get_if<GenerationFormed>(&event.body);
    if (formed && row.detected && !row.formed) {
        row.formed = since - formed->syncSeconds;
        row.settled = since;
    }
    const bool goesOn = std::holds_alternative<StepDone>(event.body) || std::holds_alternative<Evaluation>(event.body);
    if (goesOn && row.settled && !row.nextStep)
        row.nextStep = since;
}

} // namespace

Result<JobSpec> membershipJob(const MembershipOptions &options)
{
    auto found = findBenchJob(options.task, options.run.folder, options.batch);
    if (!found)
        return tl::unexpected(found.error());
    JobSpec job = std::move(found->job);
    job.maxSteps = steps;
    job.checkpoint = {checkpointStep, 1, false};
    job.stopping = {};
    job.continueFrom = {};
    return job;
}

Result<std::vector<StepDone>> trainUndisturbed(
    const JobSpec &job, const LoopbackOptions &options, std::int64_t lastStep)
{
    auto machines = LoopbackMachines::start(job, options);
    if (!machines)
        return tl::unexpected(machines.error());
    std::vector<StepDone> done;
    const std::string end = WatchedRun(*machines).watch([&](const Event &event) {
        const auto *step = std::get_if<StepDone>(&event.body);
        if (!step || step->step > lastStep)
            return;
        done.push_back(*step);
        if (step->step == lastStep && lastStep < job.maxSteps)
            kill(machines->agent(0), SIGTERM);
    });
    if (done.size() != std::size_t(lastStep))
        return fail("The run without a fault ended before its last step: " + end);
    return done;
}

Result<MembershipRow> measureFault(const JobSpec &job, const LoopbackOptions &options, Fault fault, FaultPhase phase,
    const std::vector<StepDone> &undisturbed)
{
    auto machines = LoopbackMachines::start(job, options);
    if (!machines)
        return tl::unexpected(machines.error());
    MembershipRow row;
    row.fault = fault;
    row.phase = phase;
    row.machines = options.machines;
    row.ranks = options.ranks;
    std::vector<StepDone> done;
    double struckAt = 0;
    std::int64_t faultAfter = 0;
    bool isCompleted = false;
    const std::string end = WatchedRun(*machines).watch([&](const Event &event) {
        if (const auto *step = std::get_if<StepDone>(&event.body))
            done.push_back(*step);
        if (const auto *finished = std::get_if<RunFinished>(&event.body))
            isCompleted = finished->outcome == RunFinished::Outcome::Completed;
        if (struckAt > 0)
            return note(event, struckAt, row);
        if (!isTime(phase, event.body))
            return;
        row.stepSeconds = done.empty() ? 0 : timesOf(done).whole;
        faultAfter = done.empty() ? 0 : done.back().step;
        if (phase == FaultPhase::Step)
            std::this_thread::sleep_for(std::chrono::duration<double>(row.stepSeconds / 2));
        struckAt = wallTime();
        strike(fault, *machines, options.machines - 1);
        if (fault == Fault::Coordinator)
            done.clear(); // what counts is the log that goes on
    });
    if (!isCompleted)
        row.ended = end;
    compare(done, undisturbed, faultAfter, row);
    return row;
}

// A run that is stopped some steps after the machine took part, and then one of as many steps that lost nobody.
Result<MembershipRow> measureRejoin(const JobSpec &job, const LoopbackOptions &options)
{
    JobSpec endless = job;
    endless.maxSteps = endless.epochs = longestRejoin;
    endless.checkpoint.everySteps = longestRejoin;
    auto machines = LoopbackMachines::start(endless, options);
    if (!machines)
        return tl::unexpected(machines.error());
    const int last = options.machines - 1;
    MembershipRow row;
    row.machines = options.machines;
    row.ranks = options.ranks;
    std::vector<StepDone> done;
    Result<void> welcome;
    double askedAt = 0;
    double steppedAt = 0;
    std::int64_t joinedAfter = 0;
    bool isStopping = false;
    const auto rejoin = [&] {
        askedAt = wallTime();
        return machines->rejoin(last);
    };
    const std::string end = WatchedRun(*machines).watch([&](const Event &event) {
        const auto *step = std::get_if<StepDone>(&event.body);
        if (step)
            done.push_back(*step);
        if (step && step->step == faultStep) {
            row.stepSeconds = timesOf(done).whole;
            kill(machines->agent(last), SIGKILL);
        }
        const auto *changed = std::get_if<MembershipChanged>(&event.body);
        if (changed && !changed->came) // while its ranks get ready, the others train on
            welcome = rejoin();
        if (changed && changed->came)
            joinedAfter = changed->step;
        if (joinedAfter > 0)
            note(event, askedAt, row);
        if (step && row.settled && !row.waited)
            row.waited = event.time - steppedAt - timesOf(done).whole;
        if (step)
            steppedAt = event.time;
        const bool isEnough = !welcome || (step && row.waited && step->step > joinedAfter + 2 * comparedSteps);
        if (isEnough && !std::exchange(isStopping, true))
            kill(machines->agent(0), SIGTERM);
    });
    if (!isStopping)
        row.ended = end;
    if (!welcome)
        return tl::unexpected(welcome.error());
    LoopbackOptions beside = options;
    beside.folder += "/undisturbed";
    std::filesystem::create_directory(beside.folder);
    const auto undisturbed = trainUndisturbed(endless, beside, done.empty() ? 1 : done.back().step);
    if (!undisturbed)
        return tl::unexpected(undisturbed.error());
    compare(done, *undisturbed, joinedAfter, row);
    return row;
}

} // namespace motley
