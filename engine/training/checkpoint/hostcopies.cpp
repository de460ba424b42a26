#include "engine/training/checkpoint/hostcopies.h"

#include <torch/types.h>

#include <utility>

namespace motley {

NamedTensors HostCopies::of(const NamedTensors &tensors)
{
    const torch::NoGradGuard noGradients;
    NamedTensors copies = std::exchange(m_copies, {});
    copies.resize(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const at::Tensor from = tensors[i].tensor.detach();
        at::Tensor &copy = copies[i].tensor;
        if (!copy.defined() || copy.sizes() != from.sizes() || copy.scalar_type() != from.scalar_type())
            copy = at::empty(from.sizes(), at::device(at::kCPU).dtype(from.scalar_type()));
        copy.copy_(from);
        copies[i].name = tensors[i].name;
    }
    m_copies = copies;
    return copies;
}

} // namespace motley
