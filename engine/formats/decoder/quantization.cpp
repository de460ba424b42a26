#include "engine/formats/decoder/quantization.h"

#include "engine/formats/decoder/quantizationconfig.h"

#include <array>
#include <cmath>

namespace motley {

namespace {

constexpr const char *nf4 = "nf4";

struct NamedType {
    std::string_view name;
    QuantState::Type type;
};
constexpr std::array<NamedType, 3> numberTypes{{{"float32", QuantState::Type::Float32},
    {"float16", QuantState::Type::Float16}, {"bfloat16", QuantState::Type::BFloat16}}};

std::string stringAt(const Json &json, const char *key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>().substr(0, 60) : std::string();
}

bool isTrue(const Json &json, const char *key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

Result<std::int64_t> readBlock(const Json &json, const char *key)
{
    constexpr std::int64_t smallest = 32, largest = 4096;
    const auto found = json.find(key);
    const std::int64_t size = found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
    if (size < smallest || size > largest || (size & (size - 1)) != 0)
        return fail(std::string(key) + " must be a power of two from 32 to 4096.");
    return size;
}

Result<void> readSizes(const Json &json, QuantState &state)
{
    constexpr std::int64_t widest = 1 << 24;
    const auto shape = json.find("shape");
    const bool isMatrix = shape != json.end() && shape->is_array() && shape->size() == 2
        && (*shape)[0].is_number_integer() && (*shape)[1].is_number_integer();
    state.outputs = isMatrix ? (*shape)[0].get<std::int64_t>() : 0;
    state.inputs = isMatrix ? (*shape)[1].get<std::int64_t>() : 0;
    for (const std::int64_t size : {state.outputs, state.inputs})
        if (size < 1 || size > widest)
            return fail("shape must be two sizes from 1 to " + std::to_string(widest) + ".");
    return {};
}

Result<void> readNested(const Json &json, QuantState &state)
{
    const auto offset = json.find("nested_offset");
    if (offset == json.end() || offset->is_null())
        return {};
    if (!offset->is_number() || !std::isfinite(offset->get<double>()))
        return fail("nested_offset must be a number.");
    if (stringAt(json, "nested_dtype") != "float32")
        return fail("nested_dtype must be float32.");
    state.nestedOffset = offset->get<double>();
    return readBlock(json, "nested_blocksize").map([&](std::int64_t size) { state.nestedBlock = size; });
}

Result<QuantState> readState(const Json &json)
{
    if (stringAt(json, "quant_type") != nf4)
        return fail("It is of the kind \"" + stringAt(json, "quant_type") + "\", where only nf4 is supported.");
    QuantState state;
    const std::string type = stringAt(json, "dtype");
    bool isKnown = false;
    for (const NamedType &known : numberTypes)
        if (known.name == type) {
            state.type = known.type;
            isKnown = true;
        }
    if (!isKnown)
        return fail("dtype must be float32, float16 or bfloat16, but is \"" + type + "\".");
    const auto block = readBlock(json, "blocksize");
    if (!block)
        return tl::unexpected(block.error());
    state.block = *block;
    return readSizes(json, state).and_then([&] { return readNested(json, state); }).map([&] { return state; });
}

// What other quantisations are called: their method, and where it has several kinds, its kind.
std::string nameOf(const Json &json)
{
    std::string name = stringAt(json, "quant_method");
    if (name != "bitsandbytes" && !(name.empty() && json.contains("load_in_4bit")))
        return name.empty() ? "unnamed" : name;
    if (!isTrue(json, "load_in_4bit"))
        return "bitsandbytes in 8 bits";
    const std::string kind = stringAt(json, "bnb_4bit_quant_type");
    return "bitsandbytes " + (kind.empty() ? "fp4" : kind); // fp4 where it is not said
}

} // namespace

Result<QuantState> parseQuantState(std::string_view text)
{
    return parseJson(text, longestQuantState, "state of a quantised weight").and_then([](const Json &json) {
        return json.is_object() ? readState(json) : Result<QuantState>(fail("It must be a JSON object."));
    });
}

Result<void> checkQuantization(const Json &json)
{
    if (json.is_null())
        return {};
    if (!json.is_object())
        return fail("The field quantization_config must be an object.");
    if (const std::string name = nameOf(json); name != "bitsandbytes nf4")
        return fail("The model's weights are quantised (quantization_config: " + name
            + "), and of such only bitsandbytes nf4 is supported: start from the model in 16 bits, and choose "
              "model.quantization.");
    const std::string storage = stringAt(json, "bnb_4bit_quant_storage");
    if (!storage.empty() && storage != "uint8")
        return fail("The field quantization_config.bnb_4bit_quant_storage is \"" + storage
            + "\", where only uint8 is supported: start from the model in 16 bits.");
    return {};
}

} // namespace motley
