#include "engine/protocol/examples/testexamples.h"

#include <algorithm>

namespace motley {

namespace {

bool isShort(const std::vector<std::string> &words)
{
    std::size_t bytes = 0;
    for (const std::string &word : words)
        bytes += word.size();
    return words.size() <= mostExampleWords && bytes <= longestExampleText;
}

bool isShort(const std::optional<std::string> &picture)
{
    return !picture || picture->size() <= longestExamplePicture;
}

bool isShort(const std::string &name)
{
    return name.size() <= longestClassName;
}

Result<void> check(const TestExample &example)
{
    const std::string name = "The example " + std::to_string(example.id) + " of a test ";
    if (example.predicted.size() != example.expected.size())
        return fail(name + "has not as many predictions as are expected.");
    if (!isShort(example.input) || !isShort(example.expected) || !isShort(example.predicted))
        return fail(name + "has a text of more than " + std::to_string(longestExampleText) + " bytes or "
            + std::to_string(mostExampleWords) + " words.");
    if (!isShort(example.picture) || !isShort(example.expectedPicture) || !isShort(example.predictedPicture))
        return fail(name + "has a picture of more than " + std::to_string(longestExamplePicture) + " bytes.");
    if (example.score && !(*example.score >= 0 && *example.score <= 1))
        return fail(name + "has a score that is not between 0 and 1.");
    return {};
}

Result<void> check(const Confusion &confusion)
{
    const std::size_t classes = confusion.classes.size();
    if (classes > mostShownClasses || confusion.pairs.size() > mostConfusedPairs)
        return fail("A confusion matrix has more than " + std::to_string(mostShownClasses) + " classes, or more than "
            + std::to_string(mostConfusedPairs) + " pairs of them.");
    if (confusion.counts.size() != classes * classes)
        return fail("A confusion matrix of " + std::to_string(classes) + " classes has "
            + std::to_string(confusion.counts.size()) + " counts.");
    const auto isNegative = [](std::int64_t count) { return count < 0; };
    const bool isGood = std::none_of(confusion.counts.begin(), confusion.counts.end(), isNegative)
        && std::all_of(
            confusion.classes.begin(), confusion.classes.end(), [](const auto &name) { return isShort(name); })
        && std::all_of(confusion.pairs.begin(), confusion.pairs.end(), [&](const ConfusedPair &pair) {
               return isShort(pair.expected) && isShort(pair.predicted) && !isNegative(pair.count);
           });
    if (!isGood)
        return fail("A confusion matrix has a negative count, or a class with a name of more than "
            + std::to_string(longestClassName) + " bytes.");
    return {};
}

} // namespace

Result<void> checkExamples(const TestExamples &test)
{
    if (test.examples.size() > mostExamples)
        return fail("A test has more than " + std::to_string(mostExamples) + " examples.");
    for (const TestExample &example : test.examples)
        if (auto good = check(example); !good)
            return good;
    return test.confusion ? check(*test.confusion) : Result<void>();
}

} // namespace motley
