#include "engine/bench/benchcommands.h"
#include "engine/bench/benchjob.h"
#include "engine/bench/benchoptions.h"
#include "engine/bench/benchreport.h"
#include "engine/bench/stepwork.h"
#include "engine/bench/temporaryfolder.h"
#include "engine/machine/machineprobe.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace motley {

namespace {

constexpr std::int64_t countedSteps = 3; // steps averaged for the operations, as batches of text vary in size

struct Options {
    std::string task;
    std::int64_t batch = 0; // 0: the job's
    std::string precision; // empty: the job's
    double peakTeraflops = 0; // 0: measured
    BenchRunOptions run;
};

void applyTo(JobSpec &job, const Options &options)
{
    if (!options.precision.empty())
        job.precision.kind = options.precision == "float32" ? PrecisionSpec::Kind::Float32
            : options.precision == "bfloat16"               ? PrecisionSpec::Kind::BFloat16
                                                            : PrecisionSpec::Kind::Float16;
}

std::optional<double> peakOf(const Options &options)
{
    const double workers = options.run.workers;
    if (options.peakTeraflops > 0)
        return options.peakTeraflops * 1e12 * workers;
    if (options.run.device != "cpu")
        return std::nullopt;
    return matrixSpeed(options.run.threads) * workers;
}

Result<BenchReport> measure(const Options &options, const std::string &folder)
{
    auto found = findBenchJob(options.task, folder, options.batch);
    if (!found)
        return tl::unexpected(found.error());
    applyTo(found->job, options);
    const JobSpec *job = &found->job;
    const auto run = timeSteps(*job, options.run);
    if (!run)
        return tl::unexpected(run.error());
    // Measured after the run: while this process is an agent that waits for signals, it must have only one thread.
    const std::int64_t first = options.run.warmUpSteps + 1;
    const auto work
        = measureWork(*job, first, first + std::min(countedSteps, options.run.steps) - 1, usableProcessors());
    if (!work)
        return tl::unexpected(work.error());

    BenchReport report;
    report.task = taskName(job->task);
    report.madeUpData = found->madeUpData;
    report.model = run->started.model;
    report.device = options.run.device;
    report.precision = job->precision.kind;
    report.batch = job->batch;
    report.options = options.run;
    report.parameters = work->parameters;
    report.times = timesOf(run->steps);
    double samples = 0;
    for (const StepDone &step : run->steps)
        samples += double(step.samples) / double(run->steps.size());
    report.samplesPerSecond = samples / report.times.whole;
    if (work->tokens)
        report.tokensPerSecond = *work->tokens / report.times.whole;
    report.operations = work->operations;
    report.peak = peakOf(options);
    report.peakWasGiven = options.peakTeraflops > 0;
    return report;
}

int timeTask(Options options)
{
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return failed(folder.error());
    options.run.folder = folder->path();
    divideProcessors(options.run);
    const auto report = measure(options, folder->path());
    if (!report)
        return failed(report.error());
    std::cout << report->text() << "\n" << report->json() << std::endl;
    return exitDone;
}

} // namespace

void addSteps(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("steps", "Time the steps of a task on this machine, part by part");
    command->footer(
        "Trains for real, with the processes of any other run, and keeps nothing. TASK is a name or a preset that\n"
        "`motley-engine tasks` lists, or a job file. Where its data are not there, made-up data of the same kind take\n"
        "their place. bert-large-512 and gpt2-124m-1024 are models that speed on a GPU is judged by. Prints a table, "
        "and\n"
        "the same figures as one JSON object in the last line.\n\n"
        "Examples:\n"
        "  motley-bench steps fashion-mnist\n"
        "  motley-bench steps translation --workers 2 --threads 1   # with the exchange between two ranks\n"
        "  motley-bench steps bert-large-512 --device cuda --precision bfloat16 --peak-tflops 990\n"
        "  motley-bench steps language-model --steps 50 | tail -n 1   # for a program");
    auto options = std::make_shared<Options>();
    auto &run = options->run;
    command->add_option("TASK", options->task, "Task, preset, or job file (JSON)")->required();
    addTimingOptions(*command, run);
    command
        ->add_option("--batch", options->batch,
            "Samples a step over all ranks; tokens in translation (default: the "
            "job's)")
        ->check(CLI::Range(1, 1 << 20));
    command->add_option("--device", run.device, "cpu, cuda, or cuda:UUID")->capture_default_str();
    command->add_option("--precision", options->precision, "float32, bfloat16 or float16 (default: the job's)")
        ->check(CLI::IsMember({"float32", "bfloat16", "float16"}));
    command
        ->add_option("--peak-tflops", options->peakTeraflops,
            "What one worker's device can do at most, in 10^12 FLOPs a second (default: measured, on a CPU)")
        ->check(CLI::PositiveNumber);
    command->callback([&chosen, options] { chosen = [options] { return timeTask(*options); }; });
}

} // namespace motley
