#include "engine/data/images/imagefolder.h"

#include "engine/base/folders/folderwalk.h"
#include "engine/base/words/firstfew.h"
#include "engine/data/tokenizers/labelname.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t mostKinds = 8; // named in a sentence

std::string endingOf(const fs::path &path) // in small letters
{
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
        [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter; });
    return ending;
}

// The names of the subfolders by the text that they are.
Result<std::map<std::string, std::string>> subfolders(const std::string &folder)
{
    const auto found = foldersIn(folder);
    if (!found)
        return tl::unexpected(found.error());
    if (found->empty())
        return fail(
            "The folder " + folder + " has no subfolders; each class of pictures needs one, named as the class.");
    std::map<std::string, std::string> names;
    for (const std::string &name : *found) {
        if (!isUtf8(name))
            return fail("The name of the folder " + folder + "/" + name
                + " is not UTF-8, which the names of classes are stored in. Rename the folder.");
        const auto [other, isNew] = names.emplace(labelName(name), name);
        if (!isNew)
            return fail("The folder " + folder + " has the classes \"" + other->second + "\" and \"" + name
                + "\", which are one name but for spaces around it or the way its accents are stored. Put them into "
                  "one folder, or rename one.");
    }
    return names;
}

Result<std::vector<std::string>> picturesIn(const std::string &folder, std::map<std::string, std::int64_t> &leftOut)
{
    const auto isWanted = [&](const std::string &name) {
        const bool isPicture = isPictureName(name);
        leftOut[endingOf(name)] += isPicture ? 0 : 1;
        return isPicture;
    };
    const auto files = filesBelow(folder, {.isWanted = isWanted});
    if (!files)
        return tl::unexpected(files.error());
    if (files->empty())
        return fail("The folder " + folder + " holds no .jpg, .jpeg or .png pictures.");
    std::vector<std::string> paths;
    for (const WalkedFile &file : *files)
        paths.push_back(file.path);
    return paths;
}

Result<std::int64_t> picturesBeside(const std::string &folder)
{
    return filesBelow(folder, {.isWanted = isPictureName, .entersFolders = false}).map([](const auto &files) {
        return std::int64_t(files.size());
    });
}

std::string describeKinds(const ImageFolder &list, const std::string &folder)
{
    std::int64_t files = 0;
    std::vector<std::string> kinds;
    for (const auto &[ending, count] : list.leftOut) {
        files += count;
        if (count > 0)
            kinds.push_back(std::to_string(count) + " " + (ending.empty() ? "without an ending" : ending));
    }
    if (files == 0)
        return {};
    return std::to_string(files) + (files == 1 ? " file in " : " files in ") + folder + (files == 1 ? " is" : " are")
        + " left out, as only .jpg, .jpeg and .png are read: " + firstFew(kinds, mostKinds) + ".";
}

std::string describeClassless(const ImageFolder &list, const std::string &folder)
{
    if (list.withoutClass == 0)
        return {};
    return std::to_string(list.withoutClass) + (list.withoutClass == 1 ? " picture in " : " pictures in ") + folder
        + (list.withoutClass == 1 ? " lies" : " lie") + " in no folder of a class and "
        + (list.withoutClass == 1 ? "is" : "are") + " left out.";
}

} // namespace

bool isPictureName(const std::string &path)
{
    const std::string ending = endingOf(path);
    return ending == ".jpg" || ending == ".jpeg" || ending == ".png";
}

Result<ImageFolder> listPictures(const std::string &folder)
{
    const auto names = subfolders(folder);
    if (!names)
        return tl::unexpected(names.error());
    std::vector<std::string> classes;
    for (const auto &[name, stored] : *names)
        classes.push_back(name);
    return listPictures(folder, classes);
}

Result<ImageFolder> listPictures(const std::string &folder, const std::vector<std::string> &classes)
{
    const auto names = subfolders(folder);
    if (!names)
        return tl::unexpected(names.error());
    std::map<std::string, std::int64_t> labels;
    for (std::size_t label = 0; label < classes.size(); ++label)
        labels.emplace(labelName(classes[label]), std::int64_t(label));
    const auto beside = picturesBeside(folder);
    if (!beside)
        return tl::unexpected(beside.error());
    ImageFolder list{classes, {}, {}, folder, *beside};
    for (const auto &[name, stored] : *names) {
        const auto known = labels.find(name);
        if (known == labels.end())
            return fail("The folder " + folder + " has a class \"" + name + "\" that the model was not trained for.");
        const auto paths = picturesIn((fs::path(folder) / stored).string(), list.leftOut);
        if (!paths)
            return tl::unexpected(paths.error());
        for (const std::string &path : *paths)
            list.entries.push_back({path, known->second});
    }
    return list;
}

Result<ImageFolder> listUnlabelled(const std::string &folder)
{
    ImageFolder list;
    const auto paths = picturesIn(folder, list.leftOut);
    if (!paths)
        return tl::unexpected(paths.error());
    for (const std::string &path : *paths)
        list.entries.push_back({path, 0});
    return list;
}

std::string describeLeftOut(const ImageFolder &list, const std::string &folder)
{
    const std::string kinds = describeKinds(list, folder);
    const std::string classless = describeClassless(list, folder);
    return kinds + (kinds.empty() || classless.empty() ? "" : " ") + classless;
}

} // namespace motley
