// A text that is being cut into words.
#pragma once

#include "engine/data/tokenizers/pipeline/textregex.h"
#include "engine/formats/tokenizerjson/pretokenizers.h"

#include <functional>
#include <string>
#include <vector>

namespace motley {

struct TextPieces {
    std::string text;
    std::vector<TextRange> pieces; // none is empty; what is between them was removed
    bool beginsText = true; // the first piece, where it is at the beginning of `text`, begins the whole text

    std::string_view of(const TextRange &piece) const
    {
        return std::string_view(text).substr(piece.first, piece.end - piece.first);
    }
};

struct PatternMatch {
    TextRange range; // within the piece
    bool isMatch = false;
};

// Takes all of a piece apart: matches and what is between them, as they follow each other.
using FindMatches = std::function<std::vector<PatternMatch>(std::string_view piece)>;

// Cuts every piece between the matches.
void splitPieces(TextPieces &text, const FindMatches &find, SplitBehavior behavior);

// The same for a regular expression; `inverted`: what is between its matches are the matches.
void splitPieces(TextPieces &text, const TextRegex &regex, SplitBehavior behavior, bool inverted);

// Each character for which `isMatch` is true is a match.
void splitPieces(TextPieces &text, bool (*isMatch)(char32_t), SplitBehavior behavior);

} // namespace motley
