#include "engine/models/images/imagemodel.h"

#include "engine/models/images/mnistnet.h"
#include "engine/models/images/resnet.h"
#include "engine/models/images/smallcnn.h"
#include "engine/models/images/visiontransformer.h"
#include "engine/models/layers/initialise.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t largestSmallImage = 64; // pixels along a side; up to it ResNets have a stem for small images

std::shared_ptr<ImageModel> makeResNet(ResNetShape shape, const ImageModelConfig &config)
{
    shape.width = config.model.width;
    shape.smallImages = std::max(config.height, config.width) <= largestSmallImage;
    shape.channels = config.channels;
    shape.classes = config.classes;
    return std::make_shared<ResNet>(shape);
}

std::shared_ptr<ImageModel> makeVisionTransformer(const ImageModelConfig &config)
{
    VisionTransformerShape shape;
    shape.image = config.width;
    shape.patch = config.model.patch;
    shape.channels = config.channels;
    shape.layers = config.model.layers;
    shape.width = config.model.width;
    shape.heads = config.model.width / headWidth(config.model);
    shape.hidden = 4 * shape.width;
    shape.classes = config.classes;
    return std::make_shared<VisionTransformer>(shape);
}

std::shared_ptr<ImageModel> makeConvolutional(const ImageModelConfig &config)
{
    switch (config.model.kind) {
    case ImageModelSpec::Kind::ResNet18:
        return makeResNet(resNet18(), config);
    case ImageModelSpec::Kind::ResNet50:
        return makeResNet(resNet50(), config);
    case ImageModelSpec::Kind::MnistNet:
        return std::make_shared<MnistNet>(config);
    default:
        return std::make_shared<SmallCnn>(config);
    }
}

} // namespace

std::int64_t headWidth(const ImageModelSpec &model)
{
    return std::min(model.width, 64);
}

std::shared_ptr<ImageModel> makeImageModel(const ImageModelConfig &config, std::uint64_t seed)
{
    using Kind = ImageModelSpec::Kind;
    if (config.model.kind == Kind::VisionTransformer) {
        auto transformer = makeVisionTransformer(config);
        initialiseTransformer(*transformer, seed);
        return transformer;
    }
    auto model = makeConvolutional(config);
    initialiseForRelu(*model, seed);
    return model;
}

} // namespace motley
