#include "remote/history/runrows.h"

#include "remote/session/sentence.h"

#include <QDeadlineTimer>
#include <QThread>
#include <QVariant>

#include <atomic>

namespace motley {

namespace {

constexpr int busyMilliseconds = 10'000; // that a write waits for those of other programs

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
    },
    {
        "CREATE TABLE left_folder (kind TEXT NOT NULL, destination TEXT NOT NULL, folder TEXT NOT NULL,"
        " PRIMARY KEY (kind, destination, folder))",
    },
    {
        "ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE run_tag (run_id TEXT NOT NULL REFERENCES run(id) ON DELETE CASCADE, tag TEXT NOT NULL,"
        " PRIMARY KEY (run_id, tag))",
    }};

} // namespace

tl::unexpected<Error> RunHistory::Rows::broken(const QSqlError &problem) const
{
    return sentence(RunHistory::phrase("The list of runs in %1 cannot be used: %2").arg(path, problem.driverText()),
        problem.text().toStdString());
}

Result<void> RunHistory::Rows::open()
{
    static std::atomic<int> number = 0;
    database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("runs-%1").arg(++number));
    database.setDatabaseName(path);
    database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(busyMilliseconds));
    if (!database.open())
        return broken(database.lastError());
    if (const auto set = useWriteAheadLog(); !set)
        return set;
    for (const char *setting : {"PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON"})
        if (auto set = execute(QString::fromLatin1(setting)); !set)
            return tl::unexpected(set.error());
    return makeSchema();
}

Result<QSqlQuery> RunHistory::Rows::execute(const QString &statement, const QVariantList &values) const
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
    if (!query.isSelect())
        known.reset();
    return query;
}

Result<qint64> RunHistory::Rows::version() const
{
    auto row = execute(QStringLiteral("PRAGMA data_version"));
    if (!row)
        return tl::unexpected(row.error());
    return row->next() ? row->value(0).toLongLong() : 0;
}

// SQLite does not wait, whatever its time-out, while another program that opens the same new file changes the mode
// too.
Result<void> RunHistory::Rows::useWriteAheadLog() const
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

Result<void> RunHistory::Rows::makeSchema() const
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
                RunHistory::phrase("The list of runs in %1 was written by a newer Motley; use that one.").arg(path));
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

const char *RunHistory::Rows::nameOf(Machine::Kind kind)
{
    return kind == Machine::Kind::Ssh ? "ssh" : "local";
}

Result<void> RunHistory::Rows::writeMachines(const RunRecord &record) const
{
    if (auto cleared = execute(QStringLiteral("DELETE FROM run_machine WHERE run_id = ?"), {record.id}); !cleared)
        return tl::unexpected(cleared.error());
    for (std::size_t i = 0; i < record.machines.size(); ++i) {
        const auto &machine = record.machines[i];
        const auto remoteRun = i < record.remoteRuns.size() ? record.remoteRuns[i] : RemoteRun{};
        auto added = execute(QStringLiteral("INSERT INTO run_machine VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
            {record.id, static_cast<int>(i), nameOf(machine.kind), machine.name, machine.destination,
                machine.installRoot, QString::fromStdString(remoteRun.engine),
                QString::fromStdString(remoteRun.folder)});
        if (!added)
            return tl::unexpected(added.error());
    }
    return {};
}

// One query for all runs: a window asks for them while a person waits.
Result<std::map<QString, RunHistory::Rows::MachinesOfRun>> RunHistory::Rows::machines() const
{
    auto rows = execute(QStringLiteral("SELECT kind, name, destination, install_root, engine, folder, run_id"
                                       " FROM run_machine ORDER BY run_id, position"));
    if (!rows)
        return tl::unexpected(rows.error());
    std::map<QString, MachinesOfRun> found;
    while (rows->next()) {
        MachinesOfRun &run = found[rows->value(6).toString()];
        Machine machine;
        machine.kind
            = rows->value(0).toString() == QLatin1String("ssh") ? Machine::Kind::Ssh : Machine::Kind::ThisComputer;
        machine.name = rows->value(1).toString();
        machine.destination = rows->value(2).toString();
        machine.installRoot = rows->value(3).toString();
        run.machines.push_back(machine);
        const RemoteRun remoteRun{rows->value(4).toString().toStdString(), rows->value(5).toString().toStdString()};
        if (!remoteRun.folder.empty())
            run.remoteRuns.push_back(remoteRun);
    }
    return found;
}

Result<Annotation> RunHistory::Rows::annotationOf(const QString &id) const
{
    auto row = execute(QStringLiteral("SELECT note FROM run WHERE id = ?"), {id});
    if (!row)
        return tl::unexpected(row.error());
    if (!row->next())
        return sentence(RunHistory::phrase("The run %1 is no longer in the list of runs.").arg(id));
    const QString note = row->value(0).toString();
    auto stored = tags();
    if (!stored)
        return tl::unexpected(stored.error());
    return Annotation{note, (*stored)[id]};
}

Result<void> RunHistory::Rows::writeAnnotation(const QString &id, const Annotation &annotation) const
{
    if (auto set = execute(QStringLiteral("UPDATE run SET note = ? WHERE id = ?"), {annotation.note, id}); !set)
        return tl::unexpected(set.error());
    if (auto cleared = execute(QStringLiteral("DELETE FROM run_tag WHERE run_id = ?"), {id}); !cleared)
        return tl::unexpected(cleared.error());
    for (const QString &tag : annotation.tags)
        if (auto added = execute(QStringLiteral("INSERT INTO run_tag VALUES (?, ?)"), {id, tag}); !added)
            return tl::unexpected(added.error());
    return {};
}

Result<std::map<QString, QStringList>> RunHistory::Rows::tags() const
{
    auto rows = execute(QStringLiteral("SELECT run_id, tag FROM run_tag ORDER BY tag COLLATE NOCASE, tag"));
    if (!rows)
        return tl::unexpected(rows.error());
    std::map<QString, QStringList> found;
    while (rows->next())
        if (QStringList &tags = found[rows->value(0).toString()]; tags.size() < Annotation::mostTags)
            tags << rows->value(1).toString().left(Annotation::longestTag);
    return found;
}

} // namespace motley
