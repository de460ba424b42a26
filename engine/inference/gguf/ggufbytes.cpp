#include "engine/inference/gguf/ggufbytes.h"

#include "engine/base/durablefile.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>

namespace motley {

namespace {

constexpr std::int64_t numbersAtOnce = std::int64_t(4) << 20;
static_assert(numbersAtOnce % q8BlockNumbers == 0);

at::ScalarType typeInMemory(GgufType type)
{
    if (type == GgufType::Float16)
        return at::kHalf;
    return type == GgufType::BFloat16 ? at::kBFloat16 : at::kFloat;
}

// As ggml does: the scale is that of the largest number, and numbers between two steps go away from 0.
std::string q8Bytes(const at::Tensor &numbers)
{
    constexpr float steps = 127;
    std::string bytes;
    const auto *next = numbers.const_data_ptr<float>();
    for (std::int64_t block = 0; block < numbers.numel() / q8BlockNumbers; ++block, next += q8BlockNumbers) {
        float largest = 0;
        for (std::int64_t i = 0; i < q8BlockNumbers; ++i)
            largest = std::max(largest, std::abs(next[i]));
        const float scale = largest / steps;
        const float inverse = scale == 0 ? 0 : 1 / scale;
        const std::uint16_t bits = at::Half(scale).x;
        bytes += char(bits);
        bytes += char(bits >> 8);
        for (std::int64_t i = 0; i < q8BlockNumbers; ++i)
            bytes += char(std::int8_t(std::round(next[i] * inverse)));
    }
    return bytes;
}

class GgufFile {
public:
    explicit GgufFile(DurableFile file) : m_file(std::move(file)) { }

    Result<void> write(const std::string &bytes) { return m_file.write(bytes.data(), bytes.size()); }

    Result<void> write(const PlannedTensor &planned)
    {
        const at::Tensor numbers = planned.read().detach().cpu().contiguous().flatten();
        for (std::int64_t begin = 0; begin < numbers.numel(); begin += numbersAtOnce) {
            const std::int64_t end = std::min(begin + numbersAtOnce, numbers.numel());
            const auto bytes = ggufBytes(numbers.slice(0, begin, end), planned.head.type);
            if (!bytes)
                return fail("The tensor " + planned.head.name + " cannot be written: " + bytes.error().message);
            if (auto written = write(*bytes); !written)
                return written;
        }
        return write(std::string(std::size_t(ggufPadding(bytesOf(planned.head))), '\0'));
    }

    Result<void> close() { return m_file.close(); }

private:
    DurableFile m_file;
};

Result<void> writeWhole(const std::string &path, const GgufFields &fields, const std::vector<PlannedTensor> &tensors)
{
    auto created = DurableFile::create(path);
    if (!created)
        return tl::unexpected(created.error());
    GgufFile file(*std::move(created));
    std::vector<GgufTensor> heads;
    heads.reserve(tensors.size());
    for (const PlannedTensor &planned : tensors)
        heads.push_back(planned.head);
    auto written = file.write(ggufHead(fields, heads));
    for (const PlannedTensor &planned : tensors)
        written = written.and_then([&] { return file.write(planned); });
    return written.and_then([&] { return file.close(); });
}

} // namespace

Result<std::string> ggufBytes(const at::Tensor &tensor, GgufType type)
{
    static_assert(std::endian::native == std::endian::little);
    const at::Tensor numbers = tensor.to(typeInMemory(type)).contiguous();
    const bool mayGrow = type == GgufType::Float16 || type == GgufType::Q8_0;
    if (mayGrow && !at::isfinite(numbers).all().item<bool>())
        return fail("it has numbers that 16 bits of this kind cannot hold; bf16 can.");
    if (type == GgufType::Q8_0)
        return q8Bytes(numbers);
    return std::string(static_cast<const char *>(numbers.const_data_ptr()), numbers.nbytes());
}

Result<void> writeGguf(const std::string &path, const GgufFields &fields, const std::vector<PlannedTensor> &tensors)
{
    const std::string unfinished = path + ".tmp";
    if (auto written = writeWhole(unfinished, fields, tensors); !written)
        return written;
    std::error_code problem;
    std::filesystem::rename(unfinished, path, problem);
    if (problem)
        return fail("Could not put " + path + " in its place.", problem.message());
    return syncFolder(std::filesystem::absolute(path).parent_path().string());
}

} // namespace motley
