#include "engine/tasks/imagesets.h"

#include "engine/data/images/imagedataset.h"
#include "engine/data/images/imagefolderdataset.h"
#include "engine/job/datafiles.h"
#include "engine/tasks/torchimages.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::int64_t smallestImage = 4; // pixels: two poolings halve it twice
constexpr int decodingThreads = 2;

struct GreySets {
    Result<ImageDataset> training;
    Result<ImageDataset> test;
};

GreySets readFiles(const GreyFiles &files)
{
    if (files.trainLabels.empty())
        return {readTorchImages(files.trainImages), readTorchImages(files.testImages)};
    return {ImageDataset::read(files.trainImages, files.trainLabels),
        ImageDataset::read(files.testImages, files.testLabels)};
}

struct GreyImages {
    ImageDataset training;
    ImageDataset test;
};

Result<GreyImages> readGrey(const std::string &folder)
{
    const auto files = findGreyFiles(folder);
    if (!files)
        return tl::unexpected(files.error());
    auto [training, test] = readFiles(*files);
    if (!training)
        return tl::unexpected(training.error());
    if (!test)
        return tl::unexpected(test.error());
    if (test->height() != training->height() || test->width() != training->width())
        return fail("The test images in " + folder + " have another size than the training images.");
    if (test->classes() > training->classes())
        return fail("The test set in " + folder + " has labels that the training set lacks.");
    if (std::min(training->height(), training->width()) < smallestImage)
        return fail("The images in " + folder + " are smaller than 4 by 4 pixels.");
    return GreyImages{std::move(*training), std::move(*test)};
}

Result<ImageSets> openGrey(const ImageData &data)
{
    auto sets = readGrey(data.folder.path);
    if (!sets)
        return tl::unexpected(sets.error());
    const PixelStatistics statistics = sets->training.statistics();
    ImageModelConfig config;
    config.height = sets->training.height();
    config.width = sets->training.width();
    config.classes = sets->training.classes();
    config.pixelMean = statistics.mean;
    config.pixelDeviation = statistics.deviation;
    sets->training.normaliseWith(statistics);
    sets->training.augment(data.augment);
    sets->test.normaliseWith(statistics);
    return ImageSets{std::make_unique<ImageDataset>(std::move(sets->training)),
        std::make_unique<ImageDataset>(std::move(sets->test)), config};
}

std::string findTestFolder(const std::string &folder)
{
    for (const char *name : {"test", "val", "validation"})
        if (fs::is_directory(folder + "/" + name))
            return folder + "/" + name;
    return {};
}

std::unique_ptr<Dataset> picturesOf(ImageFolder folder, std::int64_t side, bool augment)
{
    PictureView view;
    view.side = side;
    view.augment = augment;
    view.threads = decodingThreads;
    return std::make_unique<ImageFolderDataset>(std::move(folder), view);
}

Result<std::unique_ptr<Dataset>> openTestPictures(
    const std::string &folder, const std::vector<std::string> &classes, std::int64_t side)
{
    auto listed = listPictures(folder, classes);
    if (!listed)
        return tl::unexpected(listed.error());
    return picturesOf(std::move(*listed), side, false);
}

Result<ImageSets> openPictures(const ImageData &data)
{
    auto training = listPictures(data.folder.path + "/train");
    if (!training)
        return tl::unexpected(training.error());
    ImageSets sets;
    sets.config.channels = 3;
    sets.config.height = sets.config.width = data.side;
    sets.config.classes = std::int64_t(training->classes.size());
    sets.config.classNames = training->classes;
    sets.training = picturesOf(std::move(*training), data.side, data.augment);
    const std::string testFolder = findTestFolder(data.folder.path);
    if (testFolder.empty())
        return sets;
    auto test = openTestPictures(testFolder, sets.config.classNames, data.side);
    if (!test)
        return tl::unexpected(test.error());
    sets.test = std::move(*test);
    return sets;
}

} // namespace

Result<ImageSets> openImages(const ImageData &data)
{
    return fs::is_directory(data.folder.path + "/train") ? openPictures(data) : openGrey(data);
}

Result<ImageSets> openTestImages(const std::string &folder, const ImageModelConfig &config)
{
    ImageSets sets;
    sets.config = config;
    if (!config.classNames.empty()) {
        const std::string inside = findTestFolder(folder);
        auto test = openTestPictures(inside.empty() ? folder : inside, config.classNames, config.width);
        if (!test)
            return tl::unexpected(test.error());
        sets.test = std::move(*test);
        return sets;
    }
    auto images = readGrey(folder);
    if (!images)
        return tl::unexpected(images.error());
    ImageDataset &test = images->test;
    if (test.height() != config.height || test.width() != config.width || test.classes() > config.classes)
        return fail("The images in " + folder + " are not of the size and classes that the model was trained for.");
    test.normaliseWith({config.pixelMean, config.pixelDeviation});
    sets.test = std::make_unique<ImageDataset>(std::move(test));
    return sets;
}

} // namespace motley
