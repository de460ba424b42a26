// BERT's tokenizer: words (engine/data/tokenizers/bertpretokenizer.h) as the longest pieces that the vocabulary knows,
// from the left; a piece inside a word is written with ## in front. Equal to Hugging Face's BertTokenizerFast, special
// tokens that are written out in the text ("[SEP]") included.
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/bertpretokenizer.h"
#include "engine/data/tokenizers/tokenizer.h"

#include <unordered_map>

namespace motley {

class WordPieceTokenizer : public Tokenizer {
public:
    struct Specials {
        std::int32_t pad = 0; // [PAD]
        std::int32_t unknown = 0; // [UNK]
        std::int32_t classify = 0; // [CLS]: begins every text
        std::int32_t separate = 0; // [SEP]: ends every text
        std::int32_t mask = 0; // [MASK]
    };

    // vocab.txt: one token a line, its id the number of the line from 0. Errors name the file.
    static Result<WordPieceTokenizer> read(const std::string &vocabularyFile, BertTextOptions options = {});
    WordPieceTokenizer(WordPieceTokenizer &&) = default;
    WordPieceTokenizer &operator=(WordPieceTokenizer &&) = default;

    std::int64_t size() const override { return std::int64_t(m_tokens.size()); }
    TokenIds encode(std::string_view text) const override;
    std::string decode(std::span<const std::int32_t> ids) const override;

    const Specials &specials() const { return m_specials; }
    const std::string &token(std::int32_t id) const { return m_tokens[std::size_t(id)]; }
    bool continuesWord(std::int32_t id) const { return token(id).rfind("##", 0) == 0; }

private:
    WordPieceTokenizer(std::vector<std::string> tokens, BertTextOptions options);

    Result<void> findSpecials(const std::string &vocabularyFile);
    void appendPieces(std::string_view word, TokenIds &ids) const;

    BertTextOptions m_options;
    std::vector<std::string> m_tokens;
    std::unordered_map<std::string_view, std::int32_t> m_ids; // views into m_tokens
    std::size_t m_longest = 0; // bytes of a token
    Specials m_specials;
};

} // namespace motley
