// Lifetimes, checkpoint intervals and expected times agree with known cases and with simulated runs.
#include "longestseconds.h"

#include "engine/plan/forecast/checkpointinterval.h"
#include "engine/plan/simulation/runsimulation.h"
#include "engine/plan/simulation/simulatedsteps.h"

#include <QtTest>

#include <numeric>
#include <random>

using namespace motley;

namespace {

// A run of some hours on three machines of speeds 4, 2 and 1.
RevocableRun run(Recovery recovery)
{
    RevocableRun made;
    for (const double speed : {4, 2, 1}) {
        RankModel rank;
        rank.time = {0.1, 0.07 / speed};
        rank.noise = 0.03;
        made.cluster.machines.push_back({"of speed " + std::to_string(int(speed)), {rank}, {}, {1e8, 1e-4}, 0, speed});
    }
    made.machines.assign(3, {});
    made.job.batch = 256;
    made.job.steps = 8000;
    made.job.gradientBytes = 1e7;
    made.recovery = recovery;
    made.checkpointSeconds = 12;
    made.restartSeconds = 20;
    for (Revocable &machine : made.machines)
        machine.replaceSeconds = 600;
    return made;
}

// Where a function with one minimum is least, by golden-section search.
template <typename Function>
double leastAt(double from, double to, const Function &function)
{
    const double part = (std::sqrt(5.0) - 1) / 2;
    for (int i = 0; i < 200; ++i) {
        const double a = to - part * (to - from);
        const double b = from + part * (to - from);
        (function(a) < function(b) ? to : from) = function(a) < function(b) ? b : a;
    }
    return (from + to) / 2;
}

} // namespace

class RevocationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSteadyChanceTakesInProportion();
    void aFixedLifetimeTakesLikeClockwork();
    void replacingTakesItsTimeFromTheLifetimes();
    void learnsLifetimesFromWhatWasSeen();
    void quantilesUndoChances();
    void refusesCurvesThatFall();
    void checkpointsAsOftenAsCostsLeast_data();
    void checkpointsAsOftenAsCostsLeast();
    void theBestIntervalIsBestInTheForecast();
    void steadyMachinesTakeTheirTimeAndNoMore();
    void agreesWithScriptedRevocations_data();
    void agreesWithScriptedRevocations();
    void agreesWithRandomRevocationsOnAverage_data();
    void agreesWithRandomRevocationsOnAverage();
    void losesLittleWhereSurvivorsGoOn();
    void admitsThatARunWillNeverEnd();
    void simulatedRunsRepeat();
    void simulatedSharesFindTheSpeeds();
};

void RevocationTest::aSteadyChanceTakesInProportion()
{
    const Lifetime lifetime = Lifetime::withHazard(0.2);
    QVERIFY(std::abs(lifetime.goneBy(5) - (1 - std::exp(-1.0))) < 1e-12);
    QCOMPARE(lifetime.expectedRevocations(30, 0), 6.0);
    QCOMPARE(Lifetime().expectedRevocations(1000, 0), 0.0);
    // The same distribution as a curve gives the same numbers.
    std::vector<LifetimePoint> points;
    for (double hours = 0; hours < 60; hours += 0.25)
        points.push_back({hours, lifetime.goneBy(hours)});
    points.push_back({61, 1});
    QVERIFY(std::abs(Lifetime::withCurve(points)->expectedRevocations(30, 0) - 6) < 0.02);
    QVERIFY(std::abs(Lifetime::withCurve(points)->revocationsPerHour() - 0.2) < 0.001);
}

void RevocationTest::aFixedLifetimeTakesLikeClockwork()
{
    const auto lifetime = Lifetime::withCurve({{24, 0}, {24.01, 1}});
    QCOMPARE(lifetime->expectedRevocations(20, 0), 0.0);
    QVERIFY(std::abs(lifetime->expectedRevocations(100, 0) - 4) < 0.01);
    QVERIFY(std::abs(lifetime->expectedRevocations(100, 2) - 3) < 0.01); // at 24, 50 and 76 hours
    QVERIFY(std::abs(lifetime->expectedRevocations(10000, 0) - 416) < 1);
    QVERIFY(std::abs(lifetime->revocationsPerHour() - 1 / 24.005) < 1e-6);
}

void RevocationTest::replacingTakesItsTimeFromTheLifetimes()
{
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> chance(0, 1);
    const auto curve = Lifetime::withCurve({{0, 0}, {2, 0.4}, {20, 0.5}, {24, 1}});
    const double replace = 3;
    double sum = 0;
    const int trials = 20000;
    for (int trial = 0; trial < trials; ++trial)
        for (double now = curve->quantile(chance(random)); now < 60; now += replace + curve->quantile(chance(random)))
            sum += 1.0 / trials;
    QVERIFY2(std::abs(curve->expectedRevocations(60, replace) / sum - 1) < 0.02, qPrintable(QString::number(sum)));
    QVERIFY(curve->expectedRevocations(60, replace) < curve->expectedRevocations(60, 0));
}

