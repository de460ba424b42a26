// The guidelines' formulas agree with each other, with trying, and with the sentences made of them.
#include "engine/plan/advisor.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

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

std::string wordsOf(const AdviceInput &input, Advice::Kind kind)
{
    const auto all = advise(input);
    for (const Advice &advice : all.value())
        if (advice.kind == kind)
            return advice.text;
    return {};
}

double leastSeconds(const std::vector<std::vector<LayerAlgorithm>> &layers, std::size_t layer, double room)
{
    if (layer == layers.size())
        return 0;
    double least = std::numeric_limits<double>::infinity();
    for (const LayerAlgorithm &algorithm : layers[layer])
        if (algorithm.workspaceBytes <= room)
            least
                = std::min(least, algorithm.seconds + leastSeconds(layers, layer + 1, room - algorithm.workspaceBytes));
    return least;
}

} // namespace

class AdvisorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLemmaAgreesWithItself();
    void fourGpusAtEightyPercentAllowNinePercent();
    void theNetworkThatHidesAnExchangeHidesIt();
    void theFastestBatchIsTheFastest();
    void choosesAlgorithmsAsWellAsTryingAll();
    void rulesForTheRateStartAtOne();
    void speaksOnlyOfWhatIsKnown();
    void saysTheNumbers();
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
        QVERIFY(near(ringCost(members).at(1e8), 0.5));
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
    QCOMPARE(fastestBatch({0, 0.001}, noise, 100), 1.0); // nothing is gained by more at once
    QVERIFY(near(stepsOverFewest(noise, noise), 2));
    QVERIFY(near(samplesOverFewest(noise, noise), 2));
    // What steps cost more than the fewest, samples cost less: steps * batch is the same either way.
    QVERIFY(near(stepsOverFewest(100, noise) * 100, samplesOverFewest(100, noise) * noise));
}

void AdvisorTest::choosesAlgorithmsAsWellAsTryingAll()
{
    std::mt19937 random(2);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<std::vector<LayerAlgorithm>> layers(1 + random() % 4);
        for (auto &layer : layers)
            for (std::size_t i = 0; i < 1 + random() % 4; ++i)
                layer.push_back({double(1 + random() % 9), double(random() % 8)});
        for (auto &layer : layers)
            if (layer.empty())
                layer.push_back({1, 1});
        const double room = random() % 20;
        const auto chosen = fastestAlgorithms(layers, room);
        const double least = leastSeconds(layers, 0, room);
        QCOMPARE(chosen.empty(), std::isinf(least));
        double seconds = 0;
        double workspace = 0;
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            seconds += layers[i][chosen[i]].seconds;
            workspace += layers[i][chosen[i]].workspaceBytes;
        }
        QVERIFY(chosen.empty() || (seconds == least && workspace <= room));
    }
}

void AdvisorTest::rulesForTheRateStartAtOne()
{
    QCOMPARE(rateFactor(RateRule::Linear, 1), 1.0);
    QCOMPARE(rateFactor(RateRule::SquareRoot, 1), 1.0);
    QCOMPARE(rateFactor(RateRule::Linear, 8), 8.0);
    QVERIFY(near(rateFactor(RateRule::SquareRoot, 9), 3));
}

void AdvisorTest::speaksOnlyOfWhatIsKnown()
{
    QVERIFY(wordsOf(input(), Advice::Kind::Memory).empty());
    QVERIFY(wordsOf(input(), Advice::Kind::Batch).empty());
    QVERIFY(wordsOf(input(), Advice::Kind::LearningRate).empty());
    AdviceInput alone = input();
    alone.cluster.machines.resize(1);
    QVERIFY(advise(alone)->empty());
    alone.cluster.machines.clear();
    QVERIFY(!advise(alone));
}

void AdvisorTest::saysTheNumbers()
{
    AdviceInput all = input();
    all.noiseScale = 1000;
    all.batchOfRate = 16;
    all.cluster.machines[0].ranks[0].most = 50;
    all.cluster.machines[1].ranks[0].most = 100;
    const auto has = [&](Advice::Kind kind, const char *words) {
        const std::string text = wordsOf(all, kind);
        if (text.find(words) == std::string::npos)
            qWarning("%s", text.c_str());
        return text.find(words) != std::string::npos;
    };
    QVERIFY(has(Advice::Kind::Memory, "a batch of 150; the least of it is on a, which fits 50."));
    QVERIFY(has(Advice::Kind::Batch, "1.1 times the fewest samples and 16.6 times the fewest steps."));
    QVERIFY(has(Advice::Kind::Batch, "A larger batch would save steps"));
    QVERIFY(has(Advice::Kind::LearningRate, "multiply it by 4.00 (linear rule, for SGD, with a warm-up) or 2.00"));
    // 20 MB within two thirds of 0.37 s, of which the slower link carries 80 Mbit/s.
    QVERIFY(has(Advice::Kind::Network, "carries 649 Mbit/s. The slowest carries 80 Mbit/s"));
    all.job.gradientBytes = 2e6;
    QVERIFY(has(Advice::Kind::Machines, "2 ranks are"));
    all.job.gradientBytes = 1e9;
    QVERIFY(has(Advice::Kind::Machines, "no faster than one of them"));
    all.noiseScale = 10;
    QVERIFY(has(Advice::Kind::Batch, "a smaller one learns as much"));
}

QTEST_GUILESS_MAIN(AdvisorTest)
#include "tst_advisor.moc"
