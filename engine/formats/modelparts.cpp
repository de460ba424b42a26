#include "engine/formats/modelparts.h"

#include "engine/json/jsonfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, ModelParts &parts)
{
    fields("entities", parts.entities);
    fields("script", parts.script);
}

namespace {

constexpr std::size_t longestParts = 1 << 16; // bytes

} // namespace

std::string toJson(const ModelParts &parts)
{
    return versionedJsonOf(parts).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ModelParts> parseModelParts(std::string_view json)
{
    return fromVersionedText<ModelParts>(json, longestParts, "list of a model's parts");
}

} // namespace motley
