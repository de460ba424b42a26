// The entities that mentions are linked to: their names and their vectors, which were trained before.
#pragma once

#include "engine/base/result.h"
#include "engine/data/text/mentions.h"

#include <ATen/core/Tensor.h>

#include <string>

namespace motley {

struct Entities {
    EntityNames names;
    at::Tensor vectors; // float [names, size], on the CPU
    std::string sha256; // of both
};

// Reads a file of names and one of vectors with a single tensor: safetensors, or written by torch.save. Errors name the
// file, also if names and vectors differ in number.
Result<Entities> readEntities(const std::string &nameFile, const std::string &vectorFile);

} // namespace motley
