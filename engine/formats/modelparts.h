// parts.json of a model folder or checkpoint: hashes of what the weights depend on and a task reads from files of its
// own, so that work which goes on with others can say so.
#pragma once

#include "engine/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace motley {

struct ModelParts { // SHA-256; nullopt: there is no such part, or nothing is known of it
    static constexpr int currentVersion = 1;

    std::optional<std::string> entities{}; // of entity linking: names and vectors
    std::optional<std::string> script{}; // of a TorchScript: its code and constants, without its weights

    bool operator==(const ModelParts &) const = default;
};

std::string toJson(const ModelParts &parts); // indented, ends with a newline
Result<ModelParts> parseModelParts(std::string_view json);

} // namespace motley
