// Which folders of a machine are removed with a run, and which are left.
#include "deploymentfixture.h"

#include <QProcess>
#include <QSysInfo>

using namespace motley;

class RunFolderTest : public QObject, private DeploymentFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const QString name = m_programs.filePath(QStringLiteral("motley-engine"));
        fill(name, {});
        m_agent.start(QStringLiteral("tail"), {QStringLiteral("-f"), name});
        QVERIFY(m_agent.waitForStarted());
    }
    void cleanupTestCase()
    {
        m_agent.kill();
        QVERIFY(m_agent.waitForFinished());
    }
    void init() { prepare(); }

    void removesTheFolderOfOneRun_data()
    {
        QTest::addColumn<QString>("folder"); // below the install root
        QTest::addColumn<QByteArray>("agent"); // agent.json
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<QString>("words"); // of the error; empty: the folder is removed
        const QByteArray other = R"({"pid":1,"hostName":"another-machine"})";
        QTest::addRow("ended") << "runs/one" << agentHere(0) << QByteArray() << QString();
        QTest::addRow("never begun") << "runs/one-2" << QByteArray() << QByteArray() << QString();
        QTest::addRow("going on") << "runs/one" << agentHere(m_agent.processId()) << QByteArray() << "one is still";
        QTest::addRow("going on elsewhere") << "runs/one" << other << QByteArray() << "one is still";
        QTest::addRow("ended elsewhere") << "runs/one" << other << QByteArray(R"({"type":"finished"})") << QString();
        QTest::addRow("not among the runs") << "data/one" << QByteArray() << QByteArray() << "no folder of a run";
        QTest::addRow("no name of a run") << "runs/.." << QByteArray() << QByteArray() << "no folder of a run";
        QTest::addRow("two lines") << "runs/one\n/runs/two" << QByteArray() << QByteArray() << "no folder of a run";
    }
    void removesTheFolderOfOneRun()
    {
        QFETCH(QString, folder);
        QFETCH(QByteArray, agent);
        QFETCH(QByteArray, log);
        QFETCH(QString, words);
        const QString run = m_root + '/' + folder;
        QVERIFY(QDir().mkpath(run + "/checkpoints/step-3"));
        QVERIFY(QDir().mkpath(m_root + "/runs/other"));
        fill(run + "/launch.json", "{}");
        fill(run + "/events.jsonl", log);
        if (!agent.isEmpty())
            fill(run + "/agent.json", agent);
        const auto removed = removeRunFolder(m_session, run.toStdString());
        QCOMPARE(removed.has_value(), words.isEmpty());
        QVERIFY2(removed || QString::fromStdString(removed.error().message).contains(words), why(removed));
        QCOMPARE(QDir(run).exists(), !words.isEmpty());
        QVERIFY(QDir(m_root + "/runs/other").exists());
        QVERIFY(words.isEmpty() == removeRunFolder(m_session, run.toStdString()).has_value());
    }

    void removesNoFolderThatIsOfNoRun()
    {
        const QString run = m_root + "/runs/mine";
        QVERIFY(QDir().mkpath(run));
        QVERIFY(!removeRunFolder(m_session, run.toStdString()));
        QVERIFY(QFile::link(m_folder->filePath("data"), m_root + "/runs/link"));
        write("launch.json", "{}");
        QVERIFY(!removeRunFolder(m_session, root() + "/runs/link"));
        QVERIFY(QFile::exists(m_folder->filePath("data/launch.json")));
    }

    // Where the machine would start the run's part again after a restart, its engine is told to forget that.
    void removesTheEntryOfTheRun()
    {
        const QString run = m_root + "/runs/one";
        const QString told = m_folder->filePath("told");
        const QString engine = m_folder->filePath("an engine");
        fill(
            engine, "#!/bin/sh\n[ -d \"$2\" ] && [ ! -f \"$2/boot-entry\" ] && echo \"$*\" >'" + told.toUtf8() + "'\n");
        QVERIFY(QFile::setPermissions(engine, QFileDevice::ReadOwner | QFileDevice::ExeOwner));
        QVERIFY(QDir().mkpath(run));
        fill(run + "/launch.json", "{}");
        fill(run + "/boot-entry", "crontab\n" + engine.toUtf8() + '\n');
        const auto removed = removeRunFolder(m_session, run.toStdString());
        QVERIFY2(removed, why(removed));
        QVERIFY(!QDir(run).exists());
        QCOMPARE(contentOf(told), "dial-in " + run.toUtf8() + '\n');
    }

private:
    // A process that is an agent by its name, on this machine.
    QByteArray agentHere(qint64 process)
    {
        if (process == 0)
            process = 4'194'304; // above the highest that Linux gives out
        return "{\"pid\":" + QByteArray::number(process) + ",\"hostName\":\"" + QSysInfo::machineHostName().toUtf8()
            + "\"}";
    }

    static void fill(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QProcess m_agent;
    QTemporaryDir m_programs;
};

QTEST_GUILESS_MAIN(RunFolderTest)
#include "tst_runfolder.moc"
