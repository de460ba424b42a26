// Tagged sentences as BERT is fine-tuned on them: word pieces, each word's label at its first piece.
#pragma once

#include "engine/data/conll.h"
#include "engine/data/dataset.h"
#include "engine/data/wordpiece.h"
#include "engine/protocol/result.h"

namespace motley {

// A batch is as long as its longest sentence, [CLS] and [SEP] included. Inputs: ids, segments (0) and mask (1 where
// there is a piece), targets: labels, all samples x length in int64. Label `ignored` stands at what has none:
// special tokens, further pieces of a word, padding.
class TaggedText : public Dataset {
public:
    enum Input : std::size_t { Ids, Segments, Mask };
    static constexpr std::int64_t ignored = -100; // as cross_entropy ignores by default

    // Sentences longer than `longest` pieces are cut. `tags` gives the labels, by index; a tag that is not among them
    // is an Error that names `path`, the file that the sentences are from, and the line.
    static Result<TaggedText> make(const std::vector<TaggedSentence> &sentences, const std::vector<std::string> &tags,
        const WordPieceTokenizer &tokenizer, std::int64_t longest, const std::string &path);

    std::int64_t size() const override { return std::int64_t(m_sentences.size()); }
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // labels

    std::int64_t cutWords() const { return m_cutWords; } // that lost their label because a sentence was too long

private:
    struct Sentence {
        TokenIds pieces;
        std::vector<std::int32_t> labels; // one for each piece
        std::int64_t labelled = 0;
    };

    std::vector<Sentence> m_sentences;
    std::int32_t m_pad = 0;
    std::int64_t m_cutWords = 0;
};

} // namespace motley
