// HetSeq's network for MNIST with its parameter names, so that its checkpoints can be loaded: two convolutions without
// padding, max pooling, two linear layers, and dropout after the pooling and the first linear layer. Source:
// hetseq/mnist_model.py, which equals that of PyTorch's examples.
#pragma once

#include "engine/models/images/imagemodel.h"
#include "engine/models/layers/keyeddropout.h"
#include "engine/models/layers/linear.h"

namespace motley {

class MnistNet : public ImageModel {
public:
    // Needs images of at least 6 by 6 pixels. HetSeq's network has width 32, one channel, images of 28 by 28 pixels and
    // ten classes.
    explicit MnistNet(const ImageModelConfig &config);

    at::Tensor forward(at::Tensor images) override { return answer(std::move(images), {}); }
    at::Tensor forwardToLearn(at::Tensor images, const at::Tensor &keys) override
    {
        return answer(std::move(images), {keys});
    }

private:
    at::Tensor answer(at::Tensor images, const Dropout &dropout);

    torch::nn::Conv2d m_first = nullptr;
    torch::nn::Conv2d m_second = nullptr;
    Linear m_hidden = nullptr;
    Linear m_output = nullptr;
};

} // namespace motley
