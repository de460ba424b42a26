// Text as the numbers that a model learns from, and back.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

using TokenIds = std::vector<std::int32_t>;

// May be used from several threads at once.
class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    virtual std::int64_t size() const = 0; // ids are below it
    virtual TokenIds encode(std::string_view text) const = 0; // UTF-8; without special tokens around it
    virtual std::string decode(std::span<const std::int32_t> ids) const = 0;
};

} // namespace motley
