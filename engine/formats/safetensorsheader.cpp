#include "engine/formats/safetensorsheader.h"

#include "engine/json/jsondepth.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

struct TypeName {
    TensorEntry::Type type;
    const char *name;
    std::int64_t bytes;
};
constexpr std::array<TypeName, 10> typeNames{{
    {TensorEntry::Type::Float64, "F64", 8},
    {TensorEntry::Type::Float32, "F32", 4},
    {TensorEntry::Type::Float16, "F16", 2},
    {TensorEntry::Type::BFloat16, "BF16", 2},
    {TensorEntry::Type::Int64, "I64", 8},
    {TensorEntry::Type::Int32, "I32", 4},
    {TensorEntry::Type::Int16, "I16", 2},
    {TensorEntry::Type::Int8, "I8", 1},
    {TensorEntry::Type::UInt8, "U8", 1},
    {TensorEntry::Type::Bool, "BOOL", 1},
}};

const TypeName &named(TensorEntry::Type type)
{
    return *std::find_if(typeNames.begin(), typeNames.end(), [type](const TypeName &row) { return row.type == type; });
}

std::optional<TensorEntry::Type> typeCalled(const std::string &name)
{
    for (const TypeName &row : typeNames)
        if (name == row.name)
            return row.type;
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(const Json &value)
{
    if (!value.is_number_unsigned()
        || value.get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    return value.get<std::int64_t>();
}

std::optional<std::vector<std::int64_t>> wholeNumbers(const Json &value)
{
    if (!value.is_array())
        return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const Json &element : value) {
        const auto number = wholeNumber(element);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

// The bytes of a tensor by its shape; nullopt if they do not fit into 64 bits.
std::optional<std::int64_t> byteCount(const TensorEntry &entry)
{
    std::int64_t bytes = bytesOf(entry.type);
    bool empty = false;
    for (const std::int64_t size : entry.shape) {
        empty = empty || size == 0;
        const std::int64_t factor = std::max<std::int64_t>(size, 1); // bounds the other sizes of empty tensors too
        if (bytes > std::numeric_limits<std::int64_t>::max() / factor)
            return std::nullopt;
        bytes *= factor;
    }
    return empty ? 0 : bytes;
}

// Names come from the file and may be very long, so errors show only their beginning.
std::string tensorCalled(const std::string &name)
{
    constexpr std::size_t longestShown = 200; // bytes
    return "Tensor \"" + (name.size() > longestShown ? name.substr(0, longestShown) + "..." : name) + '"';
}

// The safetensors library accepts an object of strings, or null.
bool isMetadata(const nlohmann::json &value)
{
    return value.is_null()
        || (value.is_object()
            && std::all_of(value.begin(), value.end(), [](const nlohmann::json &item) { return item.is_string(); }));
}

Result<TensorEntry> parseEntry(const std::string &name, const Json &value)
{
    const auto refuse = [&](const std::string &what) { return fail(tensorCalled(name) + ": " + what + "."); };
    if (!value.is_object() || value.size() != 3 || !value.contains("dtype") || !value.contains("shape")
        || !value.contains("data_offsets"))
        return refuse("dtype, shape and data_offsets are expected");
    TensorEntry entry;
    entry.name = name;
    const auto type = value["dtype"].is_string() ? typeCalled(value["dtype"].get<std::string>()) : std::nullopt;
    if (!type)
        return refuse("dtype must be F64, F32, F16, BF16, I64, I32, I16, I8, U8 or BOOL");
    entry.type = *type;
    const auto shape = wholeNumbers(value["shape"]);
    if (!shape || shape->size() > 16)
        return refuse("shape must be a list of at most 16 whole numbers");
    entry.shape = *shape;
    const auto offsets = wholeNumbers(value["data_offsets"]);
    if (!offsets || offsets->size() != 2 || (*offsets)[0] > (*offsets)[1])
        return refuse("data_offsets must be two whole numbers in ascending order");
    entry.begin = (*offsets)[0];
    entry.end = (*offsets)[1];
    if (byteCount(entry) != entry.end - entry.begin)
        return refuse("its shape needs another number of bytes than data_offsets span");
    return entry;
}

Result<void> checkCoverage(const std::vector<TensorEntry> &sorted, std::int64_t dataBytes)
{
    std::int64_t reached = 0;
    for (const TensorEntry &entry : sorted) {
        if (entry.begin != reached)
            return fail(tensorCalled(entry.name) + " does not begin where the one before it ends.");
        reached = entry.end;
    }
    if (reached != dataBytes)
        return fail("The tensors span " + std::to_string(reached) + " bytes, but the file holds "
            + std::to_string(dataBytes) + " after its header.");
    return {};
}

} // namespace

std::int64_t bytesOf(TensorEntry::Type type)
{
    return named(type).bytes;
}

std::string toSafetensorsHeader(const std::vector<TensorEntry> &entries)
{
    Json header = Json::object();
    header["__metadata__"] = {{"format", "pt"}};
    for (const TensorEntry &entry : entries)
        header[entry.name]
            = {{"dtype", named(entry.type).name}, {"shape", entry.shape}, {"data_offsets", {entry.begin, entry.end}}};
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    return text;
}

Result<std::vector<TensorEntry>> parseSafetensorsHeader(std::string_view json, std::int64_t dataBytes)
{
    constexpr int levels = 3; // of nesting: tensors, their fields, the numbers of a shape
    if (nestsDeeperThan(levels, json))
        return fail("The header is nested deeper than a list of tensors is.");
    // The JSON parser skips a byte order mark at the beginning and stops at a zero byte; the safetensors library
    // refuses both.
    const bool isPlain = json.find('\0') == json.npos && json.find_first_not_of(" \t\r\n") == json.find('{');
    const auto header = isPlain ? nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false) : nlohmann::json();
    if (!header.is_object())
        return fail("The header is not a JSON object.");
    std::vector<TensorEntry> entries;
    for (const auto &[name, value] : header.items()) {
        if (name == "__metadata__") {
            if (!isMetadata(value))
                return fail("The header's __metadata__ must hold texts only.");
            continue;
        }
        auto entry = parseEntry(name, value);
        if (!entry)
            return tl::unexpected(entry.error());
        entries.push_back(std::move(*entry));
    }
    const auto byOffset = [](const TensorEntry &a, const TensorEntry &b) {
        return a.begin != b.begin ? a.begin < b.begin
                                  : a.end < b.end; // an empty tensor comes before the one that begins with it
    };
    std::stable_sort(entries.begin(), entries.end(), byOffset);
    if (const auto covered = checkCoverage(entries, dataBytes); !covered)
        return tl::unexpected(covered.error());
    return entries;
}

} // namespace motley
