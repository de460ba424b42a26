#include "app/words/format.h"

#include "remote/session/datasize.h"
#include "remote/session/isolated.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

struct FormatWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Format)
};

// Isolates turn nothing outside of themselves, and leave words in the order of their letters, but for those from right
// to left (RLI).
bool beginsIsolate(QChar character)
{
    return character.unicode() == 0x2066 || character.unicode() == 0x2068;
}

constexpr QChar endOfIsolate(0x2069);

bool overridesDirection(QChar character)
{
    const auto code = character.unicode();
    return (code >= 0x202a && code <= 0x202e) || code == 0x2067;
}

constexpr double leastWithoutPower = 1e-4;
constexpr double mostWithoutPower = 1e9; // nobody counts more digits
constexpr double mostInUnits = 1e12; // of k, M and G
constexpr double mostInDigits = 1e5; // of whole numbers on an axis

QString inSuperscript(int number)
{
    constexpr char16_t digits[] = u"\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";
    QString text = QString::number(number);
    for (QChar &character : text)
        character = character == QLatin1Char('-') ? QChar(0x207b) : QChar(digits[character.digitValue()]);
    return text;
}

QString withPower(double value, int significantDigits)
{
    const int power = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    return unbroken(QLocale().toString(value / std::pow(10.0, power), 'g', significantDigits)
        + QStringLiteral(u" \u00d7 10") + inSuperscript(power));
}

// Those of ticks so far apart: one for 0.5, two for 0.25.
int decimalsOf(double apart)
{
    if (apart <= 0)
        return 0;
    const int first = std::clamp(static_cast<int>(std::ceil(-std::log10(apart) - 1e-9)), 0, 6);
    const double inFirst = apart * std::pow(10, first);
    return std::abs(inFirst - std::round(inFirst)) < 1e-6 * inFirst ? first : std::min(6, first + 1);
}

} // namespace

QString unbroken(QString text)
{
    return text.replace(QChar(QChar::Space), QChar(QChar::Nbsp));
}

QString joinSentences(const QStringList &sentences)
{
    constexpr QChar chineseFullStop(0x3002);
    QString text;
    for (const QString &sentence : sentences) {
        if (!text.isEmpty() && !text.endsWith(chineseFullStop))
            text += QLatin1Char(' ');
        text += sentence;
    }
    return text;
}

QString notKnown()
{
    return FormatWords::tr("n/a");
}

QString formatBytes(std::optional<std::int64_t> bytes)
{
    return bytes ? dataSize(*bytes) : notKnown();
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
        return unbroken(FormatWords::tr("%1 s").arg(locale.toString(whole)));
    if (whole < 3600)
        return unbroken(FormatWords::tr("%1 min %2 s").arg(locale.toString(whole / 60), locale.toString(whole % 60)));
    if (whole < 24 * 3600)
        return unbroken(
            FormatWords::tr("%1 h %2 min").arg(locale.toString(whole / 3600), locale.toString(whole % 3600 / 60)));
    return unbroken(
        FormatWords::tr("%1 d %2 h").arg(locale.toString(whole / 86400), locale.toString(whole % 86400 / 3600)));
}

QString formatSpan(double seconds)
{
    const auto whole = std::isfinite(seconds) && seconds > 0 ? static_cast<qint64>(std::llround(seconds)) : 0;
    const bool isRound = whole >= 3600 ? whole % 3600 < 60 : whole >= 60 && whole % 60 == 0;
    return isRound ? formatTimeTick(double(whole), whole >= 3600 ? 3600 : 60) : formatDuration(seconds);
}

QString formatRate(std::optional<double> samplesPerSecond)
{
    if (!samplesPerSecond || !std::isfinite(*samplesPerSecond))
        return notKnown();
    const int decimals = *samplesPerSecond < 10 ? 1 : 0;
    return unbroken(FormatWords::tr("%1 samples/s").arg(QLocale().toString(*samplesPerSecond, 'f', decimals)));
}

QString formatPercent(std::optional<double> percent, int decimals)
{
    if (!percent || !std::isfinite(*percent))
        return notKnown();
    return unbroken(FormatWords::tr("%1 %").arg(QLocale().toString(*percent, 'f', decimals)));
}

QString formatNumber(double value, int significantDigits)
{
    if (!std::isfinite(value))
        return notKnown();
    const double size = std::abs(value);
    if (size >= mostWithoutPower)
        return withPower(value, significantDigits);
    if (size >= std::pow(10.0, significantDigits))
        return QLocale().toString(value, 'f', 0);
    return size > 0 && size < leastWithoutPower ? withPower(value, significantDigits)
                                                : QLocale().toString(value, 'g', significantDigits);
}

