// Machines of a run whose engine is a shell script that answers from files in the run's folder: `events.jsonl`,
// `status`, and `dead`, with which following it ends. They are folders of this computer, or do not answer.
#pragma once

#include "engine/base/sha256.h"
#include "engine/formats/checkpointmanifest.h"
#include "engine/protocol/event.h"
#include "remote/history/runrecord.h"
#include "tests/remote/linesof.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace motley {

class ScriptedMachines {
public:
    explicit ScriptedMachines(const QString &folder) : m_folder(folder)
    {
        write("engine",
            "#!/bin/sh\n"
            "case $1 in\n"
            "follow)\n"
            "    first=1\n"
            "    while [ -e \"$2/status\" ]; do\n"
            "        last=$(($(wc -l <\"$2/events.jsonl\")))\n"
            "        [ $last -lt $first ] || sed -n \"$first,${last}p\" \"$2/events.jsonl\"\n"
            "        first=$((last + 1))\n"
            "        [ ! -e \"$2/dead\" ] || break\n"
            "        sleep 0.1\n"
            "    done\n"
            "    echo 'The agent of the run ended without saying how.' >&2\n"
            "    exit 1 ;;\n"
            "status) cat \"$2/status\" ;;\n"
            "checkpoint) echo \"$*\" >\"$2/ordered\"; cat \"$2/status\" ;;\n"
            "rejoin) echo \"$*\" >>\"$2/rejoined\"\n"
            "    [ ! -e \"$2/refusal\" ] || { cat \"$2/refusal\" >&2; exit 1; }\n"
            "    cat \"$2/ready\" ;;\n"
            "stop) echo \"$*\" >\"$2/ordered\"; cp \"$2/status-stopped\" \"$2/status\"; cat \"$2/status\" ;;\n"
            "*) exit 1 ;;\n"
            "esac\n");
        QFile::setPermissions(m_folder + "/engine", QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    void write(const QString &name, const QByteArray &bytes) const
    {
        const QString path = m_folder + '/' + name;
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QByteArray read(const QString &name) const // empty: there is no such file
    {
        QFile file(m_folder + '/' + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void writeCheckpoint(const QString &run, std::int64_t step) const
    {
        const QByteArray weights = "weights of step " + QByteArray::number(qint64(step));
        const std::string hash = sha256Of({weights.constData(), std::size_t(weights.size())});
        const QString folder = QStringLiteral("%1/checkpoints/step-%2/").arg(run).arg(step);
        CheckpointManifest manifest;
        for (const char *name : {"model.safetensors", "optimizer.safetensors", "state.json"}) {
            write(folder + name, weights);
            manifest.files.push_back({name, weights.size(), hash});
        }
        write(folder + "manifest.json", QByteArray::fromStdString(toJson(manifest)));
    }

    // Two machines, each with a rank, at step 60, with a checkpoint of step 50.
    std::vector<Event> events() const
    {
        Plan plan;
        plan.machines = {{"hbox1", "10.0.0.1"}, {"hbox2", "10.0.0.2"}};
        plan.ranks = {{0, {}, 32, 0, 1}, {1, {}, 32, 0, 1}};
        StepDone step;
        step.step = 60;
        return {{1, 1, PlanChosen{plan}}, {2, 2, CheckpointSaved{50, "checkpoints/step-50", 9, 0.1}}, {3, 3, step}};
    }

    void writeEvents(const QString &run) const { writeEvents(run, events()); }
    void writeEvents(const QString &run, const std::vector<Event> &events) const
    {
        QByteArray lines;
        for (const Event &event : events)
            lines += QByteArray::fromStdString(toLine(event)) + '\n';
        write(run + "/events.jsonl", lines);
    }

    void append(const QString &log, const Event &event) const
    {
        QFile file(m_folder + '/' + log);
        QVERIFY(file.open(QIODevice::Append));
        file.write(QByteArray::fromStdString(toLine(event)) + '\n');
    }

    // That answers, at this computer, or does not.
    static Machine machine(const QString &name, bool answers)
    {
        if (answers)
            return {Machine::Kind::ThisComputer, name, {}, {}};
        return {Machine::Kind::Ssh, name, QStringLiteral("ssh://ada@127.0.0.1:9"), {}};
    }

    // A running run on hbox1, which coordinates, and hbox2. Their folders are `first` and `second`.
    RunRecord record(RunHistory &history, bool firstAnswers, bool secondAnswers) const
    {
        JobSpec job;
        job.name = "digits";
        job.task = ImageSpec{{}, {"/data"}};
        auto record = history.create(job, {machine("hbox1", firstAnswers), machine("hbox2", secondAnswers)});
        if (!record)
            return {};
        const std::string engine = (m_folder + "/engine").toStdString();
        record->remoteRuns
            = {{engine, (m_folder + "/first").toStdString()}, {engine, (m_folder + "/second").toStdString()}};
        record->outcome = RunRecord::Outcome::Running;
        (void)history.update(*record);
        return *record;
    }

    // record() at step 60 in the history of a data folder; this computer has its checkpoint of step 50.
    void writeRun(const QString &dataFolder, bool firstAnswers = false) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(dataFolder).path()));
        RunHistory history(dataFolder);
        QVERIFY(history.open());
        const RunRecord run = record(history, firstAnswers, true);
        QVERIFY(!run.id.isEmpty());
        EventLogCopy copy(run.eventsFile());
        QVERIFY(copy.load());
        QVERIFY(copy.append(linesOf(events())));
        QVERIFY(QDir().mkpath(run.folder + QStringLiteral("/checkpoints/step-50")));
    }

private:
    QString m_folder;
};

} // namespace motley
