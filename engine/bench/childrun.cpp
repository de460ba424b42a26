#include "engine/bench/childrun.h"

#include "engine/base/childprocess.h"
#include "engine/base/walltime.h"
#include "engine/machine/processstat.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <utility>

namespace motley {

namespace {

constexpr std::string_view rankWord = "rank ";

// The agent process: writes a line for each rank's process, step and checkpoint, and at the end why the run ended.
int beAgent(const JobSpec &job, BenchRunOptions options, int output)
{
    options.rankBegan = [output](int pid) { writeAll(output, std::string(rankWord) + std::to_string(pid) + "\n"); };
    const auto finished = watchSteps(job, options, [output](const Event &event) {
        const bool isOfUse
            = std::holds_alternative<StepDone>(event.body) || std::holds_alternative<CheckpointSaved>(event.body);
        return !isOfUse || writeAll(output, toLine(event) + "\n");
    });
    writeAll(output, (finished ? finished->message : finished.error().message) + "\n");
    return 0;
}

} // namespace

ChildRun::ChildRun(TemporaryFolder folder) : m_folder(std::move(folder)), m_stretches{{wallTime(), 0}} { }

double TimedRun::samplesPerSecond() const
{
    double samples = 0;
    for (const StepDone &step : steps)
        samples += double(step.samples);
    return samples / seconds;
}

double TimedRun::unitsPerSecond() const
{
    double units = 0;
    for (const StepDone &step : steps)
        for (const RankStep &rank : step.ranks)
            units += rank.units;
    return units / seconds;
}

Result<std::unique_ptr<ChildRun>> ChildRun::start(const JobSpec &job, BenchRunOptions options)
{
    auto folder = TemporaryFolder::make();
    if (!folder)
        return tl::unexpected(folder.error());
    auto run = std::unique_ptr<ChildRun>(new ChildRun(*std::move(folder)));
    options.folder = run->m_folder.path();
    Pipe pipe = makePipe();
    const auto work = [&] { return beAgent(job, std::move(options), pipe.writer.get()); };
    // On SIGQUIT an agent ends its ranks and removes their quotas.
    run->m_agent = pipe.reader ? forkChild(work, SIGQUIT) : -1;
    if (run->m_agent < 0)
        return fail("Could not start an agent: " + systemReason(errno) + ".");
    run->m_lines = LineReader(std::move(pipe.reader), longestEventLine);
    return run;
}

ChildRun::~ChildRun()
{
    if (m_agent <= 0)
        return;
    kill(m_agent, SIGQUIT);
    resume();
    waitForChild(m_agent);
}

Result<void> ChildRun::read()
{
    for (const std::string &line : m_lines.read()) {
        auto event = parseEvent(line);
        if (event) {
            if (auto *step = std::get_if<StepDone>(&event->body))
                m_steps.push_back({timeAt(event->time), std::move(*step)});
            if (const auto *saved = std::get_if<CheckpointSaved>(&event->body))
                m_checkpoints.push_back({timeAt(event->time), *saved});
            continue;
        }
        int pid = 0;
        if (line.starts_with(rankWord)
            && std::from_chars(&line[rankWord.size()], line.data() + line.size(), pid).ec == std::errc())
            m_ranks.push_back(pid);
        else
            m_lastWords = line;
    }
    if (m_lines.descriptor() < 0)
        return fail("The run ended before its steps were timed: " + m_lastWords);
    return {};
}

TimedRun ChildRun::since(double start) const
{
    TimedRun run;
    for (std::size_t i = 1; i < m_steps.size(); ++i)
        if (m_steps[i - 1].time >= start) {
            const double seconds = m_steps[i].time - m_steps[i - 1].time;
            run.steps.push_back(m_steps[i].step);
            run.seconds += seconds;
            run.longestSeconds = std::max(run.longestSeconds, seconds);
        }
    for (const TimedCheckpoint &checkpoint : m_checkpoints)
        if (checkpoint.time >= start)
            run.checkpoints.push_back(checkpoint.saved);
    return run;
}

double ChildRun::time() const
{
    return timeAt(std::max(m_heldAt, m_stretches.back().wallTime));
}

double ChildRun::timeAt(double wallTime) const
{
    const auto later = std::upper_bound(m_stretches.begin(), m_stretches.end(), wallTime,
        [](double time, const Stretch &stretch) { return time < stretch.wallTime; });
    const Stretch &during = later == m_stretches.begin() ? *later : *std::prev(later);
    return during.time + std::max(0.0, wallTime - during.wallTime);
}

void ChildRun::hold()
{
    signal(SIGTSTP, SIGSTOP);
    m_heldAt = wallTime();
    for (const pid_t rank : m_ranks)
        waitUntilStopped(rank);
}

void ChildRun::resume()
{
    m_stretches.push_back({wallTime(), time()});
    signal(SIGCONT, SIGCONT);
}

// Each rank is a process group of its own, so the signal goes to all processes of the rank.
void ChildRun::signal(int toRanks, int toAgent) const
{
    for (const pid_t rank : m_ranks)
        kill(-rank, toRanks);
    kill(m_agent, toAgent);
}

} // namespace motley
