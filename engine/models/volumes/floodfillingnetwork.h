// The convolution stack of the flood-filling network (Januszewski et al. 2018): told an image and what it believed so
// far about each voxel being of one object, it says what it believes now.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <vector>

namespace motley {

struct FloodFillingStack {
    int depth = 5; // the first two convolutions, then depth - 1 residual pairs; 12 in the original's reference run
    int features = 16; // channels; 32 there

    bool operator==(const FloodFillingStack &) const = default;
};

class FloodFillingNetwork : public torch::nn::Module {
public:
    // Fresh parameters, a function of stack and seed on every machine.
    FloodFillingNetwork(FloodFillingStack stack, std::uint64_t seed);

    // Images, normalised, and logits, both n x 1 x depth x height x width of any size -> new logits of the same shape.
    at::Tensor forward(const at::Tensor &images, const at::Tensor &logits);

private:
    std::vector<torch::nn::Conv3d> m_convolutions; // conv0_a, conv0_b, conv1_a, ...
    torch::nn::Conv3d m_head = nullptr;
};

} // namespace motley
