#include "remote/history/profilestore.h"

#include "engine/job/tasks/templatedate.h"
#include "remote/history/linkstore.h"
#include "remote/history/machinerecords.h"
#include "remote/history/profilerecords.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <functional>

namespace motley {

namespace {

constexpr double largestRatio = 100; // measured over predicted seconds; beyond it a run says nothing about the device

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
    work.task = withoutTemplateDate(withoutPaths(job.task));
    work.precision = job.precision;
    work.optimizer.kind = job.optimizer.kind;
    work.memory = job.memory;
    return fingerprint(work);
}

// What the gradient-noise scale depends on: the task with its data, but not precision, optimizer or memory settings.
QString learningOf(const JobSpec &job)
{
    JobSpec learning;
    learning.task = withoutTemplateDate(job.task);
    return fingerprint(learning);
}

bool isOf(const QJsonObject &entry, const QString &work, const SpeedKey &key)
{
    return entry.value("work").toString() == work && entry.value("machine").toString() == key.machine
        && entry.value("device").toString() == QString::fromStdString(toText(key.device))
        && (entry.value("threads").toInt() == key.threads || entry.value("usedThreads").toInt() == key.threads);
}

// The numbers of steps and units hold for the same data alone.
std::optional<KnownSpeed> knownFrom(const QJsonObject &entry, const QString &learning)
{
    auto report = parseSpeedReport(entry.value("report").toString().toStdString());
    if (!report || !(report->secondsPerUnit > 0) || !(report->fixedSeconds >= 0))
        return std::nullopt;
    if (entry.value("data").toString() != learning) {
        report->totalSteps = 0;
        report->epochUnits = 0;
    }
    KnownSpeed known{*report, std::max(0.0, entry.value("error").toDouble()), entry.value("runs").toInt(), {}};
    if (const double measured = entry.value("measured").toDouble(); measured > 0)
        known.measured = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(measured));
    return known;
}

std::optional<KnownSpeed> findIn(const QJsonArray &speeds, const JobSpec &job, const SpeedKey &key)
{
    const QString work = workOf(job);
    for (const auto &entry : speeds) {
        if (isOf(entry.toObject(), work, key))
            return knownFrom(entry.toObject(), learningOf(job));
    }
    return std::nullopt;
}

Result<void> change(const QString &path, const JobSpec &job, const SpeedKey &key,
    const std::function<std::optional<KnownSpeed>(std::optional<KnownSpeed>)> &changed)
{
    return changeProfileRecords(path, [&](ProfileRecords &pages) {
        const QString work = workOf(job);
        const QString learning = learningOf(job);
        std::optional<KnownSpeed> known;
        int threads = key.threads;
        for (qsizetype i = pages.speeds.size(); i-- > 0;) {
            const QJsonObject entry = pages.speeds.at(i).toObject();
            if (!isOf(entry, work, key))
                continue;
            known = knownFrom(entry, learning);
            threads = std::max(threads, entry.value("threads").toInt()); // runs ask by what a rank may have
            pages.speeds.removeAt(i);
        }
        known = changed(known);
        if (!known)
            return false;
        pages.speeds.append(QJsonObject{{"work", work}, {"machine", key.machine},
            {"device", QString::fromStdString(toText(key.device))}, {"threads", threads},
            {"usedThreads", known->report.threads}, {"data", learning},
            {"report", QString::fromStdString(toJson(known->report))}, {"error", known->error}, {"runs", known->runs},
            {"measured", QDateTime::currentSecsSinceEpoch()}});
        return true;
    });
}

} // namespace

std::optional<KnownSpeed> ProfileStore::find(const JobSpec &job, const SpeedKey &key) const
{
    return findIn(readProfileRecords(m_path).speeds, job, key);
}

void ProfileStore::fillIn(const JobSpec &job, std::vector<CandidateMachine> &machines) const
{
    const ProfileRecords pages = readProfileRecords(m_path);
    const QString work = workOf(job);
    for (CandidateMachine &machine : machines) {
        complete(machine.record, recordOf(pages.records, work, QString::fromStdString(machine.name)));
        for (Candidate &candidate : machine.candidates) {
            const SpeedKey key{QString::fromStdString(machine.name), candidate.device, candidate.threads};
            const auto known = candidate.speed ? std::nullopt : findIn(pages.speeds, job, key);
            if (!known)
                continue;
            candidate.speed = known->report;
            candidate.speedError = known->error;
        }
    }
}

QDateTime ProfileStore::oldestOf(const JobSpec &job, const std::vector<CandidateMachine> &machines) const
{
    const ProfileRecords pages = readProfileRecords(m_path);
    QDateTime oldest;
    for (const CandidateMachine &machine : machines)
        for (const Candidate &candidate : machine.candidates) {
            const auto known = findIn(
                pages.speeds, job, {QString::fromStdString(machine.name), candidate.device, candidate.threads});
            if (!known || !known->measured.isValid())
                return {};
            oldest = oldest.isValid() ? std::min(oldest, known->measured) : known->measured;
        }
    return oldest;
}

Result<void> ProfileStore::store(const JobSpec &job, const SpeedKey &key, const SpeedReport &report) const
{
    return change(m_path, job, key, [&](const std::optional<KnownSpeed> &before) -> std::optional<KnownSpeed> {
        return KnownSpeed{report, before ? before->error : 0, before ? before->runs : 0, {}};
    });
}

Result<void> ProfileStore::learn(const JobSpec &job, const SpeedKey &key, double measuredOverPredicted) const
{
    if (!(measuredOverPredicted > 1 / largestRatio) || measuredOverPredicted > largestRatio)
        return {};
    return change(m_path, job, key, [&](std::optional<KnownSpeed> known) {
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

std::optional<double> ProfileStore::noiseScale(const JobSpec &job) const
{
    const QString learning = learningOf(job);
    for (const auto &entry : readProfileRecords(m_path).noise) {
        const double scale = entry.toObject().value("scale").toDouble();
        if (entry.toObject().value("job").toString() == learning && scale > 0)
            return scale;
    }
    return std::nullopt;
}

Result<void> ProfileStore::storeNoise(const JobSpec &job, double noiseScale) const
{
    if (!(noiseScale > 0) || !std::isfinite(noiseScale))
        return {};
    return changeProfileRecords(m_path, [&](ProfileRecords &pages) {
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

Result<void> ProfileStore::storeRecord(const JobSpec &job, const QString &machine, const MachineRecord &seen) const
{
    if (seen == MachineRecord())
        return {};
    return changeProfileRecords(m_path, [&](ProfileRecords &pages) {
        addRecord(pages.records, workOf(job), machine, seen);
        return true;
    });
}

void ProfileStore::store(const JobSpec &job, const std::vector<CandidateMachine> &machines) const
{
    const LinkStore links(linksFile(QFileInfo(m_path).path()));
    (void)links.store(machines, QDateTime::currentDateTime());
    for (const CandidateMachine &machine : machines) {
        (void)storeRecord(job, QString::fromStdString(machine.name), machine.record);
        for (const Candidate &candidate : machine.candidates)
            if (candidate.speed)
                (void)store(
                    job, {QString::fromStdString(machine.name), candidate.device, candidate.threads}, *candidate.speed);
    }
}

} // namespace motley
