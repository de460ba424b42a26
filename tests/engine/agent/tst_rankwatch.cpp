// Which rank holds up a run that stands still, and what is no standstill.
#include "engine/agent/rankwatch.h"

#include <QTest>

using namespace motley;

namespace {

using Clock = HeartbeatTimer::Clock;

// Lets time pass for a watch, which is asked every second as an agent does.
class Watching {
public:
    explicit Watching(int ranks) : m_watch(ranks) { }

    void update(const RankStatus &status) { m_watch.update(status); }
    void setMembers(const std::vector<int> &ranks) { m_watch.setMembers(ranks); }
    std::vector<RankStatus> waitedFor() const { return m_watch.waitedFor(); }

    std::optional<Standstill> after(int seconds)
    {
        std::optional<Standstill> found;
        for (int i = 0; i < seconds && !found; ++i)
            found = m_watch.check(m_now += std::chrono::seconds(1));
        return found;
    }

private:
    RankWatch m_watch;
    Clock::time_point m_now = Clock::now();
};

} // namespace

class RankWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheRankThatTheOthersWaitFor_data();
    void namesTheRankThatTheOthersWaitFor();
    void blamesTheNetworkWhereAllWait();
    void waitsForARankThatProgresses();
    void doesNotTakeTheProgressOfThoseWhoWait();
    void leavesOutRanksThatAreDone();
    void waitsForNoRankThatIsLost();
    void givesRanksTimeToFormAGeneration();
    void comparesCollectivesWithinAGeneration();
    void waitsForNobodyWhoWaitsForTheNextGeneration();
};

void RankWatchTest::namesTheRankThatTheOthersWaitFor_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<int>("collectives");
    QTest::addColumn<int>("ofTheOthers");
    QTest::addRow("it computes") << int(RankPhase::Training) << 40 << 41;
    QTest::addRow("it opens its data") << int(RankPhase::Starting) << 0 << 0;
    QTest::addRow("it writes a checkpoint") << int(RankPhase::Saving) << 40 << 41;
    QTest::addRow("it writes the model, and the others have nothing to wait for") << int(RankPhase::Saving) << 41 << 41;
}

void RankWatchTest::namesTheRankThatTheOthersWaitFor()
{
    QFETCH(int, phase);
    QFETCH(int, collectives);
    QFETCH(int, ofTheOthers);
    Watching run(3);
    run.update({0, RankPhase::Training, ofTheOthers, 9});
    run.update({1, RankPhase(phase), collectives, 9});
    run.update({2, RankPhase::Training, ofTheOthers, 9});
    QVERIFY(!run.after(299));
    const auto found = run.after(2);
    QVERIFY(found);
    QCOMPARE(found->rank, std::optional(1));
    QCOMPARE(int(found->phase), phase);
}

void RankWatchTest::blamesTheNetworkWhereAllWait()
{
    Watching run(2);
    run.update({0, RankPhase::Training, 41, 9});
    run.update({1, RankPhase::Training, 41, 9});
    const auto found = run.after(302);
    QVERIFY(found);
    QVERIFY(!found->rank);
    QVERIFY(found->phase == RankPhase::Training);
}

void RankWatchTest::waitsForARankThatProgresses()
{
    Watching run(2);
    run.update({0, RankPhase::Saving, 40, 0});
    run.update({1, RankPhase::Training, 41, 0});
    for (int minute = 1; minute < 60; ++minute) {
        QVERIFY(!run.after(60));
        run.update({0, RankPhase::Saving, 40, minute});
    }
    run.update({0, RankPhase::Training, 41, 60});
    run.update({0, RankPhase::Training, 42, 60});
    QVERIFY(!run.after(299)); // now rank 1 is waited for, since a moment ago
    QCOMPARE(run.after(2)->rank, std::optional(1));
}

// Waiting for a GPU looks like work, and a rank that waits may prepare its next batch.
void RankWatchTest::doesNotTakeTheProgressOfThoseWhoWait()
{
    Watching run(2);
    run.update({0, RankPhase::Training, 40, 5});
    std::optional<Standstill> found;
    for (int second = 1; second < 310 && !found; ++second) {
        run.update({1, RankPhase::Training, 41, second});
        run.update({0, RankPhase::Training, 40, 5});
        found = run.after(1);
    }
    QVERIFY(found);
    QCOMPARE(found->rank, std::optional(0));
}

void RankWatchTest::leavesOutRanksThatAreDone()
{
    Watching run(2);
    run.update({1, RankPhase::Finished, 41, 5});
    run.update({0, RankPhase::Training, 41, 5});
    QCOMPARE(run.after(302)->rank, std::optional(0));
    run.update({0, RankPhase::Finished, 41, 6});
    QVERIFY(!run.after(1000));
}

void RankWatchTest::waitsForNoRankThatIsLost()
{
    Watching run(3);
    run.update({0, RankPhase::Training, 41, 5, {}, 1});
    run.update({1, RankPhase::Training, 40, 5, {}, 1});
    run.update({2, RankPhase::Training, 41, 5, {}, 1});
    QCOMPARE(run.waitedFor().size(), std::size_t(1));
    run.setMembers({0, 2});
    QVERIFY(run.waitedFor().empty());
    run.update({1, RankPhase::Saving, 1, 6, {}, 1}); // late
    run.update({0, RankPhase::Training, 3, 6, {}, 2});
    run.update({2, RankPhase::Training, 4, 6, {}, 2});
    QCOMPARE(run.after(302)->rank, std::optional(0));
}

void RankWatchTest::givesRanksTimeToFormAGeneration()
{
    Watching run(3);
    for (const int rank : {0, 1, 2})
        run.update({rank, RankPhase::Training, 41, 5, {}, 1});
    QVERIFY(!run.after(299));
    run.setMembers({0, 1});
    QVERIFY(!run.after(299));
    const auto found = run.after(2);
    QVERIFY(found);
    QVERIFY(!found->rank); // both
}

// A rank that still ends its part in the last one is waited for, however many collectives that had.
void RankWatchTest::comparesCollectivesWithinAGeneration()
{
    Watching run(3);
    run.update({0, RankPhase::Connecting, 0, 5, {}, 2});
    run.update({1, RankPhase::Connecting, 1, 5, {}, 2});
    run.update({2, RankPhase::Training, 900, 5, {}, 1});
    QCOMPARE(run.waitedFor().size(), std::size_t(1));
    QCOMPARE(run.waitedFor().front().rank, 2);
    QVERIFY(!run.after(299));
    QCOMPARE(run.after(2)->rank, std::optional(2));
}

void RankWatchTest::waitsForNobodyWhoWaitsForTheNextGeneration()
{
    Watching run(3);
    run.update({0, RankPhase::Training, 40, 5, {}, 1, true});
    run.update({1, RankPhase::Training, 41, 5, {}, 1});
    run.update({2, RankPhase::Training, 41, 5, {}, 1});
    QVERIFY(run.waitedFor().empty());
}

QTEST_APPLESS_MAIN(RankWatchTest)
#include "tst_rankwatch.moc"
