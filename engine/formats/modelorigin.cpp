#include "engine/formats/modelorigin.h"

#include "engine/job/coursefields.h"
#include "engine/job/jobspec.h"
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

// A job with the same values would be refused too.
Result<ModelOrigin> inRange(ModelOrigin origin)
{
    JobSpec job;
    job.name = "origin";
    job.task = origin.task;
    job.precision = origin.precision.value_or(PrecisionSpec());
    return validate(job, Completeness::Draft).map([&] { return std::move(origin); });
}

} // namespace

std::string toJson(const ModelOrigin &origin)
{
    return versionedJsonOf(origin).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ModelOrigin> parseModelOrigin(std::string_view json)
{
    return fromVersionedText<ModelOrigin>(json, longestOrigin, "origin of a model").and_then(inRange);
}

} // namespace motley
