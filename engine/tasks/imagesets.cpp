#include "engine/tasks/imagesets.h"

#include "engine/base/folders/folderwalk.h"
#include "engine/base/folders/splitname.h"
#include "engine/base/words/firstfew.h"
#include "engine/data/images/imagedataset.h"
#include "engine/data/images/imagefolderdataset.h"
#include "engine/data/images/picturecheck.h"
#include "engine/data/tokenizers/labelname.h"
#include "engine/job/datafiles.h"
#include "engine/tasks/torchimages.h"

#include <algorithm>
#include <filesystem>
#include <span>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::int64_t smallestImage = 4; // pixels: two poolings halve it twice
constexpr int decodingThreads = 2;
constexpr std::size_t foldersNamed = 5; // in a note

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

// A wrong byte among the labels makes many classes that nothing is learnt of.
std::string describeUnusedLabels(const ImageDataset &training)
{
    const std::int64_t distinct = training.distinctLabels();
    if (distinct == training.classes())
        return {};
    return "The labels of the training set go up to " + std::to_string(training.classes() - 1) + ", so the model gets "
        + std::to_string(training.classes()) + " classes, but only " + std::to_string(distinct)
        + " of them occur. The label " + std::to_string(training.classes() - 1) + " stands at "
        + std::to_string(training.imagesWith(training.classes() - 1))
        + " of the images: if it is wrong, mend the file of labels.";
}

// A model that the run begins with: its classes and its normalisation, under which the weights were trained.
struct KnownModel {
    ImageModelConfig config;
    std::string source;
};

Result<void> checkKind(const std::optional<KnownModel> &known, bool isPictures)
{
    if (!known || known->config.classNames.empty() != isPictures)
        return {};
    return fail("The model in " + known->source + " was trained on "
        + (isPictures ? "grey images in files, not on pictures in a folder for each class."
                      : "pictures in a folder for each class, not on grey images in files."));
}

Result<ImageSets> openGrey(const ImageData &data, const std::optional<KnownModel> &known)
{
    if (const auto good = checkKind(known, false); !good)
        return tl::unexpected(good.error());
    auto sets = readGrey(data.folder.path);
    if (!sets)
        return tl::unexpected(sets.error());
    const std::int64_t classes = sets->training.classes();
    if (known && classes > known->config.classes)
        return fail("The labels in " + data.folder.path + " go up to " + std::to_string(classes - 1)
            + ", but the model in " + known->source + " knows " + std::to_string(known->config.classes)
            + " classes, from 0.");
    PixelStatistics statistics = sets->training.statistics();
    if (known)
        statistics = {known->config.pixelMean, known->config.pixelDeviation};
    ImageModelConfig config;
    config.height = sets->training.height();
    config.width = sets->training.width();
    config.classes = known ? known->config.classes : classes;
    config.pixelMean = statistics.mean;
    config.pixelDeviation = statistics.deviation;
    sets->training.normaliseWith(statistics);
    sets->training.augment(data.augment);
    sets->test.normaliseWith(statistics);
    std::vector<std::string> notes;
    if (std::string unused = describeUnusedLabels(sets->training); !known && !unused.empty())
        notes.push_back(std::move(unused));
    return ImageSets{std::make_unique<ImageDataset>(std::move(sets->training)),
        std::make_unique<ImageDataset>(std::move(sets->test)), config, std::move(notes)};
}

// The folders of pictures for tests that lie in a folder, those of a test before those of validation, without those
// that are named as one of `classes`.
std::vector<std::string> findTestFolders(const std::string &folder, const std::vector<std::string> &classes)
{
    std::vector<std::string> tests;
    std::vector<std::string> validations;
    for (const std::string &name : foldersIn(folder).value_or(std::vector<std::string>())) {
        const bool isClass = std::find(classes.begin(), classes.end(), labelName(name)) != classes.end();
        const auto split = isClass ? std::nullopt : splitOf(name);
        if (split == Split::Test)
            tests.push_back(name);
        if (split == Split::Validation)
            validations.push_back(name);
    }
    tests.insert(tests.end(), validations.begin(), validations.end());
    return tests;
}

std::unique_ptr<Dataset> picturesOf(ImageFolder folder, std::int64_t side, bool augment)
{
    PictureView view;
    view.side = side;
    view.augment = augment;
    view.threads = decodingThreads;
    return std::make_unique<ImageFolderDataset>(std::move(folder), view);
}

// Looks at all pictures before the first is used, and adds what is left out to the notes.
Result<void> inspect(const ImageFolder &list, const std::string &folder, std::vector<std::string> &notes)
{
    const auto looked = checkPictures(list);
    if (!looked)
        return fail(folder + ": " + looked.error().message);
    if (*looked < std::int64_t(list.entries.size()))
        notes.push_back("Only " + std::to_string(*looked) + " of the " + std::to_string(list.entries.size())
            + " pictures in " + folder + " were looked at within a minute; the others are met when they are read.");
    if (std::string left = describeLeftOut(list, folder); !left.empty())
        notes.push_back(std::move(left));
    return {};
}

