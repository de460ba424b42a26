// What the tensors of a decoder become in a GGUF file: their names, their order of rows and columns, and their types.
#pragma once

#include "engine/formats/gguf/ggufmodel.h"
#include "engine/inference/gguf/ggufbytes.h"
#include "engine/models/decoder/decoder.h"

#include <string>
#include <vector>

namespace motley {

struct StoredTensor;

// llama.cpp has queries, keys and the heads of linear attention in another order. `name`: without the folder's prefix,
// such as "layers.3.self_attn.q_proj.weight". Rows are what the tensor makes; columns are what it takes.
at::Tensor withRowsInOrder(const GgufModel &model, const DecoderConfig &decoder, const std::string &name, at::Tensor t);
at::Tensor withColumnsInOrder(const DecoderConfig &decoder, const std::string &name, at::Tensor t);

// All tensors of the model for text among these. Weights are in `type` but for vectors, and for rows that it cannot
// hold in its blocks. Errors: tensors that are missing, of another shape, or not the model's.
Result<std::vector<PlannedTensor>> planGguf(
    const GgufModel &model, const DecoderConfig &decoder, const std::vector<StoredTensor> &tensors, GgufType type);

// The type in which most of the model's numbers are: 16 bits or 32.
GgufType usualType(const std::vector<StoredTensor> &tensors);

} // namespace motley
