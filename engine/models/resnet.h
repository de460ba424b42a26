// ResNet-18 (He et al. 2015) with the stem for small images: a 3x3 convolution without stride and no pooling.
#pragma once

#include "engine/models/imagemodel.h"
#include "engine/models/syncbatchnorm.h"

#include <vector>

namespace motley {

class ResidualBlock : public torch::nn::Module {
public:
    ResidualBlock(std::int64_t from, std::int64_t to, std::int64_t stride);

    at::Tensor forward(const at::Tensor &input);

private:
    torch::nn::Conv2d m_conv1 = nullptr;
    torch::nn::Conv2d m_conv2 = nullptr;
    std::shared_ptr<SyncBatchNorm> m_norm1;
    std::shared_ptr<SyncBatchNorm> m_norm2;
    torch::nn::Conv2d m_shortcut = nullptr; // where the shape changes
    std::shared_ptr<SyncBatchNorm> m_shortcutNorm;
};

class ResNet18 : public ImageModel {
public:
    explicit ResNet18(const ModelConfig &config);

    at::Tensor forward(at::Tensor images) override;

private:
    torch::nn::Conv2d m_stem = nullptr;
    std::shared_ptr<SyncBatchNorm> m_stemNorm;
    std::vector<std::shared_ptr<ResidualBlock>> m_blocks;
    torch::nn::Linear m_output = nullptr;
};

} // namespace motley
