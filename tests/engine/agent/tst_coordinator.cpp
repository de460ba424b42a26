// What the coordinating agent decides from what agents tell it, and what it writes into the log.
#include "engine/agent/coordinator.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

using Kind = RankFailed::Kind;

// Three machines with a rank each.
LaunchSpec launch(int machine = 0)
{
    LaunchSpec spec;
    spec.machine = machine;
    spec.job.batch = 30;
    for (int other = 0; other < 3; ++other) {
        const std::string number = std::to_string(other + 1);
        spec.plan.machines.push_back({"box-" + number, "127.0.0." + number});
        spec.plan.ranks.push_back({other, {}, 10});
    }
    return spec;
}

// The decision that comes within a second; nullopt: none does.
std::optional<Decision> decisionOf(Coordinator &coordinator)
{
    QElapsedTimer since;
    since.start();
    while (since.elapsed() < 1000) {
        if (auto decided = coordinator.decide([](int) { return 0.2; }, {}))
            return decided;
        QTest::qWait(20);
    }
    return std::nullopt;
}

// `events`: what it has delivered.
std::unique_ptr<RunLog> openLogIn(const QTemporaryDir &folder, std::vector<Event> &events)
{
    auto log = RunLog::open(
        {folder.path().toStdString()}, launch().plan, [&](const Event &event) { events.push_back(event); });
    if (!log)
        qFatal("%s", log.error().message.c_str());
    return *std::move(log);
}

template <typename Body>
std::vector<Body> allOf(const std::vector<Event> &events)
{
    std::vector<Body> found;
    for (const Event &event : events)
        if (const auto *wanted = std::get_if<Body>(&event.body))
            found.push_back(*wanted);
    return found;
}

// A coordinator whose machines are all heard, and its log.
class Run {
public:
    Run() : m_coordinator(std::make_unique<Coordinator>(launch(), openLogIn(m_folder, m_events))) { }

    Coordinator *operator->() const { return m_coordinator.get(); }

    std::optional<Decision> decision() const { return decisionOf(*m_coordinator); }

    template <typename Body>
    std::vector<Body> logged()
    {
        m_coordinator->log().deliver();
        return allOf<Body>(m_events);
    }

private:
    QTemporaryDir m_folder;
    std::vector<Event> m_events;
    std::unique_ptr<Coordinator> m_coordinator;
};

// A machine that copies the log of one that coordinates, and takes its place.
class Follower {
    const QTemporaryDir m_folder;

public:
    explicit Follower(int machine) : coordinator(launch(machine)) { }

    void openLog() { coordinator.keepIn(openLogIn(m_folder, logged)); }
    // In place of `lost`; what is decided then is in the log.
    std::optional<Decision> succeed(const std::map<int, LostMachine> &lost)
    {
        coordinator.succeed(lost, false);
        auto decided = decisionOf(coordinator);
        coordinator.log().deliver();
        return decided;
    }

    std::vector<Event> logged;
    Coordinator coordinator;
};

RunFinished finished(RunFinished::Outcome outcome, const std::string &message = {})
{
    return {outcome, 9, 0, message, {}};
}

} // namespace

class CoordinatorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWithThoseThatAreLeft();
    void goesOnAtOnceWithoutAnAgentThatHasGone();
    void doesNotBelieveAMachineAboutRanksOfOthers();
    void saysThatTheMemoryOfALostMachineWasFull();
    void saysWhyAStopWasAsked();
    void isPausedWhereOneMachineWasAskedTo();
    void givesUpWhereNobodyCanGoOn();
    void handsOverWithoutARank();
    void standsDownWhereTheOthersMayGoOn();
    void takesThePlaceOfALostCoordinator();
    void logsAMembershipThatOnlyTheLostCoordinatorHad();
    void takesBackAMachineThatWasLost();
    void turnsAwayWhoCannotTakePartAgain();
};

