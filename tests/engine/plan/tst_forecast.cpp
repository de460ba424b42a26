// Laws that a forecast obeys for any machines: no set is faster than the sum of its machines, nor than the chosen one.
#include "longestseconds.h"

#include "engine/plan/forecast/machinechoice.h"
#include "engine/statistics/expectedmaximum.h"

#include <QtTest>

#include <numeric>
#include <random>

using namespace motley;

namespace {

NodeModel machine(const std::string &name, double secondsPerUnit, double fixedSeconds = 0, Link outside = {})
{
    RankModel rank;
    rank.time = {fixedSeconds, secondsPerUnit};
    return {name, {rank}, {}, outside};
}

class Random {
public:
    explicit Random(unsigned seed) : m_random(seed) { }

    double between(double least, double most) { return std::uniform_real_distribution<double>(least, most)(m_random); }
    NodeModel machine()
    {
        NodeModel made;
        made.name = "m" + std::to_string(++m_made);
        for (int rank = int(between(1, 3.99)); rank > 0; --rank) {
            RankModel model;
            model.time = {between(0, 0.05), between(0.001, 0.02)};
            model.noise = between(0, 0.05);
            made.ranks.push_back(model);
        }
        made.inside = {between(1e9, 1e10), between(1e-6, 1e-5)};
        made.outside = {between(1e8, 1e9), between(1e-5, 1e-3)};
        made.pricePerHour = between(0, 3);
        return made;
    }
    ClusterModel cluster(std::size_t machines)
    {
        ClusterModel made;
        while (made.machines.size() < machines)
            made.machines.push_back(machine());
        return made;
    }
    JobModel job()
    {
        JobModel job;
        job.batch = std::int64_t(between(16, 512));
        job.steps = 1000;
        job.gradientBytes = between(1e5, 2e8);
        job.sums = int(between(0, 5));
        job.sumBytes = between(0, 1e4);
        job.hidingPart = between(0, 0.9);
        return job;
    }

private:
    std::mt19937 m_random;
    int m_made = 0;
};

Forecast forecastOfAll(const JobModel &job, const ClusterModel &cluster)
{
    return *forecast(job, cluster, allOf(cluster));
}

} // namespace

class ForecastTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRingCarriesNearlyTwiceTheBytes();
    void aLinkIsKnownFromItsSums();
    void aRingWaitsForItsSlowestLink();
    void whatAllShareCarriesItForEveryMachine();
    void theLongestOfManyIsLonger();
    void hidesTheExchangeBehindTheBackwardPass();
    void keepsItsPromisesForAnyMachines();
    void reachesTheSumWhereTheLinkAllows();
    void countsHoursEnergyAndMoney();
    void saysWhatDoesNotFit();
    void choosesNoWorseThanAnySet();
    void approachesTheBestOfManyMachines();
    void tellsWhatEachMachineGains();
    void warnsOfWhatStandsInTheWay();
    void leavesOutOneOfTwoMachines();
    void advisesWhatItsTableShows();
    void doubtsTheMachineThatEarlierRunsMadeDoubtful();
};

void ForecastTest::aRingCarriesNearlyTwiceTheBytes()
{
    const RingMember member{0, 1, {}, {1e6, 0.001}};
    QCOMPARE(ringAllReduceCost({member}).at(1e6), 0.0);
    QCOMPARE(ringAllReduceCost({member, member}).at(1e6), 1 + 2 * 0.001);
    QCOMPARE(ringAllReduceCost({member, member, member, member}).at(1e6), 1.5 + 6 * 0.001);
}

void ForecastTest::aLinkIsKnownFromItsSums()
{
    const Link link{5e9, 2e-5};
    for (const int ranks : {2, 3, 8}) {
        const Link found = linkInside(ranks, ringAllReduceCost({{0, ranks, link, {}}}));
        QVERIFY(qFuzzyCompare(found.bytesPerSecond, link.bytesPerSecond));
        QVERIFY(qFuzzyCompare(found.latencySeconds, link.latencySeconds));
    }
    QCOMPARE(linkInside(2, {1e-5, 0}).bytesPerSecond, 0.0); // 0: too fast to be measured
}

void ForecastTest::aRingWaitsForItsSlowestLink()
{
    const RingMember fast{0, 4, {1e9, 0}, {1e8, 0}};
    const RingMember slow{1, 4, {1e9, 0}, {1e7, 0}};
    QCOMPARE(ringAllReduceCost({fast, slow}).secondsPerByte, 2 * 7.0 / 8 / 1e7);
    QCOMPARE(ringAllReduceCost({fast}).secondsPerByte, 2 * 3.0 / 4 / 1e9);
    QCOMPARE(ringAllReduceCost({fast, slow}, {{1, 0, {1e8, 0}}}).secondsPerByte, 2 * 7.0 / 8 / 1e8);
}

