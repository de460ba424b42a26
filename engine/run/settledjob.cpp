#include "engine/run/settledjob.h"

#include "engine/base/textfile.h"
#include "engine/formats/checkpointmanifest.h"
#include "engine/job/continuefiles.h"
#include "engine/job/tasks/templatedate.h"

#include <filesystem>

namespace motley {

namespace {

// Empty: nothing is there that can be read, or its job has no day. Whoever opens it says what is wrong with it.
std::string dayOfWork(const std::string &path)
{
    const auto files = findContinueFiles({path});
    if (path.empty() || !files)
        return {};
    for (const DataFile &file : *files) {
        if (std::filesystem::path(file.path).filename() != "state.json")
            continue;
        const auto state = readTextFile(file.path).and_then(parseCheckpointState);
        const auto *text = state ? std::get_if<LanguageModelSpec>(&state->job.task) : nullptr;
        return text ? text->data.date : std::string();
    }
    return {};
}

} // namespace

JobSpec settled(JobSpec job, const std::string &checkpoint)
{
    const std::string continued = job.continueFrom.weightsOnly ? std::string() : job.continueFrom.path.path;
    for (const std::string &work : {checkpoint, continued})
        chooseTemplateDate(job.task, dayOfWork(work));
    chooseTemplateDate(job.task, dayOf(std::time(nullptr)));
    return job;
}

} // namespace motley
