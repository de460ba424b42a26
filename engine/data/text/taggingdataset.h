// Tagged sentences as BERT is fine-tuned on them: word pieces, each word's label at its first piece.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/text/conll.h"
#include "engine/data/text/mentions.h"
#include "engine/data/tokenizers/wordpiece.h"

namespace motley {

// A batch is as long as its longest sentence, [CLS] and [SEP] included. Inputs: ids, segments (0) and mask (1 where
// there is a piece), targets: labels, all samples x length in int64. Label `ignored` stands at what has none:
// special tokens, further pieces of a word, padding.
class TaggingDataset : public Dataset {
public:
    enum Input : std::size_t { Ids, Segments, Mask };
    enum Target : std::size_t { Labels, Entities };
    static constexpr std::int64_t ignored = -100; // as cross_entropy ignores by default

    // Sentences longer than `longest` pieces are cut. `tags` gives the labels, by index; a tag that is not among them
    // is an Error that names `path`, the file that the sentences are from, and the line. `names` makes it a set for
    // entity linking.
    static Result<TaggingDataset> make(const std::vector<TaggedSentence> &sentences,
        const std::vector<std::string> &tags, const WordPieceTokenizer &tokenizer, std::int64_t longest,
        const std::string &path, const EntityNames *names = nullptr);

    std::int64_t size() const override { return std::int64_t(m_sentences.size()); }
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // labels
    double secondWeight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // links
    std::int64_t cost(std::int64_t id) const override
    {
        return std::int64_t(m_sentences[std::size_t(id)].pieces.size());
    }

    std::int64_t cutWords() const { return m_cutWords; } // that lost their label because a sentence was too long
    std::int64_t labels() const { return m_labels; } // in the whole set
    std::int64_t linked() const { return m_linked; } // mentions in the whole set whose entity is known: above 0

private:
    struct Sentence {
        TokenIds pieces;
        std::vector<std::int32_t> labels; // one for each piece
        std::vector<std::int32_t> entities; // likewise
        std::int64_t labelled = 0;
        std::int64_t linked = 0;
    };

    std::vector<Sentence> m_sentences;
    std::int32_t m_pad = 0;
    bool m_linking = false;
    std::int64_t m_cutWords = 0;
    std::int64_t m_labels = 0;
    std::int64_t m_linked = 0;
};

} // namespace motley
