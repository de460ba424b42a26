// motley.json of a model folder: the task that the model was trained on.
#pragma once

#include "engine/job/tasks/taskspec.h"

namespace motley {

struct ModelOrigin {
    static constexpr int currentVersion = 1;

    TaskSpec task; // without its paths

    bool operator==(const ModelOrigin &) const = default;
};

std::string toJson(const ModelOrigin &origin); // indented, ends with a newline
Result<ModelOrigin> parseModelOrigin(std::string_view json);

} // namespace motley
