// The formulas agree with each other, with a search over all values, and with the advice derived from them.
#include "engine/plan/forecast/advisor.h"

#include <QtTest>

#include <cmath>

using namespace motley;

namespace {

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

AdviceInput input()
{
    AdviceInput made;
    RankModel rank;
    rank.time = {0.05, 0.01};
    made.cluster.machines = {{"a", {rank}, {}, {1e7, 1e-4}}, {"b", {rank}, {}, {1e8, 1e-4}}};
    made.job.batch = 64;
    made.job.gradientBytes = 2e7;
    return made;
}

std::vector<Advice> adviceOn(const AdviceInput &input)
{
    return advise(input, forecast(input.job, input.cluster, allOf(input.cluster)).value());
}

template <typename Kind>
std::optional<Kind> find(const AdviceInput &input)
{
    for (const Advice &advice : adviceOn(input))
        if (const auto *found = std::get_if<Kind>(&advice))
            return *found;
    return std::nullopt;
}

} // namespace

class AdvisorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLemmaAgreesWithItself();
    void fourGpusAtEightyPercentAllowNinePercent();
    void theNetworkThatHidesAnExchangeHidesIt();
    void theFastestBatchIsTheFastest();
    void rulesForTheRateStartAtOne();
    void comparesABatchWithTheNoise();
    void speaksOnlyOfWhatIsKnown();
    void findsTheLeastMemory();
    void weighsTheBatchAgainstTheNoise();
    void countsTheRanksThatAreWorthIt();
    void findsTheNetworkThatIsNeeded();
    void scalesTheRateByTheBatch();
};

void AdvisorTest::theLemmaAgreesWithItself()
{
    for (const double overhead : {0.001, 0.09, 0.5})
        for (const double gpus : {2.0, 4.0, 100.0}) {
            const double efficiency = gpuEfficiency(gpus, overhead);
            QVERIFY(near(speedUp(gpus, overhead), gpus * efficiency));
            QVERIFY(near(overheadFor(efficiency, gpus), overhead));
            QVERIFY(near(mostGpusFor(efficiency, overhead), gpus));
            QVERIFY(near(overheadOf(speedUp(gpus, overhead), gpus), overhead));
            QVERIFY(speedUp(gpus, overhead) < greatestSpeedUp(overhead));
            QVERIFY(speedUp(gpus + 1, overhead) > speedUp(gpus, overhead));
            QVERIFY(gpuEfficiency(gpus, overhead) < gpuEfficiency(gpus, overhead / 2));
        }
    QVERIFY(near(speedUp(1, 0.3), 1));
    QVERIFY(near(speedUp(7, 0), 7));
    QVERIFY(near(speedUp(1e12, 0.25), greatestSpeedUp(0.25)));
}

void AdvisorTest::fourGpusAtEightyPercentAllowNinePercent()
{
    QVERIFY(std::abs(overheadFor(0.8, 4) - 0.0909) < 1e-4);
}

void AdvisorTest::theNetworkThatHidesAnExchangeHidesIt()
{
    for (const int ranks : {2, 5, 16}) {
        const double needed = neededBytesPerSecond(1e8, ranks, 0.5);
        const std::vector<RingMember> members(std::size_t(ranks), RingMember{0, 1, {}, {needed, 0}});
        QVERIFY(near(ringAllReduceCost(members).at(1e8), 0.5));
    }
}

void AdvisorTest::theFastestBatchIsTheFastest()
{
    const StepTime time{0.2, 0.001};
    const double noise = 500;
    const auto untilGood = [&](double batch) { return stepsOverFewest(batch, noise) * time.at(batch); };
    const double best = fastestBatch(time, noise, 1e6);
    for (const double other : {0.5 * best, 0.9 * best, 1.1 * best, 2 * best})
        QVERIFY(untilGood(best) < untilGood(other));
    QCOMPARE(fastestBatch(time, noise, 100), 100.0);
    QCOMPARE(fastestBatch({0, 0.001}, noise, 100), 1.0); // without a fixed part of a step, larger batches gain nothing
    QVERIFY(near(stepsOverFewest(noise, noise), 2));
    QVERIFY(near(samplesOverFewest(noise, noise), 2));
    // Samples are steps times batch, whichever of the two functions they are computed from.
    QVERIFY(near(stepsOverFewest(100, noise) * 100, samplesOverFewest(100, noise) * noise));
}

