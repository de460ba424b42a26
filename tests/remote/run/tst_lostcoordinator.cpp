// The machine that coordinates a run is lost, by its agent or as a whole. What the run has saved is here or comes here,
// and what is said of the training is said by a machine that knows.
#include "engine/formats/verifycheckpoint.h"
#include "engine/job/continuefiles.h"
#include "remote/run/checkpointfetcher.h"
#include "remote/run/othermachines.h"
#include "remote/run/resumption.h"
#include "remote/session/localsession.h"
#include "tests/remote/linesof.h"
#include "tests/remote/noprompter.h"
#include "tests/remote/run/scriptedmachines.h"
#include "tests/remote/scriptedprompter.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QTemporaryDir>
#include <QTest>

using namespace motley;
using State = TrainingRun::State;
using Report = MachineReport::State;

namespace {

constexpr int patience = 20'000; // milliseconds

const QByteArray dead = "{\"state\":\"dead\",\"lastSequence\":3,\"step\":60,\"why\":\"This machine was restarted.\"}";
const QByteArray running = "{\"state\":\"running\",\"lastSequence\":0,\"step\":0,\"why\":null}";
const QByteArray ended = "{\"state\":\"finished\",\"lastSequence\":0,\"step\":60,\"why\":null}";
const QByteArray lost = "{\"state\":\"finished\",\"lastSequence\":0,\"step\":60,\"why\":"
                        "\"The coordinating machine hbox1 (10.0.0.1) has not answered for 15 s.\"}";

} // namespace

class LostCoordinatorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aDeadAgentLeavesItsCheckpointHere();
    void aCheckpointThatCannotComeIsMissed();
    void aFailedRunGetsItsCheckpointWhenItIsOpenedAgain();
    void aModelThatCameInPartIsCopiedAgain();
    void aModelThatIsNowhereIsMissed();
    void eachCheckpointComesWhileTheRunIsFollowed();
    void eachCheckpointComesOverTheOneLogin();
    void endsWhereTheOthersHaveLostIt();
    void takesTheCopyOnAnotherMachine();
    void saysWhatTheOthersSay_data();
    void saysWhatTheOthersSay();
    void asksOnAfterAMachineThatWasLeftOut();
    void isStoppedByAnotherMachine();
    void followsTheOneThatGoesOn_data();
    void followsTheOneThatGoesOn();

private:
    // As after a connection that was lost while the model was copied.
    RunRecord halfCopied(RunFinished::Outcome outcome, const char *there) const
    {
        m_machines->write(there, "{}");
        const RunRecord record = m_machines->record(*m_history, true, true);
        auto events = m_machines->events();
        events.push_back({4, 4, RunFinished{outcome, 60, 9, {}, "model"}});
        EventLogCopy copy(record.eventsFile());
        m_machines->write("history/history/" + record.id + "/model/config.json", "{}");
        return copy.load() && copy.append(linesOf(events)) ? record : RunRecord();
    }
    std::vector<std::int64_t> stepsIn(const RunRecord &record) const
    {
        return checkpointSteps((record.folder + QStringLiteral("/checkpoints")).toStdString());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ScriptedMachines> m_machines;
    std::unique_ptr<RunHistory> m_history;
    NoPrompter m_prompter;
};

void LostCoordinatorTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_machines = std::make_unique<ScriptedMachines>(m_folder->path());
    m_history = std::make_unique<RunHistory>(m_folder->filePath("history"));
    QVERIFY(m_history->open());
    m_machines->writeEvents("first");
    m_machines->writeCheckpoint("first", 25);
    m_machines->writeCheckpoint("first", 50);
    m_machines->write("first/status", running);
    m_machines->write("second/status", running);
    m_machines->write("second/status-stopped", ended);
}

