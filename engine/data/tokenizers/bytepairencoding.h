// GPT-2's tokenizer: byte pair encoding with merges in the order in which they were learned. Any bytes can be encoded,
// and decode() restores them. Equal to Hugging Face's GPT2TokenizerFast.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/addedtokens.h"
#include "engine/data/tokenizers/tokenizer.h"
#include "engine/formats/tokenizerfiles.h"

#include <array>
#include <optional>
#include <unordered_map>

namespace motley {

class BytePairTokenizer : public Tokenizer {
public:
    // Reads vocab.json and merges.txt in the format of the published GPT-2. Errors name the file.
    static Result<BytePairTokenizer> read(const std::string &vocabularyFile, const std::string &mergesFile);
    // Reads the tokenizer of a model folder: tokenizer.json or else these two files, with the others that say something
    // of it.
    static Result<BytePairTokenizer> readFolder(const std::string &folder);

    std::int64_t size() const override { return std::int64_t(m_bytes.size()); }
    TokenIds encode(std::string_view text) const override;
    std::string decode(std::span<const std::int32_t> ids) const override;

    std::string vocabularyJson() const; // for saving the tokenizer, as vocab.json
    std::string mergesText() const; // the same, as merges.txt

    const NamedTokens &named() const { return m_named; } // such as the token that ends a text
    const std::vector<AddedToken> &added() const { return m_added.tokens(); }
    std::optional<std::int32_t> idOf(const std::string &token) const; // nullopt: there is none

private:
    struct Merge {
        std::int32_t rank = 0;
        std::int32_t id = 0; // of the merged token
    };

    BytePairTokenizer() = default;

    struct Files { // that errors name
        std::string vocabulary;
        std::string merges;
        const char *merge; // what one of the merges is called: "Line"
    };
    static Result<TokenizerParts> readVocabulary(TokenizerParts parts, const Files &files);
    static Result<BytePairTokenizer> make(TokenizerParts parts, const Files &files);

    Result<void> addTokens(const TokenizerParts &parts);
    void appendWord(std::string_view word, TokenIds &ids) const;
    const Merge *mergeOf(std::int32_t left, std::int32_t right) const;

    std::vector<std::string> m_tokens; // as the vocabulary writes them
    std::vector<std::string> m_mergeLines; // as merges.txt has them
    std::vector<std::string> m_bytes; // of each token, added ones included
    std::array<std::int32_t, 256> m_idOfByte{};
    std::unordered_map<std::uint64_t, Merge> m_merges; // by the ids of both tokens
    std::unordered_map<std::string_view, std::int32_t> m_ids; // views into m_tokens
    AddedTokens m_added;
    NamedTokens m_named;
};

} // namespace motley