void AdvisorTest::rulesForTheRateStartAtOne()
{
    QCOMPARE(rateFactor(RateRule::Linear, 1), 1.0);
    QCOMPARE(rateFactor(RateRule::SquareRoot, 1), 1.0);
    QCOMPARE(rateFactor(RateRule::Linear, 8), 8.0);
    QVERIFY(near(rateFactor(RateRule::SquareRoot, 9), 3));
}

void AdvisorTest::comparesABatchWithTheNoise()
{
    QCOMPARE(fitOf(64, 1000), BatchFit::Small);
    QCOMPARE(fitOf(1000, 1000), BatchFit::Good);
    QCOMPARE(fitOf(3000, 1000), BatchFit::Large);
}

void AdvisorTest::speaksOnlyOfWhatIsKnown()
{
    const AdviceInput two = input();
    QVERIFY(!find<MemoryAdvice>(two));
    QVERIFY(!find<BatchAdvice>(two));
    QVERIFY(!find<RateAdvice>(two));
    QCOMPARE(adviceOn(two).size(), std::size_t(2)); // on ranks and the network
    AdviceInput alone = two;
    alone.cluster.machines.resize(1);
    QVERIFY(adviceOn(alone).empty());
    AdviceInput sameBatch = two;
    sameBatch.rate = RateOrigin{0.1, two.job.batch};
    QVERIFY(!find<RateAdvice>(sameBatch));
}

void AdvisorTest::findsTheLeastMemory()
{
    AdviceInput two = input();
    two.cluster.machines[0].ranks[0].most = 50;
    QVERIFY(!find<MemoryAdvice>(two)); // the second machine's limit is not known
    two.cluster.machines[1].ranks[0].mostAtOnce = 30;
    two.sharesCanBeCut = false;
    QCOMPARE(find<MemoryAdvice>(two), std::optional(MemoryAdvice{80, 1, 30, false}));
}

void AdvisorTest::weighsTheBatchAgainstTheNoise()
{
    AdviceInput two = input();
    two.noiseScale = 1000;
    const auto small = find<BatchAdvice>(two);
    QVERIFY(small);
    QVERIFY(near(small->samplesOverFewest, 1.064));
    QVERIFY(near(small->stepsOverFewest, 16.625));
    QCOMPARE(small->fit, BatchFit::Small);
    // A step with twice the batch takes 0.32 s more, so 5 ms a unit; the rest of the step is its fixed part.
    const Forecast all = forecast(two.job, two.cluster, allOf(two.cluster)).value();
    const double fixed = all.stepSeconds() - 0.32;
    QVERIFY(small->fastest);
    QVERIFY2(std::abs(*small->fastest / std::sqrt(1000 * fixed / 0.005) - 1) < 0.02,
        qPrintable(QString::number(*small->fastest)));
    two.noiseScale = 10;
    QCOMPARE(find<BatchAdvice>(two)->fit, BatchFit::Large);
    QVERIFY(*find<BatchAdvice>(two)->fastest <= farBeyondNoise * 10);
}

void AdvisorTest::countsTheRanksThatAreWorthIt()
{
    AdviceInput two = input();
    two.job.gradientBytes = 2e6;
    const auto some = find<RanksAdvice>(two);
    QVERIFY(some);
    QCOMPARE(some->ranks, 2);
    QVERIFY(near(some->speedUp, speedUp(2, some->overhead)));
    QVERIFY(near(gpuEfficiency(some->mostRanks, some->overhead), some->wantedEfficiency));
    QVERIFY(near(gpuEfficiency(2, some->overheadAllowed), some->wantedEfficiency));
    two.job.gradientBytes = 1e9;
    QVERIFY(std::isinf(find<RanksAdvice>(two)->overhead));
}

void AdvisorTest::findsTheNetworkThatIsNeeded()
{
    // 20 MB within two thirds of 0.37 s, of which the slower link carries 10 MB/s.
    const auto network = find<NetworkAdvice>(input());
    QVERIFY(network);
    QVERIFY(near(network->neededBytesPerSecond, 2e7 / (2.0 / 3 * 0.37)));
    QVERIFY(network->slowestBytesPerSecond);
    QVERIFY(near(*network->slowestBytesPerSecond, 1e7));
    QVERIFY(network->waitingPart > 0.5);
}

void AdvisorTest::scalesTheRateByTheBatch()
{
    AdviceInput two = input();
    two.rate = RateOrigin{0.1, 16, RateRule::SquareRoot};
    QCOMPARE(find<RateAdvice>(two), std::optional(RateAdvice{64, *two.rate, 4, 2}));
}

QTEST_GUILESS_MAIN(AdvisorTest)
#include "tst_advisor.moc"
