// A run that goes on while a test looks: a program on this computer stands in for the engine and passes on what the
// test writes into the run's log. The events are those of a recorded run.
#pragma once

#include "tests/app/recordedlines.h"

#include <QFile>
#include <QTest>

#include <memory>

namespace motley {

class LiveRun {
public:
    // By another program than the window, whose data are in `home`. Lines: of the recorded run.
    bool begin(const QString &home, const char *name, int lines, const QString &continueFrom = {})
    {
        m_history = std::make_unique<RunHistory>(home);
        JobSpec job;
        job.name = name;
        job.continueFrom.path.path = continueFrom.toStdString();
        job.task = ImageSpec{{}, {"/data"}};
        if (!m_history->open())
            return false;
        auto created = m_history->create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
        if (!created)
            return false;
        m_record = *created;
        const QString engine = m_record.folder + QStringLiteral("/engine");
        QFile program(engine);
        if (!program.open(QIODevice::WriteOnly))
            return false;
        program.write(R"sh(#!/bin/sh
[ "$1" = follow ] || exit 1
log=$2/remote.jsonl
sent=$5
while :; do
    lines=$(wc -l <"$log")
    [ "$lines" -le "$sent" ] || sed -n "$((sent + 1)),${lines}p" "$log"
    sent=$lines
    ! grep -q '"type":"finished"' "$log" || exit 0
    sleep 0.1
done
)sh");
        program.close();
        program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_log.setFileName(m_record.folder + QStringLiteral("/remote.jsonl"));
        m_record.remoteRuns = {{engine.toStdString(), m_record.folder.toStdString()}};
        m_record.outcome = RunRecord::Outcome::Running;
        return m_log.open(QIODevice::WriteOnly) && write(recorded(0, lines)) && m_history->update(m_record);
    }

    // Lines `from` to `to` of the recorded run.
    static QByteArray recorded(int from, int to)
    {
        return from == to ? QByteArray()
                          : motley::recorded("slowed").split('\n').mid(from, to - from).join('\n') + '\n';
    }

    bool write(const QByteArray &lines) { return m_log.write(lines) == lines.size() && m_log.flush(); }
    bool write(std::int64_t sequence, EventBody body)
    {
        return write(QByteArray::fromStdString(toLine({sequence, 1795608680, std::move(body)})) + '\n');
    }

    const RunRecord &record() const { return m_record; }

private:
    std::unique_ptr<RunHistory> m_history; // of another program
    RunRecord m_record;
    QFile m_log;
};

} // namespace motley
