// Converts text to token ids and back.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

using TokenIds = std::vector<std::int32_t>;

// Thread-safe.
class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    virtual std::int64_t size() const = 0; // of the vocabulary: ids are 0 to size() - 1
    virtual TokenIds encode(std::string_view text) const = 0; // UTF-8; adds no special tokens
    virtual std::string decode(std::span<const std::int32_t> ids) const = 0;
};

} // namespace motley
