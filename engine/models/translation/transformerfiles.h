// Reads translation models from Hugging Face's folders of Marian models. They are written by writeModelFolder(), since
// our tensors have Hugging Face's names.
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

// Reads what readHuggingFaceFolder() does. Errors name the file: unreadable, missing or unexpected tensors, or a bias
// of the output layer, which this program does not support.
Result<OpenedTransformer> readTransformerFolder(const std::string &folder);

} // namespace motley
