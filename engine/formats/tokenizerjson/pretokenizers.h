// How a tokenizer cuts a text into words, within which its model finds the tokens.
#pragma once

#include "engine/formats/tokenizerjson/textpattern.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace motley {

// What becomes of the matches between which a text is cut.
enum class SplitBehavior { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

enum class PrependScheme { Always, First, Never }; // First: at the beginning of the text alone

struct PreTokenizer;

struct SequencePreTokenizer {
    static constexpr const char *name = "Sequence";
    std::vector<PreTokenizer> preTokenizers;
};
struct SplitPreTokenizer {
    static constexpr const char *name = "Split";
    TextPattern pattern{};
    SplitBehavior behavior = SplitBehavior::Isolated;
    bool invert = false; // the matches are what is between those of the pattern
};
struct ByteLevelPreTokenizer { // writes each byte as a visible character
    static constexpr const char *name = "ByteLevel";
    bool addsPrefixSpace = true;
    bool usesRegex = true; // cuts as GPT-2 before
};
struct MetaspacePreTokenizer { // writes spaces as another character
    static constexpr const char *name = "Metaspace";
    std::string replacement = "\u2581";
    PrependScheme scheme = PrependScheme::Always;
    bool splits = true; // each replacement begins a word
};
struct DigitsPreTokenizer {
    static constexpr const char *name = "Digits";
    bool individual = false;
};
struct PunctuationPreTokenizer {
    static constexpr const char *name = "Punctuation";
    SplitBehavior behavior = SplitBehavior::Isolated;
};
struct WhitespacePreTokenizer { // words and runs of what is neither word nor space
    static constexpr const char *name = "Whitespace";
};
struct WhitespaceSplitPreTokenizer {
    static constexpr const char *name = "WhitespaceSplit";
};

struct PreTokenizer {
    std::variant<SequencePreTokenizer, SplitPreTokenizer, ByteLevelPreTokenizer, MetaspacePreTokenizer,
        DigitsPreTokenizer, PunctuationPreTokenizer, WhitespacePreTokenizer, WhitespaceSplitPreTokenizer>
        kind;
};

} // namespace motley
