#include "engine/commands/commands.h"
#include "engine/commands/deviceargument.h"
#include "engine/commands/keepalive.h"
#include "engine/device/mallocsettings.h"
#include "engine/machine/machineprobe.h"
#include "engine/protocol/answers.h"
#include "engine/training/profiling/measurespeed.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

namespace motley {

namespace {

struct MeasuringOptions {
    std::string job;
    std::string device = "cpu";
    int threads = 0;
    int mostThreads = 0;
    double seconds = 5;
};

int benchmark(const MeasuringOptions &options)
{
    const auto job = readJob(options.job);
    if (!job)
        return failed(job.error());
    const auto device = findDevices(options.device, 1);
    if (!device)
        return failed(device.error());
    const bool isGiven = options.threads > 0;
    const int most = options.mostThreads > 0 ? options.mostThreads : processorCount();
    const ThreadCounts threads{isGiven ? options.threads : std::min(usableProcessors(), most),
        isGiven ? std::vector<int>() : promisingThreadCounts(most)};
    keepFreedMemory(); // as a worker does, so that the measurement is comparable
    auto working = std::make_optional<KeepAlive>(); // a step of a large model takes minutes on a slow processor
    const auto speed = measureSpeed(*job, device->front(), threads, {.seconds = options.seconds});
    working.reset();
    if (!speed)
        return failed(speed.error());
    std::cout << toJson(*speed) << std::endl;
    return exitDone;
}

} // namespace

void addMeasureDevice(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("measure-device", "Measure how fast one device alone trains a job");
    command->footer(
        "Whole training steps without exchange. Shares of a run follow these numbers. While it measures, an\n"
        "empty line a second shows that it works.\n\n"
        "Example:\n"
        "  $ motley-engine measure-device fashion-mnist.json --threads 1 --seconds 3\n"
        "  "
        "{\"samplesPerSecond\":1834.2,\"fixedSeconds\":0.0021,\"secondsPerUnit\":0.00054,\"memory\":{...},"
        "\"totalSteps\":4690}");
    auto options = std::make_shared<MeasuringOptions>();
    command->add_option("JOB", options->job, "Job file (JSON)")->required();
    command->add_option("--device", options->device, "cpu, cuda, or cuda:UUID")->capture_default_str();
    auto *threads
        = command->add_option("--threads", options->threads, "Processors to use (default: as many as are fastest)")
              ->check(CLI::Range(1, 4096));
    command->add_option("--most-threads", options->mostThreads, "Processors to use at most (default: all)")
        ->check(CLI::Range(1, 4096))
        ->excludes(threads);
    command
        ->add_option("--seconds", options->seconds,
            "How long to measure; up to three times as long where this process gets little processor time")
        ->check(CLI::Range(0.1, 3600.0))
        ->capture_default_str();
    command->callback([&chosen, options] { chosen = [options] { return benchmark(*options); }; });
}

} // namespace motley
