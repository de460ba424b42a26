// Whole runs whose machines are restarted: the line of their crontab, started as cron does it, takes each back without
// anybody who follows the run, and goes when the run is over.
#include "engine/base/textfile.h"
#include "engine/run/bootentry.h"
#include "tests/engine/agent/rejoiningruns.h"
#include "tests/engine/run/fakecrontab.h"

#include <QDateTime>
#include <QTest>

using namespace motley;

class DialInTest : public RejoiningRuns {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_crontab.setText({}); } // also after one that has failed
    void takesPartAgainAfterARestart();
    void endsWhereTheRunEndedMeanwhile();
    void leavesWhereItsMachineShutsDown_data();
    void leavesWhereItsMachineShutsDown();
    void removesItself_data();
    void removesItself();
    void removesItselfBesideOthers();

private:
    QByteArray lineOf(const LoopbackRun &run, int machine) const { return m_crontab.lineOf(run.folder(machine).path); }
    void shutDown(const LoopbackRun &run, int machine) const;
    void isBack(const LoopbackRun &run, int machine, int leader);

    FakeCrontab m_crontab;
};

void DialInTest::initTestCase()
{
    qputenv("PATH", m_crontab.folder().toUtf8() + ':' + qgetenv("PATH"));
}

// As its system does: all programs are told at the same time.
void DialInTest::shutDown(const LoopbackRun &run, int machine) const
{
    const auto agent = agentOf(run.folder(machine));
    QVERIFY(agent && run.rankProcess(machine) > 0);
    kill(run.rankProcess(machine), SIGTERM);
    kill(agent->pid, SIGTERM);
    QTRY_VERIFY_WITH_TIMEOUT(livenessOf(*agent) == Liveness::Dead && run.rankProcess(machine) == 0, 20000);
}

void DialInTest::isBack(const LoopbackRun &run, int machine, int leader)
{
    QTRY_VERIFY_WITH_TIMEOUT(
        !comingsOf(run, leader).empty() && comingsOf(run, leader).back().came == Ranks{machine}, joinLimit);
    const auto changed = comingsOf(run, leader).back();
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, leader) > changed.step + 5, startLimit);
    QCOMPARE(run.all<StepDone>(leader).back().ranks.size(), std::size_t(3));
}

void DialInTest::takesPartAgainAfterARestart()
{
    LoopbackRun run(3);
    setUp(run);
    run.startsAfterRestart = true;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    for (int machine = 0; machine < 3; ++machine) {
        QVERIFY(!lineOf(run, machine).isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(
            saysSo(run, 0, "After a restart box-" + std::to_string(machine + 1) + " (127.0.0."), startLimit);
    }
    lose(run, 2, 0);
    const auto cron = m_crontab.start(lineOf(run, 2));
    isBack(run, 2, 0);
    QVERIFY(cron->state() == QProcess::Running);
    finish(run, 0);
    QTRY_VERIFY_WITH_TIMEOUT(cron->state() == QProcess::NotRunning, joinLimit);
    QCOMPARE(cron->exitCode(), 0);
    QCOMPARE(m_crontab.text(), QByteArray());
}

// Nobody removes the entry of a machine that is off as its run ends.
void DialInTest::endsWhereTheRunEndedMeanwhile()
{
    LoopbackRun run(2);
    setUp(run);
    run.startsAfterRestart = true;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, 0) > 3, startLimit);
    lose(run, 1, 0);
    const QByteArray line = lineOf(run, 1);
    QCOMPARE(runEngine({QStringLiteral("stop"), path(run.folder())}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    QCOMPARE(m_crontab.text(), line + '\n');
    const auto cron = m_crontab.start(line);
    QTRY_VERIFY_WITH_TIMEOUT(cron->state() == QProcess::NotRunning, joinLimit);
    QCOMPARE(cron->exitCode(), 0);
    QCOMPARE(m_crontab.text(), QByteArray());
}

void DialInTest::leavesWhereItsMachineShutsDown_data()
{
    QTest::addColumn<int>("machine");
    QTest::addColumn<int>("leader"); // without it
    QTest::addRow("the last") << 2 << 0;
    QTest::addRow("the one that leads") << 0 << 1;
}

// It is no reason to stop the run.
void DialInTest::leavesWhereItsMachineShutsDown()
{
    QFETCH(int, machine);
    QFETCH(int, leader);
    LoopbackRun run(3);
    setUp(run);
    run.startsAfterRestart = true;
    QVERIFY2(run.start(), run.errors());
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, leader) > 3, startLimit);
    shutDown(run, machine);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<MembershipChanged>(leader).empty(), startLimit);
    const RankFailed lost = run.all<MembershipChanged>(leader).front().lost.at(0);
    QCOMPARE(lost.machine, machine);
    QVERIFY2(lost.cause.find("was told to end (SIGTERM)") != std::string::npos, lost.cause.c_str());
    const auto cron = m_crontab.start(lineOf(run, machine));
    isBack(run, machine, leader);
    finish(run, leader);
    QTRY_VERIFY_WITH_TIMEOUT(cron->state() == QProcess::NotRunning, joinLimit);
    QCOMPARE(m_crontab.text(), QByteArray());
}

