#include "engine/commands/turns.h"

#include "engine/system/walltime.h"

#include <poll.h>

#include <algorithm>
#include <limits>

namespace motley {

namespace {

constexpr std::size_t fewestSteps = 1; // of a run in a turn, beside that in which it was held

class ChildRuns {
public:
    static Result<ChildRuns> start(const RunSet &set)
    {
        ChildRuns runs;
        for (const BenchRunOptions &options : set.runs) {
            auto run = ChildRun::start(set.job, options);
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

    // The step that was held goes to its end first.
    Result<std::vector<TimedRun>> takeTurn(double seconds)
    {
        const double start = wallTime();
        for (const auto &run : m_runs)
            run->goOn();
        const auto done = readUntil([&] {
            return std::all_of(m_runs.begin(), m_runs.end(), [&](const auto &run) {
                return run->lastTime() >= start + seconds && run->since(start).steps.size() >= fewestSteps;
            });
        });
        hold();
        if (!done)
            return tl::unexpected(done.error());
        std::vector<TimedRun> timed;
        for (const auto &run : m_runs)
            timed.push_back(run->since(start));
        return timed;
    }

    void hold() const
    {
        for (const auto &run : m_runs)
            run->hold();
    }

private:
    template <typename Enough>
    Result<void> readUntil(const Enough &enough)
    {
        while (!enough()) {
            std::vector<pollfd> sources;
            for (const auto &run : m_runs)
                sources.push_back({run->descriptor(), POLLIN, 0});
            poll(sources.data(), sources.size(), -1);
            for (std::size_t i = 0; i < m_runs.size(); ++i)
                if (sources[i].revents != 0)
                    if (auto read = m_runs[i]->read(); !read)
                        return read;
        }
        return {};
    }

    std::vector<std::unique_ptr<ChildRun>> m_runs;
};

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
}

Result<std::vector<Turn>> timeByTurns(const std::vector<RunSet> &sets, const TurnOptions &options)
{
    std::vector<ChildRuns> runs;
    for (const RunSet &set : sets) {
        auto started = ChildRuns::start(set);
        if (!started)
            return tl::unexpected(started.error());
        runs.push_back(*std::move(started));
        if (const auto warm = runs.back().warmUp(options.warmUpSeconds); !warm)
            return tl::unexpected(warm.error());
        runs.back().hold();
    }
    std::vector<Turn> turns;
    for (int i = 0; i < options.turns; ++i) {
        Turn &turn = turns.emplace_back();
        for (ChildRuns &set : runs) {
            auto timed = set.takeTurn(options.seconds);
            if (!timed)
                return tl::unexpected(timed.error());
            turn.push_back(*std::move(timed));
        }
    }
    return turns;
}

Result<std::vector<TimedRun>> timeOnce(const RunSet &set, TurnOptions options)
{
    options.turns = 1;
    return timeByTurns({set}, options).map([](const std::vector<Turn> &turns) { return turns.front().front(); });
}

} // namespace motley
