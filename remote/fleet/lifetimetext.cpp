#include "remote/fleet/lifetimetext.h"

#include "remote/fleet/machine.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include <cmath>
#include <optional>

namespace motley {

namespace {

constexpr qint64 longestLifetimesFile = 1 << 20;

struct LifetimeWords {
    Q_DECLARE_TR_FUNCTIONS(motley::LifetimeText)
    MOTLEY_PHRASES(motley::LifetimeText)
};

std::optional<double> numberIn(const QString &text, double most)
{
    bool isNumber = false;
    const double value = text.trimmed().toDouble(&isNumber);
    return isNumber && value >= 0 && value <= most ? std::optional(value) : std::nullopt;
}

std::optional<double> partIn(QString text)
{
    text = text.trimmed();
    if (!text.endsWith(QLatin1Char('%')))
        return numberIn(text, 1);
    text.chop(1);
    const auto percent = numberIn(text, 100);
    return percent ? std::optional(*percent / 100) : std::nullopt;
}

std::optional<LifetimePoint> pointIn(const QString &text)
{
    const QStringList halves = text.split(QLatin1Char(':'));
    if (halves.size() != 2)
        return std::nullopt;
    const auto hours = numberIn(halves[0], largestTerm);
    const auto gone = partIn(halves[1]);
    return hours && gone ? std::optional(LifetimePoint{*hours, *gone}) : std::nullopt;
}

struct Observed {
    std::vector<double> ended;
    std::vector<double> stillThere;
};

// False: the line is not a lifetime.
bool add(Observed &observed, const QString &line)
{
    const QStringList cells = line.split(QLatin1Char(','));
    const auto hours = numberIn(cells[0], largestTerm);
    const QString end = cells.size() == 2 ? cells[1].trimmed().toLower() : QString();
    if (!hours || (end != QLatin1String("ended") && end != QLatin1String("there")))
        return false;
    (end == QLatin1String("ended") ? observed.ended : observed.stillThere).push_back(*hours);
    return true;
}

bool isTitle(const QString &line)
{
    bool isNumber = false;
    line.section(QLatin1Char(','), 0, 0).trimmed().toDouble(&isNumber);
    return !isNumber;
}

Result<Observed> readObserved(const QString &path)
{
    QFile file(path);
    if (file.exists() && !QFileInfo(path).isFile()) // a named pipe would never be read to its end
        return sentence(LifetimeWords::phrase("Could not read %1.").arg(path), "It is not a file.");
    if (!file.open(QIODevice::ReadOnly))
        return sentence(LifetimeWords::phrase("Could not read %1.").arg(path), file.errorString().toStdString());
    if (file.size() > longestLifetimesFile)
        return sentence(LifetimeWords::phrase("%1 is too large for a list of lifetimes.").arg(path));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    Observed observed;
    bool hasTitle = false;
    for (int i = 0; i < int(lines.size()); ++i) {
        const QString line = lines[i].trimmed();
        if (line.isEmpty() || line.startsWith(QLatin1Char('#')) || add(observed, line))
            continue;
        const bool isFirst = !hasTitle && observed.ended.empty() && observed.stillThere.empty();
        if (!isFirst || !isTitle(line))
            return sentence(
                LifetimeWords::phrase("Line %1 of %2 is not a lifetime: “%3”. Write hours, a comma, and “ended” if the "
                                      "machine was taken away then or “there” if it was not, such as 3.5,ended.")
                    .arg(QString::number(i + 1), path, line.left(80)));
        hasTitle = true;
    }
    return observed;
}

// Keeps the last point, which says what fraction of the machines stays.
std::vector<LifetimePoint> thinned(const std::vector<LifetimePoint> &points)
{
    if (points.size() <= mostLifetimePoints)
        return points;
    std::vector<LifetimePoint> kept;
    for (std::size_t i = 0; i < mostLifetimePoints; ++i)
        kept.push_back(points[i * (points.size() - 1) / (mostLifetimePoints - 1)]);
    return kept;
}

} // namespace

Result<std::vector<LifetimePoint>> parseLifetime(const QString &text)
{
    std::vector<LifetimePoint> points;
    const QStringList parts = text.split(QLatin1Char(','));
    for (const QString &part : parts) {
        const auto point = pointIn(part);
        if (!point)
            return sentence(
                LifetimeWords::phrase("“%1” is not a point of a lifetime curve. Write hours, a colon and the part of "
                                      "the machines that was taken away by then, such as 6:0.5 or 6:50 %.")
                    .arg(part.trimmed().left(80)));
        if (!points.empty() && (point->hours < points.back().hours || point->gone < points.back().gone))
            return sentence(LifetimeWords::phrase(
                "A lifetime curve cannot fall, as after %1 does %2: later, no fewer machines have "
                "been taken away.")
                                .arg(toText({points.back()}), toText({*point})));
        points.push_back(*point);
    }
    if (points.size() > mostLifetimePoints)
        return sentence(LifetimeWords::phrase("A lifetime curve has at most %1 points.").arg(mostLifetimePoints));
    if (points.back().gone == 0)
        return sentence(
            LifetimeWords::phrase("This lifetime curve takes no machine away; leave it empty for one that stays."));
    return points;
}

QString toText(const std::vector<LifetimePoint> &curve)
{
    QStringList points;
    for (const LifetimePoint &point : curve)
        points << QString::number(point.hours, 'g', 6) + QLatin1Char(':') + QString::number(point.gone, 'g', 6);
    return points.join(QStringLiteral(", "));
}

Result<std::vector<LifetimePoint>> readLifetimes(const QString &path)
{
    auto observed = readObserved(path);
    if (!observed)
        return tl::unexpected(observed.error());
    if (observed->ended.empty())
        return sentence(
            LifetimeWords::phrase("No machine in %1 was taken away, so it says nothing about when that happens.")
                .arg(path));
    return Lifetime::seen(std::move(observed->ended), std::move(observed->stillThere))
        .map([](const Lifetime &lifetime) { return thinned(lifetime.points()); });
}

} // namespace motley
