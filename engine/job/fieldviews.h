// Generic access to the fields of a job, for a form: the name, the limits and the value of each.
#pragma once

#include "engine/base/fieldinfo.h"
#include "engine/job/jobspec.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace motley {

// A field whose value is one of several names.
struct ChoiceView {
    std::vector<const char *> words; // names for people, not translated yet
    std::function<int()> chosen; // index of the present value in words
    std::function<void(int)> choose;
};

struct FieldView {
    std::string path; // "model.width"
    FieldInfo info;
    std::variant<bool *, int *, std::int64_t *, std::optional<std::int64_t> *, std::uint64_t *, double *, std::string *,
        DataPath *, ChoiceView>
        value;
};

// Copies the value of a field to the same field of another task or job.
void copyValue(const FieldView &from, FieldView &to);

// Views of every field that a form shows. They point into `job`, which must not move or change its task. Which fields
// are used depends on the values, so call this again after each change.
std::vector<FieldView> viewsOf(JobSpec &job);
std::vector<FieldView> viewsOf(TaskSpec &task); // of the task's own fields: "model.", "data.", "adapter."

} // namespace motley
