#include "app/words/examples/examplewords.h"

#include "app/words/format.h"
#include "remote/session/isolated.h"

#include <QCoreApplication>

#include <algorithm>

namespace motley {

namespace {

struct ExampleWords {
    Q_DECLARE_TR_FUNCTIONS(motley::ExampleWords)
};

constexpr int longestClass = 60; // characters

bool isTagged(const TestExample &example)
{
    return example.input.size() > 1 && example.input.size() == example.expected.size();
}

QString joined(const std::vector<std::string> &words)
{
    QStringList all;
    for (const std::string &word : words)
        all << QString::fromStdString(word);
    return plainText(all.join(QLatin1Char(' ')));
}

QString tagsOf(const TestExample &example, const std::vector<std::string> &tags)
{
    if (!isTagged(example))
        return joined(tags);
    QStringList all;
    for (std::size_t word = 0; word < tags.size(); ++word)
        if (tags[word] != "O")
            all << ExampleWords::tr("%1: %2").arg(plainText(example.input[word]), plainText(tags[word]));
    //: between two words with their tags
    return all.isEmpty() ? ExampleWords::tr("none") : all.join(ExampleWords::tr(", "));
}

std::int64_t sumOfRow(const Confusion &confusion, std::size_t row)
{
    std::int64_t sum = 0;
    for (std::size_t column = 0; column < confusion.classes.size(); ++column)
        sum += confusion.counts[row * confusion.classes.size() + column];
    return sum;
}

} // namespace

ExampleResult resultOf(const TestExample &example)
{
    if (!example.score)
        return ExampleResult::NoQuestion;
    return *example.score >= 1 ? ExampleResult::Right
        : *example.score > 0   ? ExampleResult::Partly
                               : ExampleResult::Wrong;
}

QString resultWords(const TestExample &example)
{
    switch (resultOf(example)) {
    case ExampleResult::Right:
        return ExampleWords::tr("right");
    case ExampleResult::Partly:
        return ExampleWords::tr("%1 right").arg(formatPercent(100 * *example.score));
    case ExampleResult::Wrong:
        return ExampleWords::tr("wrong");
    case ExampleResult::NoQuestion:
        break;
    }
    return {};
}

QString exampleText(const TestExample &example)
{
    return joined(example.input);
}

QString expectedText(const TestExample &example)
{
    return tagsOf(example, example.expected);
}

QString predictedText(const TestExample &example)
{
    return tagsOf(example, example.predicted);
}

QString wholeExample(const TestExample &example)
{
    QStringList lines;
    if (!isTagged(example)) {
        lines << exampleText(example) << QString() << ExampleWords::tr("Expected:") << expectedText(example)
              << QString() << ExampleWords::tr("Predicted:") << predictedText(example);
        return lines.join(QLatin1Char('\n'));
    }
    for (std::size_t word = 0; word < example.input.size(); ++word) {
        const bool isRight = example.expected[word] == example.predicted[word];
        const QString name = isolated(plainText(example.input[word])); // it may be a full stop
        const QString predicted = plainText(example.predicted[word]);
        lines << (isRight ? QStringLiteral(u"\u2713 ") + ExampleWords::tr("%1: %2").arg(name, predicted)
                          : QStringLiteral(u"\u2717 ")
                    + ExampleWords::tr("%1: %2, expected %3").arg(name, predicted, plainText(example.expected[word])));
    }
    return lines.join(QLatin1Char('\n'));
}

std::vector<ConfusedPair> confusedPairs(const Confusion &confusion, std::size_t most)
{
    std::vector<ConfusedPair> pairs = confusion.pairs;
    const std::size_t classes = confusion.classes.size();
    for (std::size_t cell = 0; cell < confusion.counts.size(); ++cell)
        if (confusion.counts[cell] > 0 && cell / classes != cell % classes)
            pairs.push_back(
                {confusion.classes[cell / classes], confusion.classes[cell % classes], confusion.counts[cell]});
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto &a, const auto &b) { return a.count > b.count; });
    pairs.resize(std::min(pairs.size(), most));
    return pairs;
}

QString confusionWords(const Confusion &confusion, std::size_t expected, std::size_t predicted)
{
    const QString name = plainText(confusion.classes[expected], longestClass);
    const std::int64_t count = confusion.counts[expected * confusion.classes.size() + predicted];
    const std::int64_t all = sumOfRow(confusion, expected);
    const QString part = formatPercent(all > 0 ? std::optional(100.0 * double(count) / double(all)) : std::nullopt, 1);
    if (expected == predicted)
        return ExampleWords::tr("%1: %2 of %3 right, %4").arg(name, formatCount(count), formatCount(all), part);
    return ExampleWords::tr("%1: %2 of %3 taken for %4, %5")
        .arg(name, formatCount(count), formatCount(all), plainText(confusion.classes[predicted], longestClass), part);
}

} // namespace motley
