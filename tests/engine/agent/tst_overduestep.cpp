// While no step comes, a run says for which machine it waits: once, and not before a step is long overdue.
#include "engine/agent/overduestep.h"

#include <QTest>

using namespace motley;

namespace {

using Clock = HeartbeatTimer::Clock;

// Three machines; the last one has two ranks.
Plan plan()
{
    Plan plan;
    plan.machines = {{"a", "10.0.0.1"}, {"b", "10.0.0.2"}, {"c", "10.0.0.3"}};
    for (const int machine : {0, 1, 2, 2})
        plan.ranks.push_back({machine, {}, 1, 0, 1});
    return plan;
}

// A run that is asked four times a second.
class Watching {
public:
    Watching()
    {
        for (int rank = 0; rank < 4; ++rank)
            show(rank, 40);
    }

    void show(int rank, int collectives, RankPhase phase = RankPhase::Training)
    {
        m_watch.update({rank, phase, collectives, 0});
    }
    void step(int number, double seconds)
    {
        StepDone done;
        done.step = number;
        done.seconds = seconds;
        m_overdue.add(done);
    }
    void hear(const EventBody &event) { m_overdue.add(event); }
    std::vector<StepOverdue> after(int seconds, std::vector<double> silences = {0, 0, 0})
    {
        std::vector<StepOverdue> said;
        const auto silence = [&](int machine) { return silences[std::size_t(machine)]; };
        for (int i = 0; i < 4 * seconds; ++i)
            if (const auto overdue = m_overdue.check(m_watch, m_plan, silence, m_now += std::chrono::milliseconds(250)))
                said.push_back(*overdue);
        return said;
    }

private:
    const Plan m_plan = plan();
    RankWatch m_watch{4};
    OverdueStep m_overdue;
    Clock::time_point m_now = Clock::now();
};

} // namespace

class OverdueStepTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheMachineThatTheOthersWaitFor()
    {
        Watching run;
        run.step(7, 0.1);
        for (const int rank : {0, 2, 3})
            run.show(rank, 41);
        QVERIFY(run.after(5).empty());
        const auto said = run.after(3);
        QCOMPARE(said.size(), std::size_t(1));
        QCOMPARE(said[0].step, std::int64_t(7));
        QCOMPARE(said[0].machine, 1);
        QVERIFY(said[0].phase == RankPhase::Training);
        QVERIFY(!said[0].isSilent);
        QVERIFY(said[0].seconds >= 6 && said[0].seconds < 7);
        QVERIFY(run.after(60).empty());
        run.step(8, 0.1);
        QCOMPARE(run.after(8).size(), std::size_t(1));
    }

    void namesTheMachineThatIsSilent()
    {
        Watching run;
        run.step(7, 0.1);
        const auto said = run.after(8, {0, 0.4, 4}); // and what was heard of it last is the same of all
        QCOMPARE(said.size(), std::size_t(1));
        QCOMPARE(said[0].machine, 2);
        QVERIFY(said[0].isSilent);
    }

    void saysWhenTheReasonIsAnother()
    {
        Watching run;
        run.step(7, 0.1);
        run.show(0, 40, RankPhase::Saving);
        auto said = run.after(8);
        QCOMPARE(said.size(), std::size_t(1));
        QCOMPARE(said[0].machine, 0);
        QVERIFY(said[0].phase == RankPhase::Saving);
        said = run.after(8, {0, 9, 0});
        QCOMPARE(said.size(), std::size_t(1));
        QCOMPARE(said[0].machine, 1);
        QVERIFY(said[0].isSilent);
    }

    void namesOneMachineOrNone_data()
    {
        QTest::addColumn<QList<int>>("ahead");
        QTest::addColumn<int>("machine");
        QTest::addRow("all compute") << QList<int>{} << -1;
        QTest::addRow("all wait for each other") << QList<int>{0, 1, 2, 3} << -1;
        QTest::addRow("two machines compute") << QList<int>{0, 2} << -1;
        QTest::addRow("both ranks of a machine compute") << QList<int>{0, 1} << 2;
    }
    void namesOneMachineOrNone()
    {
        QFETCH(QList<int>, ahead);
        QFETCH(int, machine);
        Watching run;
        run.step(7, 0.1);
        for (const int rank : ahead)
            run.show(rank, 41);
        const auto said = run.after(20);
        QCOMPARE(said.empty() ? -1 : said[0].machine, machine);
    }

    // Its ranks connect first.
    void givesANewGenerationTime()
    {
        Watching run;
        run.step(7, 0.1);
        run.show(1, 39);
        QVERIFY(run.after(5).empty());
        run.hear(MembershipChanged{2, 7, {0, 1, 2, 3}, {}, {}});
        QVERIFY(run.after(5).empty());
        run.hear(GenerationFormed{2, 7});
        QVERIFY(run.after(5).empty());
        const auto said = run.after(3);
        QCOMPARE(said.size(), std::size_t(1));
        QCOMPARE(said[0].step, std::int64_t(7));
    }

    void waitsAsLongAsStepsTake()
    {
        Watching run;
        run.show(1, 39);
        QVERIFY(run.after(60).empty()); // there was no step yet
        run.step(7, 5);
        QVERIFY(run.after(19).empty());
        QCOMPARE(run.after(2).size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(OverdueStepTest)
#include "tst_overduestep.moc"
