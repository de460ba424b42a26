// The convolution stack of the flood-filling network (Januszewski et al. 2018): from an image and the present logits of
// each voxel to belong to one object it computes new logits.
#pragma once

#include "engine/models/layers/torchlayers.h"

#include <vector>

namespace motley {

struct FloodFillingStack {
    int depth = 5; // two convolutions, then depth - 1 residual pairs; 12 in the original's reference run
    int features = 16; // channels; 32 in the original's reference run

    bool operator==(const FloodFillingStack &) const = default;
};

class FloodFillingNetwork : public torch::nn::Module {
public:
    // Initial parameters are a function of stack and seed on every machine.
    FloodFillingNetwork(FloodFillingStack stack, std::uint64_t seed);

    // images: normalised; images and logits: [samples, 1, depth, height, width] of any size -> new logits of the same
    // shape.
    at::Tensor forward(const at::Tensor &images, const at::Tensor &logits);

private:
    std::vector<torch::nn::Conv3d> m_convolutions; // conv0_a, conv0_b, conv1_a, ...
    torch::nn::Conv3d m_head = nullptr;
};

} // namespace motley
