#include "remote/history/runrecord.h"

#include "engine/protocol/runfolder.h"
#include "engine/protocol/storedphrase.h"
#include "remote/history/runrows.h"
#include "remote/session/savefile.h"
#include "remote/session/sentence.h"

#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSaveFile>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr int watchMilliseconds = 1000;

using Outcome = RunRecord::Outcome;
constexpr std::pair<Outcome, const char *> outcomeNames[]
    = {{Outcome::Preparing, "preparing"}, {Outcome::Running, "running"}, {Outcome::Completed, "completed"},
        {Outcome::Stopped, "stopped"}, {Outcome::Paused, "paused"}, {Outcome::Failed, "failed"}};

QString toText(Outcome outcome)
{
    for (const auto &[value, name] : outcomeNames) {
        if (value == outcome)
            return QString::fromLatin1(name);
    }
    return {};
}

Outcome outcomeFromText(const QString &text)
{
    for (const auto &[value, name] : outcomeNames) {
        if (text == QLatin1String(name))
            return value;
    }
    return Outcome::Failed;
}

QVariant orNull(const std::optional<double> &value)
{
    return value ? QVariant(*value) : QVariant();
}

std::optional<double> orNone(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional(value.toDouble());
}

QVariant orNull(const QDateTime &time)
{
    return time.isValid() ? QVariant(time.toMSecsSinceEpoch()) : QVariant();
}

// A failure in two columns: its sentence where that is the same in every language, and its phrase otherwise.
struct FailureColumns {
    QString message;
    QString phrase;

    static FailureColumns of(const Phrase &failure)
    {
        if (failure.context.empty() && failure.arguments.empty() && !failure.bytes)
            return {QString::fromStdString(failure.text), {}};
        return {{}, QString::fromStdString(toJson(failure))};
    }

    Phrase failure() const
    {
        if (phrase.isEmpty())
            return verbatim(message).phrase();
        return parsePhrase(phrase.toStdString()).value_or(Phrase());
    }
};

QString newId()
{
    return QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-"))
        + QStringLiteral("%1").arg(QRandomGenerator::system()->bounded(1U << 24), 6, 16, QLatin1Char('0'));
}

// A script is code: the model that comes back gets this copy, whatever the machines say (remote/engine/collect.cpp).
Result<void> keepScript(const JobSpec &job, const QString &folder)
{
    const auto *spec = std::get_if<TorchScriptSpec>(&job.task);
    QFile script(spec ? QString::fromStdString(spec->model.script.path) : QString());
    const QString kept = QString::fromStdString(RunFolder{folder.toStdString()}.script());
    if (!spec || !script.exists() || script.copy(kept))
        return {};
    return sentence(RunHistory::phrase("Could not write %1.").arg(kept), script.errorString().toStdString());
}

} // namespace

// The weights are copied last (remote/engine/collect.cpp), and after them the script that this computer kept.
bool RunRecord::hasModel() const
{
    const RunFolder run{folder.toStdString()};
    const QString model = modelFolder() + '/';
    const bool isWholeScript = QFileInfo::exists(model + RunFolder::scriptOfModel)
        || !QFileInfo::exists(QString::fromStdString(run.script()));
    return isWholeScript && std::any_of(weightsOfModel.begin(), weightsOfModel.end(), [&](const char *weights) {
        return QFileInfo::exists(model + weights);
    });
}

RunHistory::RunHistory(QString dataFolder, QObject *parent)
    : QObject(parent), m_dataFolder(std::move(dataFolder)), m_speeds(speedsFile(m_dataFolder)),
      m_rows(std::make_unique<Rows>())
{
    m_rows->path = m_dataFolder + QStringLiteral("/runs.sqlite");
}

RunHistory::~RunHistory()
{
    const QString connection = m_rows->database.connectionName();
    m_rows.reset();
    if (!connection.isEmpty())
        QSqlDatabase::removeDatabase(connection);
}

Result<void> RunHistory::open()
{
    if (!QDir().mkpath(m_dataFolder))
        return sentence(phrase("The folder %1 cannot be made.").arg(m_dataFolder));
    return m_rows->open();
}

void RunHistory::watch()
{
    lookForChanges();
    connect(&m_watch, &QTimer::timeout, this, &RunHistory::lookForChanges);
    m_watch.start(watchMilliseconds);
}

