// Runs on machines behind a real sshd: a machine that refuses, and connections that are lost. Then the machines do not
// reach each other at the addresses at which ssh reaches them: the error names the broken link, or the run uses another
// network.
#include "noprompter.h"
#include "remote/run/trainingrun.h"
#include "tests/fixtures/tinyimages.h"
#include "tests/system/lab/labfixture.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace motley;
using State = TrainingRun::State;

namespace {

constexpr int patience = 180'000; // milliseconds
constexpr int epochsWithoutEnd = 100'000; // more than any test waits for: the test stops the run

} // namespace

class RunOnMachinesTest : public QObject {
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
        qputenv("MOTLEY_SSH_CONFIG", m_lab.sshConfig().toUtf8());
        QVERIFY(m_history.open());
    }

    void endsTheFirstAgentWhenTheSecondCannotStart()
    {
        at(1, "mkdir -p ~/motley && chmod 700 ~/motley && : >~/motley/runs");
        TrainingRun run(&m_history, &m_prompter);
        run.start(request(1));
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Failed || run.state() == State::Running, patience);
        QVERIFY(run.state() == State::Failed);
        const auto words = "could not be started on " + m_lab.machines()[1].name.toStdString();
        QVERIFY2(run.error()->message.find(words) != std::string::npos, why(run));
        QCOMPARE(enginesAt(0), 0);
        QCOMPARE(enginesAt(1), 0);
        QVERIFY(m_history.find(run.record().id)->outcome == RunRecord::Outcome::Failed);
        at(1, "rm ~/motley/runs");
    }

    void usesTheDataThatAMachineHas()
    {
        TrainingRun first(&m_history, &m_prompter);
        first.start(request(1));
        QTRY_VERIFY_WITH_TIMEOUT(first.state() == State::Finished || first.state() == State::Failed, patience);
        QVERIFY2(first.state() == State::Finished, why(first));
        const QString links = "find ~/motley/data -type l | wc -l";
        QCOMPARE(at(0, links), QString("0"));

        at(0, "mkdir ~/share && cp ~/motley/data/*/*/* ~/share && rm -r ~/motley/data");
        RunRequest shared = request(1);
        shared.machines.front().sharedFolders
            = {{m_folder.filePath("data"), m_lab.machines()[0].home + QStringLiteral("/share")}};
        TrainingRun second(&m_history, &m_prompter);
        second.start(shared);
        QTRY_VERIFY_WITH_TIMEOUT(second.state() == State::Finished || second.state() == State::Failed, patience);
        QVERIFY2(second.state() == State::Finished, why(second));
        QCOMPARE(at(0, links), QString("4"));
        QCOMPARE(at(1, links), QString("0"));
    }

    void goesOnAfterTheConnectionWasLost()
    {
        TrainingRun run(&m_history, &m_prompter);
        std::vector<Event> events;
        std::vector<State> states;
        connect(&run, &TrainingRun::stateChanged, this, [&](State state) { states.push_back(state); });
        connect(&run, &TrainingRun::eventsArrived, this,
            [&](const std::vector<Event> &batch) { events.insert(events.end(), batch.begin(), batch.end()); });
        run.start(request(epochsWithoutEnd));
        QTRY_VERIFY_WITH_TIMEOUT(events.size() > 10 || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Running, why(run));
        m_lab.command("hangup", m_lab.machines()[0].name);
        QTRY_VERIFY_WITH_TIMEOUT(std::count(states.begin(), states.end(), State::LostContact) > 0, patience);
        QTRY_VERIFY_WITH_TIMEOUT(std::count(states.begin(), states.end(), State::Running) > 1, patience);
        run.stop();
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Finished, why(run));
        for (std::size_t i = 0; i < events.size(); ++i)
            QCOMPARE(events[i].sequence, std::int64_t(i + 1));
        QVERIFY(QFile::exists(run.record().modelFolder() + "/model.safetensors"));
        QTRY_COMPARE_WITH_TIMEOUT(enginesAt(0) + enginesAt(1), 0, 10'000);
    }

    void collectsAgainAfterTheConnectionWasLost()
    {
        TrainingRun run(&m_history, &m_prompter);
        bool cut = false;
        connect(&run, &TrainingRun::stateChanged, this, [&](State state) {
            // At once: the large log takes longer to be hashed and sent than the connection to be cut.
            if (state == State::Collecting)
                cut = m_lab.command("hangup", m_lab.machines()[0].name).exitCode == 0;
        });
        run.start(request(epochsWithoutEnd));
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Running || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Running, why(run));
        at(0, QString::fromStdString("truncate -s 200M " + run.record().remoteRuns.front().folder + "/rank-9.log"));
        run.stop();
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY2(run.state() == State::Finished, why(run));
        QVERIFY(cut);
        QVERIFY(QFile::exists(run.record().modelFolder() + "/model.safetensors"));
        QCOMPARE(QFileInfo(run.record().folder + "/rank-9.log").size(), qint64(200) << 20);
    }

    void saysWhichMachinesDoNotReachEachOther()
    {
        if (!m_lab.isRooted())
            QSKIP("Machines with a network of their own need root.");
        // Packets of m1 arrive at m2, but no answer leaves, as with a firewall that drops packets.
        QVERIFY(console(1, {"ip", "route", "add", "blackhole", m_lab.machines()[0].address}));
        TrainingRun run(&m_history, &m_prompter);
        std::set<QString> stages;
        connect(&run, &TrainingRun::progressed, this,
            [&](const MachineProgress &progress) { stages.insert(progress.stage); });
        run.start(request(1));
        QTRY_VERIFY_WITH_TIMEOUT(run.state() == State::Finished || run.state() == State::Failed, patience);
        QVERIFY(run.state() == State::Failed);
        QVERIFY(stages.contains("Checking the links between the machines"));
        for (const QString &words : {QString("m1 does not reach m2"), m_lab.machines()[1].address, QString("firewall")})
            QVERIFY2(run.error()->message.find(words.toStdString()) != std::string::npos, why(run));
        QVERIFY(run.record().remoteRuns.empty());
    }

    // The addresses at which ssh reaches the machines stay blocked.
    void takesTheNetworkThatLeadsThere()
    {
        if (!m_lab.isRooted())
            QSKIP("Machines with a network of their own need root.");
        for (int i = 0; i < 2; ++i)
            QVERIFY(console(i, {"ip", "addr", "add", secondAddress(i) + "/24", "dev", "eth0"}));
        TrainingRun run(&m_history, &m_prompter);
        Plan plan;
        connect(&run, &TrainingRun::planned, this, [&](const Plan &made) { plan = made; });
        run.start(request(1));
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

    RunRequest request(int epochs) const
    {
        RunRequest request;
        request.job.name = "tiny";
        request.job.batch = 32;
        request.job.epochs = epochs;
        request.job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 4}, {m_folder.filePath("data").toStdString()}};
        for (const auto &machine : m_lab.machines())
            request.machines.push_back({Machine::Kind::Ssh, machine.name, machine.name, machine.home + "/motley"});
        request.threadsPerCpuRank = 1;
        return request;
    }

    QString at(int machine, const QString &script) const
    {
        return QString::fromUtf8(
            m_lab.command("exec", m_lab.machines()[machine].name, {"--as-user", "--", "sh", "-c", script}).words)
            .trimmed();
    }
    int enginesAt(int machine) const { return at(machine, "pgrep -fc '[m]otley-engine (agent|worker)'").toInt(); }

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

QTEST_GUILESS_MAIN(RunOnMachinesTest)
#include "tst_runonmachines.moc"
