// The weight of a linear layer in fewer bits than it computes in. Nothing is learnt in it: layers multiply by it, and
// gradients pass through to what they get.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace motley {

struct PackedPart {
    std::string name;
    at::Tensor tensor;
};

class PackedWeight {
public:
    PackedWeight(std::int64_t outputs, std::int64_t inputs, at::ScalarType type)
        : m_outputs(outputs), m_inputs(inputs), m_type(type)
    {
    }
    virtual ~PackedWeight() = default;

    std::int64_t outputs() const { return m_outputs; }
    std::int64_t inputs() const { return m_inputs; }
    at::ScalarType type() const { return m_type; } // of the numbers that it stands for

    virtual at::Tensor dense() const = 0; // [outputs, inputs] of type(), computed anew
    // All tensors that it holds, the packed numbers first as "weight". Set their data to move it to another device.
    virtual std::vector<PackedPart> parts() const = 0;

private:
    std::int64_t m_outputs;
    std::int64_t m_inputs;
    at::ScalarType m_type;
};

// x: [..., inputs] -> [..., outputs], in the type of x, or in autocast's. Whoever keeps the result for a backward pass
// keeps the packed numbers alone. `bias`: [outputs] or undefined, and not trained.
at::Tensor packedLinear(const at::Tensor &x, const std::shared_ptr<const PackedWeight> &weight, const at::Tensor &bias);

} // namespace motley
