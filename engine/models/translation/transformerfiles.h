// Translation models in Hugging Face's folders for Marian models. They are written with writeModelFolder(), whose names
// are Hugging Face's.
#pragma once

#include "engine/base/result.h"
#include "engine/models/translation/transformer.h"

#include <memory>
#include <string>

namespace motley {

struct OpenedTransformer {
    std::shared_ptr<Transformer> model;
    MarianConfig config;
};

// config.json and model.safetensors, or pytorch_model.bin. Errors name the file; a missing or unexpected tensor is one,
// and so is a bias of the output layer, which this program lacks.
Result<OpenedTransformer> readTransformerFolder(const std::string &folder);

} // namespace motley
