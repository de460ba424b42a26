// GPT-2 in Hugging Face's folders. They are written with writeModelFolder(), whose names are Hugging Face's.
#pragma once

#include "engine/models/gpt2/gpt2.h"
#include "engine/tensorfiles/loadtensors.h"

#include <string>

namespace motley {

struct OpenedGpt2 {
    std::shared_ptr<Gpt2> model;
    Gpt2Config config;
};

// config.json and model.safetensors, or pytorch_model.bin; also the first GPT-2's, without "transformer." in front and
// with the attention's masks as tensors. Errors name the file; a missing or unexpected tensor is one.
Result<OpenedGpt2> readGpt2Folder(const std::string &folder);

} // namespace motley
