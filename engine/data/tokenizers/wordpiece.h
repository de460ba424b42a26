// BERT's tokenizer (WordPiece): splits words (engine/data/tokenizers/bertpretokenizer.h) greedily from the left into
// the longest pieces of the vocabulary; a piece inside a word has the prefix ##. Equal to Hugging Face's
// BertTokenizerFast, including special tokens that the text spells out ("[SEP]").
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/bertpretokenizer.h"
#include "engine/data/tokenizers/tokenizer.h"

#include <optional>
#include <unordered_map>

namespace motley {

// Whether any token has a capital letter, special tokens such as [CLS] aside.
bool isCased(const std::vector<std::string> &vocabulary);

class WordPieceTokenizer : public Tokenizer {
public:
    struct Specials {
        std::int32_t pad = 0; // [PAD]
        std::int32_t unknown = 0; // [UNK]
        std::int32_t classify = 0; // [CLS]: begins every text
        std::int32_t separate = 0; // [SEP]: ends every text
        std::int32_t mask = 0; // [MASK]
    };

    // Reads vocab.txt: one token per line, whose id is the line counted from 0. Without options words keep capitals and
    // accents if the vocabulary isCased(). Errors name the file.
    static Result<WordPieceTokenizer> read(
        const std::string &vocabularyFile, const std::optional<BertTextOptions> &options = {});
    // `tokens` by id; `file`, from which they come, is named in errors.
    static Result<WordPieceTokenizer> make(
        std::vector<std::string> tokens, const std::string &file, const BertTextOptions &options);
    WordPieceTokenizer(WordPieceTokenizer &&) = default;
    WordPieceTokenizer &operator=(WordPieceTokenizer &&) = default;

    std::int64_t size() const override { return std::int64_t(m_tokens.size()); }
    TokenIds encode(std::string_view text) const override;
    std::string decode(std::span<const std::int32_t> ids) const override;

    const BertTextOptions &options() const { return m_options; }
    const Specials &specials() const { return m_specials; }
    const std::string &token(std::int32_t id) const { return m_tokens[std::size_t(id)]; }
    bool continuesWord(std::int32_t id) const { return token(id).rfind("##", 0) == 0; }

private:
    WordPieceTokenizer(std::vector<std::string> tokens, BertTextOptions options);

    Result<void> findSpecials(const std::string &file);
    void appendPieces(std::string_view word, TokenIds &ids) const;

    BertTextOptions m_options;
    std::vector<std::string> m_tokens;
    std::unordered_map<std::string_view, std::int32_t> m_ids; // views into m_tokens
    std::size_t m_longest = 0; // bytes of the longest token
    Specials m_specials;
};

} // namespace motley
