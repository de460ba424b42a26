// How a tokenizer makes text of tokens.
#pragma once

#include "engine/formats/tokenizerjson/pretokenizers.h"
#include "engine/formats/tokenizerjson/textpattern.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace motley {

struct TokenDecoder;

struct SequenceDecoder {
    static constexpr const char *name = "Sequence";
    std::vector<TokenDecoder> decoders;
};
struct ByteLevelDecoder {
    static constexpr const char *name = "ByteLevel";
};
struct MetaspaceDecoder {
    static constexpr const char *name = "Metaspace";
    std::string replacement = "\u2581";
    PrependScheme scheme = PrependScheme::Always;
};
struct ReplaceDecoder {
    static constexpr const char *name = "Replace";
    TextPattern pattern{};
    std::string content{};
};
struct ByteFallbackDecoder { // makes characters of tokens such as <0x0A>
    static constexpr const char *name = "ByteFallback";
};
struct FuseDecoder { // joins all tokens into one
    static constexpr const char *name = "Fuse";
};
struct StripDecoder { // takes up to so many of a character away from both ends of each token
    static constexpr const char *name = "Strip";
    std::string content = " ";
    std::int32_t start = 0;
    std::int32_t stop = 0;
};

struct TokenDecoder {
    std::variant<SequenceDecoder, ByteLevelDecoder, MetaspaceDecoder, ReplaceDecoder, ByteFallbackDecoder, FuseDecoder,
        StripDecoder>
        kind;
};

} // namespace motley
