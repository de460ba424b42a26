// How following ends where no event says it. The engine is a script that answers as the real one does.
#include "noprompter.h"
#include "remote/run/runfollower.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <thread>

using namespace motley;

namespace {

// The end of following, or Stopped where it goes on for three seconds.
FollowOutcome followed(const RemoteRun &run, EventLogCopy &copy)
{
    std::stop_source source;
    const std::jthread patience([&](const std::stop_token &ended) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(3);
        while (!ended.stop_requested() && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        source.request_stop();
    });
    const Machine here{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}};
    const FollowObserver observer{
        [](const auto &) {}, [](const Session &, std::size_t) {}, [](const Error &, const MachineReport &) {}};
    std::unique_ptr<Session> session;
    NoPrompter prompter;
    return followRun({here}, {run}, session, copy, &prompter, observer, source.get_token());
}

} // namespace

class RunFollowerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endsWhereThereIsNoRunFolder_data();
    void endsWhereThereIsNoRunFolder();

private:
    QString program(const QByteArray &name, const QByteArray &script) const;

    QTemporaryDir m_folder;
};

QString RunFollowerTest::program(const QByteArray &name, const QByteArray &script) const
{
    QFile file(m_folder.filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write("#!/bin/sh\n" + script + "\n");
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    return file.fileName();
}

void RunFollowerTest::endsWhereThereIsNoRunFolder_data()
{
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("folder"); // of the run
    QTest::addColumn<bool>("isGone");
    const QString refuses
        = program("refuses", "echo \"There is no run folder $2: No such file or directory.\" >&2; exit 1");
    QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("runs/there")));
    QTest::addRow("removed") << refuses << m_folder.filePath(QStringLiteral("runs/removed")) << true;
    QTest::addRow("removed with all above it") << refuses << QStringLiteral("/nowhere/motley/runs/one") << true;
    QTest::addRow("removed with the engine")
        << QStringLiteral("/nowhere/motley-engine") << QStringLiteral("/nowhere/motley/runs/one") << true;
    QTest::addRow("an odd name") << refuses << m_folder.filePath(QStringLiteral("runs/o'd \"$d")) << true;
    QTest::addRow("an engine that fails") << refuses << m_folder.filePath(QStringLiteral("runs/there")) << false;
    QTest::addRow("below a file") << refuses << refuses + QStringLiteral("/runs/one") << false;
}

void RunFollowerTest::endsWhereThereIsNoRunFolder()
{
    QFETCH(QString, engine);
    QFETCH(QString, folder);
    QFETCH(bool, isGone);
    EventLogCopy copy(m_folder.filePath(QStringLiteral("copy/events.jsonl")));
    const auto outcome = followed({engine.toStdString(), folder.toStdString()}, copy);
    QCOMPARE(outcome.end, isGone ? FollowEnd::Gone : FollowEnd::Stopped);
    if (!isGone)
        return;
    QVERIFY2(outcome.error.message.find(folder.toStdString()) != std::string::npos, outcome.error.message.c_str());
    QVERIFY2(outcome.error.message.starts_with("The folder of this run on this computer does not exist"),
        outcome.error.message.c_str());
}

QTEST_GUILESS_MAIN(RunFollowerTest)
#include "tst_runfollower.moc"