void CoordinatorTest::goesOnWithThoseThatAreLeft()
{
    Run run;
    const StepDone step{.step = 7};
    run->hear(0, step);
    QVERIFY(!run.decision());
    run->hear(1, RankFailed{1, 1, "killed by signal 9 (Killed)", {}, Kind::Killed});
    const auto decided = run.decision();
    QVERIFY(decided);
    const auto *goOn = std::get_if<GoOn>(&*decided);
    QVERIFY(goOn);
    QCOMPARE(goOn->members.ranks, (std::vector<int>{0, 2}));
    QCOMPARE(goOn->leftOut.size(), std::size_t(1));
    QCOMPARE(goOn->leftOut.at(1),
        std::string("Rank 1 on box-2 (127.0.0.2) failed: killed by signal 9 (Killed). The run goes on without box-2."));
    QCOMPARE(run.logged<MembershipChanged>().size(), std::size_t(1));
    QCOMPARE(run.logged<MembershipChanged>().front().step, std::int64_t(7));
    QVERIFY(run.logged<RankFailed>().empty());

    // Whatever the lost machine says now counts for nothing.
    run->hear(1, Note{1, "I live"});
    run->hear(1, Telemetry());
    run->hear(1, RankFailed{1, 1, "a reason", {}, Kind::BadInput});
    run->hear(1, finished(RunFinished::Outcome::Failed, "I was left out"));
    run->lose(HeartbeatLost{1, 10, false});
    QVERIFY(!run.decision());
    QVERIFY(run.logged<Note>().empty());
    QVERIFY(run.logged<Telemetry>().empty());

    run->hear(2, finished(RunFinished::Outcome::Completed));
    QVERIFY(!run.decision());
    run->hear(0, finished(RunFinished::Outcome::Completed));
    const auto end = run.decision();
    QVERIFY(end);
    QVERIFY(std::holds_alternative<AllDone>(*end));
    QVERIFY(std::get<AllDone>(*end).result == finished(RunFinished::Outcome::Completed));
}

// Its machine had a heartbeat a moment ago.
void CoordinatorTest::goesOnAtOnceWithoutAnAgentThatHasGone()
{
    Run run;
    run->lose(ConnectionLost{1, "the connection ended"}, Contact::Gone, {});
    const auto decided = run.decision();
    QVERIFY(decided);
    const auto *goOn = std::get_if<GoOn>(&*decided);
    QVERIFY(goOn);
    QCOMPARE(goOn->members.ranks, (std::vector<int>{0, 2}));
    QCOMPARE(run.logged<MembershipChanged>().at(0).lost.at(0).cause,
        std::string("the agent on box-2 (127.0.0.2) went away. Check that this machine is on and connected."));

    run->hear(2, finished(RunFinished::Outcome::Completed));
    run->lose(ConnectionLost{2, "the connection ended"}, Contact::Gone, {}); // as is usual after its last words
    QVERIFY(!run.decision());
    QCOMPARE(run.logged<MembershipChanged>().size(), std::size_t(1));
}

void CoordinatorTest::doesNotBelieveAMachineAboutRanksOfOthers()
{
    Run run;
    for (const int rank : {0, 2, -1, 3})
        run->hear(1, RankFailed{rank, rank, "a reason", {}, Kind::Killed});
    run->watch({{7, RankPhase::Training, 1, 1, {}, 1, true}, {-1, RankPhase::Training, 1, 1, {}, 1, true}});
    QVERIFY(!run.decision());
}

void CoordinatorTest::saysThatTheMemoryOfALostMachineWasFull()
{
    Run run;
    Telemetry full;
    full.machine = 1;
    full.swapBytesPerSecond = 5e6;
    run->hear(1, full);
    run->hear(1, RankFailed{1, 1, "it hangs", {}, Kind::Hung});
    QVERIFY(run.decision());
    const std::string cause = run.logged<MembershipChanged>().at(0).lost.at(0).cause;
    QVERIFY2(cause.starts_with("it hangs. Just before, the memory of that machine was full"), cause.c_str());
}

void CoordinatorTest::saysWhyAStopWasAsked()
{
    Run run;
    run->hear(0, finished(RunFinished::Outcome::Stopped));
    run->hear(1, finished(RunFinished::Outcome::Stopped, "The run was stopped on box-2."));
    run->hear(2, finished(RunFinished::Outcome::Stopped));
    const auto end = run.decision();
    QVERIFY(end);
    QCOMPARE(std::get<AllDone>(*end).result.message, std::string("The run was stopped on box-2."));
}

void CoordinatorTest::isPausedWhereOneMachineWasAskedTo()
{
    Run run;
    run->hear(0, finished(RunFinished::Outcome::Stopped, "The run was stopped on box-1."));
    run->hear(1, finished(RunFinished::Outcome::Paused));
    run->hear(2, finished(RunFinished::Outcome::Stopped));
    const auto end = run.decision();
    QVERIFY(end);
    QCOMPARE(std::get<AllDone>(*end).result, finished(RunFinished::Outcome::Paused));
}

