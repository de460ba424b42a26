// Batch normalisation over the whole global batch, however unevenly the ranks share it, even if a rank has no samples.
// Without shareStatistics() it normalises over its own batch, on a GPU by ATen's kernel.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <functional>

namespace motley {

// All-reduces (sums) a tensor over all ranks, in place. Every rank must call it, in the same order.
using AllReduceFunction = std::function<void(at::Tensor &)>;

class SyncBatchNorm : public torch::nn::Module {
public:
    explicit SyncBatchNorm(std::int64_t channels);

    at::Tensor forward(const at::Tensor &input); // [samples, channels, height, width]

private:
    friend int shareStatistics(torch::nn::Module &model, const AllReduceFunction &sum);

    AllReduceFunction m_sum;
    at::Tensor m_weight;
    at::Tensor m_bias;
    at::Tensor m_runningMean;
    at::Tensor m_runningVariance;
};

// Makes the SyncBatchNorm layers of the model sum over ranks by `sum` from now on. Returns their number.
int shareStatistics(torch::nn::Module &model, const AllReduceFunction &sum);

} // namespace motley
