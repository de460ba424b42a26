// Activation checkpointing (Chen et al. 2016): layers keep only their inputs and recompute the rest in the backward
// pass. Same results, less memory, about a third more computation.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <functional>

namespace motley {

using ModelPart = std::function<at::Tensor(const at::Tensor &)>;

// Returns part(x) and recomputes it in the backward pass. As the part may run twice, its random numbers must be keyed
// and it must have no side effects. Its trainable parameters must be those of `owner`.
at::Tensor recomputed(const torch::nn::Module &owner, const at::Tensor &x, ModelPart part);

// Base class of models whose layers can recompute their activations.
class Recomputing {
public:
    virtual ~Recomputing() = default;

protected:
    at::Tensor runLayer(const torch::nn::Module &layer, const at::Tensor &x, ModelPart part) const;
    bool recomputes() const { return m_recomputes; }

private:
    friend void recomputeActivations(torch::nn::Module &model, bool wanted);

    bool m_recomputes = false;
};

bool canRecompute(torch::nn::Module &model); // whether any part of the model can

// Turns recomputation in all parts of the model on or off.
void recomputeActivations(torch::nn::Module &model, bool wanted = true);

} // namespace motley
