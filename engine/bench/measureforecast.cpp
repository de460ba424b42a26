#include "engine/bench/measureforecast.h"

#include "engine/bench/benchjob.h"
#include "engine/bench/stepwork.h"
#include "engine/bench/temporaryfolder.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/machine/machineprobe.h"
#include "engine/statistics/mean.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <iostream>

namespace motley {

namespace {

constexpr double bytesPerParameter = 4;
constexpr std::int64_t firstTryBy = 8; // divisor of the job's batch for the first measurement
constexpr std::int64_t smallestBatch = 16; // so that a quarter of it can still be cut
constexpr std::int64_t mostLarger = 32; // times the job's batch, so that steps take as long as was asked for
constexpr std::array<double, 3> partsAlone{1, 0.5, 0.25}; // of the batch
constexpr std::array<double, 2> firstParts{0.5, 0.7}; // share of the first of two ranks

std::string today()
{
    char day[16] = "";
    const std::time_t now = std::time(nullptr);
    std::strftime(day, sizeof day, "%Y-%m-%d", std::localtime(&now));
    return day;
}

std::string deviceName(double quota)
{
    return fixed(quota, 0) + " % of a processor";
}

template <typename Of>
double meanOf(const std::vector<StepDone> &steps, const Of &of)
{
    std::vector<double> values;
    for (const StepDone &step : steps)
        values.push_back(of(step));
    return mean(values);
}

// A set of runs with the quotas of its ranks.
struct Subject {
    std::vector<double> quotas; // of the ranks
    RunSet set;
};

Subject subject(const JobSpec &job, std::int64_t batch, const MeasureOptions &options,
    const std::vector<double> &quotas, std::vector<double> shares)
{
    Subject subject{quotas, {job, {}}};
    subject.set.job.batch = std::max<std::int64_t>(1, batch);
    BenchRunOptions &run = subject.set.runs.emplace_back();
    run.workers = int(quotas.size());
    run.shares = std::move(shares);
    run.quotaPeriod = options.quotaPeriod;
    for (const double quota : quotas)
        run.quotas.push_back(quota / 100);
    return subject;
}

std::vector<Subject> subjectsOf(const JobSpec &job, const MeasureOptions &options)
{
    const std::vector<double> &quotas = options.quotas;
    std::vector<Subject> subjects;
    for (const double quota : quotas)
        for (const double part : partsAlone)
            subjects.push_back(subject(job, std::llround(part * double(job.batch)), options, {quota}, {}));
    for (std::size_t i = 0; i < quotas.size(); ++i)
        for (std::size_t j = i; j < quotas.size(); ++j)
            for (const double part : firstParts)
                subjects.push_back(subject(job, job.batch, options, {quotas[i], quotas[j]}, {part, 1 - part}));
    if (quotas.size() > 2) {
        subjects.push_back(subject(job, job.batch, options, quotas, quotas));
        subjects.push_back(subject(job, job.batch, options, quotas, std::vector<double>(quotas.size(), 1)));
    }
    return subjects;
}

class Measuring {
public:
    explicit Measuring(const MeasureOptions &options) : m_options(options)
    {
        m_all.computer = probeMachine(std::chrono::seconds(0)).cpuModel;
        m_all.day = today();
    }

    Result<MeasuredRuns> finish()
    {
        for (const std::string &task : m_options.tasks) {
            const auto folder = TemporaryFolder::make();
            if (!folder)
                return tl::unexpected(folder.error());
            const auto job = findBenchJob(task, folder->path());
            if (!job)
                return tl::unexpected(job.error());
            if (const auto measured = measure(task, job->job); !measured)
                return tl::unexpected(measured.error());
        }
        // Done last, because it starts threads, and a process that runs agents must have only one.
        return describeWork().map([&] { return m_all; });
    }

private:
    Result<std::int64_t> batchOf(const JobSpec &job) const
    {
        if (m_options.batch > 0)
            return m_options.batch;
        const auto small = subject(job, job.batch / firstTryBy, m_options, {m_options.quotas.front()}, {});
        return timeOnce(small.set, m_options.turns).map([&](const std::vector<TimedRun> &runs) {
            const double batch = runs.front().unitsPerSecond() * m_options.stepSeconds;
            return std::clamp<std::int64_t>(std::llround(batch), smallestBatch, mostLarger * job.batch);
        });
    }

    Result<void> measure(const std::string &task, JobSpec job)
    {
        const auto batch = batchOf(job);
        if (!batch)
            return tl::unexpected(batch.error());
        job.batch = *batch;
        const auto subjects = subjectsOf(job, m_options);
        std::vector<RunSet> sets;
        for (const Subject &one : subjects)
            sets.push_back(one.set);
        const auto turns = timeByTurns(sets, m_options.turns);
        if (!turns)
            return tl::unexpected(turns.error());
        for (std::size_t i = 0; i < subjects.size(); ++i) {
            std::vector<StepDone> steps;
            for (const Turn &turn : *turns)
                steps.insert(steps.end(), turn[i].front().steps.begin(), turn[i].front().steps.end());
            keep(task, subjects[i].quotas, steps);
        }
        return {};
    }

    void keep(const std::string &task, const std::vector<double> &quotas, const std::vector<StepDone> &steps)
    {
        MeasuredRun measured;
        measured.task = task;
        measured.stepSeconds = meanOf(steps, [](const StepDone &step) { return step.seconds; });
        for (std::size_t rank = 0; rank < quotas.size(); ++rank)
            measured.ranks.push_back({deviceName(quotas[rank]), quotas[rank] / 100,
                meanOf(steps, [&](const StepDone &step) { return step.ranks[rank].units; }),
                meanOf(steps, [&](const StepDone &step) { return step.ranks[rank].ownSeconds(); })});
        std::cerr << task;
        for (const MeasuredRank &rank : measured.ranks)
            std::cerr << ", " << grouped(rank.units) << " on " << rank.device;
        std::cerr << ": " << fixed(1000 * measured.stepSeconds, 1) << " ms" << std::endl;
        m_all.steps
            = std::min(m_all.runs.empty() ? std::int64_t(steps.size()) : m_all.steps, std::int64_t(steps.size()));
        m_all.runs.push_back(measured);
    }

    Result<void> describeWork()
    {
        const double processor = matrixSpeed(1);
        for (const std::string &task : m_options.tasks) {
            const auto folder = TemporaryFolder::make();
            if (!folder)
                return tl::unexpected(folder.error());
            const auto job = findBenchJob(task, folder->path());
            if (!job)
                return tl::unexpected(job.error());
            const auto work = measureWork(job->job, 1, 3, usableProcessors());
            if (!work)
                return tl::unexpected(work.error());
            for (MeasuredRun &run : m_all.runs)
                if (run.task == task) {
                    run.operationsPerUnit = work->operations / double(job->job.batch);
                    run.gradientBytes = bytesPerParameter * double(work->parameters);
                    for (MeasuredRank &rank : run.ranks)
                        rank.capability *= processor; // the rank had only a part of the processor
                }
        }
        return {};
    }

    const MeasureOptions &m_options;
    MeasuredRuns m_all;
};

} // namespace

Result<MeasuredRuns> measureRuns(const MeasureOptions &options)
{
    return Measuring(options).finish();
}

} // namespace motley
