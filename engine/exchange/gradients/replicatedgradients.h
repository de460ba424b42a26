// Every rank gets the whole sum of the gradients (DistributedDataParallel), by c10d's Reducer with the gradients as
// views of its buckets.
#pragma once

#include "engine/exchange/gradients/allreducehook.h"
#include "engine/exchange/gradients/gradientexchange.h"

#include <memory>
#include <vector>

namespace motley {

class ResumableReducer;

class ReplicatedGradients : public GradientExchange {
public:
    // All ranks of a group of several, before the first step. `sent`: in what numbers ranks send each other gradients.
    ReplicatedGradients(Group &group, std::vector<at::Tensor> parameters, at::ScalarType sent = at::kFloat);
    ~ReplicatedGradients() override;

    void begin(OnBucket onBucket) override;
    const std::vector<bool> &unused() const override { return m_unused; }

private:
    void finish() override;
    void interrupt() override;
    void resume() override;
    std::optional<Overlap> overlap() const override { return m_sum->overlap(); }
    void noteUnused();
    void agreeOnOrder(bool isComplete);

    std::vector<at::Tensor> m_parameters;
    std::vector<bool> m_unused;
    AllReduceHook *m_sum; // owned by m_reducer
    // Whether the first pass that exchanged had all gradients on all ranks; nullopt: there was none yet.
    std::optional<bool> m_isOrderComplete;
    std::unique_ptr<ResumableReducer> m_reducer;
};

} // namespace motley
