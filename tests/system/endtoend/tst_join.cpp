// Machines that are started by hand, as HetSeq's users start theirs: the same command on each, no SSH.
#include "idxfixture.h"
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include "engine/base/randomhex.h"
#include "engine/job/jobspec.h"

#include <QDir>
#include <QFileInfo>
#include <QtTest>

using namespace motley;

class JoinTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void trainsWhereMachinesMeet_data();
    void trainsWhereMachinesMeet();
    void refusesDifferentJobs();
    void refusesDifferentData();
    void endsForAllWhenOneIsStopped();

private:
    using Process = std::unique_ptr<QProcess>;
    Process start(const QString &machine, const QStringList &arguments) const;
    QString writeJob(const QString &name, int batch, const QString &data = "data") const;
    QStringList joining(const QString &job, const QString &meet, const QString &folder) const;
    static QByteArray wordsOf(QProcess &process)
    {
        return process.readAllStandardError() + process.readAllStandardOutput();
    }

    LabFixture m_lab;
    std::unique_ptr<MotleyCommand> m_motley;
    QTemporaryDir m_folder; // shared by both machines
};

namespace {

QJsonObject lastOf(const std::vector<QJsonObject> &events, const QString &type)
{
    QJsonObject last;
    for (const auto &event : events)
        if (event["type"] == type)
            last = event;
    return last;
}

} // namespace

void JoinTest::initTestCase()
{
    const QString shared = m_folder.path() + "," + QFileInfo(MOTLEY_ENGINE).path();
    const auto up = m_lab.up({"--names", "alpha,beta", "--cpu", "100,50", "--shared", shared});
    if (!up)
        QSKIP(up.error().message.c_str());
    if (!m_lab.isRooted())
        QSKIP("machines of one network have no addresses of their own");
    m_motley = std::make_unique<MotleyCommand>(m_lab.sshConfig());
    QVERIFY(QDir(m_folder.path()).mkdir("data"));
    writeImageData(m_folder.filePath("data"), 320, 64);
    QFile secret(m_folder.filePath("secret"));
    QVERIFY(secret.open(QIODevice::WriteOnly) && secret.setPermissions(QFile::ReadOwner | QFile::WriteOwner));
    secret.write(QByteArray::fromStdString(randomHex(32)));
}

JoinTest::Process JoinTest::start(const QString &machine, const QStringList &arguments) const
{
    auto process = std::make_unique<QProcess>();
    process->start(QStringLiteral(MOTLEY_LAB_PROGRAM),
        QStringList{"exec", "--lab", QFileInfo(m_lab.folder()).fileName(), machine, "--", MOTLEY_ENGINE} + arguments);
    return process;
}

QString JoinTest::writeJob(const QString &name, int batch, const QString &data) const
{
    JobSpec job;
    job.name = "joined";
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 4}, {m_folder.filePath(data).toStdString()}};
    job.batch = batch;
    job.epochs = 3;
    job.checkpoint.everySteps = 0;
    QFile file(m_folder.filePath(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(QByteArray::fromStdString(toJson(job)));
    return file.fileName();
}

QStringList JoinTest::joining(const QString &job, const QString &meet, const QString &folder) const
{
    QStringList arguments{"join", job, "--meet", meet, "--machines", "2", "--device", "cpu", "--threads", "1", "--wait",
        "2", "--run-folder", m_folder.filePath(folder)};
    if (meet.startsWith("tcp://"))
        arguments << "--secret" << m_folder.filePath("secret");
    return arguments;
}

void JoinTest::trainsWhereMachinesMeet_data()
{
    QTest::addColumn<QString>("meet");
    QTest::addColumn<QString>("name");
    QTest::addRow("tcp") << "tcp://%1:29400"
                         << "tcp";
    QTest::addRow("folder") << "file://%2"
                            << "folder";
}

void JoinTest::trainsWhereMachinesMeet()
{
    QFETCH(QString, meet);
    QFETCH(QString, name);
    const QString shared = m_folder.filePath("meet-" + name);
    const QString job = writeJob(name + ".json", 32);
    const QString place = QString(meet).replace("%1", m_lab.machines()[0].address).replace("%2", shared);
    const auto first = start("alpha", joining(job, place, name + "-alpha"));
    if (name == "folder") // alpha is the first to join by the folder too
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(shared + "/machine-0"), 60000);
    const auto second = start("beta", joining(job, place, name + "-beta"));
    QVERIFY(first->waitForFinished(240000));
    QVERIFY(second->waitForFinished(60000));
    QVERIFY2(first->exitCode() == 0, wordsOf(*first));
    const QByteArray words = wordsOf(*second);
    QVERIFY2(second->exitCode() == 0, words);
    QVERIFY2(words.contains("The run is over, at step 30."), words);
    QVERIFY(!QFile::exists(shared));

    const auto events = jsonLines(contentsOf(m_folder.filePath(name + "-alpha/events.jsonl")));
    QCOMPARE(lastOf(events, "finished")["outcome"].toString(), QString("completed"));
    const auto plan = lastOf(events, "plan")["plan"].toObject();
    QCOMPARE(plan["machines"].toArray().size(), 2);
    QCOMPARE(plan["machines"][0]["name"].toString(), QString("alpha"));
    QCOMPARE(plan["machines"][0]["address"].toString(), m_lab.machines()[0].address);
    QCOMPARE(plan["machines"][1]["address"].toString(), m_lab.machines()[1].address);
    QCOMPARE(plan["shareRule"].toString(), QString("measured"));
    const QByteArray log = contentsOf(m_folder.filePath(name + "-alpha/events.jsonl"));
    QCOMPARE(contentsOf(m_folder.filePath(name + "-beta/events.jsonl")), log); // a copy, as beta would lead next

    // The same job on one machine, for comparison.
    const QString alone = m_folder.filePath(name + "-alone");
    QCOMPARE(m_motley->engine({"train", job, "--threads", "1", "--run-folder", alone}).exitCode, 0);
    const auto expected = lastOf(jsonLines(contentsOf(alone + "/events.jsonl")), "step");
    const auto step = lastOf(events, "step");
    QCOMPARE(step["step"].toInt(), 30);
    QCOMPARE(step["sampleHash"].toString(), expected["sampleHash"].toString());
    QVERIFY(std::abs(step["loss"].toDouble() - expected["loss"].toDouble()) < 1e-3);
}