// A shared network carries all of a ring's traffic, 2 (M - 1) times the bytes.
void ForecastTest::whatAllShareCarriesItForEveryMachine()
{
    for (const int machines : {2, 4, 8}) {
        const std::vector<RingMember> members(std::size_t(machines), RingMember{});
        QCOMPARE(ringAllReduceCost(members, {}, {1e6, 0}).secondsPerByte, 2.0 * (machines - 1) / 1e6);
    }
}

void ForecastTest::theLongestOfManyIsLonger()
{
    const std::vector<NoisyTime> two(2, {1, 0.1});
    QVERIFY(std::abs(expectedMaximum(two) - (1 + 0.1 / std::sqrt(std::acos(-1.0)))) < 1e-4);
    QCOMPARE(expectedMaximum({{1, 0}, {3, 0}}), 3.0);
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    const std::vector<NoisyTime> times{{1, 0.1}, {1.05, 0.2}, {0.5, 0.05}, {1.1, 0}};
    double sum = 0;
    const int draws = 200000;
    for (int i = 0; i < draws; ++i) {
        double longest = 0;
        for (const NoisyTime &time : times)
            longest = std::max(longest, time.seconds + time.deviation * normal(random));
        sum += longest / draws;
    }
    QVERIFY2(std::abs(expectedMaximum(times) - sum) < 0.002, qPrintable(QString::number(sum)));
}

void ForecastTest::hidesTheExchangeBehindTheBackwardPass()
{
    JobModel job;
    job.gradientBytes = 101 * (1 << 20); // five buckets: a first one of 1 MiB and four of 25
    const RingAllReduceCost ring{0, 1.0 / (1 << 20)}; // a second for each 2^20 bytes
    QCOMPARE(exposedSeconds(job, 30, ring), 101.0 - 20);
    QCOMPARE(exposedSeconds(job, 300, ring), 25.0); // the last bucket, which nothing can hide
    job.hidingPart = 0;
    QCOMPARE(exposedSeconds(job, 30, ring), 101.0);
    QCOMPARE(exposedSeconds(job, 30, RingAllReduceCost{2, 0}), 5 * 2.0);
    job.gradientBytes = 0;
    QCOMPARE(exposedSeconds(job, 30, ring), 0.0);
}

void ForecastTest::keepsItsPromisesForAnyMachines()
{
    Random random(1);
    for (int trial = 0; trial < 200; ++trial) {
        ClusterModel cluster = random.cluster(1 + std::size_t(trial) % 5);
        JobModel job = random.job();
        const Forecast found = forecastOfAll(job, cluster);
        QCOMPARE(std::accumulate(found.shares.begin(), found.shares.end(), std::int64_t(0)), job.batch);
        QVERIFY(found.efficiency <= 1 + 1e-9);
        QVERIFY(found.computeSeconds >= longestSeconds(found.shares, limitsOf(cluster, found.machines)) - 1e-12);
        QVERIFY(found.relativeError < 1);

        JobModel better = job;
        better.hidingPart = std::min(1.0, job.hidingPart + 0.1);
        QVERIFY(forecastOfAll(better, cluster).stepSeconds() <= found.stepSeconds() + 1e-12);
        better = job;
        better.gradientBytes *= 0.5;
        QVERIFY(forecastOfAll(better, cluster).stepSeconds() <= found.stepSeconds() + 1e-12);

        // With everything twice as slow, a step takes twice as long, whatever it is made of.
        for (NodeModel &machine : cluster.machines) {
            for (Link *link : {&machine.inside, &machine.outside})
                *link = {link->bytesPerSecond / 2, link->latencySeconds * 2};
            for (RankModel &rank : machine.ranks)
                rank.time = {2 * rank.time.fixedSeconds, 2 * rank.time.secondsPerUnit};
        }
        QVERIFY(std::abs(forecastOfAll(job, cluster).stepSeconds() / found.stepSeconds() - 2) < 1e-6);
    }
}

void ForecastTest::reachesTheSumWhereTheLinkAllows()
{
    const ClusterModel cluster{{machine("slow", 0.04), machine("middle", 0.02), machine("fast", 0.01)}};
    JobModel job;
    job.batch = 64;
    QVERIFY(forecastOfAll(job, cluster).efficiency > 0.95);
    const Forecast even = forecastWithShares(job, cluster, allOf(cluster), {22, 21, 21});
    QVERIFY(even.efficiency < 0.45);
    QCOMPARE(even.slowestMachine, std::size_t(0));
}

