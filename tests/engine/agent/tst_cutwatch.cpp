#include "engine/agent/cutwatch.h"

#include <QTest>

using namespace motley;

namespace {

RankStatus missing(int rank, std::vector<std::string> addresses)
{
    return {rank, RankPhase::Training, 41, 9, std::move(addresses)};
}

// Ranks 0 and 1 on box-1, rank 2 on box-2, rank 3 on box-3.
Plan plan()
{
    Plan plan;
    plan.machines = {{"box-1", "10.0.0.1"}, {"box-2", "10.0.0.2"}, {"box-3", "fd00:0::3"}};
    for (const int machine : {0, 0, 1, 2})
        plan.ranks.push_back({machine, {}, 1, 0, 1});
    return plan;
}

} // namespace

class CutWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysEachPairOnceAndThatItIsConnectedAgain();
    void saysNothingOfOthers();
    void saysNothingOfAMachineThatWasLeftOut();
};

void CutWatchTest::saysEachPairOnceAndThatItIsConnectedAgain()
{
    CutWatch watch(plan());
    watch.update(missing(2, {"fd00::3"}));
    watch.update(missing(3, {"10.0.0.2"}));
    auto news = watch.news();
    QCOMPARE(news.size(), std::size_t(1));
    const std::string said = std::get<Warning>(news[0]).message;
    QVERIFY2(said.find("between box-2 (10.0.0.2) and box-3 (fd00:0::3) for 6 s") != std::string::npos, said.c_str());
    QCOMPARE(watch.cutPair(), std::string("box-2 (10.0.0.2) and box-3 (fd00:0::3)"));
    watch.update(missing(2, {"fd00::3"}));
    watch.update(missing(3, {}));
    QVERIFY(watch.news().empty());
    watch.update(missing(2, {}));
    news = watch.news();
    QCOMPARE(news.size(), std::size_t(1));
    QVERIFY(std::get<Note>(news[0]).message.find("box-2 (10.0.0.2) and box-3") != std::string::npos);
    QVERIFY(watch.cutPair().empty());
    QVERIFY(watch.news().empty());
}

void CutWatchTest::saysNothingOfOthers()
{
    CutWatch watch(plan());
    watch.update(missing(0, {"10.0.0.1", "192.0.2.7"})); // its own machine, and one of another network
    watch.update(missing(7, {"10.0.0.2"}));
    QVERIFY(watch.news().empty());
    QVERIFY(watch.cutPair().empty());
}

// Neither that it is cut off nor that it is connected again; of the others it still does.
void CutWatchTest::saysNothingOfAMachineThatWasLeftOut()
{
    CutWatch watch(plan());
    watch.update(missing(2, {"fd00::3"}));
    QCOMPARE(watch.news().size(), std::size_t(1));
    watch.setMembers({0, 1, 2});
    QVERIFY(watch.news().empty());
    QVERIFY(watch.cutPair().empty());
    watch.update(missing(3, {"10.0.0.1"}));
    watch.update(missing(2, {"fd00::3"}));
    QVERIFY(watch.news().empty());
    watch.update(missing(2, {"10.0.0.1"}));
    QCOMPARE(watch.news().size(), std::size_t(1));
}

QTEST_APPLESS_MAIN(CutWatchTest)
#include "tst_cutwatch.moc"
