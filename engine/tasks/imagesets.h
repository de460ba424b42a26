// The images for training and tests: IDX files, torchvision's files, or pictures in a folder for each class.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/formats/imagemodelconfig.h"
#include "engine/job/tasks/imagespec.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct ImageSets {
    std::unique_ptr<Dataset> training;
    std::unique_ptr<Dataset> test; // nullptr: nothing is tested
    ImageModelConfig config; // image sizes, classes and normalisation, without the model
    std::vector<std::string> notes; // what is left out or looks wrong, for people
};

// Opens pictures if the folder has a subfolder "train", with one of a test or of validation (splitOf()) beside it;
// otherwise grey images in files. Errors name the folder or file.
Result<ImageSets> openImages(const ImageData &data);

// As above, with the classes and the normalisation of a model that the run begins with. Errors: also classes that it
// does not know, or images of another kind; they name `source`, where it comes from.
Result<ImageSets> openImages(const ImageData &data, const ImageModelConfig &known, const std::string &source);

// Opens the test set alone, with the sizes and classes of a stored model. `folder`: as for openImages(), or a folder
// that holds the class folders itself.
Result<ImageSets> openTestImages(const std::string &folder, const ImageModelConfig &config);

} // namespace motley
