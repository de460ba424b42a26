// The images that a task learns from and is tested on: IDX files, files of torchvision, or pictures in a folder for
// each class.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/formats/imagemodelconfig.h"
#include "engine/job/tasks/imagespec.h"

#include <memory>
#include <optional>

namespace motley {

struct ImageSets {
    std::unique_ptr<Dataset> training;
    std::unique_ptr<Dataset> test; // none: nothing is tested
    ImageModelConfig config; // what the images say of the model: sizes, classes, how pixels are normalised
};

// Pictures if the folder has a subfolder "train", with "test", "val" or "validation" beside it; else grey images in
// files.
Result<ImageSets> openImages(const ImageData &data);

// The test set alone, as a stored model wants it: `folder` is what openImages() takes, or holds the classes itself.
Result<ImageSets> openTestImages(const std::string &folder, const ImageModelConfig &config);

} // namespace motley
