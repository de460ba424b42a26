#include "engine/tasks/metrics/bleu.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace motley {

namespace {

using Sequences = std::unordered_map<std::string, std::int64_t>; // number of occurrences of each n-gram

Sequences sequencesOf(const std::vector<std::string> &words, std::size_t length)
{
    Sequences sequences;
    for (std::size_t first = 0; first + length <= words.size(); ++first) {
        std::string sequence;
        for (std::size_t word = first; word < first + length; ++word)
            sequence += words[word] + ' ';
        ++sequences[sequence];
    }
    return sequences;
}

} // namespace

BleuCounts &BleuCounts::operator+=(const BleuCounts &other)
{
    words += other.words;
    referenceWords += other.referenceWords;
    for (std::size_t i = 0; i < longest; ++i) {
        sequences[i] += other.sequences[i];
        matches[i] += other.matches[i];
    }
    return *this;
}

BleuCounts countBleu(std::string_view translation, std::string_view reference)
{
    const std::vector<std::string> words = bleuWords(translation);
    const std::vector<std::string> expected = bleuWords(reference);
    BleuCounts counts;
    counts.words = std::int64_t(words.size());
    counts.referenceWords = std::int64_t(expected.size());
    for (std::size_t length = 1; length <= BleuCounts::longest; ++length) {
        const Sequences there = sequencesOf(expected, length);
        for (const auto &[sequence, times] : sequencesOf(words, length)) {
            counts.sequences[length - 1] += times;
            if (const auto found = there.find(sequence); found != there.end())
                counts.matches[length - 1] += std::min(times, found->second);
        }
    }
    return counts;
}

double bleu(const BleuCounts &counts)
{
    if (std::all_of(counts.matches.begin(), counts.matches.end(), [](std::int64_t matches) { return matches == 0; }))
        return 0;
    double logarithms = 0;
    double smoothed = 1; // matches that lengths without any match count as: 1/2, then 1/4, ...
    for (std::size_t i = 0; i < BleuCounts::longest; ++i) {
        if (counts.sequences[i] == 0)
            return 0;
        if (counts.matches[i] == 0)
            smoothed /= 2;
        const double matches = counts.matches[i] > 0 ? double(counts.matches[i]) : smoothed;
        logarithms += std::log(matches / double(counts.sequences[i]));
    }
    const double brevity = std::min(0.0, 1 - double(counts.referenceWords) / double(counts.words));
    return 100 * std::exp(brevity + logarithms / double(BleuCounts::longest));
}

} // namespace motley
