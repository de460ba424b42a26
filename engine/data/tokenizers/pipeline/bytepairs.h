// The byte pairs of a tokenizer.json: within a word characters are joined to tokens, by the merges in the order in
// which they were learned. Equal to the tokenizers library's model BPE.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/pipeline/mergetable.h"
#include "engine/data/tokenizers/pipeline/wordcache.h"
#include "engine/data/tokenizers/tokenizer.h"
#include "engine/formats/tokenizerjson/tokenizerjson.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace motley {

// Thread-safe.
class BytePairs {
public:
    using Vocabulary = std::unordered_map<std::string_view, std::int32_t>;

    // Errors name what does not fit together.
    static Result<BytePairs> make(BytePairModel model);

    void append(std::string_view word, TokenIds &ids) const; // of valid UTF-8

    const Vocabulary &vocabulary() const { return m_ids; }
    std::int64_t size() const { return m_size; } // one more than the highest id

private:
    struct Symbol {
        std::int32_t id = 0;
        std::int32_t previous = -1; // -1: none
        std::int32_t next = -1;
        bool merged = false; // into the one before it
    };

    BytePairs() = default;

    Result<void> indexVocabulary();
    Result<void> indexMerges();
    void indexCharacters();
    std::int32_t idOf(std::string_view token) const; // -1: there is none
    std::int32_t idOfCharacter(std::string_view character, bool isFirst, bool isLast) const;
    bool appendBytes(std::string_view character, std::vector<Symbol> &symbols) const;
    std::vector<Symbol> symbolsOf(std::string_view word) const;
    void merge(std::vector<Symbol> &symbols) const;

    std::unique_ptr<BytePairModel> m_model; // stays where it is, as m_ids looks into it
    Vocabulary m_ids;
    std::int64_t m_size = 0;
    MergeTable m_merges;
    std::vector<std::int32_t> m_idOfCharacter; // -1: none; where no prefix and no suffix is written
    std::array<std::int32_t, 256> m_idOfByte{}; // the same, of <0x00> and so on
    std::int32_t m_unknown = -1;
    std::unique_ptr<WordCache> m_cache;
};

} // namespace motley
