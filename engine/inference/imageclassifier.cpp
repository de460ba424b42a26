#include "engine/inference/imageclassifier.h"

#include "engine/data/images/idxfile.h"
#include "engine/data/images/imagefolderdataset.h"
#include "engine/data/images/picturecheck.h"
#include "engine/data/images/resample.h"
#include "engine/device/mixedprecision.h"
#include "engine/inference/modeltask.h"
#include "engine/models/images/imagemodelfolder.h"
#include "engine/tensorfiles/modelfolder.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t imagesAtOnce = 64;

} // namespace

Result<ImageClassifier> ImageClassifier::open(const std::string &modelFolder, c10::Device device)
{
    if (const auto spec = specOfModel<ImageSpec>(modelFolder); !spec)
        return tl::unexpected(spec.error());
    const auto stored = readImageModelFolder(modelFolder);
    if (!stored)
        return tl::unexpected(stored.error());
    ImageClassifier classifier;
    classifier.m_config = stored->config;
    classifier.m_model = stored->model;
    classifier.m_model->to(device);
    classifier.m_model->eval();
    classifier.m_device = device;
    classifier.m_precision = precisionOfUse(modelFolder, device);
    return classifier;
}

Result<std::vector<ImageAnswer>> ImageClassifier::classify(const std::string &path, std::int64_t predictions)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return classifyFolder(path, predictions);
    if (isPictureName(path))
        return classifyPictures({path}, predictions);
    if (m_config.classNames.empty())
        return classifyIdx(path, predictions);
    return fail(path + " is not a picture; the model takes .jpg, .jpeg and .png files, and folders of them.");
}

Result<std::vector<ImageAnswer>> ImageClassifier::classifyFolder(const std::string &folder, std::int64_t predictions)
{
    const auto list = listUnlabelled(folder);
    if (!list)
        return tl::unexpected(list.error());
    if (const auto good = checkPictures(*list); !good)
        return fail(folder + ": " + good.error().message);
    if (std::string left = describeLeftOut(*list, folder); !left.empty())
        m_notes.push_back(std::move(left));
    std::vector<std::string> files;
    for (const ImageFolder::Entry &entry : list->entries)
        files.push_back(entry.path);
    return classifyPictures(files, predictions);
}

Result<std::vector<ImageAnswer>> ImageClassifier::classifyPictures(
    const std::vector<std::string> &files, std::int64_t predictions)
{
    std::vector<ImageAnswer> answers;
    ImageFolder folder{m_config.classNames, {}, {}};
    for (const std::string &file : files)
        folder.entries.push_back({file, 0});
    PictureView view;
    view.side = m_config.width;
    const ImageFolderDataset pictures(std::move(folder), view);
    for (std::size_t first = 0; first < files.size(); first += imagesAtOnce) {
        const std::size_t last = std::min(first + imagesAtOnce, files.size());
        const std::vector<std::string> names(
            files.begin() + std::ptrdiff_t(first), files.begin() + std::ptrdiff_t(last));
        std::vector<std::int64_t> ids(names.size());
        std::iota(ids.begin(), ids.end(), std::int64_t(first));
        Result<at::Tensor> images = at::Tensor();
        try {
            images = m_config.classNames.empty() ? readGrey(names) : pictures.batch(ids, std::nullopt).inputs[0];
        } catch (const std::exception &broken) { // ImageFolderDataset::batch() throws
            return fail(broken.what());
        }
        if (!images)
            return tl::unexpected(images.error());
        const auto some = answer(*images, names, predictions);
        answers.insert(answers.end(), some.begin(), some.end());
    }
    return answers;
}

// Reads grey pictures: [files, 1, height, width].
Result<at::Tensor> ImageClassifier::readGrey(const std::vector<std::string> &files) const
{
    const std::array<std::int64_t, 4> size{std::int64_t(files.size()), 3, m_config.height, m_config.width};
    const at::Tensor planes = at::empty(size, at::kFloat);
    const auto numbers = std::size_t(planes[0].numel());
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto picture = readPicture(files[i]);
        if (!picture)
            return tl::unexpected(picture.error());
        resample(*picture, {0, 0, double(picture->width), double(picture->height)}, m_config.width, m_config.height,
            {planes.data_ptr<float>() + i * numbers, numbers});
    }
    const at::Tensor parts = at::tensor({0.299F, 0.587F, 0.114F}).view({1, 3, 1, 1}); // ITU-R BT.601
    return normalised((planes * parts).sum(1, true));
}

Result<std::vector<ImageAnswer>> ImageClassifier::classifyIdx(const std::string &path, std::int64_t predictions)
{
    const auto file = readIdx(path);
    if (!file)
        return tl::unexpected(file.error());
    if (file->sizes.size() != 3 || file->sizes[1] != m_config.height || file->sizes[2] != m_config.width)
        return fail(path + " does not hold images of " + std::to_string(m_config.height) + " rows by "
            + std::to_string(m_config.width) + " columns, which the model was trained on.");
    const auto pixels = std::size_t(m_config.height * m_config.width);
    const auto count = std::size_t(file->sizes[0]);
    std::vector<ImageAnswer> answers;
    for (std::size_t first = 0; first < count; first += imagesAtOnce) {
        const std::size_t last = std::min(first + imagesAtOnce, count);
        const at::ArrayRef<std::uint8_t> bytes(file->bytes.data() + first * pixels, (last - first) * pixels);
        std::vector<std::string> names;
        for (std::size_t i = first; i < last; ++i)
            names.push_back(path + ":" + std::to_string(i));
        const at::Tensor images = at::tensor(bytes).view({-1, 1, m_config.height, m_config.width});
        const auto some = answer(normalised(images), names, predictions);
        answers.insert(answers.end(), some.begin(), some.end());
    }
    return answers;
}

at::Tensor ImageClassifier::normalised(const at::Tensor &pixels) const
{
    return (pixels.to(at::kFloat) / 255 - m_config.pixelMean) / m_config.pixelDeviation;
}

std::vector<ImageAnswer> ImageClassifier::answer(
    const at::Tensor &images, const std::vector<std::string> &names, std::int64_t predictions)
{
    const torch::NoGradGuard noGradients;
    const MixedPrecision low(m_precision, m_device);
    const at::Tensor probabilities = m_model->forward(images.to(m_device)).softmax(1).cpu();
    const auto [best, indices] = probabilities.topk(std::min(predictions, m_config.classes), 1);
    std::vector<ImageAnswer> answers;
    for (std::size_t row = 0; row < names.size(); ++row) {
        answers.push_back({names[row], {}});
        for (std::int64_t i = 0; i < best.size(1); ++i) {
            const auto index = indices[std::int64_t(row)][i].item<std::int64_t>();
            const bool isNamed = std::size_t(index) < m_config.classNames.size();
            answers.back().predictions.push_back(
                {isNamed ? m_config.classNames[std::size_t(index)] : std::to_string(index),
                    best[std::int64_t(row)][i].item<double>()});
        }
    }
    return answers;
}

} // namespace motley
