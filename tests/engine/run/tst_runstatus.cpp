// What a machine can say of a run from its folder alone.
#include "engine/base/textfile.h"
#include "engine/protocol/event.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/runstatus.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>

using namespace motley;
using State = RunStatus::State;

class RunStatusTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void knowsHowItsPartEnded_data();
    void knowsHowItsPartEnded();
    void knowsThatTheMachineWasRestarted();
    void knowsThatTheDiskIsFullOrReadOnly();
    void isReadWithoutAReason();

private:
    RunFolder folder() const { return {m_folder->path().toStdString()}; }
    void writeAgent(const AgentIdentity &agent) const
    {
        QVERIFY(writeTextFile(folder().agentIdentity(), toJson(agent)));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void RunStatusTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    AgentIdentity gone = ownIdentity();
    ++gone.startTicks;
    writeAgent(gone);
}

void RunStatusTest::knowsHowItsPartEnded_data()
{
    using Outcome = RunFinished::Outcome;
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<std::string>("message");
    QTest::addColumn<std::optional<std::string>>("why");
    QTest::addRow("in order") << Outcome::Completed << std::string() << std::optional<std::string>();
    QTest::addRow("stopped") << Outcome::Stopped << std::string("as asked") << std::optional<std::string>();
    QTest::addRow("failed") << Outcome::Failed << std::string("no answer") << std::optional<std::string>("no answer");
    QTest::addRow("failed, in many words")
        << Outcome::Failed << std::string(100'000, 'x') << std::optional<std::string>(std::string(4000, 'x'));
}

void RunStatusTest::knowsHowItsPartEnded()
{
    QFETCH(RunFinished::Outcome, outcome);
    QFETCH(std::string, message);
    QFETCH(std::optional<std::string>, why);
    QVERIFY(writeTextFile(folder().end(), toLine({1, 1, RunFinished{outcome, 60, 9, message, {}}}) + "\n"));
    const auto status = statusOf(folder());
    QVERIFY(status);
    QVERIFY(status->state == State::Finished);
    QCOMPARE(status->step, std::int64_t(60));
    QCOMPARE(status->why, why);
    QCOMPARE(parseRunStatus(toJson(*status)).value(), *status);
    writeAgent(ownIdentity());
    QVERIFY(statusOf(folder())->state == State::Running);
}

void RunStatusTest::knowsThatTheMachineWasRestarted()
{
    QVERIFY(statusOf(folder())->state == State::Dead);
    QVERIFY(!statusOf(folder())->why);
    AgentIdentity before = ownIdentity();
    before.bootId = "another boot";
    writeAgent(before);
    QCOMPARE(statusOf(folder())->why, std::optional<std::string>("This machine was restarted."));
}

void RunStatusTest::knowsThatTheDiskIsFullOrReadOnly()
{
    const QByteArray disk = m_folder->path().toUtf8();
    if (::mount("tmpfs", disk, "tmpfs", 0, "size=64k") != 0)
        QSKIP("needs root, to mount a small file system");
    const auto unmount = qScopeGuard([&] { ::umount2(disk, MNT_DETACH); });
    QVERIFY(writeTextFile(folder().path + "/filling", std::string(20'000, 'x')));
    QCOMPARE(statusOf(folder())->why, std::optional<std::string>("The disk that holds the run's folder is full."));
    QCOMPARE(::mount(nullptr, disk, nullptr, MS_REMOUNT | MS_RDONLY, nullptr), 0);
    QCOMPARE(statusOf(folder())->why, std::optional<std::string>("The disk that holds the run's folder is read-only."));
}

// An engine that was sent before it gave reasons.
void RunStatusTest::isReadWithoutAReason()
{
    const auto status = parseRunStatus(R"({"state":"dead","lastSequence":3,"step":2})");
    QVERIFY2(status, status ? "" : status.error().message.c_str());
    QCOMPARE(*status, (RunStatus{State::Dead, 3, 2}));
}

QTEST_GUILESS_MAIN(RunStatusTest)
#include "tst_runstatus.moc"
