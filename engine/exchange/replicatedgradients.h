// Every rank gets the whole sum of the gradients (DistributedDataParallel), by c10d's Reducer with the gradients as
// views of its buckets. A group of one exchanges nothing.
#pragma once

#include "engine/exchange/allreducehook.h"
#include "engine/exchange/gradientexchange.h"

#include <memory>
#include <vector>

namespace motley {

class ResumableReducer;

class ReplicatedGradients : public GradientExchange {
public:
    ReplicatedGradients(Group &group, std::vector<at::Tensor> parameters); // all ranks, before the first step
    ~ReplicatedGradients() override;

    void begin(OnBucket onBucket = {}) override;
    void finish() override;
    Result<void> resumeAfterFailure(const std::function<Result<void>()> &computeAnew) override;
    const std::vector<bool> &unused() const override { return m_unused; }
    std::optional<Timings> lastTimings() const override;

private:
    void noteUnused();
    void fillGaps();
    void agreeOnOrder(bool isComplete);

    Group &m_group;
    std::vector<at::Tensor> m_parameters;
    std::vector<bool> m_unused;
    AllReduceHook *m_sum = nullptr; // owned by m_reducer; null: there are no other ranks
    // Whether the first pass that exchanged had all gradients on all ranks; nullopt: there was none yet.
    std::optional<bool> m_isOrderComplete;
    std::unique_ptr<ResumableReducer> m_reducer;
};

} // namespace motley
