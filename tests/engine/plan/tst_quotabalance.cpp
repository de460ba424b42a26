// Shares find the speeds of machines that have quotas of processor time. Such a machine computes at full speed until
// its quota is used up, and then stands still: most of its steps say nothing of what it does in the long run.
#include "quotarank.h"

#include "engine/plan/balance/rebalancer.h"

#include <QtTest>

#include <numeric>
#include <random>

using namespace motley;

namespace {

constexpr double periodOfContainers = 0.1; // seconds
constexpr double noise = 0.03;
constexpr double exchange = 0.002; // seconds of a step
constexpr int delay = 5; // steps from a proposal to its effect

using Shares = std::vector<std::int64_t>;

class Cluster {
public:
    Cluster(const std::vector<double> &quotas, StepTime work, double period, unsigned seed) : m_random(seed)
    {
        std::uniform_real_distribution<double> phase(0, period);
        for (const double quota : quotas)
            m_ranks.emplace_back(quota, work, period, phase(m_random));
    }

    std::vector<MeasuredPart> step(const Shares &shares)
    {
        std::normal_distribution<double> factor(1, noise);
        std::vector<MeasuredPart> parts;
        double end = m_now;
        for (std::size_t i = 0; i < m_ranks.size(); ++i) {
            const double done = m_ranks[i].finish(m_now, double(shares[i]), std::max(factor(m_random), 0.1));
            parts.push_back({double(shares[i]), done - m_now});
            end = std::max(end, done);
        }
        m_now = end + exchange;
        return parts;
    }
    double meanStep(const Shares &shares, int steps)
    {
        const double began = m_now;
        for (int i = 0; i < steps; ++i)
            step(shares);
        return (m_now - began) / steps;
    }
    double now() const { return m_now; }

private:
    std::vector<QuotaRank> m_ranks;
    std::mt19937 m_random;
    double m_now = 0;
};

struct Setting {
    std::vector<double> quotas; // of a processor
    std::int64_t batch;
    StepTime work;
    double period;

    Cluster cluster(unsigned seed) const { return {quotas, work, period, seed}; }
    double meanStep(const Shares &shares) const { return cluster(1).meanStep(shares, 1500); }

    // The mean step of the best fixed split, of those whose first shares are multiples of 1/64 of the batch.
    double best() const
    {
        Shares shares(quotas.size(), 0);
        return bestFrom(shares, 0, batch);
    }

private:
    double bestFrom(Shares &shares, std::size_t rank, std::int64_t left) const
    {
        if (rank + 1 == shares.size()) {
            shares[rank] = left;
            return meanStep(shares);
        }
        const std::int64_t part = std::max<std::int64_t>(1, batch / (shares.size() > 2 ? 32 : 64));
        double best = std::numeric_limits<double>::infinity();
        for (std::int64_t units = part; units < left; units += part) {
            shares[rank] = units;
            best = std::min(best, bestFrom(shares, rank + 1, left - units));
        }
        return best;
    }
};

struct Course {
    double meanStep = 0; // of the steps after the first 200
    double changes = 0;
};

// A run that begins with equal shares, as where every machine looked equally fast.
Course follow(const Setting &setting, unsigned seed)
{
    constexpr int first = 200;
    constexpr int steps = 750;
    Cluster cluster = setting.cluster(seed);
    const std::vector<RankLimits> equal(setting.quotas.size(), RankLimits{setting.work});
    Rebalancer rebalancer(fastestSplit(setting.batch, equal), equal);
    Course course;
    int effect = -1;
    double began = 0;
    for (int step = 0; step < steps; ++step) {
        if (step == first)
            began = cluster.now();
        if (step == effect)
            rebalancer.apply();
        if (rebalancer.rebalance(cluster.step(rebalancer.shares()))) {
            ++course.changes;
            effect = step + delay;
        }
    }
    course.meanStep = (cluster.now() - began) / (steps - first);
    return course;
}

} // namespace

class QuotaBalanceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesNearTheBestSplit_data();
    void comesNearTheBestSplit();
};

void QuotaBalanceTest::comesNearTheBestSplit_data()
{
    QTest::addColumn<Setting>("setting");
    QTest::addColumn<double>("bar"); // mean step over that of the best fixed split, learning included
    const StepTime work{0.003, 0.00036}; // Fashion-MNIST's template's, on one core
    QTest::addRow("80 and 40 %%") << Setting{{0.8, 0.4}, 128, work, periodOfContainers} << 1.06;
    QTest::addRow("80 and 40 %%, long steps") << Setting{{0.8, 0.4}, 512, work, periodOfContainers} << 1.05;
    QTest::addRow("80 and 40 %%, short period") << Setting{{0.8, 0.4}, 128, work, 0.01} << 1.03;
    QTest::addRow("100 and 50 %%") << Setting{{1, 0.5}, 128, work, periodOfContainers} << 1.09;
    QTest::addRow("50 and 50 %%") << Setting{{0.5, 0.5}, 256, work, periodOfContainers} << 1.08;
    QTest::addRow("80, 40 and 20 %%") << Setting{{0.8, 0.4, 0.2}, 128, work, periodOfContainers} << 1.15;
}

void QuotaBalanceTest::comesNearTheBestSplit()
{
    QFETCH(Setting, setting);
    QFETCH(double, bar);
    constexpr unsigned runs = 20;
    Course mean;
    for (unsigned seed = 1; seed <= runs; ++seed) {
        const Course course = follow(setting, seed);
        mean.meanStep += course.meanStep / runs;
        mean.changes += course.changes / runs;
    }
    const double overBest = mean.meanStep / setting.best();
    qInfo("%.3f of the best split's step, %.1f changes", overBest, mean.changes);
    QVERIFY(overBest < bar);
    QVERIFY(mean.changes < 30);
}

QTEST_GUILESS_MAIN(QuotaBalanceTest)
#include "tst_quotabalance.moc"
