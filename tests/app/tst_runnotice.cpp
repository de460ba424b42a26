// What is said of a run above its charts, and what is offered with it. The runs are real ones: written or recorded
// events, a program that stands in for the engine on this computer, and machines that answer, ask or refuse.
#include "app/models/runnotice.h"
#include "remote/session/sentence.h"
#include "remote/session/silentprompter.h"
#include "tests/app/plainspaces.h"
#include "tests/app/recordedlines.h"
#include "tests/app/writtenruns.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;
using Action = RunAction::Kind;
using Kind = MessageCard::Kind;
using Outcome = RunRecord::Outcome;
using State = TrainingRun::State;

namespace {

constexpr int patience = 20'000; // milliseconds

enum class Login { Works, Asks, IsRefused, Fails };

// How a run stands when it is opened, and what is done then.
struct Given {
    Login login = Login::Works;
    Outcome outcome = Outcome::Running;
    QByteArray events = {}; // lines of its log
    bool isLaunched = true;
    bool hasCheckpoint = false;
    bool hasModel = false;
    std::function<void(OpenRun &)> next = {};
    bool hasFolder = true; // on its machine
};

struct Expected {
    State state;
    Kind kind = Kind::Info;
    QString beginning = {}; // of the sentence; empty: there is no notice
    bool hasDetail = false;
    std::optional<Action> action = {}; // the first one
    QString actionText = {};
    QStringList without = {};
    QString end = {}; // of the sentence
    QStringList others = {}; // texts of the actions after the first
};

} // namespace

Q_DECLARE_METATYPE(Given)
Q_DECLARE_METATYPE(Expected)

void compareActions(const RunNotice &notice, const Expected &expected)
{
    const auto change = QStringLiteral("Change and start");
    QStringList texts;
    for (const RunAction &action : notice.actions)
        texts << action.text;
    if (!expected.action) {
        QVERIFY2(texts.isEmpty() || texts == QStringList{change}, qPrintable(texts.join(u',')));
        return;
    }
    QVERIFY(!notice.actions.empty());
    QCOMPARE(notice.actions.front().kind, *expected.action);
    QCOMPARE(texts.front(), expected.actionText);
    QCOMPARE(notice.actions.front().without, expected.without);
    if (!expected.others.isEmpty())
        QCOMPARE(texts.mid(1), expected.others);
}

class RunNoticeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void saysWhatMattersMost_data();
    void saysWhatMattersMost();
    void saysWhatTheOtherMachineSays_data();
    void saysWhatTheOtherMachineSays();
    void offersToTryAFailedPreparationAgain();

private:
    Machine machineThat(Login login);
    std::string standIn() const;

    SshdServer m_server;
    bool m_hasServer = false;
    QString m_key;
    QString m_stranger; // a key that the server does not know
    QTemporaryDir m_folder;
};

void RunNoticeTest::initTestCase()
{
    QLocale::setDefault(QLocale::c());
    QFile engine(QString::fromStdString(standIn()));
    QVERIFY(engine.open(QIODevice::WriteOnly));
    engine.write("#!/bin/sh\ncase $1 in\nfollow) exec sleep 600 ;;\nstop) ;;\nstatus) cat \"$2/status\" ;;\n*) exit 1 "
                 ";;\nesac\n");
    QVERIFY(engine.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    m_hasServer = m_server.start().has_value();
    if (!m_hasServer)
        return;
    m_key = m_server.makeKey(QStringLiteral("key"));
    m_stranger = m_server.makeKey(QStringLiteral("stranger"), {}, false);
}

// Follows a run without ever hearing anything new of it, and says what is written of its state.
std::string RunNoticeTest::standIn() const
{
    return m_folder.filePath(QStringLiteral("engine")).toStdString();
}

Machine RunNoticeTest::machineThat(Login login)
{
    const QString name = QStringLiteral("gpu1");
    switch (login) {
    case Login::Works:
        break;
    case Login::Fails:
        return {Machine::Kind::Ssh, name, QStringLiteral("ssh://ada@127.0.0.1:9"), {}};
    case Login::Asks:
        m_server.writeClientConfig({"IdentityFile " + m_key});
        QFile::remove(m_server.path(QStringLiteral("known_hosts")));
        return {Machine::Kind::Ssh, name, QStringLiteral("there"), {}};
    case Login::IsRefused:
        m_server.writeClientConfig({"IdentityFile " + m_stranger});
        m_server.knowHostKey();
        return {Machine::Kind::Ssh, name, QStringLiteral("there"), {}};
    }
    return {Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}};
}

