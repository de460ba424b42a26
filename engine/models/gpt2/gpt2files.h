// Reads GPT-2 from Hugging Face's folders. They are written by writeModelFolder(), since our tensors have Hugging
// Face's names.
#pragma once

#include "engine/models/gpt2/gpt2.h"
#include "engine/tensorfiles/loadtensors.h"

#include <string>

namespace motley {

struct OpenedGpt2 {
    std::shared_ptr<Gpt2> model;
    Gpt2Config config;
};

// Reads what readHuggingFaceFolder() does, also in the format of the first GPT-2, without "transformer." in front and
// with attention masks as tensors. Errors name the file: unreadable, or with missing or unexpected tensors.
Result<OpenedGpt2> readGpt2Folder(const std::string &folder);

} // namespace motley