void CoordinatorTest::givesUpWhereNobodyCanGoOn()
{
    Run run;
    run->hear(0, CheckpointSaved{5, "checkpoints/step-5", 1, 0.1});
    run->hear(0, RankFailed{0, 0, "there is no file x", {}, Kind::BadInput});
    const auto decided = run.decision();
    QVERIFY(decided);
    const auto *end = std::get_if<GiveUp>(&*decided);
    QVERIFY(end);
    QCOMPARE(end->why,
        std::string("Rank 0 on box-1 (127.0.0.1) failed: there is no file x. The newest checkpoint is "
                    "checkpoints/step-5."));
    QCOMPARE(run.logged<RankFailed>().size(), std::size_t(1));
    QVERIFY(run.logged<MembershipChanged>().empty());
}

// The others can go on, but none of its ranks.
void CoordinatorTest::handsOverWithoutARank()
{
    Run run;
    run->hear(0, RankFailed{0, 0, "killed by signal 9 (Killed)", {}, Kind::Killed});
    const auto decided = run.decision();
    QVERIFY(decided);
    const auto *over = std::get_if<StandDown>(&*decided);
    QVERIFY(over);
    QVERIFY(over->handsOver);
    QCOMPARE(over->why,
        std::string("Rank 0 on box-1 (127.0.0.1) failed: killed by signal 9 (Killed). No rank is left on box-1 "
                    "(127.0.0.1), which led the run. The next machine leads it from here on."));
    QCOMPARE(run.logged<Warning>().back().message, over->why);
    QVERIFY(run.logged<RankFailed>().empty());
}

// Its log is that of the others now.
void CoordinatorTest::standsDownWhereTheOthersMayGoOn()
{
    Run run;
    for (const int machine : {1, 2})
        run->lose(ConnectionLost{machine, "the connection ended"}, Contact::Unknown, {});
    const auto decided = run.decision();
    QVERIFY(decided);
    const auto *end = std::get_if<StandDown>(&*decided);
    QVERIFY(end);
    QVERIFY2(end->why.find("The machine box-1 (127.0.0.1) hears too few of the others to go on") != std::string::npos,
        end->why.c_str());
    QVERIFY(run.logged<RankFailed>().empty());
    QVERIFY(run.logged<MembershipChanged>().empty());
}

void CoordinatorTest::takesThePlaceOfALostCoordinator()
{
    Follower second(1);
    QVERIFY(!second.coordinator.copy(Event{1, 5, Note{0, "without a log"}}));
    second.openLog();
    const StepDone step{.step = 7};
    QVERIFY(second.coordinator.copy(Event{1, 5, step}));
    QVERIFY(!second.coordinator.copy(Event{1, 5, step}));
    QVERIFY(!second.coordinator.copy(Event{3, 5, step}));
    QVERIFY(second.coordinator.copy(Event{2, 6, Note{0, "hello"}}));
    QCOMPARE(second.coordinator.lastEvent(), std::int64_t(2));

    const auto decided = second.succeed({{0, {"the agent on box-1 went away", Contact::Gone}}});
    QVERIFY(decided);
    const auto *goOn = std::get_if<GoOn>(&*decided);
    QVERIFY(goOn);
    QCOMPARE(goOn->members.generation, 2);
    QCOMPARE(goOn->members.ranks, (std::vector<int>{1, 2}));
    QCOMPARE(goOn->members.reported->step, std::int64_t(7));
    QCOMPARE(second.logged.size(), std::size_t(4));
    for (std::size_t i = 0; i < second.logged.size(); ++i)
        QCOMPARE(second.logged[i].sequence, std::int64_t(i + 1));
    QCOMPARE(second.logged[0].time, 5.);
    QVERIFY(std::holds_alternative<MembershipChanged>(second.logged.back().body));
}

