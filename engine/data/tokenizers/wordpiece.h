// BERT's tokenizer (WordPiece): splits words (engine/data/tokenizers/bertpretokenizer.h) greedily from the left into
// the longest pieces of the vocabulary; a piece inside a word has the prefix ##. Equal to Hugging Face's
// BertTokenizerFast, including special and added tokens that the text spells out ("[SEP]").
#pragma once

#include "engine/base/result.h"
#include "engine/data/tokenizers/addedtokens.h"
#include "engine/data/tokenizers/bertpretokenizer.h"
#include "engine/data/tokenizers/tokenizer.h"
#include "engine/formats/berttokenizer.h"

#include <optional>
#include <unordered_map>

namespace motley {

struct FolderWordPieces;

class WordPieceTokenizer : public Tokenizer {
public:
    struct Specials {
        std::int32_t pad = 0; // [PAD]
        std::int32_t unknown = 0; // [UNK]
        std::int32_t classify = 0; // [CLS]: begins every text
        std::int32_t separate = 0; // [SEP]: ends every text
        std::int32_t mask = 0; // [MASK]
    };

    // Reads a vocabulary: one token per line, whose id is the line counted from 0. Of a vocab.txt the other files of
    // its folder count too, as in readFolder(). Without options words keep capitals and accents if these files say so
    // or, where none does, if any token has a capital letter. Errors name the file.
    static Result<WordPieceTokenizer> read(
        const std::string &vocabularyFile, const std::optional<BertTextOptions> &options = {});

    // Reads the tokenizer of a model folder: the tokens of tokenizer.json or else of vocab.txt. `lowercase` overrides
    // what the folder says of capitals and accents. Errors name the file.
    static Result<FolderWordPieces> readFolder(const std::string &folder, std::optional<bool> lowercase = {});

    WordPieceTokenizer(WordPieceTokenizer &&) = default;
    WordPieceTokenizer &operator=(WordPieceTokenizer &&) = default;

    std::int64_t size() const override { return std::int64_t(m_vocabulary.size() + m_afterVocabulary.size()); }
    TokenIds encode(std::string_view text) const override;
    std::string decode(std::span<const std::int32_t> ids) const override;

    const BertTextOptions &options() const { return m_options; }
    const Specials &specials() const { return m_specials; }
    const NamedTokens &named() const { return m_named; } // the texts of the special tokens
    const std::vector<AddedToken> &added() const { return m_added.tokens(); }
    std::string vocabularyText() const; // vocab.txt, for saving the tokenizer with its added tokens
    const std::string &token(std::int32_t id) const;
    bool continuesWord(std::int32_t id) const { return token(id).rfind("##", 0) == 0; }

private:
    WordPieceTokenizer(std::vector<std::string> tokens, BertTextOptions options);

    static Result<WordPieceTokenizer> make(
        BertTokenizerParts parts, const std::string &file, const BertTextOptions &options);

    Result<void> addTokens(const BertTokenizerParts &parts);
    Result<void> findSpecials(const NamedTokens &named);
    void appendPieces(std::string_view word, TokenIds &ids) const;
    void appendNormalized(std::string_view text, TokenIds &ids) const;

    BertTextOptions m_options;
    std::vector<std::string> m_vocabulary; // by id
    std::vector<std::string> m_afterVocabulary; // added tokens with the ids after it
    std::unordered_map<std::string_view, std::int32_t> m_ids; // views into m_vocabulary
    std::size_t m_longest = 0; // bytes of the longest token
    AddedTokens m_added;
    NamedTokens m_named;
    Specials m_specials;
};

struct FolderWordPieces {
    WordPieceTokenizer tokenizer;
    BertTextOptions ofFolder; // before they were overridden
};

} // namespace motley
