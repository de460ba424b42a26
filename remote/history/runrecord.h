// The runs that this computer started: for each a row in SQLite, and a folder with the job, the plan and the copy of
// events.jsonl as far as it was read.
#pragma once

#include "engine/base/result.h"
#include "engine/job/jobspec.h"
#include "engine/protocol/metric.h"
#include "remote/engine/enginecommands.h"
#include "remote/fleet/machine.h"
#include "remote/history/annotation.h"
#include "remote/history/profilestore.h"
#include "remote/session/sentence.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace motley {

struct RunRecord {
    // Preparing: by a program that lives. A run whose program was killed has failed, or runs if it was sent already.
    // Paused: stopped by somebody who means to go on with it.
    enum class Outcome { Preparing, Running, Completed, Stopped, Paused, Failed };

    QString id;
    QString name;
    Outcome outcome = Outcome::Preparing;
    Phrase failure; // why it failed
    QDateTime started;
    QDateTime finished;
    std::vector<Machine> machines; // the first one coordinates
    std::vector<RemoteRun> remoteRuns; // one per machine, once launched
    std::optional<Metric> best; // the best value of the task's first metric in all tests
    std::optional<double> lastLoss;
    Annotation annotation;
    QString folder; // on this computer

    QString jobFile() const { return folder + QStringLiteral("/job.json"); }
    QString eventsFile() const { return folder + QStringLiteral("/events.jsonl"); }
    QString modelFolder() const { return folder + QStringLiteral("/model"); }
    bool hasModel() const; // the whole of it, on this computer
    bool isActive() const { return outcome == Outcome::Preparing || outcome == Outcome::Running; }
};

class RunHistory : public QObject {
    Q_OBJECT
    MOTLEY_PHRASES(motley::RunHistory)

public:
    explicit RunHistory(QString dataFolder, QObject *parent = nullptr);
    ~RunHistory() override;

    Result<void> open();
    void watch(); // changed() then comes for changes by other programs too
    Result<RunRecord> create(const JobSpec &job, const std::vector<Machine> &machines); // a new id and folder
    Result<void> update(const RunRecord &record); // all but its name and annotation, which others may change
    Result<void> rename(const QString &id, const QString &name);
    // Stores what the user made of `before`, and keeps what other programs have changed since. Errors: tidied().
    Result<void> annotate(const QString &id, const Annotation &before, const Annotation &after);
    Result<std::vector<RunRecord>> all() const; // newest first
    Result<RunRecord> find(const QString &idOrName) const; // or, in any case, the beginning of one that is unique
    Result<void> remove(const QString &id); // row and folder; those on its machines are noted as left there

    // The folders that removed runs have left on a machine, until they are forgotten.
    Result<std::vector<std::string>> leftFolders(const Machine &machine) const;
    Result<void> forgetFolder(const Machine &machine, const std::string &folder);
    const QString &dataFolder() const { return m_dataFolder; }

    const ProfileStore &speeds() const { return m_speeds; } // measured before and during these runs

Q_SIGNALS:
    void changed();

private:
    struct Rows; // the SQL, in runrows.h

    static Result<RunRecord> findByBeginning(const QString &beginning, const std::vector<RunRecord> &records);
    Result<std::vector<RunRecord>> stored() const;
    static void readAbandoned(RunRecord &record);
    QString folderOf(const QString &id) const;
    void lookForChanges();
    int prepared() const;

    QString m_dataFolder;
    ProfileStore m_speeds;
    std::unique_ptr<Rows> m_rows;
    QTimer m_watch;
    int m_prepared = 0; // runs
    qint64 m_version = 0; // SQLite's data_version, which other programs' changes raise
};

} // namespace motley
