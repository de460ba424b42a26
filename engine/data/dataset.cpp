#include "engine/data/dataset.h"

#include <torch/torch.h>

namespace motley {

namespace {

template <typename Change>
std::vector<at::Tensor> changed(const std::vector<at::Tensor> &tensors, const Change &change)
{
    std::vector<at::Tensor> results;
    results.reserve(tensors.size());
    for (const at::Tensor &tensor : tensors)
        results.push_back(change(tensor));
    return results;
}

} // namespace

Batch Batch::slice(std::int64_t first, std::int64_t last) const
{
    const auto part = [=](const at::Tensor &tensor) { return tensor.slice(0, first, last); };
    return {changed(inputs, part), changed(targets, part), last - first};
}

Batch Batch::to(at::Device device) const
{
    if (device.is_cpu())
        return *this;
    const auto there = [=](const at::Tensor &tensor) { return tensor.pin_memory().to(device, /*non_blocking=*/true); };
    return {changed(inputs, there), changed(targets, there), samples};
}

} // namespace motley
