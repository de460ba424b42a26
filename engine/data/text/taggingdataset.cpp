#include "engine/data/text/taggingdataset.h"

#include "engine/data/tokenizers/labelname.h"

#include "engine/data/datahash.h"

#include <torch/types.h>

#include <algorithm>
#include <array>
#include <map>

namespace motley {

namespace {

constexpr auto noLabel = std::int32_t(TaggingDataset::ignored);

template <typename Numbers>
void putRow(const Numbers &numbers, const at::Tensor &table, std::size_t row)
{
    std::copy(numbers.begin(), numbers.end(), table.data_ptr<std::int64_t>() + std::int64_t(row) * table.size(1));
}

} // namespace

TaggingDataset::Row TaggingDataset::emptyRow() const
{
    return {{m_classify}, {noLabel}, {noLabel}};
}

void TaggingDataset::put(Sentence &sentence, Word &word, const TokenIds &pieces)
{
    Row &row = sentence.rows.back();
    word.row = std::int32_t(sentence.rows.size() - 1);
    word.piece = std::int32_t(row.pieces.size());
    row.pieces.insert(row.pieces.end(), pieces.begin(), pieces.end());
    row.labels.resize(row.pieces.size(), noLabel);
    row.entities.resize(row.pieces.size(), noLabel);
    row.labels[std::size_t(word.piece)] = word.label;
    row.entities[std::size_t(word.piece)] = word.entity;
    ++sentence.labelled;
    sentence.linked += word.entity > 0 ? 1 : 0; // entity 0 stands for unknown entities
}

Result<TaggingDataset> TaggingDataset::make(const std::vector<TaggedSentence> &sentences,
    const std::vector<std::string> &tags, const WordPieceTokenizer &tokenizer, std::int64_t longest, Long rest,
    const std::string &path, const EntityNames *names)
{
    std::map<std::string, std::int32_t> labelOf;
    for (std::size_t i = 0; i < tags.size(); ++i) {
        labelOf.emplace(tags[i], std::int32_t(i));
        labelOf.emplace(labelName(tags[i]), std::int32_t(i)); // as data has it
    }
    TaggingDataset text;
    text.m_classify = tokenizer.specials().classify;
    text.m_separate = tokenizer.specials().separate;
    text.m_pad = tokenizer.specials().pad;
    text.m_linking = names != nullptr;
    const auto fits = [longest](const Row &row, const TokenIds &pieces) {
        return std::int64_t(row.pieces.size() + pieces.size()) + 1 <= longest;
    };
    for (const TaggedSentence &tagged : sentences) {
        Sentence sentence{{text.emptyRow()}, {}, 0, 0};
        for (std::size_t i = 0; i < tagged.words.size(); ++i) {
            const auto label = labelOf.find(tagged.tags[i]);
            if (label == labelOf.end())
                return fail("The sentence at line " + std::to_string(tagged.line) + " of " + path + " has the tag "
                    + tagged.tags[i] + ", which the model does not know.");
            Word word{label->second, noLabel};
            if (names && !tagged.entities[i].empty()) {
                word.entity = names->find(tagged.entities[i]);
                text.m_unknownMentions += word.entity > 0 ? 0 : 1;
            }
            const TokenIds pieces = tokenizer.encode(tagged.words[i]);
            if (!fits(sentence.rows.back(), pieces) && rest == Long::Cut) {
                text.m_cutWords += std::int64_t(tagged.words.size() - i);
                break;
            }
            const bool isTooLong = !fits(text.emptyRow(), pieces);
            if (isTooLong)
                ++text.m_tooLongWords;
            else if (pieces.empty())
                ++text.m_emptyWords;
            else {
                if (!fits(sentence.rows.back(), pieces))
                    sentence.rows.push_back(text.emptyRow());
                put(sentence, word, pieces);
            }
            if (rest == Long::InParts)
                sentence.words.push_back(word);
        }
        for (Row &row : sentence.rows) {
            row.pieces.push_back(text.m_separate);
            row.labels.push_back(noLabel);
            row.entities.push_back(noLabel);
        }
        text.m_labels += sentence.labelled;
        text.m_linked += sentence.linked;
        text.m_sentences.push_back(std::move(sentence));
    }
    return text;
}

std::uint64_t TaggingDataset::fingerprint() const
{
    DataHash hash;
    for (const Sentence &sentence : m_sentences) {
        hash.add(std::int64_t(sentence.rows.size()));
        for (const Row &row : sentence.rows) {
            hash.add(row.pieces);
            hash.add(row.labels);
            hash.add(row.entities);
        }
    }
    return hash.value();
}

Batch TaggingDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::vector<const Row *> rows;
    std::size_t longest = 0;
    for (const std::int64_t id : ids) {
        for (const Row &row : m_sentences[std::size_t(id)].rows) {
            rows.push_back(&row);
            longest = std::max(longest, row.pieces.size());
        }
    }
    const std::array<std::int64_t, 2> size{std::int64_t(rows.size()), std::int64_t(longest)};
    const at::Tensor pieces = at::full(size, m_pad, at::kLong);
    const at::Tensor mask = at::zeros(size, at::kLong);
    std::vector<at::Tensor> targets{at::full(size, ignored, at::kLong)};
    if (m_linking)
        targets.push_back(at::full(size, ignored, at::kLong));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row &row = *rows[i];
        putRow(row.pieces, pieces, i);
        putRow(std::vector<std::int64_t>(row.pieces.size(), 1), mask, i);
        putRow(row.labels, targets[Labels], i);
        if (m_linking)
            putRow(row.entities, targets[Entities], i);
    }
    return {{pieces, at::zeros(size, at::kLong), mask}, std::move(targets), std::int64_t(ids.size())};
}

std::int64_t TaggingDataset::cost(std::int64_t id) const
{
    std::size_t pieces = 0;
    for (const Row &row : m_sentences[std::size_t(id)].rows)
        pieces += row.pieces.size();
    return std::int64_t(pieces);
}

double TaggingDataset::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::int64_t labels = 0;
    for (const std::int64_t id : ids)
        labels += m_sentences[std::size_t(id)].labelled;
    return double(labels);
}

double TaggingDataset::secondWeight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::int64_t linked = 0;
    for (const std::int64_t id : ids)
        linked += m_sentences[std::size_t(id)].linked;
    return double(linked);
}

} // namespace motley
