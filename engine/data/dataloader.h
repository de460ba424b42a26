// Makes the batches of the next steps on a thread of its own, so that training does not wait for data.
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
    StepPosition position;
    std::int64_t samples = 0; // of the global batch
    double weight = 0; // Dataset::divisor() of the global batch; 0: there is nothing to learn from it
    double units = 0; // this rank's part of the batch, in the units of the shares
    std::string sampleHash; // sampleHash() of the global batch
    Batch batch; // this rank's part, in host memory, pinned if `device` is a GPU
    double groupWeight = 0; // Dataset::divisor() of what this rank's group takes of the global batch
};

struct DataLoaderOptions {
    std::uint64_t seed = 1;
    std::int64_t globalBatch = 0; // of the job
    std::vector<std::int64_t> shares; // of the ranks, until changeShares()
    int rank = 0;
    std::int64_t firstStep = 1;
    std::int64_t lastStep = 0;
    std::size_t ahead = 3; // most batches made in advance
    OrderSpec order{};
    at::Device device = at::kCPU; // that batches are copied to; a GPU gets pinned batches
    // The ranks' groups, where each takes the mean over its own samples; empty: all ranks are one group.
    std::vector<int> groups{};
};

class DataLoader {
public:
    DataLoader(const Dataset &dataset, DataLoaderOptions options); // the data set must live longer
    ~DataLoader();

    // Cuts batches by other shares from `fromStep` on, which must be at least earliestChange().
    void changeShares(std::int64_t fromStep, std::vector<std::int64_t> shares);
    // The first step whose batch is surely not made yet on any rank, if no rank has taken a later step than `taken`.
    std::int64_t earliestChange(std::int64_t taken) const { return taken + std::int64_t(m_options.ahead) + 2; }

    Result<StepData> next(); // waits for it; called at most lastStep - firstStep + 1 times
    const StepData *upcoming(); // what next() will return, valid until then; nullptr: not ready

private:
    struct Cut {
        std::int64_t fromStep;
        std::vector<std::int64_t> shares;
    };

    void run(std::stop_token stop);
    std::vector<std::int64_t> sharesAt(std::int64_t step);
    void put(Result<StepData> data, const std::stop_token &stop);

    const Dataset &m_dataset;
    const DataLoaderOptions m_options;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Result<StepData>> m_ready;
    std::vector<Cut> m_cuts; // ascending by fromStep
    std::jthread m_thread; // last member, as it uses all others
};

} // namespace motley
