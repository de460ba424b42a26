// Memory for time: layers that keep only what goes into them and compute the rest again when the backward pass needs it
// (Chen et al. 2016). Same numbers, about a third more work.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <functional>

namespace motley {

using ModelPart = std::function<at::Tensor(const at::Tensor &)>;

// part(x). The part may be run twice: what is random in it must be keyed, and it changes nothing. Its parameters are
// those of `owner`.
at::Tensor recomputed(const torch::nn::Module &owner, const at::Tensor &x, ModelPart part);

// What a model made of such layers is too.
class Recomputing {
public:
    virtual ~Recomputing() = default;

protected:
    at::Tensor runLayer(const torch::nn::Module &layer, const at::Tensor &x, ModelPart part) const;

private:
    friend void recomputeActivations(torch::nn::Module &model, bool wanted);

    bool m_recomputes = false;
};

bool canRecompute(torch::nn::Module &model); // some part of it can

// From now on, or not any more.
void recomputeActivations(torch::nn::Module &model, bool wanted = true);

} // namespace motley
