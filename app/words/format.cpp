#include "app/words/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace motley {

namespace {

struct FormatWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Format)
};

bool overridesDirection(QChar character)
{
    const auto code = character.unicode();
    return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

} // namespace

QString notKnown()
{
    return FormatWords::tr("n/a");
}

QString formatBytes(std::optional<std::int64_t> bytes)
{
    if (!bytes)
        return notKnown();
    return QLocale().formattedDataSize(*bytes, *bytes < 1024 ? 0 : 1, QLocale::DataSizeIecFormat);
}

QString formatCount(std::int64_t count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

QString formatDuration(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0)
        return notKnown();
    const auto whole = static_cast<qint64>(std::llround(seconds));
    const QLocale locale;
    if (whole < 60)
        return FormatWords::tr("%1 s").arg(locale.toString(whole));
    if (whole < 3600)
        return FormatWords::tr("%1 min %2 s").arg(locale.toString(whole / 60), locale.toString(whole % 60));
    if (whole < 24 * 3600)
        return FormatWords::tr("%1 h %2 min").arg(locale.toString(whole / 3600), locale.toString(whole % 3600 / 60));
    return FormatWords::tr("%1 d %2 h").arg(locale.toString(whole / 86400), locale.toString(whole % 86400 / 3600));
}

QString formatRate(std::optional<double> samplesPerSecond)
{
    if (!samplesPerSecond || !std::isfinite(*samplesPerSecond))
        return notKnown();
    const int decimals = *samplesPerSecond < 10 ? 1 : 0;
    return FormatWords::tr("%1 samples/s").arg(QLocale().toString(*samplesPerSecond, 'f', decimals));
}

QString formatPercent(std::optional<double> percent, int decimals)
{
    if (!percent || !std::isfinite(*percent))
        return notKnown();
    return FormatWords::tr("%1 %").arg(QLocale().toString(*percent, 'f', decimals));
}

QString formatNumber(double value, int significantDigits)
{
    return std::isfinite(value) ? QLocale().toString(value, 'g', significantDigits) : notKnown();
}

QString formatWatts(std::optional<double> watts, std::optional<double> limit)
{
    if (!watts)
        return notKnown();
    const QLocale locale;
    if (!limit)
        return FormatWords::tr("%1 W").arg(locale.toString(*watts, 'f', 0));
    return FormatWords::tr("%1 of %2 W").arg(locale.toString(*watts, 'f', 0), locale.toString(*limit, 'f', 0));
}

QString formatAge(const QDateTime &then, const QDateTime &now)
{
    const qint64 seconds = then.secsTo(now);
    if (seconds < 10)
        return FormatWords::tr("just now");
    if (seconds < 60)
        return FormatWords::tr("%Ln second(s) ago", nullptr, static_cast<int>(seconds));
    if (seconds < 3600)
        return FormatWords::tr("%Ln minute(s) ago", nullptr, static_cast<int>(seconds / 60));
    return QLocale().toString(then, QLocale::ShortFormat);
}

QString plainText(const QString &foreign, int longest)
{
    QString result;
    for (const QChar character : foreign) {
        if (result.size() >= longest)
            return result + QChar(0x2026);
        const bool keep = character == QLatin1Char('\n') || character == QLatin1Char('\t')
            || (character.category() != QChar::Other_Control && !overridesDirection(character));
        if (keep)
            result += character;
    }
    return result;
}

QString plainText(const std::string &foreign, int longest)
{
    return plainText(QString::fromStdString(foreign), longest);
}

QString plainToolTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
}

QString leftToRight(const QString &text)
{
    return QChar(0x2066) + text + QChar(0x2069);
}

} // namespace motley