void LostCoordinatorTest::aDeadAgentLeavesItsCheckpointHere()
{
    TrainingRun run(m_history.get(), &m_prompter);
    bool wasLost = false;
    connect(&run, &TrainingRun::stateChanged, this,
        [&](State state) { wasLost = wasLost || (state == State::LostContact && run.error()); });
    run.attach(m_machines->record(*m_history, true, true));
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Running, patience);
    m_machines->write("first/status", dead);
    m_machines->write("first/dead", {});
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Failed, patience);
    QVERIFY(!wasLost);
    QVERIFY2(run.error()->message.find("ended without any message: This machine was restarted.") != std::string::npos,
        run.error()->message.c_str());
    QCOMPARE(stepsIn(run.record()), std::vector<std::int64_t>{50});
    QVERIFY(canBeResumed(run.record()));
    QCOMPARE(stepOfLastCheckpoint(run.record()), std::optional<std::int64_t>(50));
}

void LostCoordinatorTest::aCheckpointThatCannotComeIsMissed()
{
    QVERIFY(QDir(m_folder->filePath("first/checkpoints")).removeRecursively());
    m_machines->write("first/status", dead);
    TrainingRun run(m_history.get(), &m_prompter);
    // The end of the copy has to be known, as a dead run is one whose events are all here.
    m_machines->write("first/dead", {});
    run.attach(m_machines->record(*m_history, true, true));
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Failed, patience);
    QVERIFY2(run.error()->message.find("Its newest checkpoint could not be copied here") != std::string::npos,
        run.error()->message.c_str());
}

void LostCoordinatorTest::aFailedRunGetsItsCheckpointWhenItIsOpenedAgain()
{
    const RunRecord record = m_machines->record(*m_history, true, true);
    auto events = m_machines->events();
    events.push_back({4, 4, RunFinished{RunFinished::Outcome::Failed, 60, 9, "Rank 1 on hbox2 failed.", {}}});
    EventLogCopy copy(record.eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append(linesOf(events)));
    TrainingRun run(m_history.get(), &m_prompter);
    run.attach(record);
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Failed, patience);
    QCOMPARE(run.error()->message, std::string("Rank 1 on hbox2 failed."));
    QCOMPARE(stepsIn(run.record()), std::vector<std::int64_t>{50});
}

void LostCoordinatorTest::aModelThatCameInPartIsCopiedAgain()
{
    TrainingRun run(m_history.get(), &m_prompter);
    run.attach(halfCopied(RunFinished::Outcome::Completed, "first/model/model.safetensors"));
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Finished, patience);
    QVERIFY(run.record().hasModel());
    QVERIFY(QFileInfo::exists(run.record().modelFolder() + "/model.safetensors"));
}

void LostCoordinatorTest::aModelThatIsNowhereIsMissed()
{
    TrainingRun run(m_history.get(), &m_prompter);
    run.attach(halfCopied(RunFinished::Outcome::Stopped, "first/model/config.json"));
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Failed, patience);
    QVERIFY2(run.error()->message.find("could not be copied here: hbox1 has none that is whole") != std::string::npos,
        run.error()->message.c_str());
    QCOMPARE(run.record().outcome, RunRecord::Outcome::Stopped);
}

void LostCoordinatorTest::eachCheckpointComesWhileTheRunIsFollowed()
{
    const RunRecord record = m_machines->record(*m_history, true, true);
    std::atomic<int> logins = 0;
    CheckpointFetcher fetcher(
        [&](std::stop_token) -> Result<std::unique_ptr<Session>> {
            ++logins;
            return std::make_unique<LocalSession>();
        },
        record.remoteRuns.front(), record.folder.toStdString(), [](const Error &) {});
    fetcher.look();
    QTRY_COMPARE_WITH_TIMEOUT(stepsIn(record), std::vector<std::int64_t>{50}, patience);
    m_machines->writeCheckpoint("first", 75);
    fetcher.look();
    QTRY_COMPARE_WITH_TIMEOUT(stepsIn(record), (std::vector<std::int64_t>{75, 50}), patience);
    QCOMPARE(logins.load(), 1);
}

