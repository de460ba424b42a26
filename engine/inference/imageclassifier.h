// Classifies pictures with a trained model.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/imagemodelconfig.h"
#include "engine/job/precisionspec.h"

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
        std::string name; // of the class; its index if the model has no names
        double probability = 0;
    };

    std::string image; // path; in an IDX file with the index of the image: "images.gz:7"
    std::vector<Prediction> predictions; // most probable first
};

class ImageClassifier {
public:
    static Result<ImageClassifier> open(const std::string &modelFolder, c10::Device device); // a model folder of a run

    // Classifies a JPEG or PNG file, a folder of them at any depth, or, with a model that was trained on IDX images, an
    // IDX file. `predictions`: how many per image. Pictures are resized and cropped as in the tests of a run; a model
    // of IDX images sees the whole picture in grey. Errors name the file that cannot be read.
    Result<std::vector<ImageAnswer>> classify(const std::string &path, std::int64_t predictions);
    const std::vector<std::string> &notes() const { return m_notes; } // on files that were left out so far

private:
    ImageClassifier() = default;

    std::vector<ImageAnswer> answer(
        const at::Tensor &images, const std::vector<std::string> &names, std::int64_t predictions);
    Result<std::vector<ImageAnswer>> classifyFolder(const std::string &folder, std::int64_t predictions);
    Result<std::vector<ImageAnswer>> classifyPictures(const std::vector<std::string> &files, std::int64_t predictions);
    Result<std::vector<ImageAnswer>> classifyIdx(const std::string &path, std::int64_t predictions);
    Result<at::Tensor> readGrey(const std::vector<std::string> &files) const;
    at::Tensor normalised(const at::Tensor &pixels) const; // pixels: bytes, or floats of the same range

    ImageModelConfig m_config;
    std::shared_ptr<ImageModel> m_model;
    c10::Device m_device = c10::kCPU;
    PrecisionSpec m_precision;
    std::vector<std::string> m_notes;
};

} // namespace motley
