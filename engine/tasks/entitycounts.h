// The labels that a token classifier gives to the words of sentences, and what they score.
#pragma once

#include "engine/data/text/taggingdataset.h"
#include "engine/tasks/examples/examples.h"
#include "engine/tasks/metrics/entityf1.h"

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

using Labels = std::vector<std::int64_t>;

// The label of each word of the sentences `ids`, which have their long sentences in parts. `chosen`: int64 [rows,
// length], the most probable labels of their batch. A word without a place in it gets the label `outside`.
std::vector<Labels> labelsOfWords(
    const TaggingDataset &set, std::span<const std::int64_t> ids, const at::Tensor &chosen, std::int64_t outside);

// The label of words outside of everything: that of the tag O, or the first if there is none.
std::int64_t outsideLabel(const std::vector<std::string> &tags);

struct WordCounts {
    EntityCounts entities; // of all types together
    std::int64_t words = 0;
    std::int64_t right = 0; // words with the expected label
};

// Compares the labels of labelsOfWords() with those of the data set, sentence by sentence and every word.
WordCounts countWords(const EntityCounter &counter, const TaggingDataset &set, std::span<const std::int64_t> ids,
    const std::vector<Labels> &predicted);

// How often each label was taken for each, a row for each that is right.
std::vector<double> confusionOfWords(std::size_t labels, const TaggingDataset &set, std::span<const std::int64_t> ids,
    const std::vector<Labels> &predicted);

// The words of the sentences that people see at each test.
ExampleWords wordsOfExamples(const std::vector<TaggedSentence> &sentences);
std::vector<TestExample> taggedExamples(const ExampleWords &words, const std::vector<std::string> &tags,
    const TaggingDataset &set, std::span<const std::int64_t> ids, const std::vector<Labels> &predicted);

} // namespace motley
