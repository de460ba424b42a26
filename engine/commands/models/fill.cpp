#include "engine/base/process/signalqueue.h"
#include "engine/commands/commands.h"
#include "engine/commands/models/computeoptions.h"
#include "engine/inference/volumefiller.h"
#include "engine/protocol/filling/fillingline.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <thread>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;

struct FillOptions {
    FillRequest request;
    std::vector<std::int64_t> first{0, 0, 0};
    std::vector<std::int64_t> extent{0, 0, 0};
    std::string output;
    std::string picture;
    std::int64_t slices = 3;
    bool tellsProgress = false;
    ComputeOptions compute;
};

Zyx toZyx(const std::vector<std::int64_t> &numbers)
{
    return {numbers[0], numbers[1], numbers[2]};
}

// Ctrl-C ends the filling with the segments found so far; a second Ctrl-C ends the program.
void watchForStop(SignalQueue &signals, std::stop_source &filling, const std::stop_token &done)
{
    constexpr int waitMilliseconds = 200;
    while (!done.stop_requested()) {
        pollfd source{signals.descriptor(), POLLIN, 0};
        poll(&source, 1, waitMilliseconds);
        for (std::size_t orders = signals.drain().size(); orders > 0; --orders)
            if (!filling.request_stop())
                _exit(exitFailed);
    }
}

FillProgress atMostFiveASecond(FillProgress show)
{
    return [show, shown = Clock::time_point()](std::int64_t done, std::int64_t seeds, std::int64_t segments) mutable {
        if (done < seeds && Clock::now() - shown < std::chrono::milliseconds(200))
            return;
        shown = Clock::now();
        show(done, seeds, segments);
    };
}

FillProgress progressOf(const FillOptions &options)
{
    if (options.tellsProgress)
        return atMostFiveASecond([](std::int64_t done, std::int64_t seeds, std::int64_t segments) {
            std::cout << toLine(FillingProgress{done, seeds, segments}) << std::endl;
        });
    if (::isatty(STDERR_FILENO) != 1)
        return {};
    return atMostFiveASecond([](std::int64_t done, std::int64_t seeds, std::int64_t segments) {
        std::cerr << "\r" << done << " of " << seeds << " seeds, " << segments << " segments"
                  << (done == seeds ? "\n" : "") << std::flush;
    });
}

FillingResult resultOf(const FilledVolume &filled, double seconds)
{
    const auto empty = std::count(filled.labels.begin(), filled.labels.end(), noObject);
    return {{filled.size.z, filled.size.y, filled.size.x}, filled.seeds, filled.segments,
        1 - double(empty) / double(filled.labels.size()), filled.looks, seconds};
}

int fill(FillOptions &options)
{
    SignalQueue signals; // before the first thread starts, so that all threads block the signals
    const auto device = openCompute(options.compute);
    if (!device)
        return failed(device.error());
    options.request.first = toZyx(options.first);
    options.request.extent = toZyx(options.extent);
    options.request.pictureSlices = options.picture.empty() ? 0 : options.slices;
    std::stop_source stop;
    const std::jthread watcher([&](const std::stop_token &done) { watchForStop(signals, stop, done); });
    const auto started = Clock::now();
    const auto filled = fillVolume(options.request, *device, progressOf(options), stop.get_token());
    if (!filled)
        return failed(filled.error());
    const std::chrono::duration<double> seconds = Clock::now() - started;
    if (const auto written = writeSegmentation(options.output, *filled); !written)
        return failed(written.error());
    if (filled->picture)
        if (const auto drawn = writePng(options.picture, *filled->picture); !drawn)
            return failed(drawn.error());
    std::cout << toLine(resultOf(*filled, seconds.count())) << std::endl;
    return exitDone;
}

} // namespace

void addFill(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("fill", "Find the objects in a volume with a trained flood-filling network");
    command->footer(
        "Fills object after object from seeds far from edges, the safest first, and writes the data set\n"
        "\"labels\": 0 where nothing was found, 1 and up in the order of finding. Ctrl-C ends it with what is\n"
        "found. One JSON line says what came of it. The picture shows slices: the image, the labels of the\n"
        "volume if it has some, and what was found, in colours.\n\n"
        "Example:\n"
        "  $ motley-engine fill runs/ffn/model brain.h5 --size 64,256,256 --out found.h5 --picture found.png\n"
        "  {\"size\":[64,256,256],\"seeds\":812,\"segments\":140,\"filled\":0.61,\"looks\":9120,\"seconds\":310.2}");
    auto options = std::make_shared<FillOptions>();
    FillRequest &request = options->request;
    const auto coordinates = CLI::Range(std::int64_t(0), std::int64_t(1) << 40);
    command->add_option("MODEL", request.modelFolder, "Folder of a flood-filling network, such as RUN/model")
        ->required();
    command->add_option("VOLUME", request.volume, "HDF5 with the data set raw: slices, rows, columns of bytes")
        ->required();
    command->add_option("--out", options->output, "The HDF5 file to write")->required();
    command->add_option("--picture", options->picture, "A PNG of slices to draw");
    command->add_option("--slices", options->slices, "Slices of the picture")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    command->add_option("--first", options->first, "Where the box begins: slice,row,column")
        ->delimiter(',')
        ->expected(3)
        ->check(coordinates);
    command->add_option("--size", options->extent, "How large the box is; 0: to the end (default: all of the volume)")
        ->delimiter(',')
        ->expected(3)
        ->check(coordinates);
    command->add_option("--move", request.moveProbability, "How sure the network must be to move to a voxel")
        ->check(CLI::Range(0.5, 0.999))
        ->capture_default_str();
    command->add_option("--segment", request.segmentProbability, "How sure it must be for a voxel to count as found")
        ->check(CLI::Range(0.5, 0.999))
        ->capture_default_str();
    command
        ->add_option("--smallest", request.smallestSegment, "Voxels; smaller objects are dropped (default: as trained)")
        ->check(CLI::Range(1, 1 << 30));
    command->add_flag("--progress", options->tellsProgress,
        "For programs: print lines of JSON on the way that say how many seeds there are and how many are done");
    addComputeOptions(*command, options->compute);
    command->callback([&chosen, options] { chosen = [options] { return fill(*options); }; });
}

} // namespace motley