void JoinTest::refusesDifferentJobs()
{
    const QString place = "file://" + m_folder.filePath("meet-differently");
    const auto first = start("alpha", joining(writeJob("a.json", 32), place, "a"));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder.filePath("meet-differently/machine-0")), 60000);
    const auto second = start("beta", joining(writeJob("b.json", 48), place, "b"));
    for (QProcess *process : {first.get(), second.get()}) {
        QVERIFY(process->waitForFinished(120000));
        QCOMPARE(process->exitCode(), 1);
        const QByteArray words = wordsOf(*process);
        QVERIFY2(words.contains("The job of beta differs from that of alpha: batch is 48 (was 32)"), words);
    }
    QVERIFY(!QFile::exists(m_folder.filePath("a")));
}

void JoinTest::refusesDifferentData()
{
    const QString changed = m_folder.filePath("changed");
    QVERIFY(QDir(m_folder.path()).mkdir("changed"));
    for (const QString &name : QDir(m_folder.filePath("data")).entryList(QDir::Files))
        QVERIFY(QFile::copy(m_folder.filePath("data/" + name), changed + "/" + name));
    QFile labels(changed + "/train-labels-idx1-ubyte");
    QVERIFY(labels.open(QIODevice::ReadWrite));
    QVERIFY(labels.seek(labels.size() - 1));
    const char last = labels.read(1).at(0);
    QVERIFY(labels.seek(labels.size() - 1));
    QVERIFY(labels.putChar(last == 0 ? 1 : 0));
    labels.close();

    const QString place = "file://" + m_folder.filePath("meet-other-data");
    const auto first = start("alpha", joining(writeJob("same.json", 32), place, "same"));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder.filePath("meet-other-data/machine-0")), 60000);
    const auto second = start("beta", joining(writeJob("changed.json", 32, "changed"), place, "changed-run"));
    for (QProcess *process : {first.get(), second.get()}) {
        QVERIFY(process->waitForFinished(120000));
        QCOMPARE(process->exitCode(), 1);
        const QByteArray words = wordsOf(*process);
        QVERIFY2(words.contains("train-labels-idx1-ubyte is as long on both, but holds something else on beta"), words);
    }
}

void JoinTest::endsForAllWhenOneIsStopped()
{
    const QString meet = m_folder.filePath("meet-stopped");
    QStringList arguments = joining(writeJob("stopped.json", 32), "file://" + meet, "stopped");
    arguments[arguments.indexOf("--machines") + 1] = "3";
    const auto first = start("alpha", arguments);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(meet + "/machine-0"), 60000);
    const QString lab = QFileInfo(m_lab.folder()).fileName();
    const QString pidFile = m_folder.filePath("stopped.pid");
    QProcess second;
    second.start(QStringLiteral(MOTLEY_LAB_PROGRAM),
        QStringList{"exec", "--lab", lab, "beta", "--", "sh", "-c", "echo $$ > $0; exec \"$@\"", pidFile, MOTLEY_ENGINE}
            + arguments);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(meet + "/join-request-1"), 60000);
    const QString pid = QString::fromUtf8(contentsOf(pidFile)).trimmed();
    QCOMPARE(m_lab.command("exec", "beta", {"--", "kill", "-TERM", pid}).exitCode, 0);
    for (QProcess *process : {first.get(), &second}) {
        QVERIFY(process->waitForFinished(60000));
        QCOMPARE(process->exitCode(), 1);
        const QByteArray words = wordsOf(*process);
        QVERIFY2(words.contains("Machine 2 of 3 was stopped before the run began."), words);
    }
    QVERIFY(!QFile::exists(meet));
}

QTEST_GUILESS_MAIN(JoinTest)
#include "tst_join.moc"
