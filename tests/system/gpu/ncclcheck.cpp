// One rank of an all-reduce through the CUDA plug-in: ncclcheck RANK SIZE STOREFILE, of Adasum: ... adasum, or of a
// group whose last rank is lost: ... lost. Ranks take turns at the GPUs. Prints a JSON line; exit code 77: there is no
// GPU to use here, and stderr says why. Without arguments that is all.
#include "engine/device/cudaplugin.h"
#include "engine/exchange/adasum.h"
#include "engine/exchange/group.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int noGpu = 77;
constexpr std::chrono::seconds limit{15}; // for which a peer may be silent

// Small whole numbers, whose sum over the ranks is exact in any order.
at::Tensor values(std::int64_t count, int rank)
{
    return at::arange(count, at::kLong).remainder(13).add(rank).to(at::kFloat);
}

at::Tensor expectedSum(std::int64_t count, int size)
{
    return at::arange(count, at::kLong).remainder(13).mul(size).add(size * (size - 1) / 2).to(at::kFloat);
}

bool sumsExactly(c10d::Backend &nccl, std::int64_t count, int rank, int size)
{
    std::vector<at::Tensor> tensors{values(count, rank).to(at::kCUDA)};
    nccl.allreduce(tensors)->wait();
    return at::equal(tensors.front().cpu(), expectedSum(count, size));
}

double gigabytesPerSecond(c10d::Backend &nccl, const motley::CudaPlugin &plugin, int device)
{
    constexpr std::int64_t count = 16 << 20;
    constexpr int turns = 10;
    std::vector<at::Tensor> tensors{at::zeros({count}, at::device(at::kCUDA).dtype(at::kFloat))};
    nccl.allreduce(tensors)->wait();
    plugin.synchronize(device);
    const auto begin = Clock::now();
    for (int turn = 0; turn < turns; ++turn)
        nccl.allreduce(tensors)->wait();
    plugin.synchronize(device);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return 4.0 * count * turns / seconds / 1e9;
}

// Rank 1 comes later than the limit allows, as after a suspended run: nothing may end the processes.
bool outlivesASilentPeer(const motley::CudaPlugin &plugin, c10d::Backend &nccl, int rank, int size, int device)
{
    if (rank == 1)
        std::this_thread::sleep_for(limit + std::chrono::seconds(5));
    const bool isRight = sumsExactly(nccl, 1000, rank, size);
    plugin.synchronize(device);
    return isRight;
}

// Ranks that share a GPU take turns at it, of milliseconds, and each part of a sum waits for some of them: only short
// sums, and no speed.
int check(const motley::CudaPlugin &plugin, int rank, int size, const std::string &storeFile)
{
    const int device = rank % plugin.deviceCount();
    const bool isShared = size > plugin.deviceCount();
    plugin.setDevice(device);
    at::globalContext().lazyInitDevice(at::kCUDA);
    const auto store = c10::make_intrusive<c10d::FileStore>(storeFile, size);
    const auto nccl = plugin.makeNccl(store, rank, size, device, limit);
    for (const std::int64_t count : {2, 1000, 1 << 20, isShared ? 1 << 20 : 16 << 20}) {
        if (!sumsExactly(*nccl, count, rank, size)) {
            std::fprintf(
                stderr, "The sum of %lld numbers over %d ranks is wrong.\n", static_cast<long long>(count), size);
            return 1;
        }
    }
    if (!outlivesASilentPeer(plugin, *nccl, rank, size, device)) {
        std::fputs("The sum with a rank that was silent for a while is wrong.\n", stderr);
        return 1;
    }
    std::printf("{\"rank\":%d,\"size\":%d", rank, size);
    if (!isShared)
        std::printf(",\"gigabytesPerSecond\":%.2f", gigabytesPerSecond(*nccl, plugin, device));
    std::puts("}");
    std::fflush(stdout);
    nccl->shutdown();
    return 0;
}