// The key has a passphrase, as an account may have a password, and the second login would have to ask for it again.
void LostCoordinatorTest::eachCheckpointComesOverTheOneLogin()
{
    SshdServer server;
    const auto started = server.start();
    if (!started)
        QSKIP(started.error().message.c_str());
    const QString key = server.makeKey("key", "open sesame");
    server.knowHostKey();
    server.writeClientConfig({"IdentityFile " + key});
    RunRecord record = m_machines->record(*m_history, true, true);
    record.machines.front() = {Machine::Kind::Ssh, "hbox1", "there", {}};
    QVERIFY(m_history->update(record));

    ScriptedPrompter user;
    user.answers = {"open sesame"};
    TrainingRun run(m_history.get(), &user);
    run.attach(record);
    QTRY_COMPARE_WITH_TIMEOUT(stepsIn(record), std::vector<std::int64_t>{50}, patience);
    QCOMPARE(run.state(), State::Running);
    m_machines->writeCheckpoint("first", 75);
    m_machines->append("first/events.jsonl", {4, 4, CheckpointSaved{75, "checkpoints/step-75", 9, 0.1}});
    QTRY_COMPARE_WITH_TIMEOUT(stepsIn(record), (std::vector<std::int64_t>{75, 50}), patience);
    QCOMPARE(user.secrets.size(), 1);
    QCOMPARE(server.log().count("Accepted publickey"), 1);
}

void LostCoordinatorTest::endsWhereTheOthersHaveLostIt()
{
    m_machines->write("second/status", lost);
    const RunRecord record = m_machines->record(*m_history, false, true);
    EventLogCopy copy(record.eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append(linesOf(m_machines->events())));
    m_machines->writeCheckpoint("history/history/" + record.id, 50);
    TrainingRun run(m_history.get(), &m_prompter);
    run.attach(record);
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Failed, patience);
    QCOMPARE(run.error()->message,
        std::string(
            "hbox1, which led the training, does not answer, and it has ended on hbox2: The coordinating machine "
            "hbox1 (10.0.0.1) has not answered for 15 s."));
    const auto stored = m_history->find(record.id);
    QVERIFY(stored->outcome == RunRecord::Outcome::Failed);
    const auto request = resumption(*stored, *firstPlan(*stored), {"hbox1"});
    QVERIFY2(request, request ? "" : request.error().message.c_str());
    QCOMPARE(request->machines.size(), std::size_t(1));
}

// What is here is older, and the newest one is damaged.
void LostCoordinatorTest::takesTheCopyOnAnotherMachine()
{
    m_machines->write("second/status", lost);
    m_machines->writeCheckpoint("second", 25);
    m_machines->writeCheckpoint("second", 50);
    const RunRecord record = m_machines->record(*m_history, false, true);
    EventLogCopy copy(record.eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append(linesOf(m_machines->events())));
    const QString here = "history/history/" + record.id;
    m_machines->writeCheckpoint(here, 25);
    m_machines->writeCheckpoint(here, 50);
    m_machines->write(here + "/checkpoints/step-50/optimizer.safetensors", "weights of step 5O");
    TrainingRun run(m_history.get(), &m_prompter);
    std::vector<std::string> warnings;
    connect(&run, &TrainingRun::eventsArrived, this, [&](const std::vector<Event> &events) {
        for (const Event &event : events)
            if (const auto *warning = std::get_if<Warning>(&event.body))
                warnings.push_back(warning->message);
    });
    run.attach(record);
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Failed, patience);
    QCOMPARE(stepsIn(record), (std::vector<std::int64_t>{50, 25}));
    QVERIFY(verifyCheckpoint((record.folder + "/checkpoints/step-50").toStdString()));
    QVERIFY(QDir(record.folder + "/checkpoints/corrupt-step-50").exists());
    QVERIFY(!warnings.empty());
    QVERIFY2(warnings.back().find("corrupt-step-50") != std::string::npos, warnings.back().c_str());
    QCOMPARE(stepOfLastCheckpoint(*m_history->find(record.id)), std::optional<std::int64_t>(50));
}

void LostCoordinatorTest::saysWhatTheOthersSay_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<bool>("answers");
    QTest::addColumn<Report>("report");
    QTest::addRow("they train") << running << true << Report::Training;
    QTest::addRow("it has ended in order") << ended << true << Report::Ended;
    QTest::addRow("none of them answers") << running << false << Report::Unknown;
}

