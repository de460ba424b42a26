// What the user asks a language model at each test.
#pragma once

#include "engine/base/result.h"
#include "engine/job/tasks/languagemodelspec.h"
#include "engine/tasks/causal/conversationdata.h"

#include <cstdint>
#include <functional>
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

struct Prompts {
    std::vector<Prompt> all;
    bool areQuestions = false; // which are answered; others are written on
};

// The lines of a text file that are not blank. Errors name the file and the line: no prompt, too many, too long, no
// UTF-8.
Result<std::vector<std::string>> readPrompts(const std::string &file);

// Those of the field data.prompts; none where it is empty. Errors name the prompt.
Result<Prompts> promptsOf(
    const LanguageModelData &data, const std::function<Result<TokenIds>(const std::string &prompt)> &encode);
Result<Prompts> questionsOf(const LanguageModelData &data, const ConversationSource &source);

} // namespace motley
