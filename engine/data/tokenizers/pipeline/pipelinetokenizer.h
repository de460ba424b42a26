// A tokenizer as a tokenizer.json describes it: added tokens are found first, then a normalizer, a pre-tokenizer and
// byte pairs make ids of the rest. Equal to Hugging Face's tokenizers library.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/addedtokens.h"
#include "engine/data/tokenizers/pipeline/bytepairs.h"
#include "engine/data/tokenizers/pipeline/normalization.h"
#include "engine/data/tokenizers/pipeline/pretokenization.h"
#include "engine/data/tokenizers/pipeline/tokendecoding.h"
#include "engine/data/tokenizers/tokenizer.h"
#include "engine/formats/tokenizerjson/tokenizerjson.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

class PipelineTokenizer : public Tokenizer {
public:
    // Errors name what does not fit together, or is not supported.
    static Result<PipelineTokenizer> make(TokenizerJson parts);
    // Of the texts of a folder's files: tokenizer.json and those beside it that say something of it. Errors name the
    // file.
    static Result<PipelineTokenizer> fromFiles(
        const std::string &folder, const TokenizerFiles &files, MistralRegex mistral = MistralRegex::AsWritten);

    std::int64_t size() const override { return std::int64_t(m_texts.size()); }
    // What is no UTF-8 becomes U+FFFD, as where Python reads a file with errors="replace". Throws TokenizingTooCostly:
    // a regular expression of the file tries too much on this text.
    TokenIds encode(std::string_view text) const override;
    // Special tokens are written out; ids that no token has are left out.
    std::string decode(std::span<const std::int32_t> ids) const override;

    // Of a part of a text, in which special tokens count only outside of the ranges `typed`, which are in their order
    // and apart from each other: those that somebody typed there are text, whatever the merges make of them.
    // `beginsText`: whether the part begins the text. The part must be valid UTF-8. `begins` gets for each id the byte
    // at which the added token begins, or the text between added tokens that it is made of.
    TokenIds encodePart(std::string_view part, std::span<const TextRange> typed, bool beginsText,
        std::vector<std::size_t> *begins = nullptr) const;

    TokenIds encodeWithEnds(std::string_view text) const; // and the tokens that the file puts around a text
    std::string decodeWithoutSpecials(std::span<const std::int32_t> ids) const;

    const TextEnds &ends() const { return m_ends; } // what encodeWithEnds() puts around a text
    const NamedTokens &named() const { return m_named; } // such as the token that ends a text
    const std::vector<AddedToken> &added() const { return m_added.tokens(); }
    std::optional<std::int32_t> idOf(const std::string &token) const; // nullopt: there is none
    const std::string &warning() const { return m_warning; } // of the folder, for people; empty: none

private:
    friend class StreamingDecoder;

    PipelineTokenizer() = default;

    void nameTokens();
    struct PlainPart { // between added tokens
        std::string_view text;
        bool beginsText = true;
        bool hasTyped = false; // of which some or all was typed
        bool findsSpecials = true; // in the normalized text
    };
    void encodePlain(const PlainPart &part, TokenIds &ids) const;
    void appendWord(std::string_view word, bool mayBeSpecial, TokenIds &ids) const;
    std::vector<std::string> tokensOf(std::span<const std::int32_t> ids, bool skipsSpecials) const;

    TextNormalization m_normalization;
    PreTokenization m_preTokenization;
    std::optional<BytePairs> m_pairs;
    TokenDecoding m_decoding;
    AddedTokens m_added;
    TextEnds m_ends;
    NamedTokens m_named;
    std::vector<std::string> m_texts; // by id, as the vocabulary writes them
    std::vector<bool> m_isToken; // by id: some have none
    std::vector<bool> m_isSpecial; // by id
    std::string m_warning;
};

} // namespace motley