void RunNoticeTest::saysWhatMattersMost_data()
{
    QTest::addColumn<Given>("given");
    QTest::addColumn<Expected>("expected");
    const auto row = [](const char *tag, Given given, Expected expected) {
        QTest::addRow("%s", tag) << std::move(given) << std::move(expected);
    };
    const QByteArray begun = recorded("slowed", 20);
    row("it trains well", {.events = begun}, {.state = State::Running});
    row("it is silent", {.events = begun}, {State::Running, Kind::Info, "No step for "});
    const auto waiting = [&](bool isSilent) {
        return begun + line(21, StepOverdue{19, 6.5, 1, RankPhase::Training, isSilent});
    };
    row("it waits for a machine", {.events = waiting(false)},
        {.state = State::Running,
            .kind = Kind::Info,
            .beginning = "No step for ",
            .end = "The run waits for m2, which computes."});
    row("it waits for a machine that is silent", {.events = waiting(true)},
        {.state = State::Running,
            .kind = Kind::Warning,
            .beginning = "No step for ",
            .end = "The run waits for m2, which gives no sign of life."});
    row("it is slow, and other shares help", {.events = slowed(true)},
        {State::Running, Kind::Warning, "m1: Since step 68 its computing takes 4.7 times"});
    row("it is slow, and other shares do not help", {.events = slowed(false)},
        {State::Running, Kind::Warning, "m1: Since step 68 its computing takes 4.7 times", false, Action::Resume,
            "Go on without m1", {"m1"}});
    row("another run will go on", {.events = slowed(false), .next = [](OpenRun &run) { run.stopToResume({"m1"}); }},
        {State::Running, Kind::Info, "Once the machines have saved what they have, another run goes on without m1."});
    row("it is complete", {.events = recorded("slowed"), .hasModel = true},
        {State::Finished, Kind::Info, "A step took ", true});
    row("it was stopped", {.events = recorded("stopped"), .hasCheckpoint = true, .hasModel = true},
        {State::Finished, Kind::Info, "A step took ", true, Action::Resume, "Go on"});
    row("it was stopped on another machine",
        {.events = recorded("stopped").replace("\"message\":\"\"", "\"message\":\"It was stopped on m2.\""),
            .hasCheckpoint = true,
            .hasModel = true},
        {State::Finished, Kind::Info, "The run was stopped after step 50: It was stopped on m2.", false, Action::Resume,
            "Go on"});
    row("it was paused",
        {.events = recorded("stopped").replace("\"outcome\":\"stopped\"", "\"outcome\":\"paused\""),
            .hasCheckpoint = true,
            .hasModel = true},
        {State::Finished, Kind::Info, "Paused after step 50.", false, Action::Resume, "Go on"});
    row("no checkpoint could be asked for", {.events = begun, .next = [](OpenRun &run) { run.saveCheckpoint(); }},
        {State::Running, Kind::Error, "The run on this computer could not be asked for a checkpoint"});
    row("a rank failed", {.events = failed(true), .hasCheckpoint = true},
        {State::Failed, Kind::Error, "The run failed after step 73: Rank 1 on m2 ended.", true, Action::Resume,
            "Go on without m2", {"m2"}, {}, {"Go on", "Start again", "Change and start"}});
    row("it failed, and no rank says why", {.events = failed(false), .hasCheckpoint = true},
        {State::Failed, Kind::Error, "Rank 1 on m2 ended. Its last checkpoint is of step 50: the work of 23 step",
            false, Action::Resume, "Go on"});
    row("it failed before its first checkpoint", {.events = failed(false)},
        {State::Failed, Kind::Error, "Rank 1 on m2 ended. No checkpoint of it is on this computer: the work of 73 step",
            false, Action::StartAgain, "Start again", {}, {}, {"Change and start"}});
    row("its checkpoint stays away", {.events = failed(false).replace("{\"seq\":81", checkpointOf(50) + "{\"seq\":81")},
        {.state = State::Failed,
            .kind = Kind::Error,
            .beginning = "Rank 1 on m2 ended. Its newest checkpoint could not be copied here: ",
            .action = Action::StartAgain,
            .actionText = "Start again",
            .end = "Its checkpoint of step 50 was not copied here. Opening the run again copies it, if the run's first "
                   "machine still has it."});
    row("its model stays away", {.events = recorded("slowed"), .hasFolder = false},
        {State::Failed, Kind::Error, "The training is done, but its model could not be copied here: ", true});
    row("it could not be resumed",
        {.events = failed(true),
            .hasCheckpoint = true,
            .next =
                [](OpenRun &run) {
                    run.setNotResumed(Error{"Its job cannot be read.", "line 3", {}});
                }},
        {State::Failed, Kind::Error, "Its job cannot be read.", true, Action::Resume, "Go on without m2", {"m2"}});
    row("it lost a machine, and the others connect", {.events = begun + lost(21, 19)},
        {State::Running, Kind::Warning,
            "Lost on the way: m2 after step 19. The 1 rank(s) that are left connect to each other.", true});
    row("it goes on without a machine", {.events = begun + goneOn(21, 19)},
        {State::Running, Kind::Warning, "Lost on the way: m2 after step 19. The run goes on with 1 rank(s).", true});
    row("it is complete without a machine",
        {.events = recorded("slowed", 78) + goneOn(80, 73)
                + line(82, RunFinished{RunFinished::Outcome::Completed, 73, 3, "", "model"}),
            .hasModel = true},
        {.state = State::Finished,
            .kind = Kind::Info,
            .beginning = "A step took ",
            .hasDetail = true,
            .end = "Lost on the way: m2 after step 73."});
    const QByteArray failedLater = recorded("slowed", 78) + goneOn(80, 73) + line(82, RankFailed{0, 0, "hung", {}})
        + line(83, RunFinished{RunFinished::Outcome::Failed, 73, 3, "Rank 0 on m1 ended.", {}});
    for (const bool has : {true, false})
        row(has ? "it failed after it lost a machine" : "it did so without a checkpoint",
            {.events = failedLater, .hasCheckpoint = has},
            {State::Failed, Kind::Error,
                "The run failed after step 73: Rank 0 on m1 ended. Lost on the way: m2 after step 73.", true,
                has ? Action::Resume : Action::StartAgain, has ? "Go on without m2" : "Start again without m2", {"m2"},
                {},
                has ? QStringList{"Go on", "Start again", "Change and start"}
                    : QStringList{"Start again", "Change and start"}});
    row("it was cancelled", {.outcome = Outcome::Stopped, .isLaunched = false},
        {State::Failed, Kind::Info, "The run was cancelled before the training began."});
    row("its program ended while it was prepared", {.outcome = Outcome::Failed, .isLaunched = false},
        {State::Failed, Kind::Error, "This run ended while it was prepared."});
    row("there is no contact", {.login = Login::Fails, .events = begun},
        {State::LostContact, Kind::Warning,
            "There is no contact with gpu1 at the moment, so this is what was known last.", true});
    row("it could not be stopped",
        {.login = Login::Fails, .events = begun, .next = [](OpenRun &run) { run.stop(StopManner::Graceful); }},
        {State::LostContact, Kind::Error, "The run could not be stopped, and goes on. Could not connect to gpu1"});
    row("there is no contact, and it has ended", {Login::Fails, Outcome::Completed, begun},
        {State::LostContact, Kind::Warning, "This run has ended. There is no contact with its machines", true});
    row("a login asks", {.login = Login::Asks, .events = begun},
        {State::NeedsLogin, Kind::Warning,
            "gpu1 asks a question before it lets you log in, for instance for a password. "
            "Until then, this is what was known last.",
            true, Action::LogIn, "Log in"});
    row("a login asks, and it has ended", {Login::Asks, Outcome::Completed, begun},
        {State::NeedsLogin, Kind::Warning, "This run has ended. gpu1 asks a question", true, Action::LogIn, "Log in"});
    row("a login is refused", {.login = Login::IsRefused, .events = begun},
        {State::Refused, Kind::Warning, "This is what was known last. ", false, Action::LogIn, "Try again"});
    row("a login is refused, and it has ended", {Login::IsRefused, Outcome::Completed, begun},
        {State::Refused, Kind::Warning, "This run has ended, and this is what was known last. ", false, Action::LogIn,
            "Try again"});
}

