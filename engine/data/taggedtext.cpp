#include "engine/data/taggedtext.h"

#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <map>

namespace motley {

Result<TaggedText> TaggedText::make(const std::vector<TaggedSentence> &sentences, const std::vector<std::string> &tags,
    const WordPieceTokenizer &tokenizer, std::int64_t longest, const std::string &path)
{
    std::map<std::string, std::int32_t> labelOf;
    for (std::size_t i = 0; i < tags.size(); ++i)
        labelOf[tags[i]] = std::int32_t(i);
    TaggedText text;
    text.m_pad = tokenizer.specials().pad;
    for (const TaggedSentence &tagged : sentences) {
        Sentence sentence{{tokenizer.specials().classify}, {std::int32_t(ignored)}, 0};
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
            sentence.labels.resize(sentence.pieces.size(), std::int32_t(ignored));
            if (!pieces.empty()) {
                sentence.labels[sentence.pieces.size() - pieces.size()] = label->second;
                ++sentence.labelled;
            }
        }
        sentence.pieces.push_back(tokenizer.specials().separate);
        sentence.labels.push_back(std::int32_t(ignored));
        text.m_sentences.push_back(std::move(sentence));
    }
    return text;
}

Batch TaggedText::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::size_t longest = 0;
    for (const std::int64_t id : ids)
        longest = std::max(longest, m_sentences[std::size_t(id)].pieces.size());
    const std::array<std::int64_t, 2> size{std::int64_t(ids.size()), std::int64_t(longest)};
    const at::Tensor pieces = at::full(size, m_pad, at::kLong);
    const at::Tensor mask = at::zeros(size, at::kLong);
    const at::Tensor labels = at::full(size, ignored, at::kLong);
    for (std::size_t row = 0; row < ids.size(); ++row) {
        const Sentence &sentence = m_sentences[std::size_t(ids[row])];
        const std::size_t start = row * longest;
        std::copy(sentence.pieces.begin(), sentence.pieces.end(), pieces.data_ptr<std::int64_t>() + start);
        std::copy(sentence.labels.begin(), sentence.labels.end(), labels.data_ptr<std::int64_t>() + start);
        std::fill_n(mask.data_ptr<std::int64_t>() + start, sentence.pieces.size(), 1);
    }
    return {{pieces, at::zeros(size, at::kLong), mask}, {labels}, std::int64_t(ids.size())};
}

double TaggedText::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    std::int64_t labels = 0;
    for (const std::int64_t id : ids)
        labels += m_sentences[std::size_t(id)].labelled;
    return double(labels);
}

} // namespace motley
