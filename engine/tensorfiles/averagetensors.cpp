#include "engine/tensorfiles/averagetensors.h"

#include "engine/tensorfiles/safetensors.h"

#include <torch/types.h>

namespace motley {

namespace {

at::ScalarType summedAs(const at::Tensor &tensor)
{
    const bool isNarrow = tensor.scalar_type() == at::kHalf || tensor.scalar_type() == at::kBFloat16;
    return isNarrow ? at::kFloat : tensor.scalar_type();
}

Result<void> add(NamedTensors &sum, const NamedTensors &next)
{
    if (next.size() != sum.size())
        return fail(
            "it holds " + std::to_string(next.size()) + " tensors, the first file " + std::to_string(sum.size()));
    for (std::size_t i = 0; i < sum.size(); ++i) {
        at::Tensor &total = sum[i].tensor;
        const at::Tensor &value = next[i].tensor;
        if (next[i].name != sum[i].name || value.sizes() != total.sizes() || summedAs(value) != total.scalar_type())
            return fail(
                "its tensor " + next[i].name + " differs in name, shape or type from the first file's " + sum[i].name);
        if (total.is_floating_point())
            total.add_(value);
        else
            total = value;
    }
    return {};
}

} // namespace

Result<NamedTensors> averageTensors(const std::vector<std::string> &paths)
{
    if (paths.empty())
        return fail("There are no checkpoints to average.");
    auto sum = readSafetensors(paths[0]);
    if (!sum)
        return sum;
    std::vector<at::ScalarType> types;
    for (NamedTensor &item : *sum) {
        types.push_back(item.tensor.scalar_type());
        item.tensor = item.tensor.to(summedAs(item.tensor));
    }
    for (std::size_t i = 1; i < paths.size(); ++i) {
        const auto next = readSafetensors(paths[i]);
        if (!next)
            return next;
        if (const auto added = add(*sum, *next); !added)
            return fail(paths[i] + " cannot be averaged with " + paths[0] + ": " + added.error().message + ".");
    }
    for (std::size_t i = 0; i < sum->size(); ++i) {
        at::Tensor &total = (*sum)[i].tensor;
        if (total.is_floating_point())
            total = total.div_(double(paths.size())).to(types[i]);
    }
    return sum;
}

} // namespace motley