// The same changes of parameters joined on the GPUs, whose messages go through NCCL, and on the CPUs, over Gloo.
int checkAdasum(const motley::CudaPlugin &plugin, int rank, int size, const std::string &storeFile)
{
    const int device = rank % plugin.deviceCount();
    plugin.setDevice(device);
    at::globalContext().lazyInitDevice(at::kCUDA);
    const auto store = c10::make_intrusive<c10d::FileStore>(storeFile, size);
    const auto options = c10d::ProcessGroupGloo::Options::create(std::chrono::seconds(60));
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
    const auto group = c10::make_intrusive<c10d::ProcessGroup>(store, rank, size);
    group->setBackend(c10::DeviceType::CPU, c10d::ProcessGroup::BackendType::GLOO,
        c10::make_intrusive<c10d::ProcessGroupGloo>(
            c10::make_intrusive<c10d::PrefixStore>("gloo", store), rank, size, options));
    const auto nccl = plugin.makeNccl(c10::make_intrusive<c10d::PrefixStore>("nccl", store), rank, size, device, limit);
    group->setBackend(c10::DeviceType::CUDA, c10d::ProcessGroup::BackendType::NCCL, nccl);
    motley::RankGroups each;
    for (int other = 0; other < size; ++other)
        each.push_back({other});
    motley::Adasum adasum(group, each);
    const auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(rank + 1));
    std::vector<at::Tensor> here, there;
    for (const std::int64_t count : {1, 10'001, 0, 1 << 20}) {
        here.push_back(at::randn({count}, generator));
        there.push_back(here.back().to(c10::Device(at::kCUDA, c10::DeviceIndex(device))));
    }
    adasum.combine(here);
    adasum.combine(there);
    double worst = 0;
    for (std::size_t i = 0; i < here.size(); ++i)
        if (here[i].numel() > 0)
            worst = std::max(worst, ((there[i].cpu() - here[i]).norm() / here[i].norm()).item<double>());
    nccl->shutdown();
    if (!(worst < 1e-5)) {
        std::fprintf(stderr, "Adasum on the GPUs differs by %.2g of its norm from that on the CPUs.\n", worst);
        return 1;
    }
    std::printf("{\"rank\":%d,\"size\":%d,\"worst\":%.2g}\n", rank, size, worst);
    return 0;
}

motley::Group formed(int rank, int size, at::Device device, const c10::intrusive_ptr<c10d::Store> &store)
{
    motley::Plan plan;
    plan.backend = motley::Backend::Nccl;
    plan.machines = {{"here", "127.0.0.1"}};
    plan.ranks.resize(std::size_t(size));
    for (motley::PlannedRank &planned : plan.ranks)
        planned.device.kind = motley::Device::Kind::Cuda;
    auto group = motley::Group::form(plan, rank, device, store, std::chrono::minutes(1));
    if (!group)
        throw std::runtime_error(group.error().message + " " + group.error().detail);
    return *std::move(group);
}

// A sum that waits for a rank that is gone is ended, and the others sum again in the same processes.
int checkLost(const motley::CudaPlugin &plugin, int rank, int size, const std::string &storeFile)
{
    const int index = rank % plugin.deviceCount();
    const at::Device device(at::kCUDA, c10::DeviceIndex(index));
    plugin.setDevice(index);
    at::globalContext().lazyInitDevice(at::kCUDA);
    const auto store = c10::make_intrusive<c10d::FileStore>(storeFile, size);
    auto group = std::make_optional(formed(rank, size, device, c10::make_intrusive<c10d::PrefixStore>("first", store)));
    if (rank == size - 1)
        std::_Exit(0);
    Clock::time_point aborted;
    std::thread aborting([&] {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        aborted = Clock::now();
        group->abort();
    });
    try {
        at::Tensor numbers = values(1000, rank).to(device);
        group->allReduce(numbers);
        plugin.synchronize(index);
    } catch (const std::exception &) { // whether the host hears of it is NCCL's choice
    }
    aborting.join();
    const auto woken = Clock::now();
    group.reset();
    auto next = formed(rank, size - 1, device, c10::make_intrusive<c10d::PrefixStore>("second", store));
    at::Tensor numbers = values(1000, rank).to(device);
    next.allReduce(numbers);
    const bool isRight = at::equal(numbers.cpu(), expectedSum(1000, size - 1));
    const double wokenAfter = std::chrono::duration<double>(woken - aborted).count();
    const double formedAfter = std::chrono::duration<double>(Clock::now() - aborted).count();
    next.leave();
    if (!isRight)
        std::fputs("The sum after a rank was lost is wrong.\n", stderr);
    std::printf("{\"rank\":%d,\"size\":%d,\"wokenSeconds\":%.3f,\"formedSeconds\":%.3f}\n", rank, size, wokenAfter,
        formedAfter);
    return isRight ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    const std::string mode = argc == 5 ? argv[4] : "";
    if (argc != 1 && argc != 4 && mode != "adasum" && mode != "lost") {
        std::fputs("Usage: ncclcheck [RANK SIZE STOREFILE [adasum|lost]]\n", stderr);
        return 2;
    }
    const auto plugin = motley::loadCudaPlugin();
    if (!plugin) {
        std::fprintf(stderr, "%s %s\n", plugin.error().message.c_str(), plugin.error().detail.c_str());
        return noGpu;
    }
    try {
        if ((*plugin)->deviceCount() == 0) {
            std::fputs("CUDA finds no GPU.\n", stderr);
            return noGpu;
        }
        if (argc == 1)
            return 0;
        const auto run = mode == "adasum" ? checkAdasum : mode == "lost" ? checkLost : check;
        return run(**plugin, std::atoi(argv[1]), std::atoi(argv[2]), argv[3]);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