void RevocationTest::learnsLifetimesFromWhatWasSeen()
{
    const auto seen = Lifetime::seen({4, 1, 2, 3});
    QCOMPARE(seen->goneBy(2), 0.5);
    QCOMPARE(seen->goneBy(100), 1.0);
    // One machine was observed until hour 2.5 only (a censored lifetime): it may live as long as the others.
    const auto censored = Lifetime::seen({1, 2, 3}, {2.5});
    QCOMPARE(censored->goneBy(1), 0.25);
    QCOMPARE(censored->goneBy(2), 0.5);
    QVERIFY(Lifetime::seen({}, {10})->isSteady());
    QVERIFY(!Lifetime::seen({}));
    QVERIFY(!Lifetime::seen({-1}));
}

void RevocationTest::quantilesUndoChances()
{
    for (const Lifetime &lifetime : {Lifetime::withHazard(0.1), *Lifetime::withCurve({{1, 0.1}, {3, 0.1}, {9, 0.8}})})
        for (const double chance : {0.05, 0.2, 0.5, 0.79})
            QVERIFY(std::abs(lifetime.goneBy(lifetime.quantile(chance)) - chance) < 1e-12);
    QVERIFY(std::isinf(Lifetime::withCurve({{1, 0.5}})->quantile(0.6)));
}

void RevocationTest::refusesCurvesThatFall()
{
    QVERIFY(!Lifetime::withCurve({{2, 0.1}, {1, 0.2}}));
    QVERIFY(!Lifetime::withCurve({{1, 0.3}, {2, 0.2}}));
    QVERIFY(!Lifetime::withCurve({{1, 1.1}}));
    QVERIFY(!Lifetime::withCurve({{std::nan(""), 0.1}}));
    QVERIFY(Lifetime::withCurve({})->isSteady());
}

void RevocationTest::checkpointsAsOftenAsCostsLeast_data()
{
    QTest::addColumn<double>("checkpoint");
    QTest::addColumn<double>("mean");
    QTest::addRow("short checkpoints") << 5.0 << 20000.0;
    QTest::addRow("a minute an hour") << 60.0 << 3600.0;
    QTest::addRow("long checkpoints") << 300.0 << 2000.0;
}

void RevocationTest::checkpointsAsOftenAsCostsLeast()
{
    QFETCH(double, checkpoint);
    QFETCH(double, mean);
    const LossyWork work{1e6, checkpoint, 60, mean};
    const auto time = [&](double interval) { return expectedSeconds(work, interval); };
    const double best = leastAt(1, 10 * mean, time);
    QVERIFY2(std::abs(dalyInterval(checkpoint, mean) / best - 1) < 0.02, qPrintable(QString::number(best)));
    QVERIFY(time(dalyInterval(checkpoint, mean)) < 1.001 * time(best));
    QVERIFY(std::abs(dalyInterval(checkpoint, mean) - best) <= std::abs(youngInterval(checkpoint, mean) - best));
    QVERIFY(time(youngInterval(checkpoint, mean)) < 1.02 * time(best));
}

void RevocationTest::theBestIntervalIsBestInTheForecast()
{
    RevocableRun made = run(Recovery::FromCheckpoint);
    for (Revocable &machine : made.machines)
        machine.lifetime = Lifetime::withHazard(0.1);
    const double best = expectRun(made)->seconds;
    made.everySteps = *bestInterval(made);
    QCOMPARE(expectRun(made)->seconds, best);
    const std::int64_t steps = made.everySteps;
    for (const double factor : {0.3, 0.6, 1.6, 3.0}) {
        made.everySteps = std::int64_t(double(steps) * factor);
        QVERIFY(expectRun(made)->seconds > best);
    }
}

void RevocationTest::steadyMachinesTakeTheirTimeAndNoMore()
{
    const RevocableRun made = run(Recovery::FromCheckpoint);
    const auto expected = expectRun(made);
    const auto plain = forecast(made.job, made.cluster, allOf(made.cluster));
    QCOMPARE(expected->everySteps, 0);
    QCOMPARE(expected->seconds, 3600 * plain->hours);
    QCOMPARE(expected->cost, plain->cost);
    const auto simulated = simulateRun(made, 1);
    QVERIFY(std::abs(simulated->seconds / expected->seconds - 1) < 0.01);
    QVERIFY(std::abs(simulated->cost / expected->cost - 1) < 0.01);
}

void RevocationTest::agreesWithScriptedRevocations_data()
{
    QTest::addColumn<bool>("survivors");
    QTest::addRow("from the last checkpoint") << false;
    QTest::addRow("from survivors") << true;
}

