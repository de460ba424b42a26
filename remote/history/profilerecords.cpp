#include "remote/history/profilerecords.h"

#include "remote/session/savefile.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>

namespace motley {

namespace {

constexpr int currentVersion = 1;
constexpr qint64 longestFile = 8 << 20;
constexpr qsizetype mostSpeeds = 4000;
constexpr qsizetype mostOthers = 1000;
constexpr int lockMilliseconds = 2000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::ProfileStore)
    MOTLEY_PHRASES(motley::ProfileStore)
};

void keepLatest(QJsonArray &list, qsizetype most)
{
    while (list.size() > most)
        list.removeFirst();
}

Result<void> write(const QString &path, ProfileRecords pages)
{
    keepLatest(pages.speeds, mostSpeeds);
    keepLatest(pages.noise, mostOthers);
    keepLatest(pages.records, mostOthers);
    const QJsonObject root{
        {"version", currentVersion}, {"speeds", pages.speeds}, {"noise", pages.noise}, {"records", pages.records}};
    QSaveFile file(path);
    file.open(QIODevice::WriteOnly);
    file.write(QJsonDocument(root).toJson(QJsonDocument::Compact));
    if (!commitWhole(file))
        return sentence(
            Words::phrase("The measured speeds could not be written to %1: %2.").arg(path, file.errorString()));
    return {};
}

} // namespace

ProfileRecords readProfileRecords(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly) || file.size() > longestFile)
        return {};
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    if (root.value("version").toInt() != currentVersion)
        return {};
    return {root.value("speeds").toArray(), root.value("noise").toArray(), root.value("records").toArray()};
}

Result<void> changeProfileRecords(const QString &path, const std::function<bool(ProfileRecords &)> &change)
{
    QLockFile lock(path + QStringLiteral(".lock"));
    if (!lock.tryLock(lockMilliseconds))
        return sentence(Words::phrase("The measured speeds in %1 are being written by another program.").arg(path));
    ProfileRecords pages = readProfileRecords(path);
    return change(pages) ? write(path, std::move(pages)) : Result<void>();
}

} // namespace motley
