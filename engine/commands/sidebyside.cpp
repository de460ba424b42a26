#include "engine/commands/sidebyside.h"

#include "engine/agent/linereader.h"
#include "engine/commands/benchjob.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace motley {

namespace {

constexpr std::size_t fewestSteps = 3; // in the window

// Its agent says every step in a line, and at the end why it ended.
[[noreturn]] void becomeAgent(const JobSpec &job, const BenchRunOptions &options, pid_t parent, int output)
{
    prctl(PR_SET_PDEATHSIG, SIGQUIT); // with which an agent ends its ranks and takes their quotas away
    if (getppid() != parent)
        _exit(1);
    const auto finished = watchSteps(job, options, [output](const Event &event) {
        return !std::holds_alternative<StepDone>(event.body) || writeAll(output, toLine(event) + "\n");
    });
    writeAll(output, (finished ? finished->message : finished.error().message) + "\n");
    _exit(0);
}

class ChildRun {
public:
    static Result<std::unique_ptr<ChildRun>> start(const JobSpec &job, BenchRunOptions options)
    {
        auto run = std::unique_ptr<ChildRun>(new ChildRun);
        if (run->m_folder.path().empty())
            return fail("No temporary folder could be made; set TMPDIR to where there is room.");
        options.folder = run->m_folder.path();
        Pipe pipe = makePipe();
        const pid_t parent = getpid();
        run->m_pid = pipe.reader ? fork() : -1;
        if (run->m_pid < 0)
            return fail("Could not start an agent: " + systemReason(errno) + ".");
        if (run->m_pid == 0)
            becomeAgent(job, options, parent, pipe.writer.get());
        run->m_lines = LineReader(std::move(pipe.reader), longestEventLine);
        return run;
    }

    ChildRun(const ChildRun &) = delete;
    ChildRun &operator=(const ChildRun &) = delete;

    ~ChildRun()
    {
        if (m_pid <= 0)
            return;
        kill(m_pid, SIGQUIT);
        while (waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
    }

    int descriptor() const { return m_lines.descriptor(); }
    bool hasStarted() const { return !m_steps.empty(); }
    double firstTime() const { return m_steps.front().time; }

    Result<void> read()
    {
        for (const std::string &line : m_lines.read()) {
            auto event = parseEvent(line);
            if (!event)
                m_lastWords = line;
            else if (auto *step = std::get_if<StepDone>(&event->body))
                m_steps.push_back({event->time, std::move(*step)});
        }
        if (m_lines.descriptor() < 0)
            return fail("The run ended before its steps were timed: " + m_lastWords);
        return {};
    }

    bool hasPassed(double start, double end) const
    {
        return hasStarted() && m_steps.back().time >= end && since(start).steps.size() >= fewestSteps;
    }

    TimedRun since(double start) const
    {
        TimedRun run;
        for (std::size_t i = 1; i < m_steps.size(); ++i)
            if (m_steps[i - 1].time >= start) {
                run.steps.push_back(m_steps[i].step);
                run.seconds += m_steps[i].time - m_steps[i - 1].time;
            }
        return run;
    }

private:
    struct TimedStep {
        double time; // of its end
        StepDone step;
    };

    ChildRun() = default;

    TemporaryFolder m_folder;
    pid_t m_pid = 0;
    LineReader m_lines;
    std::string m_lastWords;
    std::vector<TimedStep> m_steps;
};

using ChildRuns = std::vector<std::unique_ptr<ChildRun>>;

Result<void> readSome(ChildRuns &runs)
{
    std::vector<pollfd> sources;
    for (const auto &run : runs)
        sources.push_back({run->descriptor(), POLLIN, 0});
    poll(sources.data(), sources.size(), -1);
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (sources[i].revents != 0)
            if (auto read = runs[i]->read(); !read)
                return read;
    return {};
}

// When all of them are warm; nullopt: not all have begun.
std::optional<double> startOf(const ChildRuns &runs, double warmUpSeconds)
{
    double last = 0;
    for (const auto &run : runs) {
        if (!run->hasStarted())
            return std::nullopt;
        last = std::max(last, run->firstTime());
    }
    return last + warmUpSeconds;
}

} // namespace

double TimedRun::samplesPerSecond() const
{
    double samples = 0;
    for (const StepDone &step : steps)
        samples += double(step.samples);
    return samples / seconds;
}

Result<std::vector<TimedRun>> timeSideBySide(
    const JobSpec &job, const std::vector<BenchRunOptions> &runs, const TimingWindow &window)
{
    ChildRuns children;
    for (const BenchRunOptions &options : runs) {
        auto child = ChildRun::start(job, options);
        if (!child)
            return tl::unexpected(child.error());
        children.push_back(*std::move(child));
    }
    for (;;) {
        if (const auto read = readSome(children); !read)
            return tl::unexpected(read.error());
        const auto start = startOf(children, window.warmUpSeconds);
        if (!start || !std::all_of(children.begin(), children.end(), [&](const auto &child) {
                return child->hasPassed(*start, *start + window.seconds);
            }))
            continue;
        std::vector<TimedRun> timed;
        for (const auto &child : children)
            timed.push_back(child->since(*start));
        return timed;
    }
}

} // namespace motley
