#include "engine/formats/gguf/ggufhead.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>

namespace motley {

namespace {

constexpr std::uint32_t version = 3;

enum class ValueType : std::uint32_t { UInt32 = 4, Int32 = 5, Float32 = 6, Bool = 7, String = 8, Array = 9 };

class HeadWriter {
public:
    template <typename Whole>
    void whole(Whole value)
    {
        for (std::size_t i = 0; i < sizeof(Whole); ++i)
            m_bytes += char(std::uint64_t(value) >> (8 * i));
    }
    void type(ValueType type) { whole(std::uint32_t(type)); }

    void plain(bool value) { m_bytes += char(value); }
    void plain(std::uint32_t value) { whole(value); }
    void plain(std::int32_t value) { whole(std::uint32_t(value)); }
    void plain(float value)
    {
        std::uint32_t bits = 0; // no std::bit_cast, which the oldest C++ library of a machine lacks
        std::memcpy(&bits, &value, sizeof(bits));
        whole(bits);
    }
    void plain(const std::string &value)
    {
        whole(std::uint64_t(value.size()));
        m_bytes += value;
    }

    static constexpr ValueType typeOf(bool) { return ValueType::Bool; }
    static constexpr ValueType typeOf(std::uint32_t) { return ValueType::UInt32; }
    static constexpr ValueType typeOf(std::int32_t) { return ValueType::Int32; }
    static constexpr ValueType typeOf(float) { return ValueType::Float32; }
    static ValueType typeOf(const std::string &) { return ValueType::String; }

    template <typename Item>
    void value(const Item &item)
    {
        type(typeOf(item));
        plain(item);
    }
    template <typename Item>
    void value(const std::vector<Item> &items)
    {
        type(ValueType::Array);
        type(typeOf(Item()));
        whole(std::uint64_t(items.size()));
        for (const Item &item : items)
            plain(item);
    }

    std::string finish() &&
    {
        m_bytes.append(std::size_t(ggufPadding(std::int64_t(m_bytes.size()))), '\0');
        return std::move(m_bytes);
    }

private:
    std::string m_bytes = "GGUF";
};

} // namespace

const GgufValue *findField(const GgufFields &fields, std::string_view key)
{
    const auto found
        = std::find_if(fields.begin(), fields.end(), [&](const GgufField &field) { return field.key == key; });
    return found == fields.end() ? nullptr : &found->value;
}

std::int64_t bytesOf(const GgufTensor &tensor)
{
    const std::int64_t numbers
        = std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::int64_t(1), std::multiplies<>());
    switch (tensor.type) {
    case GgufType::Float32:
        return 4 * numbers;
    case GgufType::Q8_0:
        return numbers / q8BlockNumbers * q8BlockBytes;
    case GgufType::Float16:
    case GgufType::BFloat16:
        break;
    }
    return 2 * numbers;
}

std::int64_t ggufPadding(std::int64_t bytes)
{
    return (ggufAlignment - bytes % ggufAlignment) % ggufAlignment;
}

std::string ggufHead(const GgufFields &fields, const std::vector<GgufTensor> &tensors)
{
    HeadWriter writer;
    writer.whole(version);
    writer.whole(std::uint64_t(tensors.size()));
    writer.whole(std::uint64_t(fields.size()));
    for (const GgufField &field : fields) {
        writer.plain(field.key);
        std::visit([&](const auto &value) { writer.value(value); }, field.value);
    }
    std::int64_t offset = 0;
    for (const GgufTensor &tensor : tensors) {
        writer.plain(tensor.name);
        writer.whole(std::uint32_t(tensor.shape.size()));
        const std::vector<std::int64_t> sizes(
            tensor.shape.rbegin(), tensor.shape.rend()); // the first lies side by side there
        for (const std::int64_t size : sizes)
            writer.whole(std::uint64_t(size));
        writer.whole(std::uint32_t(tensor.type));
        writer.whole(std::uint64_t(offset));
        offset += bytesOf(tensor);
        offset += ggufPadding(offset);
    }
    return std::move(writer).finish();
}

} // namespace motley