void RunNoticeTest::saysWhatMattersMost()
{
    QFETCH(Given, given);
    QFETCH(Expected, expected);
    if ((given.login == Login::Asks || given.login == Login::IsRefused) && !m_hasServer)
        QSKIP("There is no sshd.");
    const QTemporaryDir home;
    RunHistory history(home.path());
    QVERIFY(history.open());
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    auto record = history.create(job, {machineThat(given.login)});
    QVERIFY(record);
    record->outcome = given.outcome;
    if (given.isLaunched)
        record->remoteRuns = {{standIn(), given.hasFolder ? home.path().toStdString() : "/nowhere/run"}};
    if (given.hasCheckpoint)
        QVERIFY(QDir().mkpath(record->folder + QStringLiteral("/checkpoints/step-50")));
    if (given.hasModel) {
        QVERIFY(QDir().mkpath(record->modelFolder()));
        QVERIFY(QFile(record->modelFolder() + QStringLiteral("/model.safetensors")).open(QIODevice::WriteOnly));
    }
    QFile events(record->eventsFile());
    QVERIFY(events.open(QIODevice::WriteOnly));
    events.write(given.events);
    events.close();

    SilentPrompter prompter;
    OpenRun run(&history, &prompter);
    run.attach(*record, Questions::Unanswered);
    const bool isSaid = !expected.beginning.isEmpty();
    QTRY_COMPARE_WITH_TIMEOUT(run.state(), expected.state, patience);
    if (given.next)
        given.next(run);
    QTRY_COMPARE_WITH_TIMEOUT(noticeOf(run).has_value(), isSaid, patience);
    if (!isSaid)
        return;
    // Of a run that has ended something is said before its machine has not answered.
    QTRY_VERIFY_WITH_TIMEOUT(plainSpaces(noticeOf(run)->sentence).startsWith(expected.beginning), patience);
    const RunNotice notice = *noticeOf(run);
    QCOMPARE(notice.kind, expected.kind);
    QVERIFY2(plainSpaces(notice.sentence).endsWith(expected.end), qPrintable(notice.sentence));
    QVERIFY2(notice.detail.isEmpty() == !expected.hasDetail, qPrintable(notice.detail));
    compareActions(notice, expected);
    QCOMPARE(!notice.actions.empty() && notice.actions.back().kind == Action::Change, run.isOver());
}

