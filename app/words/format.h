// Numbers as people read them, in the chosen language. A value that is not known is "n/a". No line ends within a number
// and its units.
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace motley {

QString unbroken(QString text); // with no-break spaces
QString joinSentences(const QStringList &sentences); // with a space between them, unless the first ends as Chinese does
QString notKnown();
QString formatBytes(std::optional<std::int64_t> bytes); // "11.8 GiB"
QString formatCount(std::int64_t count); // "60,000"
QString formatDuration(double seconds); // "4 s", "3 min 12 s", "2 h 05 min"
QString formatSpan(double seconds); // that somebody chose: "2 h", "1 h 30 min"
QString formatRate(std::optional<double> samplesPerSecond); // "12,480 samples/s"
QString formatPercent(std::optional<double> percent, int decimals = 0);
QString formatNumber(double value, int significantDigits = 4); // "0.05", "12,346", "5 × 10⁻⁵", "6.783 × 10²⁴"
QString formatSeconds(double seconds); // "41.2 ms", "1.28 s", "3 min 12 s"
QString formatTick(double value, double distance); // "1.3 k", of an axis whose ticks are `distance` apart
QString formatWholeTick(double value, double distance); // "1,300", "150 k"
QString formatTimeTick(double seconds, double distance); // "30 s", "10 min", "2 h", "1 h 10 min"
QString formatWatts(std::optional<double> watts, std::optional<double> limit = {});
QString formatAge(const QDateTime &then, const QDateTime &now); // "just now", "3 min ago"

// Text from another machine for a widget: no control characters, no overrides of the writing direction, at most
// `longest` characters.
QString plainText(const QString &foreign, int longest = 4000);
QString plainText(const std::string &foreign, int longest = 4000);

// A tool tip that shows a text as it is. Qt renders text that looks like HTML, and words of another machine could
// contain pictures of files, or links.
QString plainToolTip(const QString &text);

// In a window from right to left, a sentence in its language may begin with a name in Latin letters, which would turn
// it around. Given back so that it is not.
QString inItsDirection(const QString &sentence, Qt::LayoutDirection window);

// Keeps a path, address or command left to right inside a sentence of any direction.
QString leftToRight(const QString &text);
// Latin words, which in a window from right to left would otherwise end, and be shortened, where they begin.
QString inItsOwnOrder(const QString &text);
QString formatList(const QStringList &words); // "a, b and c"
// Several short things in one line. In Arabic a point between numbers would be read as a zero.
QString joinParts(const QStringList &parts);

} // namespace motley
