#include "engine/job/jobvariant.h"

#include "engine/json/jsonfields.h"

namespace motley {

namespace {

Json valueOf(const std::string &text)
{
    return parseJson(text, text.size(), "value").value_or(Json(text));
}

} // namespace

Result<JobSpec> withSetting(const JobSpec &job, const JobSetting &setting)
{
    const std::string text = toJson(job);
    Json json = parseJson(text, text.size(), "job").value();
    Json *node = &json;
    for (std::size_t begin = 0; begin != std::string::npos;) {
        const std::size_t dot = setting.field.find('.', begin);
        const std::string name = setting.field.substr(begin, dot == std::string::npos ? dot : dot - begin);
        if (name.empty() || !node->is_object())
            return fail("A job has no field \"" + setting.field
                + "\"; name it by its path in the job file, such as batch or schedule.peak.");
        node = &(*node)[name];
        begin = dot == std::string::npos ? dot : dot + 1;
    }
    *node = valueOf(setting.value);
    return parseJob(json.dump());
}

} // namespace motley
