// BatchNorm over the whole global batch, however unevenly its samples lie on the ranks, also where a rank has none.
// Alone (no sum set) on a GPU it is ATen's own.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <functional>

namespace motley {

// Adds up a tensor over all ranks, in place. Every rank must call it, in the same order.
using AllReduceFunction = std::function<void(at::Tensor &)>;

class SyncBatchNorm : public torch::nn::Module {
public:
    explicit SyncBatchNorm(std::int64_t channels);

    at::Tensor forward(const at::Tensor &input); // n x channels x height x width

private:
    friend int shareStatistics(torch::nn::Module &model, const AllReduceFunction &sum);

    AllReduceFunction m_sum;
    at::Tensor m_weight;
    at::Tensor m_bias;
    at::Tensor m_runningMean;
    at::Tensor m_runningVariance;
};

// How many layers of the model normalise over the batch; those will sum over ranks from now on.
int shareStatistics(torch::nn::Module &model, const AllReduceFunction &sum);

} // namespace motley
