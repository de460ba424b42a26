// What a part of a tokenizer looks for in a text.
#pragma once

#include <optional>
#include <string>

namespace motley {

struct TextPattern { // one of the two
    std::optional<std::string> regex{}; // in the syntax of Oniguruma, which the tokenizers library uses
    std::optional<std::string> text{};
};

} // namespace motley
