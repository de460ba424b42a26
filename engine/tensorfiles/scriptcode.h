// What a TorchScript file computes, whatever its weights are.
#pragma once

#include <optional>
#include <string>

namespace motley {

// SHA-256 of code, constants and attributes other than tensors. nullopt: the file cannot be read as an archive.
std::optional<std::string> hashOfCode(const std::string &path);

} // namespace motley
