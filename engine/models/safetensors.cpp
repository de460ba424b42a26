#include "engine/models/safetensors.h"

#include "engine/models/durablefile.h"
#include "engine/protocol/safetensorsheader.h"

#include <torch/torch.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace motley {

namespace {

constexpr std::size_t lengthBytes = 8;

at::ScalarType scalarType(TensorEntry::Type type)
{
    switch (type) {
    case TensorEntry::Type::Float32:
        return at::kFloat;
    case TensorEntry::Type::Float64:
        return at::kDouble;
    case TensorEntry::Type::Int64:
        break;
    }
    return at::kLong;
}

TensorEntry::Type entryType(at::ScalarType type)
{
    TORCH_CHECK(
        type == at::kFloat || type == at::kDouble || type == at::kLong, "tensor type that is not written: ", type);
    return type == at::kFloat ? TensorEntry::Type::Float32
        : type == at::kDouble ? TensorEntry::Type::Float64
                              : TensorEntry::Type::Int64;
}

std::vector<TensorEntry> entriesOf(const NamedTensors &tensors)
{
    std::vector<TensorEntry> entries;
    std::int64_t offset = 0;
    for (const NamedTensor &item : tensors) {
        const auto bytes = std::int64_t(item.tensor.nbytes());
        entries.push_back(
            {item.name, entryType(item.tensor.scalar_type()), item.tensor.sizes().vec(), offset, offset + bytes});
        offset += bytes;
    }
    return entries;
}

std::array<char, lengthBytes> littleEndian(std::uint64_t value)
{
    std::array<char, lengthBytes> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = char(value >> (8 * i));
    return bytes;
}

std::uint64_t fromLittleEndian(const std::array<char, lengthBytes> &bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= std::uint64_t(std::uint8_t(bytes[i])) << (8 * i);
    return value;
}

Result<std::vector<TensorEntry>> readHeader(std::ifstream &file, std::int64_t fileBytes)
{
    std::array<char, lengthBytes> length{};
    if (!file.read(length.data(), length.size()))
        return fail("It is shorter than the 8 bytes that every safetensors file begins with.");
    const std::uint64_t headerBytes = fromLittleEndian(length);
    if (headerBytes > std::uint64_t(longestSafetensorsHeader))
        return fail("Its header claims more than 100 MB.");
    const std::int64_t dataBytes = fileBytes - std::int64_t(lengthBytes) - std::int64_t(headerBytes);
    if (dataBytes < 0)
        return fail("It ends inside its header.");
    std::string json(headerBytes, '\0');
    if (!file.read(json.data(), std::streamsize(json.size())))
        return fail("It ends inside its header.");
    return parseSafetensorsHeader(json, dataBytes);
}

} // namespace

std::int64_t safetensorsBytes(const NamedTensors &tensors)
{
    const auto entries = entriesOf(tensors);
    return std::int64_t(lengthBytes + toSafetensorsHeader(entries).size()) + (entries.empty() ? 0 : entries.back().end);
}

Result<void> writeSafetensors(const std::string &path, const NamedTensors &tensors)
{
    auto file = DurableFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    const std::string header = toSafetensorsHeader(entriesOf(tensors));
    const auto length = littleEndian(header.size());
    auto written = file->write(length.data(), length.size());
    if (written)
        written = file->write(header.data(), header.size());
    for (const NamedTensor &item : tensors) {
        if (!written)
            return written;
        const at::Tensor here = item.tensor.detach().cpu().contiguous();
        written = file->write(here.const_data_ptr(), here.nbytes());
    }
    return written ? file->close() : written;
}

Result<NamedTensors> readSafetensors(const std::string &path)
{
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file)
        return fail("Could not open " + path + ".", std::strerror(errno));
    const std::int64_t fileBytes = file.tellg();
    file.seekg(0);
    const auto entries = readHeader(file, fileBytes);
    if (!entries)
        return fail(
            path + " is not a safetensors file that can be read: " + entries.error().message, entries.error().detail);
    NamedTensors tensors;
    for (const TensorEntry &entry : *entries) {
        const at::Tensor tensor = at::empty(entry.shape, scalarType(entry.type));
        if (!file.read(static_cast<char *>(tensor.data_ptr()), entry.end - entry.begin))
            return fail("Could not read " + path + " to its end.", std::strerror(errno));
        tensors.push_back({entry.name, tensor});
    }
    return tensors;
}

} // namespace motley
