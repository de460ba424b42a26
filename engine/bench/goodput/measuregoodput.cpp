#include "engine/bench/goodput/measuregoodput.h"

#include "engine/base/walltime.h"
#include "engine/bench/benchjob.h"
#include "engine/bench/goodput/convexjob.h"
#include "engine/commands/terminal/numbers.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <thread>

namespace motley {

namespace {

constexpr std::int64_t convexBatch = 2400; // divisible by three and by four machines, and the rows by it
constexpr std::int64_t warmUpSteps = 20;
constexpr double warmUpSeconds = 5;
constexpr double startLimit = 300; // seconds until both runs are warm
constexpr double endLimit = 120; // seconds for a run that is stopped
constexpr double catchUpLimit = 900; // seconds until the quiet run has done the steps of the other
constexpr double startAgainAfter = 5; // seconds: a machine's agent that has ended, or was turned away

void waitABit()
{
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

Result<JobSpec> jobOf(const GoodputOptions &options)
{
    if (options.task.empty())
        return makeConvexJob(options.batch > 0 ? options.batch : convexBatch, options.run.folder);
    return findBenchJob(options.task, options.run.folder, options.batch).map([](BenchJob found) {
        JobSpec job = std::move(found.job);
        job.epochs = job.evaluateEveryEpochs = 1'000'000;
        job.maxSteps = 0;
        job.stopping = {};
        job.continueFrom = {};
        return job;
    });
}

Result<LoopbackMachines> startIn(const std::string &name, const JobSpec &job, LoopbackOptions options)
{
    options.folder += "/" + name;
    std::filesystem::create_directory(options.folder);
    return LoopbackMachines::start(job, options);
}

// The newest step that was logged.
class Steps {
public:
    explicit Steps(LoopbackMachines &machines) : m_machines(machines) { }

    std::int64_t newest()
    {
        for (const Event &event : m_machines.read())
            if (const auto *step = std::get_if<StepDone>(&event.body))
                m_newest = std::max(m_newest, step->step);
        return m_newest;
    }

private:
    LoopbackMachines &m_machines;
    std::int64_t m_newest = 0;
};

bool waitFor(double limit, const std::function<bool()> &isSo)
{
    for (const double until = wallTime() + limit; wallTime() < until; waitABit())
        if (isSo())
            return true;
    return false;
}

class Killer {
public:
    Killer(const GoodputOptions &options, LoopbackMachines &machines) : m_options(options), m_machines(machines)
    {
        m_startedAt.resize(std::size_t(options.run.machines));
    }

    // Until the time of the measurement is over. Errors: a machine could not be started, or the run is over.
    Result<void> run(double began)
    {
        const double end = began + m_options.seconds;
        double nextKill = began + m_options.every;
        for (int killed = 0; wallTime() < end; waitABit()) {
            if (m_off < 0 && wallTime() >= nextKill && nextKill < end) {
                nextKill += m_options.every;
                killMachine(killed++ % m_options.run.machines, began);
            }
            if (m_off >= 0 && wallTime() >= absences.back().from + m_options.away)
                if (const auto back = returnMachine(began); !back)
                    return back;
            if (const auto living = startEndedAgain(); !living)
                return living;
        }
        if (m_off >= 0)
            absences.back().to = end;
        return {};
    }

    std::vector<Absence> absences;
    int refused = 0;

private:
    void say(int machine, const char *what, double began) const
    {
        std::cerr << duration(wallTime() - began) << ": machine " << machine + 1 << ' ' << what << std::endl;
    }

    void killMachine(int machine, double began)
    {
        absences.push_back({machine, wallTime(), 0});
        m_machines.powerOff(machine);
        m_off = machine;
        say(machine, "is killed", began);
    }

    Result<void> returnMachine(double began)
    {
        const int machine = std::exchange(m_off, -1);
        absences.back().to = wallTime();
        m_startedAt[std::size_t(machine)] = wallTime();
        say(machine, "is started again", began);
        return m_machines.powerOn(machine);
    }

    // As whatever starts a machine's agent after a reboot does.
    Result<void> startEndedAgain()
    {
        bool lives = false;
        for (int machine = 0; machine < m_options.run.machines; ++machine) {
            lives = lives || m_machines.isOn(machine);
            double &startedAt = m_startedAt[std::size_t(machine)];
            if (machine == m_off || m_machines.isOn(machine) || wallTime() < startedAt + startAgainAfter)
                continue;
            ++refused;
            startedAt = wallTime();
            if (const auto begun = m_machines.powerOn(machine); !begun)
                return begun;
        }
        return lives ? Result<void>() : fail("The run ended while its machines were killed in turn.");
    }

    const GoodputOptions &m_options;
    LoopbackMachines &m_machines;
    std::vector<double> m_startedAt; // index = machine; seconds since 1970
    int m_off = -1; // the machine that was killed; -1: none
};

// All agents are told, as one that is just coming back cannot stop the run.
void stop(LoopbackMachines &machines, int count)
{
    for (int machine = 0; machine < count; ++machine)
        if (machines.isOn(machine))
            kill(machines.agent(machine), SIGTERM);
    waitFor(endLimit, [&] {
        for (int machine = 0; machine < count; ++machine)
            if (machines.isOn(machine))
                return false;
        return true;
    });
}

std::string outcomeOf(const std::vector<Event> &log)
{
    for (const Event &event : log)
        if (const auto *finished = std::get_if<RunFinished>(&event.body)) {
            if (finished->outcome == RunFinished::Outcome::Failed)
                return finished->message;
            return finished->outcome == RunFinished::Outcome::Completed ? "completed" : "stopped";
        }
    return "It did not end when it was stopped.";
}

std::int64_t lastStep(const std::vector<Event> &log)
{
    std::int64_t last = 0;
    for (const Event &event : log)
        if (const auto *step = std::get_if<StepDone>(&event.body))
            last = std::max(last, step->step);
    return last;
}

} // namespace

Result<GoodputMeasured> measureGoodput(const GoodputOptions &options)
{
    const auto job = jobOf(options);
    if (!job)
        return tl::unexpected(job.error());
    auto quiet = startIn("quiet", *job, options.run);
    if (!quiet)
        return tl::unexpected(quiet.error());
    auto disturbed = startIn("disturbed", *job, options.run);
    if (!disturbed)
        return tl::unexpected(disturbed.error());
    Steps quietSteps(*quiet);
    Steps disturbedSteps(*disturbed);
    const bool areWarm
        = waitFor(startLimit, [&] { return std::min(quietSteps.newest(), disturbedSteps.newest()) >= warmUpSteps; });
    if (!areWarm)
        return fail(
            "The runs did not come to step " + std::to_string(warmUpSteps) + " within " + duration(startLimit) + ".");
    std::this_thread::sleep_for(std::chrono::duration<double>(warmUpSeconds));

    GoodputRecord record;
    record.machines = options.run.machines;
    record.began = wallTime();
    Killer killer(options, *disturbed);
    if (const auto done = killer.run(record.began); !done)
        return tl::unexpected(done.error());
    record.ended = record.began + options.seconds;
    record.absences = killer.absences;
    stop(*disturbed, options.run.machines);
    record.disturbed = disturbed->wholeLog();
    const std::int64_t last = lastStep(record.disturbed);
    waitFor(catchUpLimit, [&] { return quietSteps.newest() >= last || quiet->isOver(); });
    for (int machine = 0; machine < options.run.machines; ++machine)
        quiet->powerOff(machine);
    record.quiet = quiet->wholeLog();
    if (lastStep(record.quiet) < last)
        std::cerr << "The quiet run has done fewer steps than the other, whose last ones are not compared."
                  << std::endl;
    return GoodputMeasured{goodputOf(record), killer.refused, outcomeOf(record.disturbed)};
}

} // namespace motley
