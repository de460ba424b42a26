// Bounds to what a tokenizer.json, which may come from anywhere, can make of a text.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace motley {

// The file asks for more steps, memory or text than it may. The message names the part.
struct TokenizingTooCostly : std::runtime_error {
    using std::runtime_error::runtime_error;
};

constexpr std::size_t mostTokenizerParts
    = 64; // of a normalizer, pre-tokenizer or decoder; published ones have up to five

// Throws TokenizingTooCostly where a text grew out of all proportion; no published tokenizer makes it four times as
// long.
inline void boundGrowth(std::size_t before, std::size_t after)
{
    if (after > 64 * before + (1 << 20))
        throw TokenizingTooCostly("The tokenizer makes a text of " + std::to_string(before) + " bytes longer than "
            + std::to_string(after) + " bytes.");
}

} // namespace motley
