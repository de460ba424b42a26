// The entities that mentions are linked to: their names and their places in a space that was learnt before.
#pragma once

#include "engine/base/result.h"
#include "engine/data/text/mentions.h"

#include <ATen/core/Tensor.h>

#include <string>

namespace motley {

struct Entities {
    EntityNames names;
    at::Tensor vectors; // float [names, size], on the CPU
};

// A file of names and one of vectors: safetensors, or a file of torch.save, with one tensor. Errors name the file, also
// where the two do not belong together.
Result<Entities> readEntities(const std::string &nameFile, const std::string &vectorFile);

} // namespace motley
