#include "engine/data/images/idxfile.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

namespace motley {

namespace {

constexpr std::uint8_t unsignedBytes = 0x08;
constexpr int mostDimensions = 4;
constexpr std::int64_t mostBytes = std::int64_t(8) << 30;
constexpr std::size_t chunkBytes = 1 << 20;
constexpr std::int64_t bestGzip = 1032; // bytes that one byte can stand for in deflate

struct GzCloser {
    void operator()(gzFile file) const { gzclose_r(file); }
};
using GzHandle = std::unique_ptr<gzFile_s, GzCloser>; // zlib reads uncompressed files too

std::string reasonOf(gzFile file)
{
    int code = Z_OK;
    const char *words = gzerror(file, &code);
    return code == Z_ERRNO ? std::strerror(errno) : words;
}

// Reads up to `size` bytes and returns their number, which is less only at the end of the file; nullopt: the file
// cannot be read.
std::optional<std::size_t> readUpTo(gzFile file, std::uint8_t *target, std::size_t size)
{
    std::size_t done = 0;
    while (done < size) {
        const int got = gzread(file, target + done, unsigned(std::min(size - done, chunkBytes)));
        if (got < 0)
            return std::nullopt;
        if (got == 0)
            break;
        done += std::size_t(got);
    }
    return done;
}

std::int64_t bigEndian(const std::uint8_t *bytes)
{
    return std::int64_t(bytes[0]) << 24 | std::int64_t(bytes[1]) << 16 | std::int64_t(bytes[2]) << 8 | bytes[3];
}

Result<std::vector<std::int64_t>> readSizes(gzFile file, const std::string &path)
{
    std::array<std::uint8_t, 4> magic{};
    const auto magicBytes = readUpTo(file, magic.data(), magic.size());
    if (!magicBytes)
        return fail("Could not read " + path + ".", reasonOf(file));
    if (*magicBytes < magic.size() || magic[0] != 0 || magic[1] != 0)
        return fail(path + " is not an IDX file: it does not begin with two zero bytes, a type and a dimension count.");
    if (magic[2] != unsignedBytes)
        return fail(path + " holds numbers of another type than unsigned bytes; only those are read.");
    if (magic[3] < 1 || magic[3] > mostDimensions)
        return fail(path + " claims " + std::to_string(magic[3]) + " dimensions; 1 to 4 are read.");
    std::array<std::uint8_t, 4 * mostDimensions> header{};
    const auto headerBytes = readUpTo(file, header.data(), std::size_t(4) * magic[3]);
    if (!headerBytes || *headerBytes < std::size_t(4) * magic[3])
        return fail(path + " ends inside its header.");
    std::vector<std::int64_t> sizes;
    for (int i = 0; i < magic[3]; ++i)
        sizes.push_back(bigEndian(header.data() + 4 * i));
    return sizes;
}

// The product of the sizes; nullopt if it exceeds mostBytes.
std::optional<std::int64_t> boundedProduct(const std::vector<std::int64_t> &sizes)
{
    std::int64_t product = 1;
    for (const std::int64_t size : sizes) {
        if (size > 0 && product > mostBytes / size)
            return std::nullopt;
        product *= size;
    }
    return product;
}

struct IdxFile {
    GzHandle file; // behind the header
    std::vector<std::int64_t> sizes;
    std::int64_t bytes = 0; // that follow
};

// A header is believed only if a file of this size can hold as much.
Result<IdxFile> openIdx(const std::string &path)
{
    std::error_code problem;
    const bool isFile = std::filesystem::is_regular_file(path, problem);
    const auto stored = isFile ? std::int64_t(std::filesystem::file_size(path, problem)) : 0;
    if (!isFile || problem)
        return fail("Could not open " + path + ".", problem ? problem.message() : "It is not a file.");
    errno = 0;
    GzHandle file(gzopen(path.c_str(), "rbe"));
    if (!file)
        return fail("Could not open " + path + ".", std::strerror(errno));
    auto sizes = readSizes(file.get(), path);
    if (!sizes)
        return tl::unexpected(sizes.error());
    const auto bytes = boundedProduct(*sizes);
    if (!bytes)
        return fail(path + " claims more than 8 GiB; its header is damaged or it is not meant for this task.");
    if (*bytes > (gzdirect(file.get()) ? stored : stored * bestGzip))
        return fail(path + " claims " + std::to_string(*bytes) + " bytes, more than a file of " + std::to_string(stored)
            + " bytes holds; fetch it again.");
    return IdxFile{std::move(file), std::move(*sizes), *bytes};
}

} // namespace

Result<std::vector<std::int64_t>> readIdxSizes(const std::string &path)
{
    return openIdx(path).map([](const IdxFile &opened) { return opened.sizes; });
}

Result<IdxArray> readIdx(const std::string &path)
{
    auto opened = openIdx(path);
    if (!opened)
        return tl::unexpected(opened.error());
    const GzHandle &file = opened->file;
    IdxArray array{std::move(opened->sizes), std::vector<std::uint8_t>(std::size_t(opened->bytes))};
    const auto got = readUpTo(file.get(), array.bytes.data(), array.bytes.size());
    if (!got)
        return fail("Could not read " + path + "; fetch it again.", reasonOf(file.get()));
    if (*got < array.bytes.size())
        return fail(path + " ends after " + std::to_string(*got) + " of " + std::to_string(array.bytes.size())
            + " bytes; fetch it again.");
    std::uint8_t extra = 0;
    const auto beyond = readUpTo(file.get(), &extra, 1); // reading to the end also checks gzip's own checksum
    if (!beyond)
        return fail("Could not read " + path + "; fetch it again.", reasonOf(file.get()));
    if (*beyond)
        return fail(path + " is longer than its header says; fetch it again.");
    return array;
}

} // namespace motley
