// Tagged sentences for fine-tuning BERT: as word pieces, with each word's label at its first piece.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/text/conll.h"
#include "engine/data/text/mentions.h"
#include "engine/data/tokenizers/wordpiece.h"

namespace motley {

// A row is as long as the longest of its batch, [CLS] and [SEP] included. Inputs: Ids, Segments (0) and Mask (1 where
// there is a piece); targets: Labels and, for entity linking, Entities; all int64 [rows, length]. `ignored` stands
// where there is no label: at special tokens, further pieces of a word, and padding.
class TaggingDataset : public Dataset {
public:
    enum Input : std::size_t { Ids, Segments, Mask };
    enum Target : std::size_t { Labels, Entities };
    enum class Long { Cut, InParts }; // of sentences: a row of the first words, or a row for each part of the words
    static constexpr std::int64_t ignored = -100; // default ignore_index of PyTorch's cross_entropy

    // A row has at most `longest` pieces. `tags` are the labels by index. `names` makes it a data set for entity
    // linking. Errors: a tag that is not in `tags` (names `path`, the file of the sentences, and the line).
    static Result<TaggingDataset> make(const std::vector<TaggedSentence> &sentences,
        const std::vector<std::string> &tags, const WordPieceTokenizer &tokenizer, std::int64_t longest, Long rest,
        const std::string &path, const EntityNames *names = nullptr);

    std::int64_t size() const override { return std::int64_t(m_sentences.size()); }
    std::uint64_t fingerprint() const override;
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override;
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // labels
    double secondWeight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const override; // links
    std::int64_t cost(std::int64_t id) const override; // pieces of all rows

    // A word of a sentence: its label, its entity (`ignored`: none begins at it), and where its first piece stands in
    // the rows of the sentence. A word without pieces, or with more than a row takes, has no place.
    struct Word {
        std::int32_t label = 0;
        std::int32_t entity = 0;
        std::int32_t row = -1;
        std::int32_t piece = 0;

        bool hasPlace() const { return row >= 0; }
    };
    std::span<const Word> words(std::int64_t id) const
    {
        return m_sentences[std::size_t(id)].words;
    } // of Long::InParts
    std::int64_t rows(std::int64_t id) const { return std::int64_t(m_sentences[std::size_t(id)].rows.size()); }

    std::int64_t cutWords() const { return m_cutWords; } // words without label because their sentence was cut
    std::int64_t tooLongWords() const { return m_tooLongWords; } // words of more pieces than a row takes, not cut ones
    std::int64_t emptyWords() const { return m_emptyWords; } // words without label because they have no word piece
    std::int64_t labels() const { return m_labels; } // in the whole data set
    std::int64_t linked() const { return m_linked; } // mentions in the whole set whose entity is known (not entity 0)
    std::int64_t unknownMentions() const
    {
        return m_unknownMentions;
    } // mentions whose entity has a name, but no vector

private:
    struct Row {
        TokenIds pieces;
        std::vector<std::int32_t> labels; // one for each piece
        std::vector<std::int32_t> entities; // one for each piece
    };
    struct Sentence {
        std::vector<Row> rows; // at least one
        std::vector<Word> words; // empty with Long::Cut
        std::int64_t labelled = 0;
        std::int64_t linked = 0;
    };

    Row emptyRow() const;
    static void put(Sentence &sentence, Word &word, const TokenIds &pieces); // at the end of the last row

    std::vector<Sentence> m_sentences;
    std::int32_t m_classify = 0;
    std::int32_t m_separate = 0;
    std::int32_t m_pad = 0;
    bool m_linking = false;
    std::int64_t m_cutWords = 0;
    std::int64_t m_tooLongWords = 0;
    std::int64_t m_emptyWords = 0;
    std::int64_t m_labels = 0;
    std::int64_t m_linked = 0;
    std::int64_t m_unknownMentions = 0;
};

} // namespace motley
