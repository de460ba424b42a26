#include "app/words/rowwords.h"

#include "app/words/format.h"
#include "remote/session/isolated.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <limits>

namespace motley {

namespace {

constexpr std::size_t reasonsShown = 3;
constexpr int longestReason = 300; // characters

struct RowWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RowWords)
};

int forPlural(std::int64_t count)
{
    return static_cast<int>(std::clamp<std::int64_t>(count, 0, std::numeric_limits<int>::max()));
}

QString counted(const RowCounts &counts, const TrainingRows &rows)
{
    QStringList parts{rows.isWhole ? RowWords::tr("%Ln row(s)", nullptr, forPlural(counts.rows))
                                   : RowWords::tr("the first %Ln row(s)", nullptr, forPlural(counts.rows))};
    if (counts.cutRows > 0)
        parts << RowWords::tr("%Ln cut to %1 tokens", nullptr, forPlural(counts.cutRows)).arg(formatCount(rows.length));
    if (counts.withoutAnswer > 0)
        parts << RowWords::tr("%Ln left out without an answer", nullptr, forPlural(counts.withoutAnswer));
    std::int64_t others = 0;
    for (const LeftOutRows &each : counts.leftOut)
        others += each.rows;
    if (others > 0)
        parts << RowWords::tr("%Ln left out as unusable", nullptr, forPlural(others));
    return formatList(parts);
}

QStringList reasons(const RowCounts &counts)
{
    QStringList sentences;
    for (std::size_t i = 0; i < std::min(counts.leftOut.size(), reasonsShown); ++i) {
        const LeftOutRows &each = counts.leftOut[i];
        sentences << RowWords::tr("Left out, first %1: %2")
                         .arg(leftToRight(plainText(each.first, longestReason)),
                             isolated(plainText(each.why, longestReason)));
    }
    return sentences;
}

} // namespace

QString rowHead(const TrainingRow &row, int number)
{
    QStringList parts{RowWords::tr("Row %1").arg(formatCount(number))};
    if (row.tokens > 0)
        parts << RowWords::tr("%Ln token(s), %1 of them learned", nullptr, forPlural(row.tokens))
                     .arg(formatCount(row.learned));
    if (row.cutTokens > 0)
        parts << RowWords::tr("%Ln token(s) cut off", nullptr, forPlural(row.cutTokens));
    if (row.isWithoutAnswer)
        parts << RowWords::tr("left out: it has no answer to learn");
    else if (!row.leftOut.empty())
        parts << RowWords::tr("left out: %1").arg(isolated(plainText(row.leftOut, longestReason)));
    return joinParts(parts);
}

QStringList rowCountSentences(const TrainingRows &rows)
{
    QStringList sentences;
    if (rows.training)
        sentences << RowWords::tr("To train: %1.").arg(counted(*rows.training, rows));
    if (rows.test)
        sentences << RowWords::tr("To test: %1.").arg(counted(*rows.test, rows));
    if (rows.training)
        sentences << reasons(*rows.training);
    if (rows.test)
        sentences << reasons(*rows.test);
    for (const std::string &note : rows.notes)
        sentences << plainText(note, longestReason);
    return sentences;
}

} // namespace motley
