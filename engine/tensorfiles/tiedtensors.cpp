#include "engine/tensorfiles/tiedtensors.h"

#include <ATen/ops/equal.h>

#include <algorithm>

namespace motley {

Result<void> dropCopy(NamedTensors &tensors, std::string_view copyName, std::string_view originalName)
{
    const auto find = [&](std::string_view name) {
        return std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor &item) { return item.name == name; });
    };
    const auto copy = find(copyName);
    if (copy == tensors.end())
        return {};
    const auto original = find(originalName);
    if (original == tensors.end()) {
        copy->name = originalName;
        return {};
    }
    if (copy->tensor.scalar_type() != original->tensor.scalar_type() || !at::equal(copy->tensor, original->tensor))
        return fail("The tensor " + std::string(copyName) + " differs from " + std::string(originalName)
            + ", but this program ties the two: such a model cannot be loaded.");
    tensors.erase(copy);
    return {};
}

} // namespace motley
