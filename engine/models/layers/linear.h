// The fully connected layer of our models.
#pragma once

#include <ATen/ops/linear.h>
#include <torch/nn/modules/linear.h>

namespace motley {

// As torch::nn::Linear, whose forward() in torch's C++ library adds the bias in a pass of its own and multiplies by a
// transposed view, which autocast converts anew at each use.
class LinearImpl : public torch::nn::LinearImpl {
public:
    using torch::nn::LinearImpl::LinearImpl;

    at::Tensor forward(const at::Tensor &x) { return at::linear(x, weight, bias); }
};
TORCH_MODULE(Linear);

} // namespace motley
