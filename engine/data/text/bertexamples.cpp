#include "engine/data/text/bertexamples.h"

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr std::size_t marksPerRow = 3; // [CLS] and two [SEP]
constexpr std::uint64_t inThousand = 1000;

bool chance(Random &random, double share)
{
    return random.below(1'000'000) < std::uint64_t(share * 1'000'000);
}

void append(TokenIds &span, const TokenIds &sentence)
{
    span.insert(span.end(), sentence.begin(), sentence.end());
}

// Removes tokens from the longer span, randomly from its front or back, so that no position in a text is favoured.
void truncate(TokenIds &first, TokenIds &second, std::size_t most, Random &random)
{
    while (first.size() + second.size() > most) {
        TokenIds &longer = first.size() > second.size() ? first : second;
        if (random.below(2) == 0)
            longer.erase(longer.begin());
        else
            longer.pop_back();
    }
}

TokenIds spanFromElsewhere(
    const std::vector<TokenDocument> &documents, std::size_t without, std::size_t wanted, Random &random)
{
    std::size_t chosen = random.below(documents.size() - 1);
    chosen += chosen >= without ? 1 : 0;
    const TokenDocument &document = documents[chosen];
    TokenIds span;
    for (std::size_t i = random.below(document.size()); i < document.size() && (span.empty() || span.size() < wanted);
         ++i)
        append(span, document[i]);
    return span;
}

void mask(BertExample &example, const BertMarks &marks, const BertExampleOptions &options, Random &random)
{
    std::vector<std::int32_t> positions;
    for (std::size_t i = 1; i + 1 < example.ids.size(); ++i)
        if (i + 1 != example.secondStart) // all but the first [SEP]
            positions.push_back(std::int32_t(i));
    const auto share = std::llround(double(example.ids.size()) * options.maskedShare);
    const auto count = std::min<std::size_t>(
        std::size_t(std::clamp<std::int64_t>(share, 1, options.mostPredictions)), positions.size());
    for (std::size_t i = 0; i < count; ++i)
        std::swap(positions[i], positions[i + random.below(positions.size() - i)]);
    positions.resize(count);
    std::sort(positions.begin(), positions.end());
    for (const std::int32_t position : positions) {
        std::int32_t &id = example.ids[std::size_t(position)];
        example.positions.push_back(position);
        example.maskedIds.push_back(id);
        const std::uint64_t fate = random.below(inThousand);
        if (fate < 800)
            id = marks.mask;
        else if (fate < 900)
            id = marks.words[random.below(marks.words.size())];
    }
}

BertExample assemble(const TokenIds &first, const TokenIds &second, const BertMarks &marks)
{
    BertExample example;
    example.ids.push_back(marks.classify);
    append(example.ids, first);
    example.ids.push_back(marks.separate);
    example.secondStart = example.ids.size();
    append(example.ids, second);
    example.ids.push_back(marks.separate);
    return example;
}

} // namespace

std::vector<BertExample> makeBertExamples(const std::vector<TokenDocument> &documents, std::size_t document,
    const BertMarks &marks, const BertExampleOptions &options, Random random)
{
    const TokenDocument &sentences = documents[document];
    const std::size_t most = std::size_t(options.length) - marksPerRow;
    const auto targetLength
        = [&] { return chance(random, options.shortShare) ? 2 + random.below(most - 1) : std::uint64_t(most); };
    std::vector<BertExample> examples;
    std::size_t start = 0; // first of the gathered sentences
    std::size_t gathered = 0; // tokens in the gathered sentences
    std::uint64_t target = targetLength();
    for (std::size_t i = 0; i < sentences.size(); ++i) {
        gathered += sentences[i].size();
        if (i + 1 < sentences.size() && gathered < target)
            continue;
        const std::size_t count = i + 1 - start;
        const std::size_t ofFirst = count > 1 ? 1 + random.below(count - 1) : 1;
        TokenIds first;
        for (std::size_t k = start; k < start + ofFirst; ++k)
            append(first, sentences[k]);
        const bool isRandom = count == 1 || random.below(2) == 0;
        TokenIds second;
        if (isRandom) {
            second = spanFromElsewhere(documents, document, target > first.size() ? target - first.size() : 0, random);
            i = start + ofFirst - 1; // sentences gathered for the second span are used by the next row
        } else {
            for (std::size_t k = start + ofFirst; k <= i; ++k)
                append(second, sentences[k]);
        }
        truncate(first, second, most, random);
        BertExample example = assemble(first, second, marks);
        example.isRandom = isRandom;
        mask(example, marks, options, random);
        examples.push_back(std::move(example));
        start = i + 1;
        gathered = 0;
        target = targetLength();
    }
    return examples;
}

} // namespace motley
