#include "engine/training/profiling/measureallreduce.h"

#include "engine/device/computedevice.h"
#include "engine/statistics/median.h"

#include <torch/types.h>

#include <algorithm>
#include <chrono>
#include <vector>

namespace motley {

namespace {

constexpr std::int64_t smallNumbers = 256;
constexpr std::int64_t largeNumbers = 6 << 20; // 24 MiB, as a bucket of c10d's Reducer
constexpr int trialExchanges = 3; // to see for how many more there is time
constexpr std::int64_t fewest = 5;
constexpr std::int64_t most = 2000;

double timeSum(Group &group, at::Device device, at::Tensor &tensor)
{
    using Clock = std::chrono::steady_clock;
    const auto started = Clock::now();
    if (const auto work = group.startAllReduce(tensor, false))
        work->wait();
    waitForDevice(device);
    return std::chrono::duration<double>(Clock::now() - started).count();
}

// Median seconds of a sum. Rank 0 decides how often to repeat it, so that all ranks sum equally often.
double usualSum(Group &group, at::Device device, std::int64_t numbers, double seconds)
{
    at::Tensor tensor = at::zeros({numbers}, at::TensorOptions(device).dtype(at::kFloat));
    double trial = 0;
    for (int i = 0; i < trialExchanges; ++i)
        trial = timeSum(group, device, tensor); // the first ones open connections
    const double wished = std::clamp(seconds / std::max(trial, 1e-9), double(fewest), double(most));
    std::vector<double> times;
    for (auto i = group.agree(std::int64_t(wished)); i > 0; --i)
        times.push_back(timeSum(group, device, tensor));
    return median(std::move(times));
}

} // namespace

AllReduceReport measureAllReduce(Group &group, at::Device device, double seconds)
{
    const double small = usualSum(group, device, smallNumbers, seconds / 4);
    const double large = usualSum(group, device, largeNumbers, seconds * 3 / 4);
    constexpr auto bytesOf = [](std::int64_t numbers) { return double(numbers) * sizeof(float); };
    AllReduceReport report;
    report.ranks = group.worldSize();
    report.secondsPerByte = std::max(0.0, (large - small) / (bytesOf(largeNumbers) - bytesOf(smallNumbers)));
    report.fixedSeconds = std::max(0.0, small - report.secondsPerByte * bytesOf(smallNumbers));
    return report;
}

} // namespace motley
