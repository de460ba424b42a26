#include "remote/history/linkstore.h"

#include "remote/session/savefile.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QPair>
#include <QSaveFile>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int linksVersion = 1;
constexpr qint64 longestLinksFile = 8 << 20;
constexpr std::size_t mostLinksKept = 8192; // of 64 machines each to each, twice over
constexpr int linksLockMilliseconds = 2000;

struct LinkStoreWords {
    Q_DECLARE_TR_FUNCTIONS(motley::LinkStore)
    MOTLEY_PHRASES(motley::LinkStore)
};

double positiveIn(const QJsonObject &entry, const char *name)
{
    const double value = entry.value(QLatin1String(name)).toDouble();
    return std::isfinite(value) && value > 0 ? value : 0;
}

KnownLink linkFrom(const QJsonObject &entry)
{
    return {entry.value("from").toString(), entry.value("to").toString(), entry.value("address").toString(),
        entry.value("answered").toBool(), positiveIn(entry, "roundTripSeconds"), positiveIn(entry, "bytesPerSecond"),
        QDateTime::fromSecsSinceEpoch(static_cast<qint64>(positiveIn(entry, "measured")))};
}

QJsonObject toObject(const KnownLink &link)
{
    return {{"from", link.from}, {"to", link.to}, {"address", link.address}, {"answered", link.answered},
        {"roundTripSeconds", link.roundTripSeconds}, {"bytesPerSecond", link.bytesPerSecond},
        {"measured", link.measured.toSecsSinceEpoch()}};
}

// One link to each other machine, by the address over which it is fastest. Those of one machine stand together.
std::vector<KnownLink> linksOf(const CandidateMachine &machine, const QDateTime &now)
{
    std::vector<KnownLink> links;
    for (const MeasuredLink &measured : machine.links) {
        const KnownLink link{QString::fromStdString(machine.name), QString::fromStdString(measured.to),
            QString::fromStdString(measured.address), measured.answered, measured.roundTripSeconds,
            measured.bytesPerSecond, now};
        if (links.empty() || links.back().to != link.to)
            links.push_back(link);
        else if (std::pair(link.answered, link.bytesPerSecond)
            > std::pair(links.back().answered, links.back().bytesPerSecond))
            links.back() = link;
    }
    return links;
}

Result<void> writeLinks(const QString &path, const std::vector<KnownLink> &links)
{
    QJsonArray array;
    for (const KnownLink &link : links)
        array.append(toObject(link));
    QSaveFile file(path);
    file.open(QIODevice::WriteOnly);
    file.write(QJsonDocument(QJsonObject{{"version", linksVersion}, {"links", array}}).toJson(QJsonDocument::Compact));
    if (!commitWhole(file))
        return sentence(
            LinkStoreWords::phrase("The measured links could not be written to %1: %2.").arg(path, file.errorString()));
    return {};
}

} // namespace

std::vector<KnownLink> LinkStore::all() const
{
    std::vector<KnownLink> links;
    QFile file(m_path);
    if (!QFileInfo(m_path).isFile() || !file.open(QIODevice::ReadOnly) || file.size() > longestLinksFile)
        return links;
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    if (root.value("version").toInt() != linksVersion)
        return links;
    for (const auto &entry : root.value("links").toArray())
        links.push_back(linkFrom(entry.toObject()));
    return links;
}

Result<void> LinkStore::store(const std::vector<CandidateMachine> &machines, const QDateTime &now) const
{
    std::vector<KnownLink> measured;
    for (const CandidateMachine &machine : machines)
        for (KnownLink &link : linksOf(machine, now))
            measured.push_back(std::move(link));
    if (measured.empty())
        return {};
    QLockFile lock(m_path + QStringLiteral(".lock"));
    if (!lock.tryLock(linksLockMilliseconds))
        return sentence(
            LinkStoreWords::phrase("The measured links in %1 are being written by another program.").arg(m_path));
    std::vector<KnownLink> links = all();
    QSet<QPair<QString, QString>> anew;
    for (const KnownLink &link : measured)
        anew.insert({link.from, link.to});
    std::erase_if(links, [&](const KnownLink &old) { return anew.contains({old.from, old.to}); });
    links.insert(links.end(), measured.begin(), measured.end());
    if (links.size() > mostLinksKept)
        links.erase(links.begin(), links.end() - std::ptrdiff_t(mostLinksKept));
    return writeLinks(m_path, links);
}

QString linksFile(const QString &dataFolder)
{
    return dataFolder + QStringLiteral("/links.json");
}

} // namespace motley
