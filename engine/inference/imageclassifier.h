// What pictures show, from a model that was trained to classify images.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/imagemodelconfig.h"

#include <c10/core/Device.h>

#include <memory>
#include <string>
#include <vector>

namespace at {
class Tensor;
}

namespace motley {

class ImageModel;

struct ImageAnswer {
    struct Prediction {
        std::string name; // of the class; its number where the model has no names
        double probability = 0;
    };

    std::string image; // its file; of an IDX file with the image's number behind it: "images.gz:7"
    std::vector<Prediction> predictions; // the most probable first
};

class ImageClassifier {
public:
    static Result<ImageClassifier> open(const std::string &modelFolder, c10::Device device); // as a run leaves it

    // A JPEG or PNG, a folder with such at any depth, or, for a model that was trained on them, an IDX file of images.
    // Pictures are seen as in the tests of a run; a model of IDX images sees a picture whole, in grey. Errors name the
    // file that cannot be read.
    Result<std::vector<ImageAnswer>> classify(const std::string &path, std::int64_t predictions);

private:
    ImageClassifier() = default;

    std::vector<ImageAnswer> answer(
        const at::Tensor &images, const std::vector<std::string> &names, std::int64_t predictions);
    Result<std::vector<ImageAnswer>> classifyPictures(const std::vector<std::string> &files, std::int64_t predictions);
    Result<std::vector<ImageAnswer>> classifyIdx(const std::string &path, std::int64_t predictions);
    Result<at::Tensor> readGrey(const std::vector<std::string> &files) const;
    at::Tensor normalised(const at::Tensor &pixels) const; // bytes or their values as float

    ImageModelConfig m_config;
    std::shared_ptr<ImageModel> m_model;
    c10::Device m_device = c10::kCPU;
};

} // namespace motley
