#include "remote/history/runsize.h"

#include <filesystem>
#include <set>

#include <sys/stat.h>

namespace motley {

namespace {

namespace fs = std::filesystem;

std::int64_t &partOf(RunSize &size, const std::string &top)
{
    if (top.starts_with("events.jsonl")) // with its cache
        return size.events;
    if (top == "checkpoints")
        return size.checkpoints;
    return top == "model" || top == "best-model" ? size.model : size.others;
}

} // namespace

std::optional<RunSize> sizeOfRun(const QString &folder, const std::stop_token &stop)
{
    RunSize size;
    std::set<std::pair<dev_t, ino_t>> counted;
    const fs::path root(folder.toStdString());
    std::error_code problem;
    std::string top;
    auto files = fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, problem);
    for (; !problem && files != fs::recursive_directory_iterator(); files.increment(problem)) {
        if (stop.stop_requested())
            return std::nullopt;
        if (files.depth() == 0)
            top = files->path().filename().string();
        struct stat file = {};
        if (::lstat(files->path().c_str(), &file) != 0 || !S_ISREG(file.st_mode))
            continue;
        if (file.st_nlink == 1 || counted.emplace(file.st_dev, file.st_ino).second)
            partOf(size, top) += file.st_size;
    }
    return size;
}

} // namespace motley
