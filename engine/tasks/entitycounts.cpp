#include "engine/tasks/entitycounts.h"

#include <algorithm>

namespace motley {

namespace {

Labels expectedLabels(const TaggingDataset &set, std::int64_t id)
{
    Labels expected;
    for (const TaggingDataset::Word &word : set.words(id))
        expected.push_back(word.label);
    return expected;
}

} // namespace

std::vector<Labels> labelsOfWords(
    const TaggingDataset &set, std::span<const std::int64_t> ids, const at::Tensor &chosen, std::int64_t outside)
{
    const at::Tensor found = chosen.cpu().contiguous();
    const auto *numbers = found.const_data_ptr<std::int64_t>();
    std::vector<Labels> labels;
    std::int64_t firstRow = 0;
    for (const std::int64_t id : ids) {
        Labels &ofSentence = labels.emplace_back();
        for (const TaggingDataset::Word &word : set.words(id))
            ofSentence.push_back(
                word.hasPlace() ? numbers[(firstRow + word.row) * found.size(1) + word.piece] : outside);
        firstRow += set.rows(id);
    }
    return labels;
}

std::int64_t outsideLabel(const std::vector<std::string> &tags)
{
    const auto found = std::find(tags.begin(), tags.end(), "O");
    return found == tags.end() ? 0 : found - tags.begin();
}

WordCounts countWords(const EntityCounter &counter, const TaggingDataset &set, std::span<const std::int64_t> ids,
    const std::vector<Labels> &predicted)
{
    WordCounts counts;
    std::vector<EntityCounts> byType(counter.types().size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Labels expected = expectedLabels(set, ids[i]);
        counter.count(expected, predicted[i], byType);
        counts.words += std::int64_t(expected.size());
        for (std::size_t word = 0; word < expected.size(); ++word)
            counts.right += expected[word] == predicted[i][word] ? 1 : 0;
    }
    for (const EntityCounts &some : byType)
        counts.entities += some;
    return counts;
}

std::vector<double> confusionOfWords(std::size_t labels, const TaggingDataset &set, std::span<const std::int64_t> ids,
    const std::vector<Labels> &predicted)
{
    if (labels > mostCountedClasses)
        return {};
    std::vector<double> counts(labels * labels);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const Labels expected = expectedLabels(set, ids[i]);
        for (std::size_t word = 0; word < expected.size(); ++word)
            ++counts[std::size_t(expected[word]) * labels + std::size_t(predicted[i][word])];
    }
    return counts;
}

ExampleWords wordsOfExamples(const std::vector<TaggedSentence> &sentences)
{
    ExampleWords words;
    for (const std::int64_t id : exampleIds(std::int64_t(sentences.size()), usualExamples))
        words[id] = shownWords(sentences[std::size_t(id)].words);
    return words;
}

std::vector<TestExample> taggedExamples(const ExampleWords &words, const std::vector<std::string> &tags,
    const TaggingDataset &set, std::span<const std::int64_t> ids, const std::vector<Labels> &predicted)
{
    std::vector<TestExample> examples;
    for (std::size_t i = 0; i < ids.size(); ++i)
        examples.push_back(taggedExample(ids[i], words.at(ids[i]), expectedLabels(set, ids[i]), predicted[i], tags));
    return examples;
}

} // namespace motley
