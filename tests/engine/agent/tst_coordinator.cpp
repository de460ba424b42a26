// What the coordinating agent decides from what agents tell it, and what it writes into the log.
#include "engine/agent/coordinator.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

using Kind = RankFailed::Kind;

// Three machines with a rank each.
LaunchSpec launch()
{
    LaunchSpec spec;
    spec.job.batch = 30;
    for (int machine = 0; machine < 3; ++machine) {
        const std::string number = std::to_string(machine + 1);
        spec.plan.machines.push_back({"box-" + number, "127.0.0." + number});
        spec.plan.ranks.push_back({machine, {}, 10});
    }
    return spec;
}

// A coordinator whose machines are all heard, and its log.
class Run {
public:
    Run()
    {
        auto log = RunLog::open({m_folder.path().toStdString()}, launch().plan,
            [this](const Event &event) { m_events.push_back(event.body); });
        if (!log)
            qFatal("%s", log.error().message.c_str());
        m_coordinator = std::make_unique<Coordinator>(launch(), *std::move(log));
    }

    Coordinator *operator->() const { return m_coordinator.get(); }

    // The decision that comes within a second; nullopt: none does.
    std::optional<Decision> decision() const
    {
        QElapsedTimer since;
        since.start();
        while (since.elapsed() < 1000) {
            if (auto decided = m_coordinator->decide([](int) { return 0.2; }, {}))
                return decided;
            QTest::qWait(20);
        }
        return std::nullopt;
    }

    template <typename Body>
    std::vector<Body> logged()
    {
        m_coordinator->log().deliver();
        std::vector<Body> found;
        for (const EventBody &body : m_events)
            if (const auto *wanted = std::get_if<Body>(&body))
                found.push_back(*wanted);
        return found;
    }

private:
    QTemporaryDir m_folder;
    std::vector<EventBody> m_events;
    std::unique_ptr<Coordinator> m_coordinator;
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
    StepDone step;
    step.step = 7;
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
    const QTemporaryDir folder;
    LaunchSpec second = launch();
    second.machine = 1;
    std::vector<Event> logged;
    auto log = RunLog::open(
        {folder.path().toStdString()}, second.plan, [&](const Event &event) { logged.push_back(event); });
    QVERIFY(log);
    Coordinator coordinator(second);
    QVERIFY(!coordinator.copy({1, 5, Note{0, "without a log"}}));
    coordinator.keepIn(*std::move(log));
    StepDone step;
    step.step = 7;
    QVERIFY(coordinator.copy({1, 5, step}));
    QVERIFY(!coordinator.copy({1, 5, step}));
    QVERIFY(!coordinator.copy({3, 5, step}));
    QVERIFY(coordinator.copy({2, 6, Note{0, "hello"}}));
    QCOMPARE(coordinator.lastEvent(), std::int64_t(2));

    coordinator.succeed({{0, {"the agent on box-1 went away", Contact::Gone}}}, false);
    QElapsedTimer since;
    since.start();
    std::optional<Decision> decided;
    while (!decided && since.elapsed() < 2000)
        decided = coordinator.decide([](int) { return 0.2; }, {});
    QVERIFY(decided);
    const auto *goOn = std::get_if<GoOn>(&*decided);
    QVERIFY(goOn);
    QCOMPARE(goOn->members.generation, 2);
    QCOMPARE(goOn->members.ranks, (std::vector<int>{1, 2}));
    QCOMPARE(goOn->members.reported->step, std::int64_t(7));
    coordinator.log().deliver();
    QCOMPARE(logged.size(), std::size_t(4));
    for (std::size_t i = 0; i < logged.size(); ++i)
        QCOMPARE(logged[i].sequence, std::int64_t(i + 1));
    QCOMPARE(logged[0].time, 5.);
    QVERIFY(std::holds_alternative<MembershipChanged>(logged.back().body));
}

// It was told who trains together, and was not sent yet what the log says of that.
void CoordinatorTest::logsAMembershipThatOnlyTheLostCoordinatorHad()
{
    const QTemporaryDir folder;
    LaunchSpec third = launch();
    third.machine = 2;
    std::vector<EventBody> logged;
    auto log = RunLog::open(
        {folder.path().toStdString()}, third.plan, [&](const Event &event) { logged.push_back(event.body); });
    QVERIFY(log);
    Coordinator coordinator(third);
    coordinator.keepIn(*std::move(log));
    StepDone step;
    step.step = 7;
    QVERIFY(coordinator.copy({1, 5, step}));
    Membership members = everyRankOf(third.plan);
    members.generation = 2;
    members.ranks = {1, 2};
    members.plan.ranks[0].share = 0;
    members.plan.ranks[1].share = 20;
    members.reported = Reported{7};
    coordinator.adopt(members);
    QVERIFY(coordinator.hasLogOfMembership());

    coordinator.succeed({{1, {"the agent on box-2 went away", Contact::Gone}}}, false);
    QElapsedTimer since;
    since.start();
    std::optional<Decision> decided;
    while (!decided && since.elapsed() < 2000)
        decided = coordinator.decide([](int) { return 0.2; }, {});
    QVERIFY(decided && std::holds_alternative<GoOn>(*decided));
    coordinator.log().deliver();
    std::vector<MembershipChanged> changes;
    for (const EventBody &body : logged)
        if (const auto *changed = std::get_if<MembershipChanged>(&body))
            changes.push_back(*changed);
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
    StepDone step;
    step.step = 7;
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
