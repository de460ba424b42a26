#include "remote/speedbook.h"

#include "remote/sentence.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <functional>

namespace motley {

namespace {

constexpr int currentVersion = 1;
constexpr qint64 longestFile = 8 << 20;
constexpr qsizetype mostSpeeds = 4000;
constexpr qsizetype mostNoise = 1000;
constexpr int lockMilliseconds = 2000;
constexpr double wildest = 100; // measured over predicted: more is no lesson about the device

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::SpeedBook)
};

QString fingerprint(const JobSpec &job)
{
    const auto hash
        = QCryptographicHash::hash(QByteArray::fromStdString(toJson(job)), QCryptographicHash::Sha256).toHex();
    return QString::fromLatin1(hash.left(32));
}

// What the time of a step depends on, beside the device. Two jobs of one fingerprint differ in data and schedule only.
QString workOf(const JobSpec &job)
{
    JobSpec work;
    work.task = withoutPaths(job.task);
    work.precision = job.precision;
    work.optimizer.kind = job.optimizer.kind;
    work.memory = job.memory;
    return fingerprint(work);
}

// What gradients differ by depends on the data too, and not on how they are computed.
QString learningOf(const JobSpec &job)
{
    JobSpec learning;
    learning.task = job.task;
    return fingerprint(learning);
}

bool isOf(const QJsonObject &entry, const QString &work, const SpeedPlace &place)
{
    return entry.value("work").toString() == work && entry.value("machine").toString() == place.machine
        && entry.value("device").toString() == QString::fromStdString(toText(place.device))
        && entry.value("threads").toInt() == place.threads;
}

struct Pages {
    QJsonArray speeds;
    QJsonArray noise;
};

// Empty where there is no file, or one that nothing can be learnt from.
Pages readPages(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly) || file.size() > longestFile)
        return {};
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    if (root.value("version").toInt() != currentVersion)
        return {};
    return {root.value("speeds").toArray(), root.value("noise").toArray()};
}

Result<void> writePages(const QString &path, Pages pages)
{
    while (pages.speeds.size() > mostSpeeds)
        pages.speeds.removeFirst();
    while (pages.noise.size() > mostNoise)
        pages.noise.removeFirst();
    QSaveFile file(path);
    file.open(QIODevice::WriteOnly);
    file.write(QJsonDocument(QJsonObject{{"version", currentVersion}, {"speeds", pages.speeds}, {"noise", pages.noise}})
                   .toJson(QJsonDocument::Compact));
    if (!file.commit())
        return sentence(Words::tr("The measured speeds could not be written to %1: %2.").arg(path, file.errorString()));
    return {};
}

std::optional<KnownSpeed> knownFrom(const QJsonObject &entry)
{
    const auto report = parseSpeedReport(entry.value("report").toString().toStdString());
    if (!report || !(report->secondsPerUnit > 0) || !(report->fixedSeconds >= 0))
        return std::nullopt;
    return KnownSpeed{*report, std::max(0.0, entry.value("error").toDouble()), entry.value("runs").toInt()};
}

std::optional<KnownSpeed> findIn(const QJsonArray &speeds, const QString &work, const SpeedPlace &place)
{
    for (const auto &entry : speeds) {
        if (isOf(entry.toObject(), work, place))
            return knownFrom(entry.toObject());
    }
    return std::nullopt;
}

// Two windows may write at the same time. `changed` says whether there is anything to write.
Result<void> changePages(const QString &path, const std::function<bool(Pages &)> &changed)
{
    QLockFile lock(path + QStringLiteral(".lock"));
    if (!lock.tryLock(lockMilliseconds))
        return sentence(Words::tr("The measured speeds in %1 are being written by another program.").arg(path));
    Pages pages = readPages(path);
    return changed(pages) ? writePages(path, std::move(pages)) : Result<void>();
}