void RevocationTest::agreesWithScriptedRevocations()
{
    QFETCH(bool, survivors);
    RevocableRun made = run(survivors ? Recovery::FromSurvivors : Recovery::FromCheckpoint);
    made.everySteps = 100;
    const double whole = 3600 * forecast(made.job, made.cluster, allOf(made.cluster))->hours;
    std::mt19937_64 random(9);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        std::vector<ScriptedRevocation> script;
        std::vector<double> revocations(3, 0);
        for (int i = 0; i < 2; ++i) {
            script.push_back({(0.45 * i + 0.4 * double(random() % 1000) / 1000) * whole, random() % 3});
            ++revocations[script.back().machine];
        }
        const auto expected = expectRun(made, revocations);
        const auto simulated = simulateRun(made, script, seed);
        QVERIFY(expected);
        QVERIFY(simulated);
        QCOMPARE(simulated->revocations, 2);
        const double error = std::abs(expected->seconds / simulated->seconds - 1);
        QVERIFY2(error < 0.05, qPrintable(QString::number(error)));
        QVERIFY(std::abs(expected->cost / simulated->cost - 1) < 0.05);
    }
}

void RevocationTest::agreesWithRandomRevocationsOnAverage_data()
{
    agreesWithScriptedRevocations_data();
}

void RevocationTest::agreesWithRandomRevocationsOnAverage()
{
    QFETCH(bool, survivors);
    RevocableRun made = run(survivors ? Recovery::FromSurvivors : Recovery::FromCheckpoint);
    made.job.steps = 200;
    for (NodeModel &machine : made.cluster.machines)
        machine.ranks[0].time = {1, 10 * machine.ranks[0].time.secondsPerUnit};
    made.machines[0].lifetime = Lifetime::withHazard(0.3);
    made.machines[1].lifetime = *Lifetime::withCurve({{0, 0}, {1, 0.3}, {8, 1}});
    const auto expected = expectRun(made);
    double seconds = 0;
    double revocations = 0;
    const int runs = 300;
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
        const auto simulated = simulateRun(made, seed);
        QVERIFY(simulated.has_value());
        seconds += simulated->seconds / runs;
        revocations += double(simulated->revocations) / runs;
    }
    qInfo("%.0f s and %.2f revocations expected, %.0f and %.2f seen", expected->seconds, expected->revocations, seconds,
        revocations);
    QVERIFY(std::abs(expected->seconds / seconds - 1) < 0.05);
    QVERIFY(std::abs(expected->revocations - revocations) < 0.2);
}

void RevocationTest::losesLittleWhereSurvivorsGoOn()
{
    RevocableRun made = run(Recovery::FromSurvivors);
    made.machines[2].lifetime = Lifetime::withHazard(0.5);
    made.everySteps = 500;
    const auto survivors = expectRun(made);
    made.recovery = Recovery::FromCheckpoint;
    const auto checkpoint = expectRun(made);
    QVERIFY(survivors->seconds < checkpoint->seconds);
    QVERIFY(survivors->lostSeconds < 0.02 * checkpoint->lostSeconds);
    made.recovery = Recovery::FromSurvivors;
    made.everySteps = 0;
    QCOMPARE(*bestInterval(made), 0); // no checkpoints: two machines that are never taken away keep the state
}

void RevocationTest::admitsThatARunWillNeverEnd()
{
    RevocableRun made = run(Recovery::FromCheckpoint);
    made.job.steps = 1000;
    made.everySteps = 500;
    made.machines[0].lifetime = Lifetime::withHazard(60);
    QVERIFY(std::isinf(expectRun(made)->seconds));
    QVERIFY(!simulateRun(made, 1));
}

void RevocationTest::simulatedRunsRepeat()
{
    RevocableRun made = run(Recovery::FromSurvivors);
    made.job.steps = 1000;
    made.machines[1].lifetime = Lifetime::withHazard(2);
    QCOMPARE(simulateRun(made, 7)->seconds, simulateRun(made, 7)->seconds);
    QVERIFY(simulateRun(made, 7)->seconds != simulateRun(made, 8)->seconds);
    QVERIFY(!simulateRun(made, {{5, 3}}, 1));
    QVERIFY(!simulateRun(made, {{5, 0}, {4, 0}}, 1));
}

void RevocationTest::simulatedSharesFindTheSpeeds()
{
    const RevocableRun made = run(Recovery::FromSurvivors);
    ClusterModel believed = made.cluster;
    for (NodeModel &machine : believed.machines)
        machine.ranks[0].time = {0, 0.01};
    auto steps = SimulatedSteps::make(made.job, made.cluster, believed, allOf(made.cluster));
    QVERIFY(steps.has_value());
    std::mt19937_64 random(1);
    for (int step = 0; step < 300; ++step)
        steps->next(random);
    const double best = longestSeconds(
        fastestSplit(made.job.batch, limitsOf(made.cluster, {0, 1, 2})), limitsOf(made.cluster, {0, 1, 2}));
    QVERIFY(longestSeconds(steps->shares(), limitsOf(made.cluster, {0, 1, 2})) < 1.05 * best);
}

QTEST_GUILESS_MAIN(RevocationTest)
#include "tst_revocation.moc"
