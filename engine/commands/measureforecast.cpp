#include "engine/commands/measureforecast.h"

#include "engine/agent/machineprobe.h"
#include "engine/commands/benchjob.h"
#include "engine/commands/benchrun.h"
#include "engine/commands/numbers.h"
#include "engine/plan/median.h"
#include "engine/training/stepwork.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <iostream>

namespace motley {

namespace {

constexpr double bytesPerParameter = 4;
constexpr std::int64_t firstTryBy = 8; // smaller than the job's batch
constexpr std::int64_t smallestBatch = 16; // of which a quarter is still to be cut
constexpr std::int64_t mostLarger = 32; // than the job's batch, so that steps are long beside the 10 ms of a quota
constexpr std::array<double, 4> partsAlone{1, 0.75, 0.5, 0.25}; // of the batch
constexpr std::array<double, 4> firstParts{0.35, 0.5, 0.65, 0.8}; // of the first of two ranks

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
double medianOf(const std::vector<StepDone> &steps, const Of &of)
{
    std::vector<double> values;
    for (const StepDone &step : steps)
        values.push_back(of(step));
    return median(std::move(values));
}

double ownSeconds(const RankStep &rank)
{
    return rank.dataSeconds + rank.forwardSeconds + rank.backwardSeconds + rank.optimizerSeconds;
}

struct Subject {
    std::string task;
    JobSpec job;
};

class Measuring {
public:
    explicit Measuring(const MeasureOptions &options) : m_options(options)
    {
        m_all.computer = probeMachine(std::chrono::seconds(0)).cpuModel;
        m_all.day = today();
        m_all.steps = options.steps;
    }

    Result<MeasuredRuns> finish()
    {
        for (const std::string &task : m_options.tasks) {
            const TemporaryFolder folder;
            const auto job = findBenchJob(task, folder.path());
            if (!job)
                return tl::unexpected(job.error());
            const auto measured
                = fitBatch({task, job->job}).and_then([&](const Subject &subject) { return measure(subject); });
            if (!measured)
                return tl::unexpected(measured.error());
        }
        // Last: an agent's process has one thread, and these need more.
        return describeWork().map([&] { return m_all; });
    }

private:
    Result<Subject> fitBatch(Subject subject) const
    {
        Subject small = subject;
        small.job.batch = std::max<std::int64_t>(1, subject.job.batch / firstTryBy);
        const auto timed = run(small, {m_options.quotas.front()}, {});
        if (!timed)
            return tl::unexpected(timed.error());
        const double step = medianOf(timed->steps, [](const StepDone &done) { return done.seconds; });
        const double batch = double(small.job.batch) * m_options.seconds / step;
        subject.job.batch
            = std::clamp<std::int64_t>(std::llround(batch), smallestBatch, mostLarger * subject.job.batch);
        return subject;
    }

    Result<void> measure(const Subject &subject)
    {
        const auto &quotas = m_options.quotas;
        for (const double quota : quotas)
            for (const double part : partsAlone) {
                Subject smaller = subject;
                smaller.job.batch = std::max<std::int64_t>(1, std::llround(part * double(subject.job.batch)));
                if (auto done = time(smaller, {quota}, {}); !done)
                    return done;
            }
        for (std::size_t i = 0; i < quotas.size(); ++i)
            for (std::size_t j = i; j < quotas.size(); ++j)
                for (const double part : firstParts)
                    if (auto done = time(subject, {quotas[i], quotas[j]}, {part, 1 - part}); !done)
                        return done;
        return {};
    }

    Result<BenchRun> run(
        const Subject &subject, const std::vector<double> &quotas, const std::vector<double> &shares) const
    {
        const TemporaryFolder folder;
        if (folder.path().empty())
            return fail("No temporary folder could be made; set TMPDIR to where there is room.");
        BenchRunOptions options;
        options.folder = folder.path();
        options.workers = int(quotas.size());
        options.shares = shares;
        options.warmUpSteps = m_options.warmUpSteps;
        options.steps = m_options.steps;
        for (const double quota : quotas)
            options.quotas.push_back(quota / 100);
        return timeSteps(subject.job, options);
    }

    Result<void> time(const Subject &subject, const std::vector<double> &quotas, const std::vector<double> &shares)
    {
        const auto timed = run(subject, quotas, shares);
        if (!timed)
            return tl::unexpected(timed.error());
        MeasuredRun measured;
        measured.task = subject.task;
        measured.stepSeconds = medianOf(timed->steps, [](const StepDone &step) { return step.seconds; });
        for (std::size_t rank = 0; rank < quotas.size(); ++rank)
            measured.ranks.push_back({deviceName(quotas[rank]), quotas[rank] / 100,
                medianOf(timed->steps, [&](const StepDone &step) { return step.ranks[rank].units; }),
                medianOf(timed->steps, [&](const StepDone &step) { return ownSeconds(step.ranks[rank]); })});
        std::cerr << subject.task;
        for (const MeasuredRank &rank : measured.ranks)
            std::cerr << ", " << grouped(rank.units) << " on " << rank.device;
        std::cerr << ": " << fixed(1000 * measured.stepSeconds, 1) << " ms" << std::endl;
        m_all.runs.push_back(measured);
        return {};
    }

    Result<void> describeWork()
    {
        const double processor = matrixSpeed(1);
        for (const std::string &task : m_options.tasks) {
            const TemporaryFolder folder;
            const auto job = findBenchJob(task, folder.path());
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
                        rank.capability *= processor; // it was a part of one
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