void RunHistory::lookForChanges()
{
    const auto version = m_rows->version();
    if (!version)
        return;
    const int preparedNow = prepared();
    const bool isAnotherVersion = std::exchange(m_version, *version) != *version;
    const bool isAnotherCount = std::exchange(m_prepared, preparedNow) != preparedNow;
    if ((isAnotherVersion || isAnotherCount) && m_watch.isActive())
        Q_EMIT changed();
}

// Counts the runs that some program prepares now. A program that is killed changes this and no row.
int RunHistory::prepared() const
{
    auto rows = m_rows->execute(QStringLiteral("SELECT id FROM run WHERE outcome = 'preparing'"));
    int count = 0;
    while (rows && rows->next())
        count += PreparationLock::isHeld(folderOf(rows->value(0).toString()));
    return count;
}

QString RunHistory::folderOf(const QString &id) const
{
    return m_dataFolder + QStringLiteral("/history/") + id;
}

Result<RunRecord> RunHistory::create(const JobSpec &job, const std::vector<Machine> &machines)
{
    RunRecord record;
    record.id = newId();
    record.name = QString::fromStdString(job.name);
    record.started = QDateTime::currentDateTime();
    record.machines = machines;
    record.folder = folderOf(record.id);
    QSaveFile file(record.folder + QStringLiteral("/job.json"));
    const auto json = toJson(job);
    if (!QDir().mkpath(record.folder) || !file.open(QIODevice::WriteOnly) || file.write(json.c_str()) < 0
        || !commitWhole(file))
        return sentence(phrase("Could not write %1.").arg(file.fileName()), file.errorString().toStdString());
    if (const auto kept = keepScript(job, record.folder); !kept)
        return tl::unexpected(kept.error());
    PreparationLock lock(record.folder); // before others can see the run
    const auto written = m_rows->transaction([&]() -> Result<void> {
        auto added = m_rows->execute(
            QStringLiteral("INSERT INTO run (id, name, outcome, message, started) VALUES (?, ?, ?, ?, ?)"),
            {record.id, record.name, toText(record.outcome), QString(), record.started.toMSecsSinceEpoch()});
        if (!added)
            return tl::unexpected(added.error());
        return m_rows->writeMachines(record);
    });
    if (!written)
        return tl::unexpected(written.error());
    m_rows->prepared.emplace(record.id, std::move(lock));
    Q_EMIT changed();
    return record;
}

Result<void> RunHistory::update(const RunRecord &record)
{
    const Metric best = record.best.value_or(Metric{});
    const auto failure = FailureColumns::of(record.failure);
    const auto written = m_rows->transaction([&]() -> Result<void> {
        auto updated
            = m_rows->execute(QStringLiteral("UPDATE run SET outcome = ?, message = ?, phrase = ?, finished = ?,"
                                             " best_value = ?, best_metric = ?, best_is_fraction = ?,"
                                             " best_is_highest = ?, last_loss = ? WHERE id = ?"),
                {toText(record.outcome), failure.message, failure.phrase, orNull(record.finished),
                    record.best ? QVariant(record.best->value) : QVariant(), QString::fromStdString(best.name),
                    best.unit == Metric::Unit::Fraction, best.higherIsBetter, orNull(record.lastLoss), record.id});
        if (!updated)
            return tl::unexpected(updated.error());
        if (updated->numRowsAffected() == 0)
            return sentence(phrase("The run %1 is no longer in the list of runs.").arg(record.id));
        return m_rows->writeMachines(record);
    });
    if (record.outcome != Outcome::Preparing)
        m_rows->prepared.erase(record.id); // after the row says so
    if (written)
        Q_EMIT changed();
    return written;
}

Result<void> RunHistory::rename(const QString &id, const QString &name)
{
    const auto renamed = m_rows->execute(QStringLiteral("UPDATE run SET name = ? WHERE id = ?"), {name, id});
    if (!renamed)
        return tl::unexpected(renamed.error());
    Q_EMIT changed();
    return {};
}

Result<void> RunHistory::annotate(const QString &id, const Annotation &before, const Annotation &after)
{
    const auto written = m_rows->transaction([&]() -> Result<void> {
        const auto stored = m_rows->annotationOf(id);
        if (!stored)
            return tl::unexpected(stored.error());
        const auto whole = tidied(merged(before, after, *stored));
        return whole ? m_rows->writeAnnotation(id, *whole) : tl::unexpected(whole.error());
    });
    if (written)
        Q_EMIT changed();
    return written;
}

