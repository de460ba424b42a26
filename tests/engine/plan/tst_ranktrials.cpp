// A rank without work is tried again: it gets its part if it has become fast, and costs little if it has not.
#include "balancedcluster.h"

#include <QtTest>

using namespace motley;

class RankTrialsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void triesARankWithoutWorkAgain();
    void wastesLittleOnARankThatIsOfNoUse();
};

// A rank that was measured while something else kept it busy has no work, so no step shows that it is fast.
void RankTrialsTest::triesARankWithoutWorkAgain()
{
    Cluster cluster({{0, 2}, {0, 2}, {0, 3}}, 0.03, 1);
    Rebalancer rebalancer({0, 77, 51}, {{{3000, 0.01}}, {{0, 2}}, {{0, 3}}});
    follow(rebalancer, cluster, 600);
    QVERIFY2(cluster.overBest(rebalancer.shares()) < 1.05,
        qPrintable(QString::number(cluster.overBest(rebalancer.shares()))));
}

void RankTrialsTest::wastesLittleOnARankThatIsOfNoUse()
{
    Cluster cluster({{2000, 1}, {0, 2}}, 0.03, 1); // one unit takes it as long as the other one takes for 8 batches
    const std::vector<std::int64_t> shares{0, 128};
    Rebalancer rebalancer(shares, cluster.limits());
    double seconds = 0;
    int trials = 0;
    int effect = -1;
    constexpr int steps = 4000;
    constexpr int begin = 90; // until then the split of the plan is improved
    for (int step = 0; step < steps; ++step) {
        if (step == effect)
            rebalancer.apply();
        auto parts = cluster.step(rebalancer.shares());
        if (rebalancer.shares()[0] == 0)
            parts[0].seconds = 0.1; // it passes nothing through the model
        if (step >= begin)
            seconds += std::max(parts[0].seconds, parts[1].seconds);
        if (const auto found = rebalancer.rebalance(parts)) {
            trials += found->shares[0] > 0;
            effect = step + delay;
        }
    }
    QVERIFY2(trials > 1, qPrintable(QString::number(trials)));
    QCOMPARE(rebalancer.shares(), shares);
    const double wasted = seconds / ((steps - begin) * longestSeconds(shares, {{{}}, {{0, 2}}})) - 1;
    QVERIFY2(wasted < 0.05, qPrintable(QString::number(wasted)));
}

QTEST_GUILESS_MAIN(RankTrialsTest)
#include "tst_ranktrials.moc"
