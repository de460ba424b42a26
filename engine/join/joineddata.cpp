#include "engine/join/joineddata.h"

#include "engine/base/sha256.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

constexpr std::size_t mostNamed = 4096;

Result<JoiningFile> joiningFile(const DataFile &file, bool sizesOnly)
{
    std::error_code problem;
    const auto bytes = std::filesystem::file_size(file.path, problem);
    if (problem)
        return fail("Could not read " + file.path + ".", problem.message());
    if (sizesOnly)
        return JoiningFile{file.relativePath, std::int64_t(bytes)};
    return sha256OfFile(file.path).map([&](const std::string &sha256) {
        return JoiningFile{file.relativePath, std::int64_t(bytes), sha256};
    });
}

JoiningFile together(std::vector<JoiningFile> files)
{
    std::sort(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.relativePath < b.relativePath; });
    JoiningFile all{"what all " + std::to_string(files.size()) + " files hold", 0};
    std::string lines;
    for (const JoiningFile &file : files) {
        lines += std::to_string(file.bytes) + " " + file.sha256 + " " + file.relativePath + "\n";
        all.bytes += file.bytes;
    }
    all.sha256 = sha256Of(lines);
    return all;
}

} // namespace

Result<std::vector<JoiningFile>> joiningFiles(const std::vector<DataFile> &files, bool sizesOnly)
{
    std::vector<JoiningFile> joining;
    for (const DataFile &file : files) {
        auto one = joiningFile(file, sizesOnly);
        if (!one)
            return tl::unexpected(one.error());
        joining.push_back(*std::move(one));
    }
    return joining.size() > mostNamed ? std::vector{together(std::move(joining))} : joining;
}

} // namespace motley
