// The adapter of one linear layer: scale * B A x is added to what the layer computes.
#pragma once

#include "engine/models/layers/projection.h"

#include <cstdint>
#include <memory>

namespace motley {

struct LoraLayerOptions {
    std::int64_t rank = 8;
    double scale = 1;
    double dropout = 0;
    std::uint64_t dropoutLayer = 0; // see keyeddropout.h
};

class LoraLayer : public LinearAdapter {
public:
    // Registers its matrices in the layer as lora_A and lora_B, where PEFT has them: float32, on the CPU, zero.
    LoraLayer(Projection &layer, const LoraLayerOptions &options);

    // Computes in float32, or under autocast in its type. Training with dropout needs the samples' keys.
    at::Tensor inner(const at::Tensor &x, const Dropout &dropout, bool training) const override;
    const at::Tensor &outer() const override { return second(); }
    at::Tensor weight() const override;

    const at::Tensor &first() const { return m_first->weight; } // A: [rank, inputs]
    const at::Tensor &second() const { return m_second->weight; } // B: [outputs, rank]

private:
    struct Matrix : torch::nn::Module {
        Matrix(std::int64_t from, std::int64_t to);
        at::Tensor weight;
    };

    LoraLayerOptions m_options;
    std::shared_ptr<Matrix> m_first;
    std::shared_ptr<Matrix> m_second;
};

} // namespace motley
