#include "app/words/slowdownwords.h"

#include "app/words/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace motley {

namespace {

using Cause = Slowdown::Cause;
using Part = Slowdown::Part;

struct SlowdownWords {
    Q_DECLARE_TR_FUNCTIONS(motley::SlowdownWords)
};

QString textOf(const Quantity &quantity)
{
    switch (quantity.unit) {
    case Quantity::Unit::Number:
        break;
    case Quantity::Unit::Times:
        return QLocale().toString(quantity.value, 'f', quantity.value < 2 ? 2 : 1);
    case Quantity::Unit::Percent:
        return formatPercent(quantity.value);
    case Quantity::Unit::FinePercent:
        return formatPercent(quantity.value, 1);
    case Quantity::Unit::Watts:
        return formatWatts(quantity.value);
    case Quantity::Unit::Bytes:
        return formatBytes(static_cast<std::int64_t>(quantity.value));
    }
    return formatCount(std::llround(quantity.value));
}

QString textOf(const SlowdownSentence &sentence)
{
    QString text = QCoreApplication::translate("Slowdown", sentence.words);
    for (const Quantity &quantity : sentence.quantities)
        text = text.arg(textOf(quantity));
    return text;
}

QString word(Cause cause)
{
    switch (cause) {
    case Cause::Unknown:
        break;
    case Cause::OtherProcesses:
        return SlowdownWords::tr("Slow: other processes");
    case Cause::Quota:
        return SlowdownWords::tr("Slow: processor limit");
    case Cause::VirtualMachine:
        return SlowdownWords::tr("Slow: busy host");
    case Cause::Heat:
        return SlowdownWords::tr("Slow: too hot");
    case Cause::PowerLimit:
        return SlowdownWords::tr("Slow: power limit");
    case Cause::SharedGpu:
        return SlowdownWords::tr("Slow: GPU shared");
    case Cause::LowClock:
        return SlowdownWords::tr("Slow: low clock");
    case Cause::Swapping:
        return SlowdownWords::tr("Slow: swapping");
    case Cause::Disk:
        return SlowdownWords::tr("Slow: disk");
    case Cause::Link:
        return SlowdownWords::tr("Slow: network");
    }
    return {};
}

} // namespace

QString slowdownText(const Slowdown &slowdown, Company company)
{
    QStringList sentences;
    for (const SlowdownSentence &sentence : slowdownSentences(slowdown, company))
        sentences << textOf(sentence);
    const QString text = joinSentences(sentences);
    return slowdown.rank < 0 ? text : SlowdownWords::tr("Rank %1: %2").arg(formatCount(slowdown.rank), text);
}

QString slowdownWord(const Slowdown &slowdown)
{
    if (slowdown.cause != Cause::Unknown)
        return word(slowdown.cause);
    switch (slowdown.part) {
    case Part::Data:
        return SlowdownWords::tr("Slow: data");
    case Part::Exchange:
        return SlowdownWords::tr("Slow: network");
    case Part::Compute:
    case Part::Update:
        break;
    }
    return SlowdownWords::tr("Slow");
}

} // namespace motley