// It was told who trains together, and was not sent yet what the log says of that.
void CoordinatorTest::logsAMembershipThatOnlyTheLostCoordinatorHad()
{
    Follower third(2);
    third.openLog();
    const StepDone step{.step = 7};
    QVERIFY(third.coordinator.copy(Event{1, 5, step}));
    Membership members = everyRankOf(launch().plan);
    members.generation = 2;
    members.ranks = {1, 2};
    members.plan.ranks[0].share = 0;
    members.plan.ranks[1].share = 20;
    members.reported = Reported{7};
    third.coordinator.adopt(members);
    QVERIFY(third.coordinator.hasLogOfMembership());

    const auto decided = third.succeed({{1, {"the agent on box-2 went away", Contact::Gone}}});
    QVERIFY(decided && std::holds_alternative<GoOn>(*decided));
    const auto changes = allOf<MembershipChanged>(third.logged);
    QCOMPARE(changes.size(), std::size_t(2));
    QCOMPARE(changes[0].generation, 2);
    QCOMPARE(changes[0].step, std::int64_t(7));
    QCOMPARE(changes[0].ranks, (std::vector<int>{1, 2}));
    QCOMPARE(changes[0].shares, (std::vector<std::int64_t>{0, 20, 10}));
    QCOMPARE(changes[0].lost.size(), std::size_t(1));
    QCOMPARE(changes[0].lost[0].rank, 0);
    QCOMPARE(changes[0].lost[0].machine, 0);
    QVERIFY(!changes[0].came);
    QCOMPARE(changes[1].generation, 3);
    QCOMPARE(changes[1].ranks, std::vector<int>{2});
    QCOMPARE(changes[1].lost.size(), std::size_t(1));
}

// The others train on until its ranks are ready, and end the step that they are in.
void CoordinatorTest::takesBackAMachineThatWasLost()
{
    Run run;
    StepDone step{.step = 7};
    run->hear(0, step);
    run->hearAsking(1);
    QVERIFY(!run.decision()); // it trains, as far as is known
    run->hear(1, RankFailed{1, 1, "killed by signal 9 (Killed)", {}, Kind::Killed});
    const auto without = run.decision();
    QVERIFY(without && std::holds_alternative<GoOn>(*without));
    const auto prepare = run.decision();
    QVERIFY(prepare && std::holds_alternative<Prepare>(*prepare));
    QCOMPARE(std::get<Prepare>(*prepare).machine, 1);

    step.step = 8;
    const RankStatus opening{1, RankPhase::Starting, 0, 0};
    const RankStatus ready{1, RankPhase::Connecting, 0, 0};
    run->watch({opening});
    run->hear(0, GenerationFormed{2, 7});
    run->hear(0, step);
    QVERIFY(!run.decision());
    run->watch({ready});
    const auto with = run.decision();
    QVERIFY(with && std::holds_alternative<GoOn>(*with));
    QCOMPARE(std::get<GoOn>(*with).members.generation, 3);
    QCOMPARE(std::get<GoOn>(*with).members.ranks, (std::vector<int>{0, 1, 2}));
    QVERIFY(std::get<GoOn>(*with).members.followsAStep);
    const auto changed = run.logged<MembershipChanged>();
    QCOMPARE(changed.size(), std::size_t(2));
    QCOMPARE(changed[1].came, std::optional(std::vector<int>{1}));
    QCOMPARE(changed[1].step, std::int64_t(8));
    QVERIFY(changed[1].lost.empty());
    run->hear(1, Note{1, "I live"});
    QCOMPARE(run.logged<Note>().back().message, std::string("I live"));
}

void CoordinatorTest::turnsAwayWhoCannotTakePartAgain()
{
    Run run;
    run->hear(1, RankFailed{1, 1, "killed by signal 9 (Killed)", {}, Kind::Killed});
    QVERIFY(run.decision());
    run->hearAsking(1);
    QVERIFY(run.decision());
    run->lose(HeartbeatLost{1, 10, false});
    const auto silent = run.decision();
    QVERIFY(silent && std::holds_alternative<TurnAway>(*silent));
    QVERIFY(std::get<TurnAway>(*silent).wasWelcome);
    QVERIFY(run.logged<Note>().back().message.find("is gone again before its ranks took part") != std::string::npos);

    run->takeNobodyIn();
    run->hearAsking(1);
    const auto late = run.decision();
    QVERIFY(late && std::holds_alternative<TurnAway>(*late));
    QCOMPARE(
        std::get<TurnAway>(*late).why, std::string("box-2 (127.0.0.2) cannot take part again: the run is at its end."));
    QVERIFY(!std::get<TurnAway>(*late).wasWelcome);
    QVERIFY(!run.decision());
}

QTEST_GUILESS_MAIN(CoordinatorTest)
#include "tst_coordinator.moc"
