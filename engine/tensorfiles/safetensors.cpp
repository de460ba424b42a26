#include "engine/tensorfiles/safetensors.h"

#include "engine/base/durablefile.h"

#include <torch/types.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace motley {

namespace {

constexpr std::size_t lengthBytes = 8;

struct TypePair {
    TensorEntry::Type stored;
    at::ScalarType type;
};
constexpr std::array<TypePair, 10> typePairs{{
    {TensorEntry::Type::Float64, at::kDouble},
    {TensorEntry::Type::Float32, at::kFloat},
    {TensorEntry::Type::Float16, at::kHalf},
    {TensorEntry::Type::BFloat16, at::kBFloat16},
    {TensorEntry::Type::Int64, at::kLong},
    {TensorEntry::Type::Int32, at::kInt},
    {TensorEntry::Type::Int16, at::kShort},
    {TensorEntry::Type::Int8, at::kChar},
    {TensorEntry::Type::UInt8, at::kByte},
    {TensorEntry::Type::Bool, at::kBool},
}};

TensorEntry::Type entryType(at::ScalarType type)
{
    for (const TypePair &pair : typePairs)
        if (pair.type == type)
            return pair.stored;
    TORCH_CHECK(false, "tensor type that is not written: ", type);
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

std::uint64_t fromLittleEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= std::uint64_t(std::uint8_t(bytes[i])) << (8 * i);
    return value;
}

// A stored bool that is neither 0 nor 1 must not become a C++ bool.
void copyBytes(const at::Tensor &to, std::string_view from)
{
    if (to.scalar_type() == at::kBool) {
        auto *values = static_cast<std::uint8_t *>(to.data_ptr());
        std::transform(from.begin(), from.end(), values, [](char byte) { return std::uint8_t(byte != 0); });
    } else if (!from.empty()) {
        std::memcpy(to.data_ptr(), from.data(), from.size());
    }
}

struct SafetensorsContents {
    std::string_view data; // after the header
    std::vector<TensorEntry> entries;
};

Result<SafetensorsContents> contentsOf(std::string_view bytes)
{
    if (bytes.size() < lengthBytes)
        return fail("It is shorter than the 8 bytes that every safetensors file begins with.");
    const std::uint64_t headerBytes = fromLittleEndian(bytes.substr(0, lengthBytes));
    bytes.remove_prefix(lengthBytes);
    if (headerBytes > std::uint64_t(longestSafetensorsHeader))
        return fail("Its header claims more than 100 MB.");
    if (headerBytes > bytes.size())
        return fail("It ends inside its header.");
    const std::string_view data = bytes.substr(headerBytes);
    return parseSafetensorsHeader(bytes.substr(0, headerBytes), std::int64_t(data.size()))
        .map([&](std::vector<TensorEntry> entries) {
            return SafetensorsContents{data, std::move(entries)};
        });
}

at::Tensor copyOf(const TensorEntry &entry, std::string_view data)
{
    at::Tensor tensor = at::empty(entry.shape, scalarTypeOf(entry.type));
    copyBytes(tensor, data.substr(std::size_t(entry.begin), std::size_t(entry.end - entry.begin)));
    return tensor;
}

tl::unexpected<Error> cannotBeRead(const std::string &path, const Error &error)
{
    return fail(path + " is not a safetensors file that can be read: " + error.message, error.detail);
}

} // namespace

at::ScalarType scalarTypeOf(TensorEntry::Type type)
{
    for (const TypePair &pair : typePairs)
        if (pair.stored == type)
            return pair.type;
    return at::kFloat; // not reached: every stored type has its row
}

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

Result<NamedTensors> parseSafetensors(std::string_view bytes)
{
    const auto contents = contentsOf(bytes);
    if (!contents)
        return tl::unexpected(contents.error());
    NamedTensors tensors;
    for (const TensorEntry &entry : contents->entries)
        tensors.push_back({entry.name, copyOf(entry, contents->data)});
    return tensors;
}

Result<NamedTensors> readSafetensors(const std::string &path)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    auto tensors = parseSafetensors(file->bytes());
    if (!tensors)
        return cannotBeRead(path, tensors.error());
    return tensors;
}

Result<SafetensorsFile> SafetensorsFile::open(const std::string &path)
{
    auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    auto contents = contentsOf(file->bytes());
    if (!contents)
        return cannotBeRead(path, contents.error());
    const std::size_t head = file->bytes().size() - contents->data.size();
    return SafetensorsFile(*std::move(file), head, std::move(contents->entries));
}

at::Tensor SafetensorsFile::read(const TensorEntry &entry) const
{
    return copyOf(entry, m_file.bytes().substr(m_head));
}

} // namespace motley
