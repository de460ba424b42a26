// motley.json of a model folder: the task that the model was trained on, and how.
#pragma once

#include "engine/job/precisionspec.h"
#include "engine/job/tasks/taskspec.h"

#include <optional>

namespace motley {

struct ModelOrigin {
    static constexpr int currentVersion = 1;

    TaskSpec task; // without its paths
    std::optional<PrecisionSpec> precision{}; // of the run; nullopt: not noted, so float32

    bool operator==(const ModelOrigin &) const = default;
};

std::string toJson(const ModelOrigin &origin); // indented, ends with a newline
Result<ModelOrigin> parseModelOrigin(std::string_view json);

} // namespace motley
