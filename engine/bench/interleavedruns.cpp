#include "engine/bench/interleavedruns.h"

#include "engine/base/process/signalqueue.h"
#include "engine/base/walltime.h"
#include "engine/bench/benchoptions.h"
#include "engine/statistics/median.h"

#include <poll.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t fewestSteps = 1; // of each run in a turn

class ChildRuns {
public:
    // `signals` must outlive the result.
    static Result<ChildRuns> start(const RunSet &set, const std::string &engine, SignalQueue &signals)
    {
        ChildRuns runs(signals);
        for (BenchRunOptions options : set.runs) {
            options.engine = engine;
            auto run = ChildRun::start(set.job, std::move(options));
            if (!run)
                return tl::unexpected(run.error());
            runs.m_runs.push_back(*std::move(run));
        }
        return runs;
    }

    Result<void> warmUp(double seconds)
    {
        return readUntil([&] {
            double allStarted = 0;
            double allReached = std::numeric_limits<double>::infinity();
            for (const auto &run : m_runs) {
                if (!run->hasStarted())
                    return false;
                allStarted = std::max(allStarted, run->firstTime());
                allReached = std::min(allReached, run->lastTime());
            }
            return allReached >= allStarted + seconds;
        });
    }

    // If turns are sliced, steps are held in their middle anyway, so a step that began in the previous turn counts in
    // this one. Otherwise it is finished first, and the steps after it count.
    void beginTurn(bool isSliced)
    {
        m_starts.clear();
        for (const auto &run : m_runs)
            m_starts.push_back(isSliced ? run->lastTime() : run->time());
    }

    bool hadItsTurn(double seconds) const
    {
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            if (m_runs[i]->lastTime() < m_starts[i] + seconds
                || m_runs[i]->since(m_starts[i]).steps.size() < fewestSteps)
                return false;
        return true;
    }

    Result<void> runTurn(double seconds)
    {
        return train([&] { return hadItsTurn(seconds); });
    }

    Result<void> runSlice(double seconds)
    {
        const double end = wallTime() + seconds;
        return train([&] { return wallTime() >= end; }, end);
    }

    std::vector<TimedRun> timed() const
    {
        std::vector<TimedRun> timed;
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            timed.push_back(m_runs[i]->since(m_starts[i]));
        return timed;
    }

    void hold()
    {
        for (const auto &run : m_runs)
            run->hold();
    }

private:
    explicit ChildRuns(SignalQueue &signals) : m_signals(&signals) { }

    template <typename Enough>
    Result<void> train(const Enough &enough, std::optional<double> wakeAt = {})
    {
        for (const auto &run : m_runs)
            run->resume();
        auto read = readUntil(enough, wakeAt);
        hold();
        return read;
    }

    // `wakeAt`: a Unix time at which `enough` is checked again even if no line was read.
    template <typename Enough>
    Result<void> readUntil(const Enough &enough, std::optional<double> wakeAt = {})
    {
        while (!enough()) {
            std::vector<pollfd> sources;
            for (const auto &run : m_runs)
                sources.push_back({run->descriptor(), POLLIN, 0});
            const int milliseconds = wakeAt ? 1 + int(1000 * std::max(0.0, *wakeAt - wallTime())) : -1;
            sources.push_back({m_signals->descriptor(), POLLIN, 0});
            poll(sources.data(), sources.size(), milliseconds);
            if (sources.back().revents != 0 && !m_signals->drain().empty())
                return fail("Stopped before all was measured.");
            for (std::size_t i = 0; i < m_runs.size(); ++i)
                if (sources[i].revents != 0)
                    if (auto read = m_runs[i]->read(); !read)
                        return read;
        }
        return {};
    }

    SignalQueue *m_signals;
    std::vector<std::unique_ptr<ChildRun>> m_runs;
    std::vector<double> m_starts; // of the present turn of each run
};

Result<void> runTurns(std::vector<ChildRuns> &sets, const TurnOptions &options)
{
    const auto isMissing = [&](const ChildRuns &set) { return !set.hadItsTurn(options.seconds); };
    do {
        for (ChildRuns &set : sets) {
            auto taken = options.sliceSeconds > 0 ? set.runSlice(options.sliceSeconds) : set.runTurn(options.seconds);
            if (!taken)
                return taken;
        }
    } while (std::any_of(sets.begin(), sets.end(), isMissing));
    return {};
}

double secondsOfStep(const TimedRun &run)
{
    return run.seconds / double(run.steps.size());
}

ComparedSet compare(const std::vector<Turn> &turns, std::size_t set)
{
    ComparedSet compared;
    std::vector<double> seconds;
    std::vector<double> ratios;
    for (const Turn &turn : turns) {
        const TimedRun &run = turn[set].front();
        compared.steps.insert(compared.steps.end(), run.steps.begin(), run.steps.end());
        compared.checkpoints.insert(compared.checkpoints.end(), run.checkpoints.begin(), run.checkpoints.end());
        compared.longestSeconds = std::max(compared.longestSeconds, run.longestSeconds);
        seconds.push_back(secondsOfStep(run));
        ratios.push_back(secondsOfStep(run) / secondsOfStep(turn.front().front()));
    }
    compared.stepSeconds = median(std::move(seconds));
    compared.ratio = median(std::move(ratios));
    return compared;
}

} // namespace

void addTurnOptions(CLI::App &command, TurnOptions &options)
{
    command.add_option("--turns", options.turns, "How often each set of runs has its turn")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_option("--warm-up", options.warmUpSeconds, "Seconds of each run before its first turn")
        ->check(CLI::Range(0.0, 3600.0))
        ->capture_default_str();
    command.add_option("--seconds", options.seconds, "Seconds of a turn, or more until a few steps are done")
        ->check(CLI::Range(0.1, 3600.0))
        ->capture_default_str();
    addEngineOption(command, options.engine);
}

Result<std::vector<Turn>> timeByTurns(const std::vector<RunSet> &sets, const TurnOptions &options)
{
    SignalQueue signals; // so that on a signal held runs are ended and their quotas and folders removed
    std::vector<ChildRuns> runs;
    for (const RunSet &set : sets) {
        auto started = ChildRuns::start(set, options.engine, signals);
        if (!started)
            return tl::unexpected(started.error());
        runs.push_back(*std::move(started));
        if (const auto warm = runs.back().warmUp(std::max(options.warmUpSeconds, set.warmUpSeconds)); !warm)
            return tl::unexpected(warm.error());
        runs.back().hold();
    }
    std::vector<Turn> turns;
    for (int i = 0; i < options.turns; ++i) {
        for (ChildRuns &set : runs)
            set.beginTurn(options.sliceSeconds > 0);
        if (const auto taken = runTurns(runs, options); !taken)
            return tl::unexpected(taken.error());
        Turn &turn = turns.emplace_back();
        for (const ChildRuns &set : runs)
            turn.push_back(set.timed());
    }
    return turns;
}

Result<std::vector<TimedRun>> timeOnce(const RunSet &set, TurnOptions options)
{
    options.turns = 1;
    options.sliceSeconds = 0;
    return timeByTurns({set}, options).map([](const std::vector<Turn> &turns) { return turns.front().front(); });
}

std::vector<ComparedSet> compareTurns(const std::vector<Turn> &turns)
{
    std::vector<ComparedSet> sets;
    for (std::size_t i = 0; !turns.empty() && i < turns.front().size(); ++i)
        sets.push_back(compare(turns, i));
    return sets;
}

} // namespace motley