Result<void> openTestPictures(const std::string &folder, std::int64_t side, ImageSets &sets)
{
    auto listed = listPictures(folder, sets.config.classNames);
    if (!listed)
        return tl::unexpected(listed.error());
    if (auto good = inspect(*listed, folder, sets.notes); !good)
        return good;
    sets.test = picturesOf(std::move(*listed), side, false);
    return {};
}

// Names the folders beside "train" that are not read. Empty: there are none.
std::string describeUnread(const std::string &folder, const std::vector<std::string> &tests)
{
    auto others = foldersIn(folder).value_or(std::vector<std::string>());
    std::erase_if(
        others, [&](const std::string &name) { return name == "train" || (!tests.empty() && name == tests.front()); });
    if (others.empty())
        return {};
    return "Not read in " + folder + ", as the run learns from the folder train and "
        + (tests.empty() ? "none is named test, val, valid or validation" : "tests on the folder " + tests.front())
        + ": " + firstFew(others, foldersNamed) + ".";
}

// The names of the known classes that have no picture here, in a sentence; empty: there are none.
std::string describeEmptyClasses(const ImageFolder &list, const std::string &source)
{
    constexpr std::size_t mostNamed = 20;
    std::vector<bool> has(list.classes.size());
    for (const ImageFolder::Entry &entry : list.entries)
        has[std::size_t(entry.label)] = true;
    std::vector<std::string> names;
    for (std::size_t label = 0; label < list.classes.size(); ++label)
        if (!has[label])
            names.push_back(list.classes[label]);
    if (names.empty())
        return {};
    return "The model in " + source
        + " knows classes that the training set has no picture of, and keeps them: " + firstFew(names, mostNamed) + ".";
}

Result<ImageSets> openPictures(const ImageData &data, const std::optional<KnownModel> &known)
{
    if (const auto good = checkKind(known, true); !good)
        return tl::unexpected(good.error());
    const std::string folder = data.folder.path + "/train";
    auto training = known ? listPictures(folder, known->config.classNames) : listPictures(folder);
    if (!training)
        return fail(
            training.error().message + (known ? " It is that in " + known->source + "." : ""), training.error().detail);
    ImageSets sets;
    if (known)
        if (std::string empty = describeEmptyClasses(*training, known->source); !empty.empty())
            sets.notes.push_back(std::move(empty));
    sets.config.channels = 3;
    sets.config.height = sets.config.width = data.side;
    sets.config.classes = std::int64_t(training->classes.size());
    sets.config.classNames = training->classes;
    if (const auto good = inspect(*training, data.folder.path + "/train", sets.notes); !good)
        return tl::unexpected(good.error());
    sets.training = picturesOf(std::move(*training), data.side, data.augment);
    const std::vector<std::string> tests = findTestFolders(data.folder.path, {});
    if (std::string unread = describeUnread(data.folder.path, tests); !unread.empty())
        sets.notes.push_back(std::move(unread));
    if (tests.empty())
        return sets;
    if (const auto opened = openTestPictures(data.folder.path + "/" + tests.front(), data.side, sets); !opened)
        return tl::unexpected(opened.error());
    return sets;
}

Result<ImageSets> openSets(const ImageData &data, const std::optional<KnownModel> &known)
{
    return fs::is_directory(data.folder.path + "/train") ? openPictures(data, known) : openGrey(data, known);
}

} // namespace

Result<ImageSets> openImages(const ImageData &data)
{
    return openSets(data, std::nullopt);
}

Result<ImageSets> openImages(const ImageData &data, const ImageModelConfig &known, const std::string &source)
{
    return openSets(data, KnownModel{known, source});
}

Result<ImageSets> openTestImages(const std::string &folder, const ImageModelConfig &config)
{
    ImageSets sets;
    sets.config = config;
    if (!config.classNames.empty()) {
        const bool hasTraining = fs::is_directory(folder + "/train");
        const auto tests = findTestFolders(folder, hasTraining ? std::vector<std::string>() : config.classNames);
        const std::string pictures = tests.empty() ? folder : folder + "/" + tests.front();
        if (tests.size() > 1)
            sets.notes.push_back("Not read in " + folder + ", as the test takes the folder " + tests.front() + ": "
                + firstFew(std::span(tests).subspan(1), foldersNamed) + ".");
        if (const auto opened = openTestPictures(pictures, config.width, sets); !opened)
            return tl::unexpected(opened.error());
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
