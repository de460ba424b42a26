// Tokens beside those of a tokenizer's model: where a text spells one out, it is found before the rest is cut.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace motley {

struct AddedToken {
    std::string text;
    std::optional<std::int64_t> id{}; // nullopt: that of the vocabulary, or the next after it
    bool singleWord = false; // not where a letter or digit is beside it
    bool stripsLeft = false; // takes the spaces before it along
    bool stripsRight = false; // the same after it
    bool normalized = false; // is looked for in text as the normalizer leaves it
    bool special = true; // means something to the model and is no text
    bool ifKnown = false; // counts only where the vocabulary has it

    bool operator==(const AddedToken &) const = default;
};

struct NamedTokens { // nullopt: the tokenizer has none
    std::optional<std::string> begin{};
    std::optional<std::string> end{};
    std::optional<std::string> unknown{};
    std::optional<std::string> separate{};
    std::optional<std::string> pad{};
    std::optional<std::string> classify{};
    std::optional<std::string> mask{};

    bool operator==(const NamedTokens &) const = default;
};

} // namespace motley
