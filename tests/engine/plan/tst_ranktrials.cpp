// A rank without work is tried again: it gets its part if it has become fast, and costs little if it has not.
#include "balancedcluster.h"

#include <QtTest>

using namespace motley;

namespace {

// Takes the steps of a run in which a rank without work passes nothing through the model.
void run(Rebalancer &rebalancer, Cluster &cluster, int steps)
{
    int effect = -1;
    for (int step = 0; step < steps; ++step) {
        if (step == effect)
            rebalancer.apply();
        auto parts = cluster.step(rebalancer.shares());
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i].seconds = rebalancer.shares()[i] > 0 ? parts[i].seconds : 0.05;
        if (rebalancer.rebalance(parts))
            effect = step + delay;
    }
    rebalancer.apply();
}

} // namespace

class RankTrialsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void triesARankWithoutWorkAgain();
    void wastesLittleOnARankThatIsOfNoUse();
};

// Something else kept a machine busy for a while. Its old splits were slow, so nothing but a trial shows that it is
// fast again.
void RankTrialsTest::triesARankWithoutWorkAgain()
{
    constexpr double busy = 300; // times as slow
    Cluster cluster({{0, 2}, {0, 2}, {0, 3}}, 0.03, 1);
    Rebalancer rebalancer({48, 48, 32}, cluster.limits());
    run(rebalancer, cluster, 100);
    cluster.slowDown(0, busy);
    run(rebalancer, cluster, 400);
    QCOMPARE(rebalancer.shares()[0], 0);
    cluster.slowDown(0, 1 / busy);
    run(rebalancer, cluster, 1500);
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