void ForecastTest::countsHoursEnergyAndMoney()
{
    ClusterModel cluster{{machine("a", 0.01), machine("b", 0.01)}};
    JobModel job;
    job.batch = 200;
    job.steps = 3600; // each takes 1 s
    QVERIFY(!forecastOfAll(job, cluster).kilowattHours);
    cluster.machines[0].ranks[0].watts = 300;
    cluster.machines[0].idleWatts = 100;
    cluster.machines[0].pricePerHour = 2;
    cluster.pricePerKilowattHour = 0.25;
    const Forecast found = forecastOfAll(job, cluster);
    QCOMPARE(found.hours, 1.0);
    QCOMPARE(found.kilowattHours.value_or(0), 0.4);
    QCOMPARE(found.cost, 2 + 0.4 * 0.25);
}

void ForecastTest::saysWhatDoesNotFit()
{
    ClusterModel cluster{{machine("a", 0.01), machine("b", 0.01)}};
    cluster.machines[0].ranks[0].most = 10;
    cluster.machines[1].ranks[0].most = 20;
    JobModel job;
    job.batch = 31;
    const auto found = forecast(job, cluster, allOf(cluster));
    QVERIFY(!found);
    QVERIFY(found.error().message.find("memory for 30") != std::string::npos);
    QVERIFY(!forecast(job, cluster, {}));
}

void ForecastTest::choosesNoWorseThanAnySet()
{
    Random random(2);
    for (int trial = 0; trial < 60; ++trial) {
        const ClusterModel cluster = random.cluster(1 + std::size_t(trial) % 5);
        const JobModel job = random.job();
        const auto choice = chooseMachines(job, cluster);
        QVERIFY(choice.has_value());
        for (std::size_t set = 1; set < std::size_t(1) << cluster.machines.size(); ++set) {
            NodeSet members;
            for (std::size_t machine = 0; machine < cluster.machines.size(); ++machine)
                if ((set >> machine & 1) != 0)
                    members.push_back(machine);
            QVERIFY(forecast(job, cluster, members)->unitsPerSecond <= choice->best.unitsPerSecond + 1e-9);
        }
        for (std::size_t i = 1; i < choice->worthIt.size(); ++i) {
            QVERIFY(choice->worthIt[i].unitsPerSecond > choice->worthIt[i - 1].unitsPerSecond);
            QVERIFY(choice->worthIt[i].machines.size() > choice->worthIt[i - 1].machines.size());
        }
    }
}

void ForecastTest::approachesTheBestOfManyMachines()
{
    Random random(3);
    ClusterModel cluster = random.cluster(3);
    for (int copy = 0; copy < 4; ++copy)
        for (std::size_t i = 0; i < 3; ++i)
            cluster.machines.push_back(cluster.machines[i]);
    const JobModel job = random.job();
    const auto choice = chooseMachines(job, cluster);
    QVERIFY(choice.has_value());
    double most = 0; // units a second of the fastest set; machines of one kind are equal, so sets differ by counts
    for (std::size_t a = 0; a <= 5; ++a)
        for (std::size_t b = 0; b <= 5; ++b)
            for (std::size_t c = 0; c <= 5; ++c) {
                NodeSet members;
                for (std::size_t i = 0; i < cluster.machines.size(); ++i)
                    if (i / 3 < (i % 3 == 0 ? a : i % 3 == 1 ? b : c))
                        members.push_back(i);
                if (!members.empty())
                    most = std::max(most, forecast(job, cluster, members)->unitsPerSecond);
            }
    QVERIFY2(
        choice->best.unitsPerSecond > 0.98 * most, qPrintable(QString::number(choice->best.unitsPerSecond / most)));
}

void ForecastTest::tellsWhatEachMachineGains()
{
    JobModel job;
    job.batch = 1200;
    const ClusterModel equal{{machine("a", 0.01), machine("b", 0.01), machine("c", 0.02)}};
    const auto choice = chooseMachines(job, equal);
    QVERIFY(std::abs(*choice->gains[2] - 0.25) < 1e-9);
    QVERIFY(std::abs(*choice->gains[0] - 2.5 / 1.5 + 1) < 1e-9);
    QCOMPARE(choice->best.machines.size(), std::size_t(3));
    const auto remarks = remarksOn(*choice, equal);
    QCOMPARE(remarks.back().kind, ForecastRemark::Kind::Gains);
    QCOMPARE(remarks.back().machines, NodeSet{2});
    QVERIFY(std::abs(remarks.back().amount - 0.25) < 1e-9);
    QVERIFY(!chooseMachines(job, {{machine("alone", 0.01)}})->gains[0]);
}

