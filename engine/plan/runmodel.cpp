#include "engine/plan/runmodel.h"

#include "engine/job/presets.h"
#include "engine/job/tasks/taskkind.h"
#include "engine/plan/addresses.h"
#include "engine/plan/fitmemory.h"
#include "engine/plan/jobsteps.h"
#include "engine/plan/planner.h"
#include "engine/plan/recomputation.h"

#include <algorithm>

namespace motley {

namespace {

constexpr double messageSeconds = 2e-4; // assumed latency through a switch, between two busy systems
constexpr Link insideComputer{2e9, 5e-5}; // assumed between processes of one machine
constexpr Link betweenGpus{1e10, 2e-5}; // assumed between GPUs of one machine
constexpr double leastExtrapolationError = 0.2; // that is worth mentioning
constexpr double expectedError = 0.05; // relative error of a speed that was measured for a few seconds
constexpr double expectedNoise = 0.03; // relative standard deviation of step times
constexpr double checkpointBytesPerSecond = 2e8; // assumed, with hashing and flushing
constexpr double checkpointDelay = 0.05; // seconds that even the smallest checkpoint takes
constexpr MachineRecord assumed{3, 5, 12, 10};

const InterfaceReport *interfaceOf(const ProbeReport &report, const std::string &address)
{
    for (const InterfaceReport &interface : report.interfaces)
        for (const std::string &own : interface.addresses)
            if (own.substr(0, own.find('/')) == address)
                return &interface;
    return nullptr;
}

Link outsideLink(const ProbeReport &report, const std::string &address)
{
    const InterfaceReport *interface = interfaceOf(report, address);
    const double megabits = interface ? double(interface->megabitsPerSecond.value_or(0)) : 0;
    return {megabits * 1e6 / 8, messageSeconds};
}

// The slower bandwidth and the larger latency of both directions, if at least one was measured. The latency of a
// message is half of a round trip.
std::optional<Link> linkBetween(const MeasuredLink *there, const MeasuredLink *back)
{
    Link link;
    for (const MeasuredLink *direction : {there, back}) {
        if (!direction || !direction->answered || direction->bytesPerSecond <= 0)
            continue;
        link.latencySeconds = std::max(link.latencySeconds, direction->roundTripSeconds / 2);
        if (link.bytesPerSecond <= 0 || direction->bytesPerSecond < link.bytesPerSecond)
            link.bytesPerSecond = direction->bytesPerSecond;
    }
    return link.bytesPerSecond > 0 ? std::optional(link) : std::nullopt;
}

Link insideLink(const CandidateMachine &machine)
{
    const bool hasGpu = std::any_of(machine.candidates.begin(), machine.candidates.end(),
        [](const Candidate &candidate) { return candidate.device.kind == Device::Kind::Cuda; });
    const Link expected = hasGpu ? betweenGpus : insideComputer;
    return {machine.record.insideBytesPerSecond.value_or(expected.bytesPerSecond),
        machine.record.insideLatencySeconds.value_or(expected.latencySeconds)};
}

std::vector<PairLink> measuredLinks(
    const std::vector<CandidateMachine> &machines, const std::vector<std::optional<std::string>> &addresses)
{
    std::vector<PairLink> links;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        for (std::size_t j = i + 1; j < machines.size(); ++j) {
            const auto link = linkBetween(measuredLink(machines[i], machines[j], *addresses[j]),
                measuredLink(machines[j], machines[i], *addresses[i]));
            if (link)
                links.push_back({i, j, *link});
        }
    }
    return links;
}

double wattsOf(const Candidate &candidate, const ProbeReport &report)
{
    const auto gpu = std::find_if(report.gpus.begin(), report.gpus.end(),
        [&](const GpuReport &found) { return found.uuid == candidate.device.uuid; });
    return gpu != report.gpus.end() ? gpu->powerLimitWatts.value_or(0) : 0;
}

// All-reduces of small tensors in a step: two for each batch normalisation layer, forward and backward, and one for the
// report of the step.
int sumsOf(const JobSpec &job)
{
    return 2 * batchNormsOf(job.task) + 1;
}

// The phases of a restart follow each other; in each of them all wait for the slowest machine.
double restartOf(const std::vector<CandidateMachine> &machines)
{
    double seconds = 0;
    for (const auto part : {&MachineRecord::connectingSeconds, &MachineRecord::checkingSeconds,
             &MachineRecord::measuringSeconds, &MachineRecord::startingSeconds}) {
        double longest = 0;
        for (const CandidateMachine &machine : machines)
            longest = std::max(longest, (machine.record.*part).value_or(*(assumed.*part)));
        seconds += longest;
    }
    return seconds;
}

bool isShown(const std::vector<CandidateMachine> &machines)
{
    const MachineRecord &coordinator = machines.front().record;
    return (coordinator.checkpointSeconds || coordinator.checkpointBytesPerSecond)
        && std::all_of(machines.begin(), machines.end(), [](const CandidateMachine &machine) {
               const MachineRecord &record = machine.record;
               return record.connectingSeconds && record.checkingSeconds && record.measuringSeconds
                   && record.startingSeconds;
           });
}

double checkpointOf(const MachineRecord &coordinator, double bytes)
{
    return coordinator.checkpointSeconds.value_or(
        checkpointDelay + bytes / coordinator.checkpointBytesPerSecond.value_or(checkpointBytesPerSecond));
}

Revocable stayOf(const MachineTerms &terms)
{
    Revocable stay;
    stay.lifetime = lifetimeOf(terms).value_or(Lifetime()); // an invalid curve counts as staying
    stay.replaceSeconds = 60 * terms.replaceMinutes;
    return stay;
}

// A job that scales its learning rate names the batch it was found with. For another job it is known if a preset has
// the same rate.
std::optional<RateOrigin> originOfRate(const JobSpec &job)
{
    const ScheduleSpec &schedule = job.schedule;
    if (!schedule.epochPeaks.empty())
        return std::nullopt; // the rate is not one number
    if (schedule.scaling != ScheduleSpec::Scaling::None)
        return RateOrigin{schedule.peak, schedule.baseBatch,
            schedule.scaling == ScheduleSpec::Scaling::Linear ? RateRule::Linear : RateRule::SquareRoot};
    const TaskSpec task = withoutPaths(job.task);
    for (const auto &[name, ready] : presets())
        if (withoutPaths(ready.task) == task && ready.optimizer == job.optimizer
            && ready.schedule.scaling == schedule.scaling && ready.schedule.peak == schedule.peak
            && ready.schedule.epochPeaks.empty())
            return RateOrigin{schedule.peak, ready.batch, std::nullopt};
    return std::nullopt;
}

// A slow or busy machine is measured with a few samples, from which the time of a whole batch is a guess: how far the
// speed with a whole batch is from the one that was seen. 0: near it, or the speed counts samples and the batch does
// not.
double extrapolationError(const SpeedReport &speed, const JobSpec &job)
{
    if (batchUnitOf(job.task) != BatchUnit::Samples || speed.samplesPerSecond <= 0)
        return 0;
    const auto batch = static_cast<double>(job.batch);
    const double guessed = batch / (speed.fixedSeconds + speed.secondsPerUnit * batch);
    const double ratio = guessed / speed.samplesPerSecond;
    const double error = std::max(ratio, 1 / ratio) - 1;
    return error > leastExtrapolationError ? error : 0;
}

} // namespace