Result<void> change(const QString &path, const JobSpec &job, const SpeedPlace &place,
    const std::function<std::optional<KnownSpeed>(std::optional<KnownSpeed>)> &changed)
{
    return changePages(path, [&](Pages &pages) {
        const QString work = workOf(job);
        std::optional<KnownSpeed> known;
        for (qsizetype i = pages.speeds.size(); i-- > 0;) {
            const QJsonObject entry = pages.speeds.at(i).toObject();
            if (!isOf(entry, work, place))
                continue;
            known = knownFrom(entry);
            pages.speeds.removeAt(i);
        }
        known = changed(known);
        if (!known)
            return false;
        pages.speeds.append(QJsonObject{{"work", work}, {"machine", place.machine},
            {"device", QString::fromStdString(toText(place.device))}, {"threads", place.threads},
            {"report", QString::fromStdString(toJson(known->report))}, {"error", known->error}, {"runs", known->runs}});
        return true;
    });
}

} // namespace

std::optional<KnownSpeed> SpeedBook::find(const JobSpec &job, const SpeedPlace &place) const
{
    return findIn(readPages(m_path).speeds, workOf(job), place);
}

void SpeedBook::recall(const JobSpec &job, std::vector<CandidateMachine> &machines) const
{
    const QJsonArray speeds = readPages(m_path).speeds;
    const QString work = workOf(job);
    for (CandidateMachine &machine : machines) {
        for (Candidate &candidate : machine.candidates) {
            const SpeedPlace place{QString::fromStdString(machine.name), candidate.device, candidate.threads};
            const auto known = candidate.speed ? std::nullopt : findIn(speeds, work, place);
            if (!known)
                continue;
            candidate.speed = known->report;
            candidate.speedError = known->error;
        }
    }
}

Result<void> SpeedBook::remember(const JobSpec &job, const SpeedPlace &place, const SpeedReport &report) const
{
    return change(m_path, job, place, [&](const std::optional<KnownSpeed> &before) -> std::optional<KnownSpeed> {
        return KnownSpeed{report, before ? before->error : 0, before ? before->runs : 0};
    });
}

Result<void> SpeedBook::learn(const JobSpec &job, const SpeedPlace &place, double measuredOverPredicted) const
{
    if (!(measuredOverPredicted > 1 / wildest) || measuredOverPredicted > wildest)
        return {};
    return change(m_path, job, place, [&](std::optional<KnownSpeed> known) {
        if (!known)
            return known;
        const double miss = std::abs(measuredOverPredicted - 1);
        known->error = known->runs == 0 ? miss : (known->error + miss) / 2;
        ++known->runs;
        const double correction = std::sqrt(measuredOverPredicted);
        known->report.fixedSeconds *= correction;
        known->report.secondsPerUnit *= correction;
        known->report.samplesPerSecond /= correction;
        return known;
    });
}

std::optional<double> SpeedBook::noiseScale(const JobSpec &job) const
{
    const QString learning = learningOf(job);
    for (const auto &entry : readPages(m_path).noise) {
        const double scale = entry.toObject().value("scale").toDouble();
        if (entry.toObject().value("job").toString() == learning && scale > 0)
            return scale;
    }
    return std::nullopt;
}

Result<void> SpeedBook::rememberNoise(const JobSpec &job, double noiseScale) const
{
    if (!(noiseScale > 0) || !std::isfinite(noiseScale))
        return {};
    return changePages(m_path, [&](Pages &pages) {
        const QString learning = learningOf(job);
        for (qsizetype i = pages.noise.size(); i-- > 0;)
            if (pages.noise.at(i).toObject().value("job").toString() == learning)
                pages.noise.removeAt(i);
        pages.noise.append(QJsonObject{{"job", learning}, {"scale", noiseScale}});
        return true;
    });
}

QString speedsFile(const QString &dataFolder)
{
    return dataFolder + QStringLiteral("/speeds.json");
}

void SpeedBook::remember(const JobSpec &job, const std::vector<CandidateMachine> &machines) const
{
    for (const CandidateMachine &machine : machines)
        for (const Candidate &candidate : machine.candidates)
            if (candidate.speed)
                (void)remember(
                    job, {QString::fromStdString(machine.name), candidate.device, candidate.threads}, *candidate.speed);
}

} // namespace motley
