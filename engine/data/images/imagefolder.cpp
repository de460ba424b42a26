#include "engine/data/images/imagefolder.h"

#include "engine/base/folderwalk.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;

bool isPicture(const std::string &name)
{
    std::string ending = fs::path(name).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
        [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter; });
    return ending == ".jpg" || ending == ".jpeg" || ending == ".png";
}

Result<std::vector<std::string>> subfolders(const std::string &folder)
{
    auto names = foldersIn(folder);
    if (names && names->empty())
        return fail(
            "The folder " + folder + " has no subfolders; each class of pictures needs one, named as the class.");
    return names;
}

Result<std::vector<std::string>> picturesIn(const std::string &folder)
{
    const auto files = filesBelow(folder, {.isWanted = isPicture});
    if (!files)
        return tl::unexpected(files.error());
    if (files->empty())
        return fail("The folder " + folder + " holds no .jpg, .jpeg or .png pictures.");
    std::vector<std::string> paths;
    for (const WalkedFile &file : *files)
        paths.push_back(file.path);
    return paths;
}

} // namespace

Result<ImageFolder> listPictures(const std::string &folder)
{
    const auto classes = subfolders(folder);
    if (!classes)
        return tl::unexpected(classes.error());
    return listPictures(folder, *classes);
}

Result<ImageFolder> listPictures(const std::string &folder, const std::vector<std::string> &classes)
{
    const auto names = subfolders(folder);
    if (!names)
        return tl::unexpected(names.error());
    ImageFolder list{classes, {}};
    for (const std::string &name : *names) {
        const auto known = std::find(classes.begin(), classes.end(), name);
        if (known == classes.end())
            return fail("The folder " + folder + " has a class \"" + name + "\" that the model was not trained for.");
        const auto paths = picturesIn((fs::path(folder) / name).string());
        if (!paths)
            return tl::unexpected(paths.error());
        for (const std::string &path : *paths)
            list.entries.push_back({path, known - classes.begin()});
    }
    return list;
}

} // namespace motley
