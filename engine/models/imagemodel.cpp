#include "engine/models/imagemodel.h"

#include "engine/data/random.h"
#include "engine/models/resnet.h"
#include "engine/models/smallcnn.h"

#include <cmath>

namespace motley {

namespace {

constexpr std::uint64_t initialisation = 0x696e6974; // keeps these numbers apart from those of the samples

// Uniform in +-bound, by exact arithmetic only: equal on every machine.
void fillUniformly(const at::Tensor &tensor, double bound, Random &random)
{
    float *values = tensor.data_ptr<float>();
    for (std::int64_t i = 0; i < tensor.numel(); ++i)
        values[i] = float((double(random.next() >> 40) * 0x1p-23 - 1.0) * bound);
}

// Weights as He et al. (2015) have them for ReLU; what has one dimension (biases, BatchNorm) keeps its ones and zeros.
void initialise(torch::nn::Module &model, std::uint64_t seed)
{
    const torch::NoGradGuard noGradients;
    Random random{seed, initialisation};
    for (auto &parameter : model.named_parameters()) {
        at::Tensor tensor = parameter.value();
        if (tensor.dim() >= 2)
            fillUniformly(tensor, std::sqrt(6.0 / double(tensor[0].numel())), random);
        else if (parameter.key().find("norm") == std::string::npos)
            tensor.zero_();
    }
}

} // namespace

std::shared_ptr<ImageModel> makeImageModel(const ModelConfig &config, std::uint64_t seed)
{
    std::shared_ptr<ImageModel> model;
    if (config.model.kind == ModelSpec::Kind::ResNet18)
        model = std::make_shared<ResNet18>(config);
    else
        model = std::make_shared<SmallCnn>(config);
    initialise(*model, seed);
    return model;
}

} // namespace motley
