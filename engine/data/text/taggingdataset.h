// Tagged sentences for fine-tuning BERT: as word pieces, with each word's label at its first piece.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/text/conll.h"
#include "engine/data/text/mentions.h"
#include "engine/data/tokenizers/wordpiece.h"

namespace motley {

// A batch is as long as its longest sentence, [CLS] and [SEP] included. Inputs: Ids, Segments (0) and Mask (1 where
// there is a piece); targets: Labels and, for entity linking, Entities; all int64 [samples, length]. `ignored` stands
// where there is no label: at special tokens, further pieces of a word, and padding.
class TaggingDataset : public Dataset {
public:
    enum Input : std::size_t { Ids, Segments, Mask };
    enum Target : std::size_t { Labels, Entities };
    static constexpr std::int64_t ignored = -100; // default ignore_index of PyTorch's cross_entropy

    // Sentences longer than `longest` pieces are cut. `tags` are the labels by index. `names` makes it a data set for
    // entity linking. Errors: a tag that is not in `tags` (names `path`, the file of the sentences, and the line).
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

    std::int64_t cutWords() const { return m_cutWords; } // words without label because their sentence was cut
    std::int64_t emptyWords() const { return m_emptyWords; } // words without label because they have no word piece
    std::int64_t labels() const { return m_labels; } // in the whole data set
    std::int64_t linked() const { return m_linked; } // mentions in the whole set whose entity is known (not entity 0)

private:
    struct Sentence {
        TokenIds pieces;
        std::vector<std::int32_t> labels; // one for each piece
        std::vector<std::int32_t> entities; // one for each piece
        std::int64_t labelled = 0;
        std::int64_t linked = 0;
    };

    std::vector<Sentence> m_sentences;
    std::int32_t m_pad = 0;
    bool m_linking = false;
    std::int64_t m_cutWords = 0;
    std::int64_t m_emptyWords = 0;
    std::int64_t m_labels = 0;
    std::int64_t m_linked = 0;
};

} // namespace motley
