// Makes the batches of the coming steps on a thread of its own, so that training does not wait for data.
#pragma once

#include "engine/base/result.h"
#include "engine/data/batchshares.h"
#include "engine/data/dataset.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

namespace motley {

// What one rank needs for one step.
struct StepData {
    StepPosition place;
    std::int64_t samples = 0; // of the global batch
    double weight = 0; // of the global batch
    double units = 0; // the work of this rank's part, in what shares are counted in
    std::string sampleHash; // of the global batch
    Batch batch; // this rank's part, on the CPU
};

struct PrefetchOptions {
    std::uint64_t seed = 1;
    std::int64_t batch = 0; // global
    std::vector<std::int64_t> shares; // at first
    int rank = 0;
    std::int64_t firstStep = 1;
    std::int64_t lastStep = 0;
    std::size_t ahead = 3; // batches made in advance at most
    OrderSpec order{};
    at::Device device = at::kCPU; // that batches are pinned for
};

class Prefetcher {
public:
    Prefetcher(const Dataset &dataset, PrefetchOptions options); // the data set must live longer
    ~Prefetcher();

    // From a later step on, the batch is cut by other shares. That step must be far enough ahead: earliestChange().
    void changeShares(std::int64_t fromStep, std::vector<std::int64_t> shares);
    // The first step of which surely nothing is made yet, on any rank that has taken `taken`.
    std::int64_t earliestChange(std::int64_t taken) const { return taken + std::int64_t(m_options.ahead) + 2; }

    Result<StepData> next(); // steps come in order; called at most lastStep - firstStep + 1 times
    const StepData *upcoming(); // what next() will give, if it is ready; valid until then

private:
    struct Cut {
        std::int64_t fromStep;
        std::vector<std::int64_t> shares;
    };

    void run(std::stop_token stop);
    std::vector<std::int64_t> sharesAt(std::int64_t step);
    void put(Result<StepData> data, const std::stop_token &stop);

    const Dataset &m_dataset;
    const PrefetchOptions m_options;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Result<StepData>> m_ready;
    std::vector<Cut> m_cuts; // by their steps
    std::jthread m_thread; // last: it uses all of the above
};

} // namespace motley
