// A tokenizer of made-up words, with a chat template, as Hugging Face's programs write them.
#pragma once

#include "engine/base/result.h"
#include "engine/tensorfiles/sidefile.h"

#include <cstdint>
#include <vector>

namespace motley {

constexpr std::int64_t smallestMadeUpVocabulary = 64;

// The files beside a model with so many tokens: syllables first, then pairs of them, then three in a row.
std::vector<SideFile> madeUpTokenizer(std::int64_t vocabulary);

} // namespace motley
