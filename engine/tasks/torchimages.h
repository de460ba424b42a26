// Images as torchvision kept MNIST until 2020, and as HetSeq wants it.
#pragma once

#include "engine/data/images/imagedataset.h"

namespace motley {

// One file of torch.save((images, labels)): uint8 (n x height x width) and int64 (n, 0 to 255). Errors name the file.
Result<ImageDataset> readTorchImages(const std::string &file);

} // namespace motley
