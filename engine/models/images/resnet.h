// ResNet (He et al. 2015) with basic blocks or bottlenecks. Parameters have torchvision's names, so that its weights
// can be loaded; as in torchvision, a bottleneck has its stride in the middle convolution.
#pragma once

#include "engine/models/images/imagemodel.h"
#include "engine/models/layers/linear.h"
#include "engine/models/layers/syncbatchnorm.h"

#include <array>
#include <vector>

namespace motley {

struct ResNetShape {
    enum class Block { Basic, Bottleneck };
    Block block = Block::Basic;
    std::array<int, 4> blocks{2, 2, 2, 2}; // in each stage
    std::int64_t width = 64; // channels of the first stage; doubled in each further stage
    // true: the stem is a 3x3 convolution without stride and pooling, for images of about 32 pixels; false: a 7x7
    // convolution with stride 2, and pooling, for photographs.
    bool smallImages = false;
    std::int64_t channels = 3;
    std::int64_t classes = 1000;
};

ResNetShape resNet18(); // the original ResNet for photographs
ResNetShape resNet50();

class ResidualBlock : public torch::nn::Module {
public:
    ResidualBlock(ResNetShape::Block kind, std::int64_t from, std::int64_t inner, std::int64_t stride);

    at::Tensor forward(const at::Tensor &input);

private:
    struct Layer {
        torch::nn::Conv2d convolution = nullptr;
        std::shared_ptr<SyncBatchNorm> norm;
    };
    Layer layer(const std::string &number, torch::nn::Conv2d convolution);

    std::int64_t m_stride = 1;
    std::vector<Layer> m_layers;
    torch::nn::Conv2d m_shortcut = nullptr; // only where the shape changes
    std::shared_ptr<SyncBatchNorm> m_shortcutNorm;
};

class ResNet : public ImageModel {
public:
    explicit ResNet(const ResNetShape &shape); // parameters are not initialised yet, see makeImageModel()

    at::Tensor forward(at::Tensor images) override;

private:
    bool m_smallImages = false;
    torch::nn::Conv2d m_stem = nullptr;
    std::shared_ptr<SyncBatchNorm> m_stemNorm;
    std::vector<std::shared_ptr<ResidualBlock>> m_blocks;
    Linear m_output = nullptr;
};

} // namespace motley
