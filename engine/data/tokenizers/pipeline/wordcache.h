// Remembers the tokens of short words, of which a text repeats most. Bounded: a word takes the place of another one.
#pragma once

#include "engine/data/tokenizers/tokenizer.h"

#include <array>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// Thread-safe.
class WordCache {
public:
    static constexpr std::size_t words = 1 << 15;
    static constexpr std::size_t longestWord = 64; // bytes

    bool append(std::string_view word, TokenIds &ids) const; // false: the word is not here
    void put(std::string_view word, std::span<const std::int32_t> ids);

private:
    struct Entry {
        std::string word; // empty: none
        TokenIds ids;
    };
    static constexpr std::size_t locks = 64;

    std::size_t placeOf(std::string_view word) const;

    std::vector<Entry> m_entries{words};
    mutable std::array<std::mutex, locks> m_locks; // each for every so manyth entry
};

} // namespace motley
