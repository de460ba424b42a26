#include "app/pages/links/linkscene.h"

#include "app/words/format.h"
#include "remote/session/machinename.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

struct LinkWords {
    Q_DECLARE_TR_FUNCTIONS(motley::LinkWords)
};

constexpr double leastRange = 4; // so that links that are alike look alike
constexpr int mostOfName = 60;

QString nameOf(const LinkScene &scene, int machine)
{
    return plainText(scene.machines[machine], mostOfName);
}

} // namespace

LinkScene linkScene(const QStringList &names, const QStringList &shown, const std::vector<KnownLink> &known)
{
    LinkScene scene;
    scene.machines = shown;
    scene.links.resize(std::size_t(names.size()) * std::size_t(names.size()));
    QHash<QString, std::size_t> places;
    for (qsizetype i = 0; i < names.size(); ++i)
        places.insert(names[i], std::size_t(i));
    for (const KnownLink &link : known) {
        const auto from = places.constFind(link.from);
        const auto to = places.constFind(link.to);
        if (from == places.constEnd() || to == places.constEnd() || *from == *to)
            continue;
        scene.links[*from * std::size_t(names.size()) + *to] = link;
        if (!link.answered || link.bytesPerSecond <= 0)
            continue;
        scene.slowest = scene.slowest > 0 ? std::min(scene.slowest, link.bytesPerSecond) : link.bytesPerSecond;
        scene.fastest = std::max(scene.fastest, link.bytesPerSecond);
    }
    return scene;
}

double speedPart(const LinkScene &scene, double bytesPerSecond)
{
    if (scene.fastest <= 0 || bytesPerSecond <= 0)
        return 0;
    const double range = std::log(std::max(leastRange, scene.fastest / scene.slowest));
    return std::clamp(1 - std::log(scene.fastest / bytesPerSecond) / range, 0.0, 1.0);
}

QString linkRateWords(double bytesPerSecond)
{
    const double bits = 8 * bytesPerSecond;
    if (!(bits > 0))
        return notKnown();
    if (bits >= 1e9)
        return unbroken(LinkWords::tr("%1 Gbit/s").arg(formatNumber(bits / 1e9, 3)));
    if (bits >= 1e6)
        return unbroken(LinkWords::tr("%1 Mbit/s").arg(formatNumber(bits / 1e6, 3)));
    return unbroken(LinkWords::tr("%1 kbit/s").arg(formatNumber(bits / 1e3, 3)));
}

QString linkDelayWords(double seconds)
{
    return seconds > 0 ? formatSeconds(seconds) : notKnown();
}

QString linkWords(const LinkScene &scene, int from, int to, const QDateTime &now)
{
    const QString machines = LinkWords::tr("%1 to %2").arg(nameOf(scene, from), insideSentence(nameOf(scene, to)));
    const auto &link = scene.link(from, to);
    if (!link)
        return LinkWords::tr("%1: not measured yet").arg(machines);
    const QString age = formatAge(link->measured, now);
    const QString address = leftToRight(plainText(link->address, mostOfName));
    if (!link->answered)
        return LinkWords::tr("%1: no answer at %2 (%3)").arg(machines, address, age);
    return LinkWords::tr("%1: %2, %3 there and back, at %4 (%5)")
        .arg(machines, linkRateWords(link->bytesPerSecond), linkDelayWords(link->roundTripSeconds), address, age);
}

QString linkSummary(const LinkScene &scene)
{
    int measured = 0;
    int silent = 0;
    const KnownLink *slowest = nullptr;
    for (const auto &link : scene.links) {
        measured += link && link->answered;
        silent += link && !link->answered;
        if (link && link->answered && link->bytesPerSecond == scene.slowest)
            slowest = &*link;
    }
    const int all = scene.count() * (scene.count() - 1);
    QStringList sentences{LinkWords::tr("%1 of %2 links are measured.").arg(formatCount(measured), formatCount(all))};
    if (silent > 0)
        sentences << LinkWords::tr("%Ln did not answer.", nullptr, silent);
    for (int from = 0; slowest && from < scene.count(); ++from)
        for (int to = 0; to < scene.count(); ++to)
            if (const auto &link = scene.link(from, to); link && &*link == slowest)
                sentences << LinkWords::tr("The slowest is from %1 to %2: %3.")
                                 .arg(insideSentence(nameOf(scene, from)), insideSentence(nameOf(scene, to)),
                                     linkRateWords(scene.slowest));
    return joinSentences(sentences);
}

} // namespace motley
