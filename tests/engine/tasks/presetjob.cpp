#include "presetjob.h"

#include "engine/job/fieldviews.h"
#include "taskdata.h"

#include <algorithm>
#include <filesystem>

namespace motley {

JobSpec filledIn(const Preset &preset, const std::string &folder)
{
    std::filesystem::create_directories(folder);
    JobSpec job = preset.job;
    JobSpec made = makeTaskJob(taskName(job.task), folder).job;
    std::vector<FieldView> open = viewsOf(job.task);
    const std::vector<FieldView> filled = viewsOf(made.task);
    for (std::size_t i = 0; i < open.size(); ++i)
        if (std::holds_alternative<DataPath *>(open[i].value) || open[i].path.starts_with("data."))
            copyValue(filled[i], open[i]);
    job.batch = std::min<std::int64_t>(job.batch, 4); // measuring a machine takes some twenty steps
    job.maxSteps = 4; // keep the test short, as evaluating some test sets takes longer than steps
    return job;
}

} // namespace motley
