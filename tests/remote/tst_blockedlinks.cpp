// Machines that ssh reaches but that do not reach each other at the same addresses: the run uses another network, or
// its error names the broken link.
#include "noprompter.h"
#include "remote/run/trainingrun.h"
#include "tests/fixtures/tinyimages.h"
#include "tests/system/lab/labfixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace motley;
using State = TrainingRun::State;

namespace {

constexpr int patience = 180'000; // milliseconds

} // namespace

class BlockedWaysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(variable, m_folder.filePath("home").toUtf8());
        writeTinyImages(m_folder.filePath("data").toStdString());
        const auto up = m_lab.up({"--machines", "2"});
        if (!up)
            QSKIP(up.error().message.c_str());
        if (!m_lab.isRooted())
            QSKIP("Machines with a network of their own need root.");
        qputenv("MOTLEY_SSH_CONFIG", m_lab.sshConfig().toUtf8());
        QVERIFY(m_history.open());
        // Packets of m1 arrive at m2, but no answer leaves, as with a firewall that drops packets.
        QVERIFY(console(1, {"ip", "route", "add", "blackhole", m_lab.machines()[0].address}));
    }

    void saysWhichMachinesDoNotReachEachOther()
    {
        TrainingRun run(&m_history, &m_prompter);
        std::set<QString> stages;
        connect(&run, &TrainingRun::progressed, this,
            [&](const MachineProgress &progress) { stages.insert(progress.stage); });
        run.start(request());
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY(run.state() == State::Failed);
        QVERIFY(stages.contains("Checking the links between the machines"));
        for (const QString &words : {QString("m1 does not reach m2"), m_lab.machines()[1].address, QString("firewall")})
            QVERIFY2(run.error()->message.find(words.toStdString()) != std::string::npos, why(run));
        QVERIFY(run.record().places.empty());
    }

    void takesTheNetworkThatLeadsThere()
    {
        for (int i = 0; i < 2; ++i)
            QVERIFY(console(i, {"ip", "addr", "add", secondAddress(i) + "/24", "dev", "eth0"}));
        TrainingRun run(&m_history, &m_prompter);
        Plan plan;
        connect(&run, &TrainingRun::planned, this, [&](const Plan &made) { plan = made; });
        run.start(request());
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Finished, why(run));
        QCOMPARE(plan.machines.size(), std::size_t(2));
        for (int i = 0; i < 2; ++i)
            QCOMPARE(plan.machines[std::size_t(i)].address, secondAddress(i).toStdString());
        QVERIFY(QFile::exists(run.record().modelFolder() + "/model.safetensors"));
    }

private:
    bool console(int machine, const QStringList &command) const
    {
        return m_lab.command("exec", m_lab.machines()[machine].name, QStringList{"--"} + command).exitCode == 0;
    }
    static QString secondAddress(int machine) { return QString("10.78.0.%1").arg(machine + 1); }

    RunRequest request() const
    {
        RunRequest request;
        request.job.name = "tiny";
        request.job.batch = 32;
        request.job.epochs = 1;
        request.job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 4}, {m_folder.filePath("data").toStdString()}};
        for (const auto &machine : m_lab.machines())
            request.machines.push_back({Machine::Kind::Ssh, machine.name, machine.name, machine.home + "/motley"});
        request.threadsPerCpuRank = 1;
        return request;
    }

    static const char *why(const TrainingRun &run)
    {
        static QByteArray text;
        text = run.error() ? QByteArray::fromStdString(run.error()->message + " | " + run.error()->detail) : "no error";
        return text.constData();
    }

    QTemporaryDir m_folder;
    LabFixture m_lab;
    NoPrompter m_prompter;
    RunHistory m_history{m_folder.filePath("history")};
};

QTEST_GUILESS_MAIN(BlockedWaysTest)
#include "tst_blockedlinks.moc"