void ForecastTest::warnsOfWhatStandsInTheWay()
{
    JobModel job;
    job.batch = 100;
    job.gradientBytes = 1e8;
    ClusterModel cluster{{machine("a", 0.01), machine("b", 0.01, 0, {1e7, 0})}};
    auto choice = chooseMachines(job, cluster);
    QCOMPARE(choice->best.machines.size(), std::size_t(1));
    QVERIFY(*choice->gains[1] < 0);
    const auto remarksOfB = [&](ForecastRemark::Kind kind) {
        const auto remarks = remarksOn(*choice, cluster);
        return std::count_if(remarks.begin(), remarks.end(),
            [&](const ForecastRemark &remark) { return remark.kind == kind && remark.machines == NodeSet{1}; });
    };
    QCOMPARE(remarksOfB(ForecastRemark::Kind::Slows), 1);
    QCOMPARE(remarksOfB(ForecastRemark::Kind::Network), 1);

    cluster.machines[1] = machine("b", 10);
    cluster.machines.push_back(machine("c", 0.001));
    cluster.machines[2].ranks[0].most = 20;
    cluster.machines[0].ranks[0].relativeError = 0.5;
    choice = chooseMachines(job, cluster);
    QCOMPARE(remarksOfB(ForecastRemark::Kind::Idle), 1);
    const auto remarks = remarksOn(*choice, cluster);
    const ForecastRemark full{ForecastRemark::Kind::Memory, {2}, 20};
    QVERIFY(std::find(remarks.begin(), remarks.end(), full) != remarks.end());

    cluster.machines[1] = machine("b", 0.01, 100); // which also slows the others, so there is one advice and not two
    choice = chooseMachines(job, cluster);
    QCOMPARE(remarksOfB(ForecastRemark::Kind::Slows), 1);
    QCOMPARE(remarksOfB(ForecastRemark::Kind::Idle), 0);
}

// Through a slow link each of two machines slows the other.
void ForecastTest::leavesOutOneOfTwoMachines()
{
    JobModel job;
    job.batch = 100;
    job.gradientBytes = 1e8;
    const ClusterModel cluster{{machine("a", 0.01, 0, {1e7, 0}), machine("b", 0.011, 0, {1e7, 0})}};
    const auto choice = chooseMachines(job, cluster);
    for (const auto &gain : choice->gains)
        QVERIFY(*gain < 0);
    NodeSet advised;
    for (const ForecastRemark &remark : remarksOn(*choice, cluster))
        if (remark.kind == ForecastRemark::Kind::Slows)
            advised.insert(advised.end(), remark.machines.begin(), remark.machines.end());
    QCOMPARE(advised, NodeSet{1});
}

void ForecastTest::advisesWhatItsTableShows()
{
    Random random(4);
    int advised = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const ClusterModel cluster = random.cluster(2 + std::size_t(trial) % 4);
        JobModel job = random.job();
        job.gradientBytes *= trial % 2 ? 10 : 0.1; // through slow links and through fast ones
        const auto choice = chooseMachines(job, cluster);
        QVERIFY(choice.has_value());
        NodeSet kept = choice->all.machines;
        const NodeSet &best = choice->best.machines;
        for (const ForecastRemark &remark : remarksOn(*choice, cluster)) {
            if (remark.kind == ForecastRemark::Kind::Gains)
                QVERIFY(std::find(best.begin(), best.end(), remark.machines.front()) != best.end());
            if (remark.kind == ForecastRemark::Kind::Slows || remark.kind == ForecastRemark::Kind::Idle)
                for (const std::size_t machine : remark.machines)
                    QCOMPARE(std::erase(kept, machine), std::size_t(1)); // no machine is advised upon twice
        }
        advised += kept == choice->all.machines ? 0 : 1;
        QVERIFY(forecast(job, cluster, kept)->unitsPerSecond >= choice->all.unitsPerSecond);
        QVERIFY(std::includes(kept.begin(), kept.end(), best.begin(), best.end()));
    }
    QVERIFY2(advised > 10 && advised < 60, std::to_string(advised).c_str());
}

void ForecastTest::doubtsTheMachineThatEarlierRunsMadeDoubtful()
{
    JobModel job;
    job.batch = 100;
    const auto doubted = [&job](const ClusterModel &cluster) {
        std::vector<std::size_t> machines;
        for (const ForecastRemark &remark : remarksOn(*chooseMachines(job, cluster), cluster))
            if (remark.kind == ForecastRemark::Kind::Guess)
                machines.push_back(remark.machines.front());
        return machines;
    };
    ClusterModel cluster{{machine("a", 0.01), machine("b", 0.01)}};
    cluster.machines[0].ranks[0].relativeError = 0.05; // measured, and in no run yet
    cluster.machines[1].ranks[0].relativeError = 0.6;
    QCOMPARE(doubted(cluster), std::vector<std::size_t>{1});
    cluster.machines[1].ranks[0].relativeError = 0.05;
    job.gradientBytes = 1e9; // a long exchange, whose time is unsure
    cluster.machines[1].outside = cluster.machines[0].outside = {1e7, 0};
    QVERIFY(chooseMachines(job, cluster)->all.relativeError > 0.15);
    QCOMPARE(doubted(cluster), std::vector<std::size_t>());
}

QTEST_GUILESS_MAIN(ForecastTest)
#include "tst_forecast.moc"
