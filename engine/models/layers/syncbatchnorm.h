// Batch normalisation over the whole global batch, however unevenly the ranks share it, even if a rank has no samples.
// Without shareStatistics() it normalises over its own batch, on a GPU by ATen's kernel.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <functional>

namespace motley {

// All-reduces (sums) a tensor over all ranks, in place. Every rank must call it, in the same order.
using AllReduceFunction = std::function<void(at::Tensor &)>;

// The sum that the layers of a model share. The graph of a step holds it too, and where the ranks are gone by the time
// of its backward pass, that throws.
struct SharedSum : torch::CustomClassHolder {
    explicit SharedSum(AllReduceFunction function) : sum(std::move(function)) { }
    AllReduceFunction sum;
};

class SyncBatchNorm : public torch::nn::Module {
public:
    explicit SyncBatchNorm(std::int64_t channels);

    at::Tensor forward(const at::Tensor &input); // [samples, channels, height, width]

private:
    friend void shareStatistics(torch::nn::Module &model, const AllReduceFunction &sum);

    c10::intrusive_ptr<SharedSum> m_sum; // null: there are no other ranks
    at::Tensor m_weight;
    at::Tensor m_bias;
    at::Tensor m_runningMean;
    at::Tensor m_runningVariance;
};

bool hasSyncBatchNorm(const torch::nn::Module &model);
// Makes the SyncBatchNorm layers of the model sum over ranks by `sum` from now on, or over no ranks where it is empty.
// The sum before is not called any more.
void shareStatistics(torch::nn::Module &model, const AllReduceFunction &sum);

} // namespace motley
