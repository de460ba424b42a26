// Commands that do not end, which every session ends by a limit.
#pragma once

#include "remote/session/session.h"

#include <QTest>

namespace motley {

inline void addEndlessCommands()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<bool>("withSink");
    QTest::addColumn<QString>("words");
    QTest::addRow("flood") << "exec yes" << false << "printed more";
    QTest::addRow("flood of errors") << "exec yes >&2" << true << "printed more";
    QTest::addRow("flood into a sink") << "exec yes" << true << "longer than it may";
    QTest::addRow("drip") << "while echo .; do sleep 0.05; done" << false << "longer than it may";
    QTest::addRow("silent") << "exec sleep 60" << false << "longer than it may";
}

// Runs the command of the row, and demands the error that the row names.
inline void endsAnEndlessCommand(Session &session)
{
    QFETCH(QString, script);
    QFETCH(bool, withSink);
    QFETCH(QString, words);
    CommandOptions options;
    options.byteLimit = 1 << 20;
    options.outputLimit = 1000;
    options.timeLimit = words.startsWith("longer") ? std::chrono::milliseconds(500) : std::chrono::seconds(60);
    if (withSink)
        options.outputSink = [](std::string_view) {};
    const auto result = session.run(script.toStdString(), options);
    QVERIFY(!result);
    const auto message = QString::fromStdString(result.error().message);
    QVERIFY2(message.contains(words), qPrintable(message));
    QVERIFY2(message.contains("A command on " + QString::fromStdString(session.name())), qPrintable(message));
}

} // namespace motley
