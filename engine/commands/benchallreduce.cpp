// Measures the all-reduce between the ranks of one machine, as processes that do nothing else.
#include "engine/base/childprocess.h"
#include "engine/base/descriptor.h"
#include "engine/commands/commands.h"
#include "engine/commands/deviceargument.h"
#include "engine/device/computedevice.h"
#include "engine/training/profiling/measureallreduce.h"

#include <torch/csrc/distributed/c10d/FileStore.hpp>

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <memory>

namespace motley {

namespace {

constexpr const char *here = "127.0.0.1";
constexpr std::chrono::seconds patience{60}; // timeout for the other ranks
constexpr std::size_t longestAnswer = 4096; // bytes

struct Options {
    std::vector<std::string> devices;
    int threads = 1;
    double seconds = 1;
};

struct RankChild {
    pid_t pid = 0;
    Descriptor answer;
};

Plan planFor(const Options &options, const std::vector<Device> &devices)
{
    Plan plan;
    plan.machines = {{"this machine", here}};
    for (const Device &device : devices)
        plan.ranks.push_back({.device = device, .threads = options.threads});
    const bool allGpus = std::all_of(
        devices.begin(), devices.end(), [](const Device &device) { return device.kind == Device::Kind::Cuda; });
    plan.backend = allGpus ? Backend::Nccl : Backend::Gloo;
    return plan;
}

// `memory`: a file without a name that all ranks have inherited, where they meet and nobody else does.
Result<AllReduceReport> measureAs(int rank, const Plan &plan, const Descriptor &memory, double seconds)
{
    const PlannedRank &own = plan.ranks[std::size_t(rank)];
    const auto device = openDevice(own.device, own.threads);
    if (!device)
        return tl::unexpected(device.error());
    try {
        const auto store = c10::make_intrusive<c10d::FileStore>(
            "/proc/self/fd/" + std::to_string(memory.get()), int(plan.ranks.size()));
        auto group = Group::form(plan, rank, *device, store, patience);
        if (!group)
            return tl::unexpected(group.error());
        return measureAllReduce(*group, *device, seconds);
    } catch (const std::exception &failure) {
        return fail("Rank " + std::to_string(rank) + " lost the others.", failure.what());
    }
}

int runRank(int rank, const Plan &plan, const Descriptor &memory, double seconds, int output)
{
    signal(SIGPIPE, SIG_IGN);
    const auto report = measureAs(rank, plan, memory, seconds);
    writeAll(output, report ? toJson(*report) : oneLine(report.error()));
    return report ? exitDone : exitFailed;
}

std::string answerOf(const RankChild &child)
{
    std::string text(longestAnswer, '\0');
    const ssize_t count = read(child.answer.get(), text.data(), text.size()); // complete, as the child has ended
    text.resize(std::size_t(std::max<ssize_t>(count, 0)));
    return text;
}

// The first rank that fails is reported; failures of the others follow from it.
Result<std::string> waitForAll(std::vector<RankChild> &children)
{
    std::string problem;
    for (std::size_t left = children.size(); left > 0;) {
        int status = 0;
        const pid_t ended = waitpid(-1, &status, 0);
        if (ended < 0 && errno != EINTR)
            break;
        const auto child = std::find_if(
            children.begin(), children.end(), [=](const RankChild &candidate) { return candidate.pid == ended; });
        if (child == children.end())
            continue;
        --left;
        if ((WIFEXITED(status) && WEXITSTATUS(status) == exitDone) || !problem.empty())
            continue;
        problem = answerOf(*child);
        if (problem.empty())
            problem = "A rank ended without any message; too little memory is a common cause.";
        for (const RankChild &other : children)
            if (other.pid != ended)
                kill(other.pid, SIGKILL);
    }
    if (!problem.empty())
        return fail(problem);
    return answerOf(children.front());
}

Result<std::string> measureAll(const Plan &plan, double seconds)
{
    const Descriptor memory(memfd_create("ranks", MFD_CLOEXEC));
    std::vector<RankChild> children;
    for (int rank = 0; rank < int(plan.ranks.size()); ++rank) {
        Pipe answer = makePipe();
        const auto work = [&] { return runRank(rank, plan, memory, seconds, answer.writer.get()); };
        const pid_t child = answer.reader && memory ? forkChild(work, SIGKILL) : -1;
        if (child < 0) {
            const std::string reason = systemReason(errno);
            for (const RankChild &other : children)
                kill(other.pid, SIGKILL);
            return fail("Could not start a process to measure with: " + reason + ".");
        }
        children.push_back({child, std::move(answer.reader)});
    }
    return waitForAll(children);
}

int benchAllReduce(const Options &options)
{
    std::vector<Device> devices;
    for (const std::string &text : options.devices) {
        const auto device = findDevices(text, 1);
        if (!device)
            return failed(device.error());
        devices.push_back(device->front());
    }
    setenv("NCCL_SOCKET_IFNAME", "=lo", 0); // for the handshake; the data goes between the GPUs
    const auto report = measureAll(planFor(options, devices), options.seconds);
    if (!report)
        return failed(report.error());
    std::cout << *report << std::endl;
    return exitDone;
}

} // namespace

void addBenchAllReduce(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("bench-allreduce", "Measure how fast devices of this machine sum tensors");
    command->group(""); // started by the app
    command->footer("One process for each device, which sum as the ranks of a run do, over NCCL between GPUs and over\n"
                    "Gloo otherwise. A sum takes fixedSeconds + secondsPerByte * bytes.\n\n"
                    "Example:\n"
                    "  $ motley-engine bench-allreduce --devices cpu,cpu\n"
                    "  {\"ranks\":2,\"fixedSeconds\":0.00004,\"secondsPerByte\":6.1e-10}");
    auto options = std::make_shared<Options>();
    command->add_option("--devices", options->devices, "cpu or cuda:UUID, for each rank")
        ->delimiter(',')
        ->required()
        ->expected(2, 64);
    command->add_option("--threads", options->threads, "Processors of each rank")->check(CLI::Range(1, 4096));
    command->add_option("--seconds", options->seconds, "How long to measure")->check(CLI::Range(0.1, 600.0));
    command->callback([&chosen, options] { chosen = [options] { return benchAllReduce(*options); }; });
}

} // namespace motley