// Many ask while a person waits, and seldom anything was written since.
Result<std::vector<RunRecord>> RunHistory::all() const
{
    const auto version = m_rows->version();
    if (!version)
        return tl::unexpected(version.error());
    if (!m_rows->known || m_rows->known->version != *version) {
        auto read = stored();
        if (!read)
            return read;
        m_rows->known = {*version, *std::move(read)};
    }
    std::vector<RunRecord> records = m_rows->known->records;
    for (auto &record : records)
        if (record.outcome == Outcome::Preparing && !PreparationLock::isHeld(record.folder))
            readAbandoned(record);
    return records;
}

Result<std::vector<RunRecord>> RunHistory::stored() const
{
    auto rows = m_rows->execute(
        QStringLiteral("SELECT id, name, outcome, message, started, finished, best_value, last_loss, best_metric,"
                       " best_is_fraction, best_is_highest, phrase, note FROM run ORDER BY started DESC, id DESC"));
    if (!rows)
        return tl::unexpected(rows.error());
    std::vector<RunRecord> records;
    while (rows->next()) {
        RunRecord record;
        record.id = rows->value(0).toString();
        record.name = rows->value(1).toString();
        record.outcome = outcomeFromText(rows->value(2).toString());
        record.failure = FailureColumns{rows->value(3).toString(), rows->value(11).toString()}.failure();
        record.started = QDateTime::fromMSecsSinceEpoch(rows->value(4).toLongLong());
        if (!rows->value(5).isNull())
            record.finished = QDateTime::fromMSecsSinceEpoch(rows->value(5).toLongLong());
        if (!rows->value(6).isNull())
            record.best = Metric{rows->value(8).toString().toStdString(), rows->value(6).toDouble(),
                rows->value(9).toBool() ? Metric::Unit::Fraction : Metric::Unit::Number, rows->value(10).toBool()};
        record.lastLoss = orNone(rows->value(7));
        record.annotation.note = rows->value(12).toString().left(Annotation::longestNote);
        record.folder = folderOf(record.id);
        records.push_back(std::move(record));
    }
    const auto tags = m_rows->tags();
    if (!tags)
        return tl::unexpected(tags.error());
    auto machines = m_rows->machines();
    if (!machines)
        return tl::unexpected(machines.error());
    for (auto &record : records) {
        if (const auto found = tags->find(record.id); found != tags->end())
            record.annotation.tags = found->second;
        if (const auto found = machines->find(record.id); found != machines->end()) {
            record.machines = std::move(found->second.machines);
            record.remoteRuns = std::move(found->second.remoteRuns);
        }
    }
    return records;
}

// A run whose preparation nobody goes on with: its program was killed. Agents that it may have started go on.
void RunHistory::readAbandoned(RunRecord &record)
{
    record.outcome = record.remoteRuns.empty() ? Outcome::Failed : Outcome::Running;
    if (record.remoteRuns.empty())
        record.failure = phrase("The program that prepared this run ended before the training began.").phrase();
}

Result<void> RunHistory::remove(const QString &id)
{
    const auto record = find(id);
    if (!record)
        return tl::unexpected(record.error());
    const auto removed = m_rows->transaction([&]() -> Result<void> {
        for (const char *statement : {"INSERT OR IGNORE INTO left_folder SELECT kind, destination, folder FROM"
                                      " run_machine WHERE run_id = ? AND folder <> ''",
                 "DELETE FROM run WHERE id = ?"})
            if (auto done = m_rows->execute(QString::fromLatin1(statement), {record->id}); !done)
                return tl::unexpected(done.error());
        return {};
    });
    if (!removed)
        return removed;
    if (!QDir(record->folder).removeRecursively())
        return sentence(phrase("The folder %1 could not be removed whole.").arg(record->folder));
    Q_EMIT changed();
    return {};
}

Result<std::vector<std::string>> RunHistory::leftFolders(const Machine &machine) const
{
    auto rows = m_rows->execute(QStringLiteral("SELECT folder FROM left_folder WHERE kind = ? AND destination = ?"),
        {Rows::nameOf(machine.kind), machine.destination});
    if (!rows)
        return tl::unexpected(rows.error());
    std::vector<std::string> folders;
    while (rows->next())
        folders.push_back(rows->value(0).toString().toStdString());
    return folders;
}

Result<void> RunHistory::forgetFolder(const Machine &machine, const std::string &folder)
{
    return m_rows
        ->execute(QStringLiteral("DELETE FROM left_folder WHERE kind = ? AND destination = ? AND folder = ?"),
            {Rows::nameOf(machine.kind), machine.destination, QString::fromStdString(folder)})
        .map([](const QSqlQuery &) {});
}

} // namespace motley
