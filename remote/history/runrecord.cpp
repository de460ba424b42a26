#include "remote/history/runrecord.h"

#include "engine/protocol/runfolder.h"
#include "engine/protocol/storedphrase.h"
#include "remote/session/sentence.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QRandomGenerator>
#include <QSaveFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QThread>
#include <QVariant>

#include <atomic>
#include <utility>

namespace motley {

namespace {

// The statements that lead from each version of the schema to the next one.
const std::vector<std::vector<const char *>> schema{
    {
        "CREATE TABLE run (id TEXT PRIMARY KEY, name TEXT NOT NULL, outcome TEXT NOT NULL, message TEXT NOT NULL,"
        " started INTEGER NOT NULL, finished INTEGER, best_accuracy REAL, last_loss REAL)",
        "CREATE TABLE run_machine (run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, position INTEGER NOT "
        "NULL,"
        " kind TEXT NOT NULL, name TEXT NOT NULL, destination TEXT NOT NULL, install_root TEXT NOT NULL,"
        " engine TEXT NOT NULL, folder TEXT NOT NULL, PRIMARY KEY (run_id, position))",
        "CREATE INDEX run_started ON run(started)",
    },
    {
        "ALTER TABLE run RENAME COLUMN best_accuracy TO best_value",
        "ALTER TABLE run ADD COLUMN best_metric TEXT NOT NULL DEFAULT 'accuracy'",
        "ALTER TABLE run ADD COLUMN best_is_fraction INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE run ADD COLUMN best_is_highest INTEGER NOT NULL DEFAULT 1",
    },
    {
        // A phrase as JSON. `message` is a sentence that is the same in every language, as are those of older versions.
        "ALTER TABLE run ADD COLUMN phrase TEXT NOT NULL DEFAULT ''",
    }};

constexpr int watchMilliseconds = 1000;
constexpr int busyMilliseconds = 10'000; // that a write waits for those of other programs

using Outcome = RunRecord::Outcome;
constexpr std::pair<Outcome, const char *> outcomeNames[]
    = {{Outcome::Preparing, "preparing"}, {Outcome::Running, "running"}, {Outcome::Completed, "completed"},
        {Outcome::Stopped, "stopped"}, {Outcome::Failed, "failed"}};

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

struct RunHistory::Rows {
    QSqlDatabase database;
    QString path;

    tl::unexpected<Error> broken(const QSqlError &problem) const
    {
        return sentence(RunHistory::phrase("The list of runs in %1 cannot be used: %2").arg(path, problem.driverText()),
            problem.text().toStdString());
    }

    Result<QSqlQuery> execute(const QString &statement, const QVariantList &values = {}) const
    {
        QSqlQuery query(database);
        query.setForwardOnly(true);
        bool good = query.prepare(statement);
        for (const auto &value : values) {
            // An empty text is a text: only numbers and times may be unknown.
            const bool nullText = value.typeId() == QMetaType::QString && value.toString().isNull();
            query.addBindValue(nullText ? QVariant(QStringLiteral("")) : value);
        }
        good = good && query.exec();
        if (!good)
            return broken(query.lastError());
        return query;
    }

    // SQLite does not wait, whatever its time-out, while another program that opens the same new file changes the mode
    // too.
    Result<void> useWriteAheadLog() const
    {
        const QString busy = QStringLiteral("5"); // SQLITE_BUSY
        const QDeadlineTimer limit(busyMilliseconds);
        QSqlQuery query(database);
        while (!query.exec(QStringLiteral("PRAGMA journal_mode = WAL"))) {
            if (query.lastError().nativeErrorCode() != busy || limit.hasExpired())
                return broken(query.lastError());
            QThread::msleep(10);
        }
        return {};
    }

    // Runs `body` as a transaction: all or nothing, also against a second program that writes at the same time.
    template <typename Body>
    Result<void> transaction(Body body) const
    {
        if (auto begun = execute(QStringLiteral("BEGIN IMMEDIATE")); !begun)
            return tl::unexpected(begun.error());
        Result<void> done = body();
        const auto ended = execute(done ? QStringLiteral("COMMIT") : QStringLiteral("ROLLBACK"));
        if (done && !ended)
            return tl::unexpected(ended.error());
        return done;
    }

    Result<void> makeSchema() const
    {
        return transaction([&]() -> Result<void> {
            auto version = execute(QStringLiteral("PRAGMA user_version"));
            if (!version)
                return tl::unexpected(version.error());
            const int found = version->next() ? version->value(0).toInt() : 0;
            const int schemaVersion = static_cast<int>(schema.size());
            version->finish();
            if (found == schemaVersion)
                return {};
            if (found > schemaVersion)
                return sentence(
                    RunHistory::phrase("The list of runs in %1 was written by a newer Motley; use that one.")
                        .arg(path));
            for (int i = std::max(found, 0); i < schemaVersion; ++i) {
                for (const char *statement : schema[static_cast<std::size_t>(i)]) {
                    if (auto made = execute(QString::fromLatin1(statement)); !made)
                        return tl::unexpected(made.error());
                }
            }
            auto marked = execute(QStringLiteral("PRAGMA user_version = %1").arg(schemaVersion));
            if (!marked)
                return tl::unexpected(marked.error());
            return {};
        });
    }

