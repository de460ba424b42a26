// SentencePiece (Kudo and Richardson 2018): a subword tokenizer trained on raw text of any language.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/tokenizer.h"

#include <memory>
#include <optional>

namespace motley {

struct SentencePieceOptions {
    enum class Model { Unigram, BytePairs };

    std::int64_t size = 8000; // of the vocabulary, including the four special pieces
    Model model = Model::Unigram;
    double characterCoverage = 1; // share of all characters in the text that get pieces; others are unknown
    std::int64_t mostSentences = 1'000'000; // more sentences are sampled
    std::uint64_t seed = 1; // of the sample
};

// Trains a model with the special pieces <unk>, <s>, </s> and <pad>, in this order, and returns the bytes of its file.
// Long sentences are cut at spaces. The same input gives the same bytes on every machine. Errors say
// what the sentences lack.
Result<std::string> trainSentencePieces(std::span<const std::string> sentences, const SentencePieceOptions &options);

class SentencePieceTokenizer : public Tokenizer {
public:
    struct Specials { // ids of the special pieces; nullopt: the model has none
        std::int32_t unknown = 0;
        std::optional<std::int32_t> begin;
        std::optional<std::int32_t> end;
        std::optional<std::int32_t> pad;
    };

    static Result<SentencePieceTokenizer> load(std::string_view model);
    static Result<SentencePieceTokenizer> read(const std::string &file); // errors name the file
    SentencePieceTokenizer(SentencePieceTokenizer &&) noexcept;
    SentencePieceTokenizer &operator=(SentencePieceTokenizer &&) noexcept;
    ~SentencePieceTokenizer() override;

    std::int64_t size() const override;
    TokenIds encode(std::string_view text) const override;
    std::string decode(std::span<const std::int32_t> ids) const override; // unknown ids are skipped

    // Encode and decode texts of several lines: pieces contain no line ends, so the token that ends sentences stands
    // for each. The model must have one.
    TokenIds encodeLines(std::string_view text) const;
    std::string decodeLines(std::span<const std::int32_t> ids) const;

    const std::string &model() const; // the bytes of the model file
    Specials specials() const;
    std::string piece(std::int32_t id) const;
    bool has(const std::string &piece) const;
    double score(std::int32_t id) const; // its log-probability in a unigram model
    std::string_view normalization() const; // the table by which characters are replaced first; empty: they are not

private:
    struct Contents; // keeps the library out of this header

    explicit SentencePieceTokenizer(std::unique_ptr<Contents> contents);

    std::unique_ptr<Contents> m_contents;
};

} // namespace motley
