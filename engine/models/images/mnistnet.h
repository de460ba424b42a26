// HetSeq's network for MNIST, under its names, so that its checkpoints fit: two convolutions without padding, a
// pooling, two full layers, dropout behind the pooling and the first full layer. Source: hetseq/mnist_model.py, which
// is that of PyTorch's examples.
#pragma once

#include "engine/models/images/imagemodel.h"
#include "engine/models/layers/keyeddropout.h"

namespace motley {

class MnistNet : public ImageModel {
public:
    // Images of at least 6 by 6 pixels. HetSeq's has a width of 32, images of 28 by 28 in one channel and ten classes.
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
    torch::nn::Linear m_hidden = nullptr;
    torch::nn::Linear m_output = nullptr;
};

} // namespace motley
