// The SQL of the list of runs: its connection, its schema, and the machines of its runs.
#pragma once

#include "remote/history/preparationlock.h"
#include "remote/history/runrecord.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>

#include <map>
#include <optional>
#include <vector>

namespace motley {

struct RunHistory::Rows {
    QSqlDatabase database;
    QString path;
    std::map<QString, PreparationLock> prepared; // by this object, by the run's id
    struct Known {
        qint64 version = 0;
        std::vector<RunRecord> records; // of all runs, as they are stored
    };
    mutable std::optional<Known> known; // nullopt: not read since this connection has written

    tl::unexpected<Error> broken(const QSqlError &problem) const;
    Result<void> open();
    Result<QSqlQuery> execute(const QString &statement, const QVariantList &values = {}) const;
    Result<qint64> version() const; // changes when another connection writes
    Result<void> useWriteAheadLog() const;
    Result<void> makeSchema() const;
    Result<void> writeMachines(const RunRecord &record) const;
    struct MachinesOfRun {
        std::vector<Machine> machines;
        std::vector<RemoteRun> remoteRuns;
    };
    Result<std::map<QString, MachinesOfRun>> machines() const; // by the run's id
    Result<Annotation> annotationOf(const QString &id) const;
    Result<void> writeAnnotation(const QString &id, const Annotation &annotation) const;
    Result<std::map<QString, QStringList>> tags() const; // by the run's id
    static const char *nameOf(Machine::Kind kind);

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
};

} // namespace motley