Result<RunModel> modelRun(const JobSpec &job, const std::vector<CandidateMachine> &measured)
{
    const std::vector<CandidateMachine> machines = asTheyRun(job, measured);
    RunModel model;
    double checkpointBytes = 0;
    model.job.batch = job.batch;
    model.job.steps = 0;
    model.job.sums = sumsOf(job);
    if (job.exchange.combine == ExchangeSpec::Combine::Adasum)
        model.job.adasum = job.exchange.between;
    if (job.exchange.gradients == ExchangeSpec::Gradients::BFloat16)
        model.job.sentPart = 0.5;
    model.job.mirrors = holdsMirrors(needsOf(job, machines, sharesOf(job, machines)));
    const auto addresses = chooseAddresses(machines);
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const CandidateMachine &machine = machines[i];
        if (!addresses[i])
            return fail("No network address was found at which the other machines can reach " + machine.name + ".");
        NodeModel known;
        known.name = machine.name;
        known.inside = insideLink(machine);
        known.pricePerHour = machine.terms.pricePerHour;
        if (machines.size() > 1)
            known.outside = outsideLink(machine.report, *addresses[i]);
        for (const Candidate &candidate : machine.candidates) {
            if (!candidate.speed || candidate.speed->secondsPerUnit <= 0)
                return fail("The speed of " + machine.name + " (" + toText(candidate.device)
                    + ") is not known for this job. Measure it first.");
            RankModel rank;
            rank.time = {candidate.speed->fixedSeconds, candidate.speed->secondsPerUnit};
            rank.relativeError = std::max(candidate.speedError > 0 ? candidate.speedError : expectedError,
                extrapolationError(*candidate.speed, job));
            rank.noise = expectedNoise;
            rank.watts = wattsOf(candidate, machine.report);
            rank.mostAtOnce = mostAtOnce(machine, candidate, job);
            rank.most = largestShare(machine, candidate, job);
            known.ranks.push_back(rank);
            const JobSteps course = courseOf(job, *candidate.speed);
            if (course.steps > model.job.steps) {
                model.job.steps = course.steps;
                model.job.meanBatch = course.meanBatch;
            }
            const MemoryReport &memory = candidate.speed->memory;
            model.job.gradientBytes
                = std::max(model.job.gradientBytes, model.job.sentPart * double(memory.parameterBytes));
            checkpointBytes = std::max(checkpointBytes, double(memory.parameterBytes + memory.stateBytes));
        }
        model.cluster.machines.push_back(std::move(known));
        model.stays.push_back(stayOf(machine.terms));
    }
    model.cluster.pairs = measuredLinks(machines, addresses);
    if (!machines.empty()) {
        model.checkpointSeconds = checkpointOf(machines.front().record, checkpointBytes);
        model.restartSeconds = restartOf(machines);
        model.restartIsShown = isShown(machines);
    }
    return model;
}

std::optional<RevocationForecast> expectWithRevocations(const RunModel &model)
{
    const bool allStay = std::all_of(
        model.stays.begin(), model.stays.end(), [](const Revocable &machine) { return machine.lifetime.isSteady(); });
    if (allStay || model.job.steps == 0)
        return std::nullopt;
    RevocableRun run;
    run.job = model.job;
    run.cluster = model.cluster;
    run.machines = model.stays;
    run.checkpointSeconds = model.checkpointSeconds;
    run.restartSeconds = model.restartSeconds;
    const auto expected = expectRun(run);
    return expected ? std::optional(*expected) : std::nullopt;
}

AdviceInput adviceInput(const JobSpec &job, const RunModel &model, std::optional<double> noiseScale)
{
    AdviceInput input;
    input.job = model.job;
    input.cluster = model.cluster;
    input.noiseScale = noiseScale;
    input.rate = originOfRate(job);
    input.sharesCanBeCut = !normalisesOverBatch(job);
    return input;
}

} // namespace motley
