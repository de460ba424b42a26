// Base class of the networks that classify images.
#pragma once

#include "engine/formats/imagemodelconfig.h"

#include "engine/models/layers/torchlayers.h"

#include <memory>

namespace motley {

class ImageModel : public torch::nn::Module {
public:
    virtual at::Tensor forward(at::Tensor images) = 0; // [samples, channels, height, width] -> [samples, classes]

    // The forward pass in training, with dropout where the network has it; shapes as in forward(). keys: int64
    // [samples], of the random numbers of each sample.
    virtual at::Tensor forwardToLearn(at::Tensor images, const at::Tensor & /*keys*/)
    {
        return forward(std::move(images));
    }
};

std::int64_t headWidth(const ImageModelSpec &model); // of a Vision Transformer's attention: at most 64

// Makes a network with initial parameters that are a function of config and seed on every machine.
std::shared_ptr<ImageModel> makeImageModel(const ImageModelConfig &config, std::uint64_t seed);

} // namespace motley
