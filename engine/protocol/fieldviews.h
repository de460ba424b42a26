// The fields of a task, for a form that does not know the tasks: what each is called, what it may be, and the value.
#pragma once

#include "engine/protocol/fieldinfo.h"
#include "engine/protocol/jobspec.h"

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
    std::variant<bool *, int *, std::int64_t *, double *, std::string *, DataPath *, ChoiceView> value;
};

// Views into `task`, which must stay where it is and keep its alternative. Which of them are used changes with the
// values: ask again after each change.
std::vector<FieldView> viewsOf(TaskSpec &task);

// With those of the course of the run: "precision.kind" and the like.
std::vector<FieldView> viewsOf(JobSpec &job);

} // namespace motley