// The machine that coordinates does not answer.
void RunNoticeTest::saysWhatTheOtherMachineSays_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::addColumn<Expected>("expected");
    const auto row = [](const char *tag, const QByteArray &status, const Expected &expected) {
        QTest::addRow("%s", tag) << status << expected;
    };
    const QString beginning = "There is no contact with gpu1 at the moment, so this is what was known last. ";
    row("it trains", R"({"state":"running","lastSequence":0,"step":0,"why":null})",
        {State::LostContact, Kind::Warning, beginning + "This computer says that the training goes on.", true});
    row("it has ended", R"({"state":"finished","lastSequence":0,"step":73,"why":null})",
        {State::LostContact, Kind::Warning, beginning + "This computer says that the training has ended.", true});
    row("it has lost the other one", R"({"state":"finished","lastSequence":0,"step":73,"why":"No answer for 15 s."})",
        {State::Failed, Kind::Error,
            "gpu1, which led the training, does not answer, and it has ended on this computer: No answer for 15 s.",
            true, Action::Resume, "Go on without gpu1", {"gpu1"}});
}

void RunNoticeTest::saysWhatTheOtherMachineSays()
{
    QFETCH(QByteArray, status);
    QFETCH(Expected, expected);
    const QTemporaryDir home;
    RunHistory history(home.path());
    QVERIFY(history.open());
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    auto record = history.create(job, {machineThat(Login::Fails), machineThat(Login::Works)});
    QVERIFY(record);
    record->outcome = Outcome::Running;
    record->remoteRuns = {{standIn(), home.path().toStdString()}, {standIn(), home.path().toStdString()}};
    QVERIFY(QDir().mkpath(record->folder + QStringLiteral("/checkpoints/step-50")));
    const auto write = [](const QString &path, const QByteArray &bytes) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    };
    QVERIFY(write(home.filePath(QStringLiteral("status")), status));
    QVERIFY(write(record->eventsFile(), recorded("slowed", 20)));

    SilentPrompter prompter;
    OpenRun run(&history, &prompter);
    run.attach(*record, Questions::Unanswered);
    QTRY_VERIFY_WITH_TIMEOUT(run.error(), patience);
    QCOMPARE(run.state(), expected.state);
    const auto notice = noticeOf(run);
    QVERIFY(notice);
    QCOMPARE(notice->kind, expected.kind);
    QVERIFY2(plainSpaces(notice->sentence).startsWith(expected.beginning), qPrintable(notice->sentence));
    compareActions(*notice, expected);
}

// Only the window that has started a run can start it again.
void RunNoticeTest::offersToTryAFailedPreparationAgain()
{
    const QTemporaryDir home;
    RunHistory history(home.path());
    QVERIFY(history.open());
    SilentPrompter prompter;
    OpenRun run(&history, &prompter);
    RunRequest request;
    request.job.name = "digits";
    request.job.task = ImageSpec{{}, {"/nowhere"}};
    request.machines = {machineThat(Login::Fails)};
    run.start(request);
    QTRY_VERIFY_WITH_TIMEOUT(run.isOver(), patience);
    const auto notice = noticeOf(run);
    QVERIFY(notice);
    QCOMPARE(notice->kind, Kind::Error);
    QCOMPARE(notice->sentence, say(*run.error()));
    QVERIFY(!notice->actions.empty());
    QCOMPARE(notice->actions.front().kind, Action::StartAgain);
    QCOMPARE(notice->actions.front().text, QStringLiteral("Try again"));
}

QTEST_MAIN(RunNoticeTest)
#include "tst_runnotice.moc"
