// How shares follow the speeds of ranks, within their limits.
#include "fixturerun.h"
#include "idxfixture.h"

#include "engine/data/dataloader.h"
#include "engine/training/sharebalancing.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>

using namespace motley;

namespace {

class EmptySamples : public Dataset {
public:
    std::int64_t size() const override { return 1000; }
    std::uint64_t fingerprint() const override { return 0; }
    Batch batch(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const override
    {
        return {{at::empty({std::int64_t(ids.size()), 0})}, {}, std::int64_t(ids.size())};
    }
    double weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const override
    {
        return double(ids.size());
    }
};

Plan equalPlan()
{
    Plan plan;
    plan.machines = {{"here", "127.0.0.1"}, {"there", "127.0.0.2"}};
    for (int machine = 0; machine < 2; ++machine) {
        PlannedRank rank{machine, {}, 50, 0, 1};
        rank.secondsPerUnit = 1e-3;
        plan.ranks.push_back(rank);
    }
    return plan;
}

RankStep step(int rank, double updateSeconds)
{
    RankStep step;
    step.rank = rank;
    step.samples = 50;
    step.units = 50;
    step.forwardSeconds = 0.02;
    step.backwardSeconds = 0.03;
    step.optimizerSeconds = updateSeconds;
    return step;
}

} // namespace

class ShareBalancingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesLessToWhoUpdatesSlowly_data();
    void givesLessToWhoUpdatesSlowly();
    void growsNoShareAboveItsLimit_data();
    void growsNoShareAboveItsLimit();
    void keepsTheSharesOfAdasum();
    void saysOfAStepTheUpdateBeforeIt();
};

void ShareBalancingTest::givesLessToWhoUpdatesSlowly_data()
{
    QTest::addColumn<bool>("updatesTogether");
    QTest::addColumn<bool>("changes");
    QTest::addRow("each by itself") << false << true;
    QTest::addRow("all wait for the slowest") << true << false;
}

void ShareBalancingTest::givesLessToWhoUpdatesSlowly()
{
    QFETCH(bool, updatesTogether);
    QFETCH(bool, changes);
    const EmptySamples samples;
    const DataLoader data(samples, {.globalBatch = 100, .shares = {50, 50}, .lastStep = 1});
    ShareBalancer balancer(equalPlan(), 0, updatesTogether);
    std::optional<NewShares> news;
    for (int i = 1; i <= 30 && !news; ++i) {
        balancer.learn(i, {step(0, 0.005), step(1, 0.025)}, data);
        news = balancer.popNewShares();
    }
    QCOMPARE(news.has_value(), changes);
    // The ranks take 55 ms and 75 ms for 50 units each.
    if (changes)
        QCOMPARE(news->shares, (std::vector<std::int64_t>{58, 42}));
}

void ShareBalancingTest::growsNoShareAboveItsLimit_data()
{
    QTest::addColumn<std::optional<std::int64_t>>("planned");
    QTest::addColumn<std::int64_t>("ofTheJob");
    QTest::addColumn<std::vector<std::int64_t>>("shares");
    QTest::addRow("none") << std::optional<std::int64_t>() << unlimited << std::vector<std::int64_t>{58, 42};
    QTest::addRow("of the plan") << std::optional<std::int64_t>(54) << unlimited << std::vector<std::int64_t>{54, 46};
    QTest::addRow("of the job") << std::optional<std::int64_t>() << std::int64_t(55)
                                << std::vector<std::int64_t>{55, 45};
}

void ShareBalancingTest::growsNoShareAboveItsLimit()
{
    QFETCH(std::optional<std::int64_t>, planned);
    QFETCH(std::int64_t, ofTheJob);
    Plan plan = equalPlan();
    plan.ranks[0].largestShare = planned;
    const EmptySamples samples;
    const DataLoader data(samples, {.globalBatch = 100, .shares = {50, 50}, .lastStep = 1});
    ShareBalancer balancer(plan, 0, false, ofTheJob);
    std::optional<NewShares> news;
    for (int i = 1; i <= 30 && !news; ++i) {
        balancer.learn(i, {step(0, 0.005), step(1, 0.025)}, data); // 55 and 75 ms for 50 units
        news = balancer.popNewShares();
    }
    QVERIFY(news);
    QTEST(news->shares, "shares");
}

// The curve depends on them.
void ShareBalancingTest::keepsTheSharesOfAdasum()
{
    Plan plan = equalPlan();
    plan.ranks[0].group = 0;
    plan.ranks[1].group = 1;
    const EmptySamples samples;
    const DataLoader data(samples, {.globalBatch = 100, .shares = {50, 50}, .lastStep = 1});
    ShareBalancer balancer(plan, 0, false);
    for (int i = 1; i <= 30; ++i)
        balancer.learn(i, {step(0, 0.005), step(1, 0.025)}, data);
    QVERIFY(!balancer.popNewShares());
}

void ShareBalancingTest::saysOfAStepTheUpdateBeforeIt()
{
    const QTemporaryDir folder;
    writeImageData(folder.path(), 100, 10);
    JobSpec job;
    job.name = "updates";
    job.batch = 20;
    job.maxSteps = 4;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 8}, {folder.path().toStdString(), true}};
    job.checkpoint.everySteps = 0;
    for (const std::vector<std::int64_t> &shares : {std::vector<std::int64_t>{20}, {12, 8}}) {
        const auto result = runRanks({job, shares, folder.filePath(QString::number(shares.size())).toStdString()});
        QVERIFY2(result.problem().isEmpty(), result.problem());
        QCOMPARE(result.steps().size(), std::size_t(4));
        for (const StepDone &done : result.steps())
            for (const RankStep &rank : done.ranks)
                QCOMPARE(rank.optimizerSeconds > 0, done.step > 1);
    }
}

QTEST_GUILESS_MAIN(ShareBalancingTest)
#include "tst_sharebalancing.moc"
