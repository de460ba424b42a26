// What a language model answers to one of the job's prompts, as far as it was trained.
#pragma once

#include <string>

namespace motley {

struct PromptAnswer {
    std::string prompt;
    std::string answer;

    bool operator==(const PromptAnswer &) const = default;
};

} // namespace motley
