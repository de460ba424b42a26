#include "engine/training/datadigests.h"

#include "engine/base/sha256.h"
#include "engine/job/datafiles.h"

#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;

std::int64_t bytesOf(const std::string &path)
{
    std::error_code problem;
    const auto bytes = fs::file_size(path, problem);
    return problem ? 0 : std::int64_t(bytes);
}

std::string nameOf(const TaskSpec &task, const std::string &field)
{
    TaskSpec copy = task;
    for (const TaskPath &item : pathsOf(copy))
        if (item.field == field)
            return fs::path(item.path->path + "/").lexically_normal().parent_path().filename().string();
    return {};
}

std::string hashOf(const std::vector<DataFile> &files)
{
    std::string lines;
    std::string hash;
    for (const DataFile &file : files) {
        const auto one = sha256OfFile(file.path);
        if (!one)
            return {};
        hash = *one;
        lines += hash + "  " + file.relativePath.substr(file.field.size() + 1) + "\n";
    }
    return files.size() == 1 ? hash : sha256Of(lines);
}

} // namespace

std::vector<DataDigest> digestsOf(const TaskSpec &task, std::int64_t mostBytes)
{
    const auto files = findDataFiles(task);
    if (!files)
        return {};
    std::vector<DataDigest> digests;
    std::vector<std::vector<DataFile>> ofDigest;
    std::int64_t all = 0;
    for (const DataFile &file : *files) {
        if (digests.empty() || digests.back().field != file.field) {
            digests.push_back({file.field, nameOf(task, file.field), 0, 0, {}});
            ofDigest.emplace_back();
        }
        ++digests.back().files;
        digests.back().bytes += bytesOf(file.path);
        all += bytesOf(file.path);
        ofDigest.back().push_back(file);
    }
    if (all <= mostBytes)
        for (std::size_t i = 0; i < digests.size(); ++i)
            digests[i].sha256 = hashOf(ofDigest[i]);
    return digests;
}

} // namespace motley
