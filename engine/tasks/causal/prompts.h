// What a language model is asked at each test.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

constexpr std::size_t mostPrompts = 20;
constexpr std::size_t longestPrompt = 4000; // bytes
constexpr std::int64_t answerTokens = 100; // at most

struct Prompt {
    std::string text; // as the user wrote it
    std::vector<std::int32_t> ids; // as the model gets it; at least one
};

// The lines of a text file that are not blank. Errors name the file and the line: no prompt, too many, too long, no
// UTF-8.
Result<std::vector<std::string>> readPrompts(const std::string &file);

} // namespace motley
