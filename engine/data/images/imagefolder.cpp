#include "engine/data/images/imagefolder.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;

bool isHidden(const fs::path &path)
{
    return path.filename().string().starts_with('.');
}

bool isPicture(const fs::path &path)
{
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
        [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter; });
    return !isHidden(path) && (ending == ".jpg" || ending == ".jpeg" || ending == ".png");
}

Result<std::vector<std::string>> subfolders(const std::string &folder)
{
    std::vector<std::string> names;
    std::error_code problem;
    for (auto entry = fs::directory_iterator(folder, problem); !problem && entry != fs::directory_iterator();
         entry.increment(problem)) {
        if (entry->is_directory() && !isHidden(entry->path()))
            names.push_back(entry->path().filename().string());
    }
    if (problem)
        return fail("Could not read the folder " + folder + ".", problem.message());
    if (names.empty())
        return fail(
            "The folder " + folder + " has no subfolders; each class of pictures needs one, named as the class.");
    std::sort(names.begin(), names.end());
    return names;
}

Result<std::vector<std::string>> picturesIn(const std::string &folder)
{
    std::vector<std::string> paths;
    std::error_code problem;
    for (auto entry = fs::recursive_directory_iterator(folder, problem);
         !problem && entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
        if (entry->is_regular_file() && isPicture(entry->path()))
            paths.push_back(entry->path().string());
    }
    if (problem)
        return fail("Could not read the folder " + folder + ".", problem.message());
    if (paths.empty())
        return fail("The folder " + folder + " holds no .jpg, .jpeg or .png pictures.");
    std::sort(paths.begin(), paths.end());
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
