// A linear layer of decoders, the one kind that adapters may be put on.
#pragma once

#include "engine/models/layers/keyeddropout.h"
#include "engine/models/layers/torchlayers.h"
#include "engine/models/quantization/packedweight.h"

#include <memory>

namespace motley {

// What is learnt beside a linear layer and added to its result.
class LinearAdapter {
public:
    virtual ~LinearAdapter() = default;

    // x: what the layer gets, [samples, ..., inputs] -> [samples, ..., rank], which outer() turns into what is added
    virtual at::Tensor inner(const at::Tensor &x, const Dropout &dropout, bool training) const = 0;
    virtual const at::Tensor &outer() const = 0; // [outputs, rank]
    virtual at::Tensor weight() const = 0; // that it adds to the layer's: float32 [outputs, inputs]
};

class Projection : public torch::nn::Module {
public:
    Projection(std::int64_t from, std::int64_t to, bool bias); // its weights are placeholders

    // x: [samples, ..., inputs] -> [samples, ..., outputs], in the type of x. `dropout`: of the pass, for the adapter.
    at::Tensor forward(const at::Tensor &x, const Dropout &dropout = {});

    std::int64_t inputs() const { return m_packed ? m_packed->inputs() : m_weight.size(1); }
    std::int64_t outputs() const { return m_packed ? m_packed->outputs() : m_weight.size(0); }
    const at::Tensor &weight() const { return m_weight; } // [outputs, inputs]; undefined: it is packed
    at::ScalarType weightType() const { return m_packed ? m_packed->type() : m_weight.scalar_type(); }
    at::Tensor denseWeight() const { return m_packed ? m_packed->dense() : m_weight; } // computed anew if it is packed
    const std::shared_ptr<const PackedWeight> &packed() const { return m_packed; } // nullptr: it is not
    void pack(std::shared_ptr<const PackedWeight> packed); // in place of its weight, of the same shape
    const std::shared_ptr<LinearAdapter> &adapter() const { return m_adapter; } // nullptr: none
    void adapt(std::shared_ptr<LinearAdapter> adapter) { m_adapter = std::move(adapter); }

private:
    at::Tensor m_weight; // or
    std::shared_ptr<const PackedWeight> m_packed;
    at::Tensor m_bias; // may be undefined
    std::shared_ptr<LinearAdapter> m_adapter;
};

// The weight in the type that x is multiplied by: its own under autocast, which converts by itself, else that of x.
// They differ where one part of a model in 16 bits is trained in 32.
at::Tensor inTypeOf(const at::Tensor &x, const at::Tensor &weight);

} // namespace motley
