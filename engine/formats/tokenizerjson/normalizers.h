// What a tokenizer does to a text before it is cut.
#pragma once

#include "engine/formats/tokenizerjson/textpattern.h"

#include <string>
#include <variant>
#include <vector>

namespace motley {

struct Normalizer;

struct SequenceNormalizer {
    static constexpr const char *name = "Sequence";
    std::vector<Normalizer> normalizers;
};
struct NfcNormalizer {
    static constexpr const char *name = "NFC";
};
struct NfdNormalizer {
    static constexpr const char *name = "NFD";
};
struct NfkcNormalizer {
    static constexpr const char *name = "NFKC";
};
struct NfkdNormalizer {
    static constexpr const char *name = "NFKD";
};
struct LowercaseNormalizer {
    static constexpr const char *name = "Lowercase";
};
struct StripAccentsNormalizer {
    static constexpr const char *name = "StripAccents";
};
struct StripNormalizer { // takes spaces away
    static constexpr const char *name = "Strip";
    bool left = true;
    bool right = true;
};
struct PrependNormalizer {
    static constexpr const char *name = "Prepend";
    std::string text{};
};
struct ReplaceNormalizer {
    static constexpr const char *name = "Replace";
    TextPattern pattern{};
    std::string content{};
};

struct Normalizer {
    std::variant<SequenceNormalizer, NfcNormalizer, NfdNormalizer, NfkcNormalizer, NfkdNormalizer, LowercaseNormalizer,
        StripAccentsNormalizer, StripNormalizer, PrependNormalizer, ReplaceNormalizer>
        kind;
};

} // namespace motley
