#include "engine/formats/modelorigin.h"

#include "engine/job/coursefields.h"
#include "engine/job/tasks/taskfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, ModelOrigin &origin)
{
    fields.choice("task", origin.task);
    fields("precision", origin.precision);
}

namespace {

constexpr std::size_t longestOrigin = 1 << 20; // bytes

} // namespace

std::string toJson(const ModelOrigin &origin)
{
    return versionedJsonOf(origin).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ModelOrigin> parseModelOrigin(std::string_view json)
{
    return fromVersionedText<ModelOrigin>(json, longestOrigin, "origin of a model");
}

} // namespace motley