    Result<void> writeMachines(const RunRecord &record) const
    {
        if (auto cleared = execute(QStringLiteral("DELETE FROM run_machine WHERE run_id = ?"), {record.id}); !cleared)
            return tl::unexpected(cleared.error());
        for (std::size_t i = 0; i < record.machines.size(); ++i) {
            const auto &machine = record.machines[i];
            const auto remoteRun = i < record.remoteRuns.size() ? record.remoteRuns[i] : RemoteRun{};
            auto added = execute(QStringLiteral("INSERT INTO run_machine VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
                {record.id, static_cast<int>(i), machine.kind == Machine::Kind::Ssh ? "ssh" : "local", machine.name,
                    machine.destination, machine.installRoot, QString::fromStdString(remoteRun.engine),
                    QString::fromStdString(remoteRun.folder)});
            if (!added)
                return tl::unexpected(added.error());
        }
        return {};
    }

    Result<void> readMachines(RunRecord &record) const
    {
        auto rows
            = execute(QStringLiteral("SELECT kind, name, destination, install_root, engine, folder FROM run_machine"
                                     " WHERE run_id = ? ORDER BY position"),
                {record.id});
        if (!rows)
            return tl::unexpected(rows.error());
        while (rows->next()) {
            Machine machine;
            machine.kind
                = rows->value(0).toString() == QLatin1String("ssh") ? Machine::Kind::Ssh : Machine::Kind::ThisComputer;
            machine.name = rows->value(1).toString();
            machine.destination = rows->value(2).toString();
            machine.installRoot = rows->value(3).toString();
            record.machines.push_back(machine);
            const RemoteRun remoteRun{rows->value(4).toString().toStdString(), rows->value(5).toString().toStdString()};
            if (!remoteRun.folder.empty())
                record.remoteRuns.push_back(remoteRun);
        }
        return {};
    }
};

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
    static std::atomic<int> number = 0;
    if (!QDir().mkpath(m_dataFolder))
        return sentence(phrase("The folder %1 cannot be made.").arg(m_dataFolder));
    m_rows->database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("runs-%1").arg(++number));
    m_rows->database.setDatabaseName(m_rows->path);
    m_rows->database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(busyMilliseconds));
    if (!m_rows->database.open())
        return m_rows->broken(m_rows->database.lastError());
    if (const auto set = m_rows->useWriteAheadLog(); !set)
        return set;
    for (const char *setting : {"PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON"})
        if (auto set = m_rows->execute(QString::fromLatin1(setting)); !set)
            return tl::unexpected(set.error());
    return m_rows->makeSchema();
}

void RunHistory::watch()
{
    lookForChanges();
    connect(&m_watch, &QTimer::timeout, this, &RunHistory::lookForChanges);
    m_watch.start(watchMilliseconds);
}

void RunHistory::lookForChanges()
{
    auto version = m_rows->execute(QStringLiteral("PRAGMA data_version"));
    if (!version || !version->next())
        return;
    const qint64 now = version->value(0).toLongLong();
    if (std::exchange(m_version, now) != now && m_watch.isActive())
        Q_EMIT changed();
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
        || !file.commit())
        return sentence(phrase("Could not write %1.").arg(file.fileName()), file.errorString().toStdString());
    if (const auto kept = keepScript(job, record.folder); !kept)
        return tl::unexpected(kept.error());
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
    Q_EMIT changed();
    return record;
}

Result<void> RunHistory::update(const RunRecord &record)
{
    const Metric best = record.best.value_or(Metric{});
    const auto failure = FailureColumns::of(record.failure);
    const auto written = m_rows->transaction([&]() -> Result<void> {
        auto updated = m_rows->execute(
            QStringLiteral("UPDATE run SET name = ?, outcome = ?, message = ?, phrase = ?, finished = ?,"
                           " best_value = ?, best_metric = ?, best_is_fraction = ?,"
                           " best_is_highest = ?, last_loss = ? WHERE id = ?"),
            {record.name, toText(record.outcome), failure.message, failure.phrase, orNull(record.finished),
                record.best ? QVariant(record.best->value) : QVariant(), QString::fromStdString(best.name),
                best.unit == Metric::Unit::Fraction, best.higherIsBetter, orNull(record.lastLoss), record.id});
        if (!updated)
            return tl::unexpected(updated.error());
        if (updated->numRowsAffected() == 0)
            return sentence(phrase("The run %1 is no longer in the list of runs.").arg(record.id));
        return m_rows->writeMachines(record);
    });
    if (written)
        Q_EMIT changed();
    return written;
}

Result<std::vector<RunRecord>> RunHistory::all() const
{
    auto rows = m_rows->execute(
        QStringLiteral("SELECT id, name, outcome, message, started, finished, best_value, last_loss, best_metric,"
                       " best_is_fraction, best_is_highest, phrase FROM run ORDER BY started DESC, id DESC"));
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
        record.folder = folderOf(record.id);
        records.push_back(std::move(record));
    }
    for (auto &record : records) {
        if (const auto machines = m_rows->readMachines(record); !machines)
            return tl::unexpected(machines.error());
    }
    return records;
}

Result<void> RunHistory::remove(const QString &id)
{
    const auto record = find(id);
    if (!record)
        return tl::unexpected(record.error());
    if (auto removed = m_rows->execute(QStringLiteral("DELETE FROM run WHERE id = ?"), {record->id}); !removed)
        return tl::unexpected(removed.error());
    if (!QDir(record->folder).removeRecursively())
        return sentence(phrase("The folder %1 could not be removed whole.").arg(record->folder));
    Q_EMIT changed();
    return {};
}

} // namespace motley
