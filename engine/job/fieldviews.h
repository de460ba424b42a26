// The fields of a job, for a form that knows none of them: what each is called, what it may be, and the value.
#pragma once

#include "engine/base/fieldinfo.h"
#include "engine/job/jobspec.h"

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace motley {

// One of several names.
struct ChoiceView {
    std::vector<const char *> words; // for people, to be translated
    std::function<int()> chosen; // index of words
    std::function<void(int)> choose;
};

struct FieldView {
    std::string path; // "model.width"
    FieldInfo info;
    std::variant<bool *, int *, std::int64_t *, std::uint64_t *, double *, std::string *, DataPath *, ChoiceView> value;
};

// The value of the same field of another task or job.
void copyValue(const FieldView &from, FieldView &to);

// Views into `job`, which must stay where it is and keep its task: of every field that a form has. Which of them are
// used changes with the values: ask again after each change.
std::vector<FieldView> viewsOf(JobSpec &job);
std::vector<FieldView> viewsOf(TaskSpec &task); // of its own fields: "model." and "data."

} // namespace motley
