// The networks that classify images.
#pragma once

#include "engine/formats/imagemodelconfig.h"

#include "engine/models/layers/torchlayers.h"

#include <memory>

namespace motley {

class ImageModel : public torch::nn::Module {
public:
    virtual at::Tensor forward(at::Tensor images) = 0; // n x channels x height x width -> n x classes, before softmax

    // The same with what a network does in training alone. keys: int64 (n), of the random numbers of each sample.
    virtual at::Tensor forwardToLearn(at::Tensor images, const at::Tensor & /*keys*/)
    {
        return forward(std::move(images));
    }
};

std::int64_t headWidth(const ImageModelSpec &model); // of a Vision Transformer's attention: 64, or all of a narrow one

// Fresh parameters, a function of config and seed on every machine.
std::shared_ptr<ImageModel> makeImageModel(const ImageModelConfig &config, std::uint64_t seed);

} // namespace motley