void LostCoordinatorTest::saysWhatTheOthersSay()
{
    QFETCH(QByteArray, status);
    QFETCH(bool, answers);
    QFETCH(Report, report);
    m_machines->write("second/status", status);
    TrainingRun run(m_history.get(), &m_prompter);
    run.attach(m_machines->record(*m_history, false, answers));
    QTRY_VERIFY_WITH_TIMEOUT(run.error(), patience);
    QCOMPARE(run.state(), State::LostContact);
    QCOMPARE(run.others().state, report);
    QCOMPARE(run.others().machine, report == Report::Unknown ? QString() : QStringLiteral("hbox2"));
    QVERIFY(m_history->find(run.record().id)->outcome == RunRecord::Outcome::Running);
}

void LostCoordinatorTest::asksOnAfterAMachineThatWasLeftOut()
{
    m_machines->write("first/status", lost);
    const RunRecord record = m_machines->record(*m_history, true, true);
    const std::vector<Machine> machines{
        ScriptedMachines::machine("hbox0", false), record.machines.front(), record.machines.back()};
    const std::vector<RemoteRun> runs{record.remoteRuns.front(), record.remoteRuns.front(), record.remoteRuns.back()};
    QCOMPARE(askOtherMachines(machines, runs, 0, m_prompter), (MachineReport{Report::Training, "hbox2", {}, 2}));
    m_machines->write("second/status", ended);
    QVERIFY(askOtherMachines(machines, runs, 0, m_prompter).state == Report::Failed);
}

void LostCoordinatorTest::isStoppedByAnotherMachine()
{
    TrainingRun run(m_history.get(), &m_prompter);
    run.attach(m_machines->record(*m_history, false, true));
    QTRY_COMPARE_WITH_TIMEOUT(run.others().state, Report::Training, patience);
    run.stop();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder->filePath("second/ordered")), patience);
    QTRY_COMPARE_WITH_TIMEOUT(run.others().state, Report::Ended, patience);
}

void LostCoordinatorTest::followsTheOneThatGoesOn_data()
{
    QTest::addColumn<bool>("answers");
    QTest::addRow("the agent of the first is gone") << true;
    QTest::addRow("the first does not answer") << false;
}

// The events, the checkpoints and the model are there from now on.
void LostCoordinatorTest::followsTheOneThatGoesOn()
{
    QFETCH(bool, answers);
    std::vector<Event> events = m_machines->events();
    m_machines->write("first/status", dead);
    m_machines->write("first/dead", {});
    const RankFailed lost{0, 0, "the agent on hbox1 went away", {}, RankFailed::Kind::Hung};
    events.push_back({4, 4, MembershipChanged{2, 60, {1}, {0, 64}, {lost}}});
    m_machines->writeEvents("second", events);
    m_machines->write("second/status", "{\"state\":\"running\",\"lastSequence\":4,\"step\":60,\"why\":null}");
    m_machines->write("second/model/config.json", "{}");
    m_machines->write("second/model/model.safetensors", "weights");
    TrainingRun run(m_history.get(), &m_prompter);
    std::size_t heard = 0;
    connect(&run, &TrainingRun::eventsArrived, this, [&](const auto &lines) { heard += lines.size(); });
    run.attach(m_machines->record(*m_history, answers, true));
    QTRY_COMPARE_WITH_TIMEOUT(heard, std::size_t(4), patience);
    QCOMPARE(run.state(), State::Running);
    m_machines->writeCheckpoint("second", 75);
    m_machines->append("second/events.jsonl", {5, 5, CheckpointSaved{75, "checkpoints/step-75", 9, 0.1}});
    QTRY_COMPARE_WITH_TIMEOUT(heard, std::size_t(5), patience);
    run.stop();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_folder->filePath("second/ordered")), patience);
    m_machines->append("second/events.jsonl", {6, 6, RunFinished{RunFinished::Outcome::Completed, 80, 9, {}, "model"}});
    m_machines->write("second/dead", {});
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), State::Finished, patience);
    QVERIFY(QFileInfo::exists(run.record().modelFolder() + "/model.safetensors"));
    QCOMPARE(stepsIn(run.record()), std::vector<std::int64_t>{75});
}

QTEST_GUILESS_MAIN(LostCoordinatorTest)
#include "tst_lostcoordinator.moc"
