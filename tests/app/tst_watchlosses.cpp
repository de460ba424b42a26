// `motley` tells of a run that went on without some of its ranks.
#include "remote/history/eventlogcopy.h"
#include "tests/app/lostmachines.h"
#include "tests/app/plainspaces.h"

#include <QProcess>
#include <QTemporaryDir>

using namespace motley;

class WatchLossesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysEachChangeAndTheEnd();
    void printsTheLinesAsTheyAre();
    void namesWhomToLeaveOut();

private:
    struct Said {
        int code = -1;
        QByteArray output;
        QString complaints;
    };
    Said motley(const QStringList &arguments) const;
    QString dataFolder() const { return m_folder.filePath(QStringLiteral("DATA/motley")); }
    RunRecord record() const;

    QTemporaryDir m_folder;
};

void WatchLossesTest::initTestCase()
{
    QVERIFY(QDir().mkpath(m_folder.filePath(QStringLiteral("DATA"))));
    writeRunThatLostTwo(dataFolder());
}

RunRecord WatchLossesTest::record() const
{
    RunHistory history(dataFolder());
    const auto opened = history.open();
    const auto found = history.find(QStringLiteral("Lost two"));
    return opened && found ? *found : RunRecord();
}

WatchLossesTest::Said WatchLossesTest::motley(const QStringList &arguments) const
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto &[name, value] : {std::pair("XDG_DATA_HOME", "DATA"), std::pair("XDG_CONFIG_HOME", "CONFIG")})
        environment.insert(QLatin1String(name), m_folder.filePath(QLatin1String(value)));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(MOTLEY), arguments);
    Said said;
    if (process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit)
        said.code = process.exitCode();
    said.output = process.readAllStandardOutput();
    said.complaints = plainSpaces(QString::fromUtf8(process.readAllStandardError()));
    return said;
}

void WatchLossesTest::saysEachChangeAndTheEnd()
{
    const Said said = motley({"watch", "Lost two"});
    QCOMPARE(said.code, 0);
    for (const char *words : {"Rank 2 on gpu1 is lost: killed by signal 9 (Killed). The run goes on with 3 ranks from "
                              "step 121.",
             "The ranks are connected after 210 ms, and hold the same state 50 ms later.",
             "Rank 1 on this computer is lost: out of memory. The run goes on with 2 ranks from step 201."})
        QVERIFY2(said.complaints.contains(QLatin1String(words)), qPrintable(said.complaints));
    QVERIFY2(!said.complaints.contains(QStringLiteral("failed")), qPrintable(said.complaints));
    const QString end = plainSpaces(QString::fromUtf8(said.output));
    QCOMPARE(end.count(QStringLiteral("Lost on the way: ")), 1);
    QVERIFY2(
        end.contains(QStringLiteral("Lost on the way: gpu1 after step 120, rank 1 on this computer after step 200.")),
        qPrintable(end));
}

// Also those that this version does not know, which are said once.
void WatchLossesTest::printsTheLinesAsTheyAre()
{
    QFile copy(record().eventsFile());
    QVERIFY(copy.open(QIODevice::ReadOnly));
    const QByteArray lines = copy.readAll();
    copy.close();
    const QByteArray unknown = "{\"seq\":3,\"time\":1000.50,\"type\":\"teleported\",\"to\":[1, 2.0e0]}";
    QList<QByteArray> all = lines.trimmed().split('\n');
    all[2] = unknown;
    all[3].replace(",\"type\"", " ,\"type\""); // not as this program writes it
    QVERIFY(copy.open(QIODevice::WriteOnly));
    copy.write(all.join('\n') + '\n');
    copy.close();
    const Said json = motley({"watch", "Lost two", "--json"});
    QCOMPARE(json.code, 0);
    const QList<QByteArray> said = json.output.trimmed().split('\n');
    qsizetype at = 0;
    for (const QByteArray &line : all)
        QVERIFY2((at = said.indexOf(line, at)) >= 0, line.constData());
    const Said words = motley({"watch", "Lost two"});
    QCOMPARE(words.complaints.count(QStringLiteral("An engine of another version wrote")), 1);
    QVERIFY(copy.open(QIODevice::WriteOnly));
    copy.write(lines);
}

void WatchLossesTest::namesWhomToLeaveOut()
{
    RunHistory history(dataFolder());
    QVERIFY(history.open());
    RunRecord stopped = record();
    stopped.outcome = RunRecord::Outcome::Stopped;
    QVERIFY(history.update(stopped));
    QVERIFY(QDir().mkpath(stopped.folder + QStringLiteral("/checkpoints/step-250")));
    const Said said = motley({"resume", "Lost two", "--detach"});
    QVERIFY2(said.complaints.contains(QStringLiteral("Lost in that run: gpu1.")), qPrintable(said.complaints));
    QVERIFY2(said.complaints.contains(QStringLiteral(" --without gpu1")), qPrintable(said.complaints));
}

QTEST_GUILESS_MAIN(WatchLossesTest)
#include "tst_watchlosses.moc"
