// Writes a GGUF file tensor by tensor: of the model, no more than a part of one tensor is converted at a time.
#pragma once

#include "engine/base/result.h"
#include "engine/formats/gguf/ggufhead.h"

#include <ATen/core/Tensor.h>

#include <functional>
#include <string>
#include <vector>

namespace motley {

struct PlannedTensor {
    GgufTensor head;
    std::function<at::Tensor()> read; // in any type of floating-point numbers
};

// Appears whole or not at all, in place of what is there. Errors: the disk; numbers that the type cannot hold.
Result<void> writeGguf(const std::string &path, const GgufFields &fields, const std::vector<PlannedTensor> &tensors);

// The bytes of the tensor in this type. Errors: a number that the type cannot hold. Of Q8_0, the size is a multiple of
// q8BlockNumbers.
Result<std::string> ggufBytes(const at::Tensor &tensor, GgufType type);

} // namespace motley
