// Decoders of each family with random weights, in folders as Hugging Face's programs write them.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct MadeUpSize {
    std::int64_t layers = 4;
    std::int64_t width = 256; // of a token's vector
    std::int64_t heads = 4; // even; of size width / heads
    std::int64_t vocabulary = 32000;
    std::int64_t positions = 2048;
};

const std::vector<std::string> &madeUpFamilies(); // "llama", "qwen2", ...

// A model of the family with all that makes it differ from others, and a tokenizer of made-up words. `folder` must not
// exist. Errors: no such family, a size that a model cannot have, what could not be written.
Result<void> writeMadeUpDecoder(const std::string &family, const MadeUpSize &size, const std::string &folder);

} // namespace motley
