// Image classification: one label for each image.
#pragma once

#include "engine/base/datapath.h"

namespace motley {

struct ImageModelSpec {
    enum class Kind { SmallCnn, MnistNet, ResNet18, ResNet50, VisionTransformer };
    Kind kind = Kind::SmallCnn;
    int width = 32; // channels of the first stage, 64 in the original ResNets; of a Vision Transformer, of a token
    int layers = 6; // of a Vision Transformer
    int patch = 4; // of a Vision Transformer: pixels along a side, divides that of the image

    bool operator==(const ImageModelSpec &) const = default;
};

// Four IDX files under their published names (train-images-idx3-ubyte, ...), each plain or .gz; torchvision's
// training.pt and test.pt; or the folders train and test of JPEG and PNG pictures, in them a folder for each class.
struct ImageData {
    DataPath folder{};
    bool augment = false; // keyed by (seed, epoch, sample): IDX images are shifted and mirrored, pictures cut out too
    int side = 64; // pixels: what the model sees of a picture

    bool operator==(const ImageData &) const = default;
};

struct ImageSpec {
    static constexpr const char *name = "image-classification";

    ImageModelSpec model{};
    ImageData data{};

    bool operator==(const ImageSpec &) const = default;
};

} // namespace motley
