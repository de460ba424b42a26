// Numbers and plans in words.
#include "app/words/advicewords.h"
#include "app/words/forecastwords.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "app/words/planwords.h"
#include "app/words/slowdownwords.h"
#include "app/words/steptimewords.h"
#include "app/words/termswords.h"
#include "tests/app/plainspaces.h"

#include <QLocale>
#include <QTest>

#include <cmath>
#include <limits>

using namespace motley;

namespace {

Plan plan(std::vector<double> speeds, ShareRule rule)
{
    Plan plan;
    plan.shareRule = rule;
    for (const double speed : speeds)
        plan.ranks.push_back({0, {}, 1, 0, 2, speed});
    return plan;
}

} // namespace

class WordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void saysDurationsForPeople_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::addRow("seconds") << 41.6 << "42 s";
        QTest::addRow("minutes") << 60.0 << "1 min 0 s";
        QTest::addRow("hours") << 7500.0 << "2 h 5 min";
        QTest::addRow("days") << 90000.0 << "1 d 1 h";
        QTest::addRow("before the beginning") << -3.0 << "n/a";
    }

    void saysDurationsForPeople()
    {
        QFETCH(double, seconds);
        QTEST(plainSpaces(formatDuration(seconds)), "text");
    }

    void writesFiguresWithoutExponents_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("text");
        QTest::addRow("a loss") << formatNumber(0.30931) << "0.3093";
        QTest::addRow("a loss beyond counting")
            << formatNumber(6782294793915212526256128.0) << QStringLiteral(u"6.782 × 10²⁴");
        QTest::addRow("many") << formatNumber(12801.6, 3) << "12,802";
        QTest::addRow("a learning rate") << formatNumber(0.00005) << QStringLiteral(u"5 × 10⁻⁵");
        QTest::addRow("tiny and negative") << formatNumber(-1.25e-12) << QStringLiteral(u"-1.25 × 10⁻¹²");
        QTest::addRow("none") << formatNumber(0) << "0";
        QTest::addRow("no number") << formatNumber(std::nan("")) << "n/a";
        QTest::addRow("milliseconds") << formatSeconds(0.0412) << "41.2 ms";
        QTest::addRow("nearly a second") << formatSeconds(0.9996) << "1 s";
        QTest::addRow("seconds") << formatSeconds(1.284) << "1.28 s";
        QTest::addRow("minutes") << formatSeconds(192) << "3 min 12 s";
        QTest::addRow("a tick") << formatTick(250, 50) << "250";
        QTest::addRow("a tick of thousands") << formatTick(1300, 100) << "1.3 k";
        QTest::addRow("a tick of even thousands") << formatTick(2000, 1000) << "2 k";
        QTest::addRow("a tick beyond counting") << formatTick(6e24, 2e24) << QStringLiteral(u"6 × 10²⁴");
        QTest::addRow("a tick of millions") << formatTick(1.25e6, 5e4) << "1.25 M";
        QTest::addRow("a tick below 1") << formatTick(0.75, 0.25) << "0.75";
        QTest::addRow("a tick at 0") << formatTick(0, 100) << "0";
        QTest::addRow("a tiny tick") << formatTick(2e-5, 1e-5) << QStringLiteral(u"2 × 10⁻⁵");
        QTest::addRow("a tick below 0") << formatTick(-1500, 500) << "-1.5 k";
    }

    void writesFiguresWithoutExponents()
    {
        QFETCH(QString, written);
        QTEST(plainSpaces(written), "text");
    }

    void joinsSentencesAsTheirLanguageDoes()
    {
        QCOMPARE(joinSentences({}), QString());
        QCOMPARE(joinSentences({"One.", "Two.", "Three?"}), QString("One. Two. Three?"));
        QCOMPARE(joinSentences({QString::fromUtf8("一。"), QString::fromUtf8("二。")}), QString::fromUtf8("一。二。"));
    }

    void takesAwayWhatSteersATerminalOrTurnsText()
    {
        QCOMPARE(plainText(QStringLiteral(u"a\u001b[2J\u0007b\u202eré\nc")), QStringLiteral(u"a[2Jbré\nc"));
        QCOMPARE(plainText(QStringLiteral("abcdef"), 3), QStringLiteral(u"abc\u2026"));
    }

    void saysWhyTheSharesAreWhatTheyAre_data()
    {
        QTest::addColumn<ShareRule>("rule");
        QTest::addColumn<QString>("part");
        QTest::addRow("measured") << ShareRule::Measured << "2,688 : 1,270 samples/s";
        QTest::addRow("not measured") << ShareRule::Even << "Even shares";
        QTest::addRow("given") << ShareRule::Given << "asked for";
    }

    void saysWhyTheSharesAreWhatTheyAre()
    {
        QFETCH(ShareRule, rule);
        QFETCH(QString, part);
        const QStringList reasons = planReasons(plan({2688.2, 1269.9}, rule), BatchUnit::Samples);
        QCOMPARE(reasons.size(), 2);
        QVERIFY(reasons[0].contains(QStringLiteral("Gloo")));
        QVERIFY2(reasons[1].contains(part), qPrintable(reasons[1]));
    }

    void saysHowAdasumGroups()
    {
        Plan three = plan({100, 100, 200}, ShareRule::Measured);
        three.machines = {{"box", "10.0.0.1"}, {"new", "10.0.0.2"}};
        three.ranks[0].machine = three.ranks[1].machine = 0;
        three.ranks[2].machine = 1;
        QVERIFY(groupReasons(three).isEmpty());
        const auto group = [&three](std::array<int, 3> groups) {
            for (std::size_t i = 0; i < 3; ++i)
                three.ranks[i].group = groups[i];
            return groupReasons(three);
        };
        QVERIFY(group({0, 0, 0}).front().contains(QStringLiteral("gradients are summed")));
        QVERIFY2(
            group({0, 0, 1}).front().contains(QStringLiteral("box and new")), qPrintable(groupReasons(three).front()));
        QVERIFY(groupReasons(three).front().contains(QStringLiteral("depends on this grouping")));
        QCOMPARE(group({0, 1, 2}).size(), 2);
        QVERIFY(groupReasons(three).back().contains(QStringLiteral("box has several devices")));
        QCOMPARE(planReasons(three, BatchUnit::Samples).size(), 4);
    }

    void saysHowMixedDevicesExchange()
    {
        Plan mixed = plan({2688.2, 1269.9}, ShareRule::Measured);
        mixed.ranks[0].device = {Device::Kind::Cuda, "GPU-1"};
        const QString reason = planReasons(mixed, BatchUnit::Samples).front();
        QVERIFY(reason.contains(QStringLiteral("NCCL")));
        QVERIFY(reason.contains(QStringLiteral("Gloo")));
    }

    void saysWhatARunTakes()
    {
        Forecast forecast;
        forecast.computeSeconds = 0.08;
        forecast.exchangeSeconds = 0.02;
        forecast.unitsPerSecond = 1280;
        forecast.efficiency = 0.95;
        forecast.relativeError = 0.07;
        forecast.hours = 2;
        const QString plain = plainSpaces(forecastSentences(ImageSpec(), forecast).join(QLatin1Char(' ')));
        for (const char *part : {"1,280 samples/s", "95 %", "100 ms", "20 ms", "2 h", "1 h 52 min to 2 h 8 min"})
            QVERIFY2(plain.contains(QLatin1String(part)), qPrintable(plain));
        QCOMPARE(plainSpaces(wholeJobWords(forecast)), QStringLiteral("2 h 0 min"));
        QVERIFY(!plain.contains(QLatin1String("Adasum")));
        Forecast grouped = forecast;
        grouped.groups = 3;
        QVERIFY(
            forecastSentences(ImageSpec(), grouped).join(QLatin1Char(' ')).contains(QLatin1String("Adasum between")));
        Forecast endless = forecast;
        endless.hours = 0; // 0: the number of steps is not known
        const QString open = forecastSentences(ImageSpec(), endless).join(QLatin1Char(' '));
        QVERIFY2(open.contains(QLatin1String("a new measurement")), qPrintable(open));
        QVERIFY2(!open.contains(QLatin1String("whole job")), qPrintable(open));
        forecast.cost = 3.5;
        forecast.kilowattHours = 1.2;
        const QString paid = plainSpaces(forecastSentences(TranslationSpec(), forecast).join(QLatin1Char(' ')));
        for (const char *part : {"tokens/s", "3.50", "1.2 kWh"})
            QVERIFY2(paid.contains(QLatin1String(part)), qPrintable(paid));
    }

    void saysWhatRevocationsMean()
    {
        RevocationForecast expected;
        expected.seconds = 7200;
        expected.cost = 4;
        expected.revocations = 1.5;
        expected.everySteps = 250;
        const QString words = plainSpaces(revocationSentence(expected));
        for (const char *part : {"1.5", "2 h", "4.00", "250 step"})
            QVERIFY2(words.contains(QLatin1String(part)), qPrintable(words));
        expected.seconds = std::numeric_limits<double>::infinity();
        QVERIFY(revocationSentence(expected).contains(QStringLiteral("faster than")));
    }

    void saysWhereTheTimeOfASetbackIsFrom()
    {
        RunModel model;
        model.checkpointSeconds = 0.25;
        model.restartSeconds = 30;
        QCOMPARE(plainSpaces(setbackSentence(model)),
            QStringLiteral("Assumed: a run goes on after 30 s, and saving a checkpoint takes 250 ms; runs on these "
                           "machines will give the true values."));
        model.restartIsShown = true;
        QCOMPARE(plainSpaces(setbackSentence(model)),
            QStringLiteral(
                "As earlier runs have shown, a run goes on after 30 s, and saving a checkpoint takes 250 ms."));
    }

    void saysOnWhatTermsAMachineIsThere()
    {
        QCOMPARE(termsWords({}), QString());
        QCOMPARE(termsWords({0, 0, 0, {}, false}), QStringLiteral("not taken back by itself"));
        QCOMPARE(termsWords({0, 0, 0, {}, true, true}), QStringLiteral("takes part again by itself after a restart"));
        QCOMPARE(plainSpaces(termsWords({1.25, 8, 5})),
            QStringLiteral("1.25 an hour, taken away after 8 h on average, replaced within 5 min"));
        QCOMPARE(plainSpaces(termsWords({0, 0, 0, {{2, 0.1}, {6, 0.5}, {24, 0.75}}})),
            QStringLiteral("10 % are taken away within 2 h, 50 % are taken away within 6 h, 25 % stay"));
    }

    void saysWhatEachMachineIsWorth()
    {
        ClusterModel cluster;
        cluster.machines.resize(3);
        cluster.machines[1].name = "beta";
        cluster.machines[2].name = "gamma";
        for (const auto kind : {ForecastRemark::Kind::Gains, ForecastRemark::Kind::Slows, ForecastRemark::Kind::Idle,
                 ForecastRemark::Kind::Memory, ForecastRemark::Kind::Network, ForecastRemark::Kind::Guess})
            QVERIFY(remarkWords({kind, {1}, 0.12}, cluster).contains(QStringLiteral("beta")));
        QVERIFY(plainSpaces(remarkWords({ForecastRemark::Kind::Gains, {1}, 0.12}, cluster))
                    .contains(QStringLiteral("12 %")));
        QCOMPARE(plainSpaces(remarkWords({ForecastRemark::Kind::Slows, {1, 2}, 0.12}, cluster)),
            QStringLiteral("Without beta and gamma the run would be 12 % faster: leave them out."));
    }

    void advisesWithTheNumbers_data()
    {
        QTest::addColumn<Advice>("advice");
        QTest::addColumn<QString>("text");
        QTest::addRow("memory") << Advice(MemoryAdvice{1500, 1, 50, true})
                                << "In one pass, the memory of all devices together holds 1,500 samples; the least is "
                                   "on beta, for 50. A larger share is taken in several passes, with the same result.";
        QTest::addRow("batch") << Advice(BatchAdvice{64, 1000, 1.064, 16.625, 250.4, BatchFit::Small})
                               << "The gradient-noise scale, as measured in a run, is 1,000: with a batch of 64, "
                                  "training needs 1.1 times the fewest samples and 16.6 times the fewest steps. These "
                                  "machines get to the same quality soonest with a batch of about 250.";
        QTest::addRow("batch, of machines that are not known")
            << Advice(BatchAdvice{64, 1000, 1.064, 16.625, std::nullopt, BatchFit::Small})
            << "The gradient-noise scale, as measured in a run, is 1,000: with a batch of 64, training needs 1.1 times "
               "the fewest samples and 16.6 times the fewest steps. A larger batch would save steps at little cost.";
        QTest::addRow("ranks") << Advice(RanksAdvice{2, 1.8, 0.9, 0.125, 0.8, 3.25, 0.3333})
                               << "2 rank(s) together are 1.8 times as fast as one of them on average. The "
                                  "part that more ranks do not shorten is 12.5 % of the computing time, so no number "
                                  "of ranks is more than 9.0 times as fast as one. Up to 3 ranks still reach 80 % of "
                                  "the ideal speed.";
        const double infinite = std::numeric_limits<double>::infinity();
        QTest::addRow("too many ranks") << Advice(RanksAdvice{8, 0.9, 0.11, infinite, 0.8, 0, 0.05})
                                        << "8 rank(s) together are no faster than one alone: the exchange costs more "
                                           "than they add.";
        QTest::addRow("network") << Advice(NetworkAdvice{20 << 20, 8.1e7, 1e7, 0.6})
                                 << "The exchange of 20.0 MiB of gradients hides behind the backward pass if the link "
                                    "of each machine carries 648 Mbit/s. The slowest carries 80 Mbit/s, so 60 % of "
                                    "each step is spent waiting for it.";
        QTest::addRow("rate") << Advice(RateAdvice{64, {0.1, 16, std::nullopt}, 4, 2})
                              << "The learning rate of 0.1 was found with a batch of 16. For 64, take 0.4 with SGD and "
                                 "a warm-up (linear rule), or 0.2 with Adam and its kin (square-root rule).";
        QTest::addRow("rate that the job scales") << Advice(RateAdvice{64, {0.1, 16, RateRule::SquareRoot}, 4, 2})
                                                  << "The learning rate of 0.1 was found with a batch of 16. For a "
                                                     "batch of 64 this job makes it 0.2.";
    }

    void advisesWithTheNumbers()
    {
        QFETCH(Advice, advice);
        ClusterModel cluster;
        cluster.machines.resize(2);
        cluster.machines[1].name = "beta";
        QTEST(plainSpaces(adviceWords(advice, cluster)), "text");
    }

    void saysWhatMemoryDecided()
    {
        Plan some = plan({100, 50}, ShareRule::Measured);
        some.machines = {{"box", "10.0.0.1"}};
        some.ranks[1].microbatch = 8;
        some.ranks[0].stateShare = 0.7;
        some.ranks[1].stateShare = 0.3;
        const QStringList reasons = planReasons(some, BatchUnit::Samples);
        QCOMPARE(reasons.size(), 4);
        QVERIFY2(reasons[2].contains(QStringLiteral("box takes 8 sample")), qPrintable(reasons[2]));
        QVERIFY2(plainSpaces(reasons[3]).contains(QStringLiteral("70 % : 30 %")), qPrintable(reasons[3]));
    }

    void saysWhyARankRecomputes_data()
    {
        QTest::addColumn<Recomputation>("recomputation");
        QTest::addColumn<QString>("text");
        QTest::addRow("the job wants it")
            << Recomputation{0, std::nullopt} << "box recomputes activations, as the job asks for it.";
        QTest::addRow("no sample fits") << Recomputation{200 << 20, 0}
                                        << "box recomputes activations and so keeps 200.0 MiB less: without that, its "
                                           "memory would not hold even one sample.";
        QTest::addRow("no sample could be measured") << Recomputation{
            0, 0} << "box recomputes activations: without that, its memory would not hold even one sample.";
        QTest::addRow("few samples fit") << Recomputation{200 << 20, 2}
                                         << "box recomputes activations and so keeps 200.0 MiB less: without that, its "
                                            "memory would hold only 2 sample(s) at once, which takes longer.";
    }
    void saysWhyARankRecomputes()
    {
        QFETCH(Recomputation, recomputation);
        Plan some = plan({100, 50}, ShareRule::Measured);
        some.machines = {{"box", "10.0.0.1"}};
        some.ranks[1].recompute = recomputation;
        QCOMPARE(memoryReasons(some).size(), 1);
        QTEST(plainSpaces(memoryReasons(some).front()), "text");
    }

    void saysWhatIsSlowAndWhy_data()
    {
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("part");
        QTest::addColumn<int>("cause");
        QTest::addColumn<bool>("sharesFollow");
        QTest::addColumn<QString>("text");
        using Stage = Slowdown::Stage;
        using Part = Slowdown::Part;
        using Cause = Slowdown::Cause;
        const auto row = [](const char *tag, Stage stage, Part part, Cause cause, bool sharesFollow) -> QTestData & {
            return QTest::addRow("%s", tag) << int(stage) << int(part) << int(cause) << sharesFollow;
        };
        row("computes", Stage::Begun, Part::Compute, Cause::Unknown, true)
            << "Since step 120 its computing takes 2.1 times as long as before. The shares of a batch follow by "
               "themselves.";
        row("too hot", Stage::Explained, Part::Compute, Cause::Heat, false)
            << "Since step 120 its computing takes 2.1 times as long as before. Its GPU is at 42 °C and clocks down. "
               "Clean its fans and give it cooler air.";
        row("data", Stage::Begun, Part::Data, Cause::Disk, false)
            << "Since step 120 it spends 42 % of the time waiting for data. Its processors spend 42 % of the time "
               "waiting "
               "for the disk. Put the data on a faster disk of this machine.";
        row("network", Stage::Begun, Part::Exchange, Cause::Unknown, false)
            << "Since step 120 the exchange of gradients takes 2.1 times as long as before. See what else uses this "
               "network.";
        row("over", Stage::Over, Part::Compute, Cause::Heat, true) << "It is as fast as before again.";
    }

    void saysWhatIsSlowAndWhy()
    {
        QFETCH(int, stage);
        QFETCH(int, part);
        QFETCH(int, cause);
        QFETCH(bool, sharesFollow);
        const Slowdown slowdown{Slowdown::Stage(stage), 130, 120, 1, -1, Slowdown::Part(part), Slowdown::Cause(cause),
            42.0, 0.42, 0.2, 1, sharesFollow};
        QTEST(plainSpaces(slowdownText(slowdown)), "text");
    }

    void saysHowGoodThePredictionWas()
    {
        const auto words = [](const PredictedStep &step) { return plainSpaces(stepTimeWords(0.2, step)); };
        QCOMPARE(words({0.2, 0.01}), QString("A step took 200 ms, 4.8 % less than the predicted 210 ms."));
        QCOMPARE(words({0.1, 0}), QString("A step took 200 ms, 100.0 % more than the predicted 100 ms."));
        QCOMPARE(words({0.2, 0}), QString("A step took 200 ms, as predicted."));
        QCOMPARE(words({}), QString("A step took 200 ms."));
    }

    void saysWhereTheTimeOfAStepWent()
    {
        StepDone step;
        step.seconds = 0.2;
        step.ranks = {{0, 50, 50, 0.01, 0.05, 0.1, 0.02, 0.02}, {1, 50, 50, 0, 0.05, 0.05, 0.1, 0}};
        StepParts parts;
        parts.add(step);
        QCOMPARE(plainSpaces(stepPartsWords(parts, {})),
            QStringLiteral("Of it, computing took 170 ms, the exchange 20 ms and waiting for data 10 ms."));
        QCOMPARE(plainSpaces(stepPartsWords(parts, {0.15, 0.03})),
            QStringLiteral("Of it, computing took 170 ms (predicted: 150 ms), the exchange 20 ms (predicted: "
                           "30 ms) and waiting for data 10 ms."));
    }

    void oneRankExchangesNothing()
    {
        QVERIFY(planReasons(plan({2688}, ShareRule::Measured), BatchUnit::Samples).isEmpty());
    }

    void countsTranslationsInTokens()
    {
        QCOMPARE(batchUnitOf(TranslationSpec()), BatchUnit::Tokens);
        QCOMPARE(batchUnitOf(ImageSpec()), BatchUnit::Samples);
        QCOMPARE(shareWords(1200, 4096, BatchUnit::Tokens), QStringLiteral("1,200 of 4,096 tokens"));
        QCOMPARE(shareWords(71, 256, BatchUnit::Samples), QStringLiteral("71 of 256 samples"));
        const QStringList reasons = planReasons(plan({2688, 1270}, ShareRule::Measured), BatchUnit::Tokens);
        QVERIFY2(reasons[1].contains(QStringLiteral("2,688 : 1,270 tokens/s")), qPrintable(reasons[1]));
    }

    void namesTheMetricsOfImages() { QVERIFY(metricName("top5Accuracy") != QStringLiteral("top5Accuracy")); }
};

QTEST_GUILESS_MAIN(WordsTest)
#include "tst_words.moc"
