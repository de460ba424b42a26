#include "engine/tasks/examples/examples.h"

#include <algorithm>

namespace motley {

namespace {

std::string cutAfter(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return std::string(text);
    constexpr std::string_view rest = "\u2026";
    std::size_t end = bytes - rest.size();
    while (end > 0 && (std::uint8_t(text[end]) & 0xc0) == 0x80)
        --end; // not inside a UTF-8 character
    return std::string(text.substr(0, end)).append(rest);
}

std::vector<ConfusedPair> mostConfused(const std::vector<std::string> &classes, std::span<const double> counts)
{
    std::vector<std::size_t> cells;
    for (std::size_t cell = 0; cell < counts.size(); ++cell)
        if (counts[cell] > 0 && cell / classes.size() != cell % classes.size())
            cells.push_back(cell);
    std::stable_sort(cells.begin(), cells.end(), [&](auto a, auto b) { return counts[a] > counts[b]; });
    cells.resize(std::min(cells.size(), mostConfusedPairs));
    std::vector<ConfusedPair> pairs;
    for (const std::size_t cell : cells)
        pairs.push_back({cutAfter(classes[cell / classes.size()], longestClassName),
            cutAfter(classes[cell % classes.size()], longestClassName), std::int64_t(counts[cell])});
    return pairs;
}

} // namespace

std::vector<std::int64_t> exampleIds(std::int64_t samples, std::int64_t most)
{
    const std::int64_t count = std::min(samples, most);
    std::vector<std::int64_t> ids;
    for (std::int64_t i = 0; i < count; ++i)
        ids.push_back((2 * i + 1) * samples / (2 * count));
    return ids;
}

std::string shownText(std::string_view text)
{
    return cutAfter(text, longestExampleText);
}

std::vector<std::string> shownWords(std::span<const std::string> words)
{
    std::vector<std::string> shown;
    std::size_t left = longestExampleText;
    for (const std::string &word : words.first(std::min(words.size(), mostExampleWords))) {
        if (word.size() > left)
            break;
        left -= word.size();
        shown.push_back(word);
    }
    return shown;
}

void shorten(TestExample &example)
{
    example.expected = shownWords(example.expected);
    example.predicted = shownWords(example.predicted);
    const std::size_t shown = std::min(example.expected.size(), example.predicted.size());
    example.expected.resize(shown);
    example.predicted.resize(shown);
}

TestExample taggedExample(std::int64_t id, std::span<const std::string> words, std::span<const std::int64_t> expected,
    std::span<const std::int64_t> predicted, std::span<const std::string> tags)
{
    TestExample example{id, shownWords(words), {}, {}, {}, {}, {}, {}};
    std::size_t right = 0;
    for (std::size_t word = 0; word < expected.size(); ++word) {
        right += expected[word] == predicted[word] ? 1 : 0;
        if (word >= example.input.size())
            continue;
        example.expected.push_back(tags[std::size_t(expected[word])]);
        example.predicted.push_back(tags[std::size_t(predicted[word])]);
    }
    shorten(example);
    example.input.resize(example.expected.size());
    if (!expected.empty())
        example.score = double(right) / double(expected.size());
    return example;
}

Confusion confusionOf(const std::vector<std::string> &classes, std::span<const double> counts)
{
    if (classes.size() > mostShownClasses)
        return {{}, {}, mostConfused(classes, counts)};
    Confusion confusion;
    for (const std::string &name : classes)
        confusion.classes.push_back(cutAfter(name, longestClassName));
    confusion.counts.assign(counts.begin(), counts.end());
    return confusion;
}

} // namespace motley
