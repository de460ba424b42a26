#include "engine/bench/measureadasum.h"

#include "engine/base/runclock.h"
#include "engine/exchange/adasum.h"
#include "engine/exchange/group.h"
#include "engine/statistics/median.h"

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include <barrier>
#include <cstdlib>
#include <numeric>
#include <thread>

namespace motley {

namespace {

constexpr std::chrono::seconds patience{120};

Plan planOfThreads(int ranks)
{
    Plan plan;
    plan.backend = Backend::Gloo;
    plan.machines = {{"here", "127.0.0.1"}};
    for (int rank = 0; rank < ranks; ++rank)
        plan.ranks.push_back({0, Device(), 1});
    return plan;
}

// The tensors of one rank; like gradients in a bucket, they lie one behind the other.
struct Deltas {
    explicit Deltas(const std::vector<std::int64_t> &sizes)
        : flat(at::randn({std::accumulate(sizes.begin(), sizes.end(), std::int64_t(0))})),
          each(flat.split_with_sizes(sizes))
    {
    }
    at::Tensor flat;
    std::vector<at::Tensor> each;
};

struct Turns {
    std::vector<double> plain;
    std::vector<double> adasum;
};

template <typename Call>
double secondsOf(std::barrier<> &all, const Call &call)
{
    all.arrive_and_wait();
    const auto start = RunClock::now();
    call();
    all.arrive_and_wait();
    return secondsSince(start);
}

Turns timeRank(Group &group, const std::vector<std::int64_t> &sizes, int turns, std::barrier<> &all)
{
    Deltas deltas(sizes);
    Adasum adasum(group.pointToPoint(), eachRankAlone(group.worldSize()));
    Turns times;
    for (int turn = -1; turn < turns; ++turn) { // the first one finds memory and connections
        const double plain = secondsOf(all, [&] {
            std::vector<at::Tensor> tensors{deltas.flat};
            group.processGroup()->allreduce(tensors)->wait();
        });
        deltas.flat.div_(group.worldSize());
        const double combined = secondsOf(all, [&] { adasum.combine(deltas.each); });
        if (turn < 0)
            continue;
        times.plain.push_back(plain);
        times.adasum.push_back(combined);
    }
    return times;
}

} // namespace

std::vector<std::int64_t> bertParameterSizes(std::int64_t layers, std::int64_t hidden)
{
    constexpr std::int64_t words = 30522;
    const std::int64_t square = hidden * hidden;
    std::vector<std::int64_t> sizes{words * hidden, 512 * hidden, 2 * hidden, hidden, hidden};
    for (std::int64_t layer = 0; layer < layers; ++layer)
        for (const std::int64_t size : {square, hidden, square, hidden, square, hidden, square, hidden, hidden, hidden,
                 4 * square, 4 * hidden, 4 * square, hidden, hidden, hidden})
            sizes.push_back(size);
    for (const std::int64_t size : {square, hidden, square, hidden, hidden, hidden, words, 2 * hidden, std::int64_t(2)})
        sizes.push_back(size);
    return sizes;
}

Result<AdasumTimes> timeAdasum(const std::vector<std::int64_t> &sizes, int ranks, int turns, int threads)
{
    setenv("TORCH_FR_BUFFER_SIZE", "0", 1); // c10d's flight recorder is one for the process and has no lock
    const auto store = c10::make_intrusive<c10d::HashStore>();
    const Plan plan = planOfThreads(ranks);
    std::barrier<> all(ranks);
    Turns times;
    std::vector<Error> errors{std::size_t(ranks)};
    std::vector<std::jthread> running;
    for (int rank = 0; rank < ranks; ++rank)
        running.emplace_back([&, rank] {
            at::set_num_threads(threads);
            auto group = Group::form(plan, rank, at::kCPU, store, patience);
            if (!group) {
                errors[std::size_t(rank)] = group.error();
                all.arrive_and_drop();
                return;
            }
            Turns ofRank = timeRank(*group, sizes, turns, all);
            if (rank == 0)
                times = std::move(ofRank);
            group->leave();
        });
    running.clear();
    for (const Error &error : errors)
        if (!error.message.empty())
            return tl::unexpected(error);
    return AdasumTimes{median(times.plain), median(times.adasum)};
}

} // namespace motley