QString formatSeconds(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0)
        return notKnown();
    if (seconds < 0.9995)
        return unbroken(FormatWords::tr("%1 ms").arg(formatNumber(1000 * seconds, 3)));
    return seconds < 59.95 ? unbroken(FormatWords::tr("%1 s").arg(formatNumber(seconds, 3))) : formatDuration(seconds);
}

QString formatTick(double value, double distance)
{
    const double size = std::max(std::abs(value), distance);
    if (size > 0 && size < leastWithoutPower)
        return value == 0 ? QLocale().toString(0) : withPower(value, 3);
    if (size >= mostInUnits)
        return value == 0 ? QLocale().toString(0) : withPower(value, 3);
    const auto inUnit = [&](double unit) {
        const double apart = distance / unit;
        return QLocale().toString(value / unit, 'f', decimalsOf(apart));
    };
    if (std::abs(value) >= 1e9)
        return unbroken(FormatWords::tr("%1 G").arg(inUnit(1e9)));
    if (std::abs(value) >= 1e6)
        return unbroken(FormatWords::tr("%1 M").arg(inUnit(1e6)));
    return std::abs(value) >= 1000 ? unbroken(FormatWords::tr("%1 k").arg(inUnit(1000))) : inUnit(1);
}

QString formatWholeTick(double value, double distance)
{
    return std::abs(value) < mostInDigits ? formatCount(std::llround(value)) : formatTick(value, distance);
}

QString formatTimeTick(double seconds, double distance)
{
    if (seconds < 60)
        return unbroken(FormatWords::tr("%1 s").arg(formatTick(seconds, distance)));
    const auto minutes = std::llround(seconds / 60);
    if (seconds < 3600 && distance >= 60)
        return unbroken(FormatWords::tr("%1 min").arg(QLocale().toString(minutes)));
    if (seconds < 86400 && distance >= 3600)
        return unbroken(FormatWords::tr("%1 h").arg(QLocale().toString(minutes / 60)));
    return formatDuration(seconds);
}

QString formatWatts(std::optional<double> watts, std::optional<double> limit)
{
    if (!watts)
        return notKnown();
    const QLocale locale;
    if (!limit)
        return unbroken(FormatWords::tr("%1 W").arg(locale.toString(*watts, 'f', 0)));
    return unbroken(
        FormatWords::tr("%1 of %2 W").arg(locale.toString(*watts, 'f', 0), locale.toString(*limit, 'f', 0)));
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
    qsizetype open = 0; // isolates
    for (const QChar character : foreign) {
        if (result.size() >= longest)
            return result + QChar(0x2026) + QString(open, endOfIsolate);
        if (character == endOfIsolate && open == 0)
            continue; // it would end one of the sentence that this is put into
        open += beginsIsolate(character) ? 1 : character == endOfIsolate ? -1 : 0;
        const bool keep = character == QLatin1Char('\n') || character == QLatin1Char('\t')
            || (character.category() != QChar::Other_Control && !overridesDirection(character));
        if (keep)
            result += character;
    }
    return result + QString(open, endOfIsolate);
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

QString inItsDirection(const QString &sentence, Qt::LayoutDirection window)
{
    const bool hasItsLetters = std::any_of(sentence.begin(), sentence.end(),
        [](QChar letter) { return letter.direction() == QChar::DirR || letter.direction() == QChar::DirAL; });
    const QChar rightToLeftMark(0x200f);
    return window == Qt::RightToLeft && hasItsLetters && !sentence.isRightToLeft() ? rightToLeftMark + sentence
                                                                                   : sentence;
}

QString leftToRight(const QString &text)
{
    return QChar(0x2066) + text + QChar(0x2069);
}

QString inItsOwnOrder(const QString &text)
{
    return !text.isEmpty() && text.front().direction() == QChar::DirL ? isolated(text) : text;
}

// Chinese has a space between its own letters and Latin ones, also where one of them is the word for "and".
QString formatList(const QStringList &words)
{
    const QLocale locale;
    QString list = locale.createSeparatedList(words);
    if (locale.language() != QLocale::Chinese)
        return list;
    static const QRegularExpression border(QStringLiteral("(?<=\\p{Han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\\p{Han})"));
    return list.replace(border, QStringLiteral(" "));
}

QString joinParts(const QStringList &parts)
{
    QString line;
    for (const QString &part : parts)
        //: two short things in one line; in Arabic a comma stands between them
        line = line.isEmpty() ? part : FormatWords::tr("%1 \u00b7 %2").arg(line, part);
    return line;
}

} // namespace motley
