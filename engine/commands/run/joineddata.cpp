#include "engine/commands/run/joineddata.h"

#include "engine/base/sha256.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

constexpr std::size_t mostNamed = 4096;

Result<ArrivedFile> arrivedFile(const DataFile &file, bool sizesOnly)
{
    std::error_code problem;
    const auto bytes = std::filesystem::file_size(file.path, problem);
    if (problem)
        return fail("Could not read " + file.path + ".", problem.message());
    if (sizesOnly)
        return ArrivedFile{file.place, std::int64_t(bytes)};
    return sha256OfFile(file.path).map([&](const std::string &sha256) {
        return ArrivedFile{file.place, std::int64_t(bytes), sha256};
    });
}

ArrivedFile together(std::vector<ArrivedFile> files)
{
    std::sort(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.place < b.place; });
    ArrivedFile all{"what all " + std::to_string(files.size()) + " files hold", 0};
    std::string lines;
    for (const ArrivedFile &file : files) {
        lines += std::to_string(file.bytes) + " " + file.sha256 + " " + file.place + "\n";
        all.bytes += file.bytes;
    }
    all.sha256 = sha256Of(lines);
    return all;
}

} // namespace

Result<std::vector<ArrivedFile>> arrivedFiles(const std::vector<DataFile> &files, bool sizesOnly)
{
    std::vector<ArrivedFile> arrived;
    for (const DataFile &file : files) {
        auto one = arrivedFile(file, sizesOnly);
        if (!one)
            return tl::unexpected(one.error());
        arrived.push_back(*std::move(one));
    }
    return arrived.size() > mostNamed ? std::vector{together(std::move(arrived))} : arrived;
}

} // namespace motley
