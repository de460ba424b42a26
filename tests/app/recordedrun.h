// A recorded run of tests/fixtures/runs, as events and as a series.
#pragma once

#include "app/models/metricseries.h"

#include <QFile>
#include <QTest>

namespace motley {

inline QByteArray recordedLines(const char *name)
{
    QFile file(QStringLiteral(MOTLEY_FIXTURES "/runs/") + QLatin1String(name) + QStringLiteral(".jsonl"));
    [&] { QVERIFY(file.open(QIODevice::ReadOnly)); }();
    return file.readAll();
}

inline std::vector<Event> recordedEvents(const char *name)
{
    std::vector<Event> events;
    for (const QByteArray &line : recordedLines(name).trimmed().split('\n')) {
        const auto event = parseEvent(line.toStdString());
        [&] { QVERIFY(event); }();
        events.push_back(*event);
    }
    return events;
}

} // namespace motley
