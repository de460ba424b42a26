// Vision Transformer (Dosovitskiy et al. 2021). Parameters have torchvision's names and shapes, so that its weights can
// be loaded.
#pragma once

#include "engine/models/images/imagemodel.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/layers/linear.h"

#include <vector>

namespace motley {

struct VisionTransformerShape { // by default the base model with 86 million parameters
    std::int64_t image = 224; // pixels along a side; images are square
    std::int64_t patch = 16; // pixels along a side; divides image
    std::int64_t channels = 3;
    std::int64_t layers = 12;
    std::int64_t heads = 12; // divides width
    std::int64_t width = 768;
    std::int64_t hidden = 3072; // between the two linear layers of each block
    std::int64_t classes = 1000;
};

class VisionTransformerBlock : public torch::nn::Module {
public:
    explicit VisionTransformerBlock(const VisionTransformerShape &shape);

    at::Tensor forward(const at::Tensor &tokens); // [samples, tokens, width]

private:
    at::Tensor attend(const at::Tensor &tokens);

    std::int64_t m_heads;
    torch::nn::LayerNorm m_norm1 = nullptr;
    at::Tensor m_inWeight; // query, key and value, stacked along dimension 0
    at::Tensor m_inBias;
    Linear m_out = nullptr;
    torch::nn::LayerNorm m_norm2 = nullptr;
    Linear m_widen = nullptr;
    Linear m_narrow = nullptr;
};

class VisionTransformer : public ImageModel, public Recomputing {
public:
    // Parameters are not initialised yet, see makeImageModel().
    explicit VisionTransformer(const VisionTransformerShape &shape);

    at::Tensor forward(at::Tensor images) override;

private:
    torch::nn::Conv2d m_patches = nullptr;
    at::Tensor m_classToken;
    at::Tensor m_positions;
    std::vector<std::shared_ptr<VisionTransformerBlock>> m_blocks;
    torch::nn::LayerNorm m_norm = nullptr;
    Linear m_head = nullptr;
};

} // namespace motley