void DialInTest::removesItself_data()
{
    QTest::addColumn<bool>("hasFolder");
    QTest::addColumn<bool>("hasEngine");
    QTest::addColumn<bool>("isOld"); // what the agent has signed last
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("stays");
    const QByteArray here = QByteArray::fromStdString(ownIdentity().hostName);
    QTest::addRow("without its folder") << false << true << false << here << false;
    QTest::addRow("without its engine") << true << false << false << here << false;
    QTest::addRow("after a week") << true << true << true << here << false;
    QTest::addRow("not that of another machine") << true << true << true << QByteArray("elsewhere") << true;
}

void DialInTest::removesItself()
{
    QFETCH(bool, hasFolder);
    QFETCH(bool, hasEngine);
    QFETCH(bool, isOld);
    QFETCH(QByteArray, host);
    QFETCH(bool, stays);
    const QTemporaryDir root;
    const RunFolder folder{root.filePath(QStringLiteral("runs/digits-1")).toStdString()};
    QVERIFY(QDir().mkpath(path(folder)));
    QVERIFY(writeTextFile(folder.launch(), "{}").has_value());
    QVERIFY(writeTextFile(folder.ports(), "{}").has_value());
    QVERIFY(
        writeTextFile(folder.agentIdentity(), toJson(AgentIdentity{1, 1, "before", host.toStdString()})).has_value());
    const QByteArray others = "# mine, by an editor that wrote Latin-1: \xfc\n0 4 * * * backup\n";
    m_crontab.setText(others);
    const auto entry = writeBootEntry(folder, hasEngine ? MOTLEY_ENGINE : "/nowhere/motley-engine");
    QVERIFY2(entry.has_value(), entry ? "" : entry.error().message.c_str());
    if (isOld) {
        QFile ports(QString::fromStdString(folder.ports()));
        QVERIFY(ports.open(QIODevice::ReadWrite));
        QVERIFY(ports.setFileTime(QDateTime::currentDateTime().addDays(-8), QFileDevice::FileModificationTime));
    }
    const QByteArray line = m_crontab.lineOf(folder.path);
    QVERIFY(!line.isEmpty());
    if (!hasFolder)
        QVERIFY(QDir(path(folder)).removeRecursively());
    const auto cron = m_crontab.start(line);
    QVERIFY(cron->waitForFinished(joinLimit));
    QCOMPARE(m_crontab.text(), stays ? others + line + '\n' : others);
}

// Cron starts all lines of a crontab at the same moment.
void DialInTest::removesItselfBesideOthers()
{
    const QTemporaryDir root;
    m_crontab.setText("# mine\n");
    std::vector<QByteArray> lines;
    for (int run = 0; run < 6; ++run) {
        const RunFolder folder{root.filePath(QStringLiteral("runs/digits-%1").arg(run)).toStdString()};
        QVERIFY(QDir().mkpath(path(folder)));
        QVERIFY(writeBootEntry(folder, MOTLEY_ENGINE).has_value());
        lines.push_back(m_crontab.lineOf(folder.path));
        QVERIFY(QDir(path(folder)).removeRecursively());
    }
    std::vector<std::unique_ptr<QProcess>> shells;
    for (const QByteArray &line : lines)
        shells.push_back(m_crontab.start(line));
    for (const auto &shell : shells)
        QVERIFY(shell->waitForFinished(joinLimit));
    QCOMPARE(m_crontab.text(), QByteArray("# mine\n"));
}

QTEST_GUILESS_MAIN(DialInTest)
#include "tst_dialin.moc"
