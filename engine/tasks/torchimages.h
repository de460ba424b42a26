// Reads images in the format in which torchvision stored MNIST until 2020, which HetSeq needs.
#pragma once

#include "engine/data/images/imagedataset.h"

namespace motley {

// Reads a file of torch.save((images, labels)): uint8 [samples, height, width] and int64 [samples] from 0 to 255.
// Errors name the file.
Result<ImageDataset> readTorchImages(const std::string &file);

} // namespace motley
