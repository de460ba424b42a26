#include "engine/training/profiling/fastestthreads.h"

#include "engine/base/runclock.h"
#include "engine/training/profiling/measuredsteps.h"
#include "engine/training/step/sumthenupdate.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <deque>

namespace motley {

namespace {

constexpr double turnSeconds = 0.15; // longer than the period of a quota, so that what one turn used up ends with it
constexpr int turns = 4;
constexpr double longestStep = 0.5; // seconds, with the most threads
constexpr double muchSlower = 3; // times the seconds of the first step: not tried again
constexpr double leastGain = 1.03;

struct ThreadsCandidate {
    ThreadsCandidate(int count, const Task &task, const JobSpec &job, std::int64_t batch)
        : threads(count), steps(task, job, batch, at::kCPU)
    {
    }

    int threads;
    MeasuredSteps steps;
    double firstSeconds = 0;
    double samples = 0;
    double seconds = 0;

    double samplesPerSecond() const { return samples / seconds; }
};

double secondsOfStep(ThreadsCandidate &candidate, StepStrategy &step)
{
    const auto started = RunClock::now();
    candidate.steps.run(step);
    return secondsSince(started);
}

void measureTurn(ThreadsCandidate &candidate, StepStrategy &step)
{
    at::set_num_threads(candidate.threads);
    while (candidate.steps.measured() == 0) // warm-up
        candidate.steps.run(step);
    const std::size_t before = candidate.steps.measured();
    const auto started = RunClock::now();
    do {
        candidate.steps.run(step);
    } while (secondsSince(started) < turnSeconds);
    candidate.seconds += secondsSince(started);
    candidate.samples += candidate.steps.mean().samples * double(candidate.steps.measured() - before);
}

int fastest(const std::deque<ThreadsCandidate> &candidates)
{
    const ThreadsCandidate *best = &candidates.back(); // with the fewest threads
    for (auto one = candidates.rbegin(); one != candidates.rend(); ++one)
        if (one->samplesPerSecond() > leastGain * best->samplesPerSecond())
            best = &*one;
    return best->threads;
}

} // namespace

int chooseThreads(Task &task, const JobSpec &job, std::int64_t batch, const std::vector<int> &counts, int otherwise)
{
    Group group = Group::alone();
    TrainingState state(task, {job.optimizer, job.clipNorm, job.memory.microbatch, job.precision, at::kCPU});
    SumThenUpdate step(state, group);
    std::deque<ThreadsCandidate> candidates; // with the most threads first
    for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
        at::set_num_threads(*count);
        ThreadsCandidate &candidate = candidates.emplace_back(*count, task, job, batch);
        candidate.firstSeconds = secondsOfStep(candidate, step);
        if (candidates.front().firstSeconds > longestStep) {
            at::set_num_threads(otherwise);
            return otherwise;
        }
        if (candidate.firstSeconds > muchSlower * candidates.front().firstSeconds)
            candidates.pop_back();
    }
    for (int turn = 0; turn < turns && candidates.size() > 1; ++turn)
        for (ThreadsCandidate &candidate : candidates)
            measureTurn(candidate, step);
    const int threads = candidates.size() > 1 ? fastest(candidates) : candidates.front().threads;
    at::set_num_threads(threads);
    return threads;
}

} // namespace motley
