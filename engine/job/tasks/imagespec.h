// Image classification: one label for each image.
#pragma once

#include "engine/base/datapath.h"

namespace motley {

struct ImageModelSpec {
    enum class Kind { SmallCnn, MnistNet, ResNet18, ResNet50, VisionTransformer };
    Kind kind = Kind::SmallCnn;
    int width = 32; // channels of the first stage (64 in the original ResNets), or of a Vision Transformer's tokens
    int layers = 6; // of a Vision Transformer
    int patch = 4; // of a Vision Transformer: pixels along a side, divides the side of the image

    bool operator==(const ImageModelSpec &) const = default;
};

// A folder with four IDX files under their published names (train-images-idx3-ubyte, ...), each plain or .gz; or
// torchvision's training.pt and test.pt; or folders train and test of JPEG and PNG pictures with a subfolder for each
// class.
struct ImageData {
    DataPath folder{};
    bool augment = false; // random shifts and mirroring, and crops of pictures; keyed by (seed, epoch, sample)
    int side = 64; // pixels along a side of the square that the model sees of a picture

    bool operator==(const ImageData &) const = default;
};

struct ImageSpec {
    static constexpr const char *name = "image-classification";

    ImageModelSpec model{};
    ImageData data{};

    bool operator==(const ImageSpec &) const = default;
};

} // namespace motley
