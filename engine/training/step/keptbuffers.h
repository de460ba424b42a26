// Keeps what layers hold beside parameters, such as running statistics, while a pass changes it: a pass that is
// repeated, or a step that is left out, must not count.
#pragma once

#include <ATen/core/Tensor.h>

#include <torch/nn/module.h>

#include <vector>

namespace motley {

class KeptBuffers {
public:
    explicit KeptBuffers(const torch::nn::Module &model) : m_model(model) { }

    void keep(); // the buffers as they are now; all are copied by one kernel
    void restore(); // the buffers as they were at keep()
    std::vector<at::Tensor> now() const; // copies of the buffers

private:
    const torch::nn::Module &m_model;
    std::vector<at::Tensor> m_kept;
};

} // namespace motley
