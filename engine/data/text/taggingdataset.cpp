#include "engine/data/text/taggingdataset.h"

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

Result<TaggingDataset> TaggingDataset::make(const std::vector<TaggedSentence> &sentences,
    const std::vector<std::string> &tags, const WordPieceTokenizer &tokenizer, std::int64_t longest,
    const std::string &path, const EntityNames *names)
{
    std::map<std::string, std::int32_t> labelOf;
    for (std::size_t i = 0; i < tags.size(); ++i)
        labelOf[tags[i]] = std::int32_t(i);
    TaggingDataset text;
    text.m_pad = tokenizer.specials().pad;
    text.m_linking = names != nullptr;
    for (const TaggedSentence &tagged : sentences) {
        Sentence sentence{{tokenizer.specials().classify}, {noLabel}, {noLabel}};
        for (std::size_t word = 0; word < tagged.words.size(); ++word) {
            const auto label = labelOf.find(tagged.tags[word]);
            if (label == labelOf.end())
                return fail("The sentence at line " + std::to_string(tagged.line) + " of " + path + " has the tag "
                    + tagged.tags[word] + ", which the model does not know.");
            const TokenIds pieces = tokenizer.encode(tagged.words[word]);
            if (std::int64_t(sentence.pieces.size() + pieces.size()) + 1 > longest) {
                text.m_cutWords += std::int64_t(tagged.words.size() - word);
                break;
            }
            sentence.pieces.insert(sentence.pieces.end(), pieces.begin(), pieces.end());
            const std::size_t first = sentence.labels.size();
            sentence.labels.resize(sentence.pieces.size(), noLabel);
            sentence.entities.resize(sentence.pieces.size(), noLabel);
            if (pieces.empty()) {
                ++text.m_emptyWords;
                continue;
            }
            sentence.labels[first] = label->second;
            ++sentence.labelled;
            if (names && !tagged.entities[word].empty()) {
                sentence.entities[first] = names->find(tagged.entities[word]);
                sentence.linked += sentence.entities[first] > 0 ? 1 : 0; // entity 0 stands for unknown entities
            }
        }
        sentence.pieces.push_back(tokenizer.specials().separate);
        sentence.labels.push_back(noLabel);
        sentence.entities.push_back(noLabel);
        text.m_labels += sentence.labelled;
        text.m_linked += sentence.linked;
        text.m_sentences.push_back(std::move(sentence));
    }
    return text;
}

Batch TaggingDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::size_t longest = 0;
    for (const std::int64_t id : ids)
        longest = std::max(longest, m_sentences[std::size_t(id)].pieces.size());
    const std::array<std::int64_t, 2> size{std::int64_t(ids.size()), std::int64_t(longest)};
    const at::Tensor pieces = at::full(size, m_pad, at::kLong);
    const at::Tensor mask = at::zeros(size, at::kLong);
    std::vector<at::Tensor> targets{at::full(size, ignored, at::kLong)};
    if (m_linking)
        targets.push_back(at::full(size, ignored, at::kLong));
    for (std::size_t row = 0; row < ids.size(); ++row) {
        const Sentence &sentence = m_sentences[std::size_t(ids[row])];
        putRow(sentence.pieces, pieces, row);
        putRow(std::vector<std::int64_t>(sentence.pieces.size(), 1), mask, row);
        putRow(sentence.labels, targets[Labels], row);
        if (m_linking)
            putRow(sentence.entities, targets[Entities], row);
    }
    return {{pieces, at::zeros(size, at::kLong), mask}, std::move(targets), std::int64_t(ids.size())};
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
