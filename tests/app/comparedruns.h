// Recorded runs in the history of a data folder, each with a job of its own, to be compared.
#pragma once

#include "tests/app/recordedlines.h"
#include "tests/app/recount.h"

namespace motley {

inline recount::Run recountOf(const char *recording)
{
    return recount::Run(recorded(recording));
}

// `change`: what is unlike in its job.
inline void writeRecordedRun(
    const QString &dataFolder, const char *recording, const QString &name, const std::function<void(JobSpec &)> &change)
{
    RunHistory history(dataFolder);
    QVERIFY(history.open());
    JobSpec job;
    job.name = name.toStdString();
    job.task = ImageSpec{{}, {"/data"}};
    change(job);
    auto record = history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
    QVERIFY(record);
    QFile events(record->eventsFile());
    QVERIFY(events.open(QIODevice::WriteOnly));
    events.write(recorded(recording));
    record->remoteRuns = {{"engine", "run"}};
    record->outcome = RunRecord::Outcome::Completed;
    record->finished = record->started.addSecs(10);
    QVERIFY(history.update(*record));
}

// In the list, which begins with the newest: "unlike", then "slowed", whose name wants to be more than a name.
inline const QString hostileName = QStringLiteral("<script>alert(1)</script> & \"slowed\"");

inline void writeComparedRuns(const QString &dataFolder)
{
    writeRecordedRun(dataFolder, "slowed", hostileName, [](JobSpec &job) { job.epochs = 10; });
    writeRecordedRun(dataFolder, "unlike", QStringLiteral("unlike"), [](JobSpec &job) {
        job.epochs = 4;
        job.seed = 7;
    });
}

} // namespace motley
