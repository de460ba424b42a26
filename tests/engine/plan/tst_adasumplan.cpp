// With Adasum the plan forms groups, which are the same for the same machines, and the forecast knows what a step then
// costs.
#include "engine/plan/fitmemory.h"
#include "engine/plan/forecast/adasumcost.h"
#include "engine/plan/forecast/adasumgroups.h"
#include "engine/plan/forecast/forecast.h"
#include "engine/plan/planner.h"
#include "engine/plan/runmodel.h"
#include "engine/protocol/launchspec.h"

#include <QtTest>

#include <numeric>

using namespace motley;
using Between = ExchangeSpec::Between;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

// A machine whose devices each do `speed` samples a second.
CandidateMachine machine(int number, double speed, std::size_t devices = 1)
{
    const std::string address = "10.0.0." + std::to_string(number);
    CandidateMachine machine{"m" + std::to_string(number), {}, std::vector<Candidate>(devices)};
    for (Candidate &candidate : machine.candidates)
        candidate.speed = SpeedReport{speed, 0, 1 / speed};
    machine.report.interfaces = {{"eth0", {address + "/24"}, 1000, true, false}};
    machine.report.sshServerAddress = address;
    machine.report.sshClientAddress = "10.0.0.99";
    return machine;
}

JobSpec jobBetween(Between between)
{
    JobSpec job;
    job.batch = 240;
    job.exchange = {ExchangeSpec::Combine::Adasum, between};
    return job;
}

// The groups of machines with one rank each.
std::vector<int> groupsOfSpeeds(const std::vector<double> &speeds)
{
    std::vector<std::size_t> machines(speeds.size());
    std::iota(machines.begin(), machines.end(), std::size_t(0));
    std::vector<RankLimits> ranks;
    for (const double speed : speeds)
        ranks.push_back({{0, 1 / speed}});
    return adasumGroups(Between::Groups, machines, ranks, 240);
}

std::vector<int> groupsIn(const Plan &plan)
{
    std::vector<int> groups;
    for (const PlannedRank &rank : plan.ranks)
        groups.push_back(rank.group.value_or(-1));
    return groups;
}

std::vector<std::int64_t> sharesIn(const Plan &plan)
{
    std::vector<std::int64_t> shares;
    for (const PlannedRank &rank : plan.ranks)
        shares.push_back(rank.share);
    return shares;
}

} // namespace

class AdasumPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void formsTheGroupsOfTheJob()
    {
        const std::vector<CandidateMachine> machines{machine(1, 100, 2), machine(2, 100, 2), machine(3, 400)};
        const auto plan = [&](const JobSpec &job) { return planRun(job, machines).value(); };
        QCOMPARE(groupsIn(plan(jobBetween(Between::Ranks))), (std::vector<int>{0, 1, 2, 3, 4}));
        QCOMPARE(groupsIn(plan(jobBetween(Between::Machines))), (std::vector<int>{0, 0, 1, 1, 2}));
        const Plan equal = plan(jobBetween(Between::Groups));
        QCOMPARE(groupsIn(equal), (std::vector<int>{0, 0, 0, 0, 1}));
        QCOMPARE(sharesIn(equal), (std::vector<std::int64_t>{30, 30, 30, 30, 120}));
        QVERIFY(validate(equal, 240));
        JobSpec summed = jobBetween(Between::Groups);
        summed.exchange.combine = ExchangeSpec::Combine::Sum;
        QCOMPARE(groupsIn(plan(summed)), (std::vector<int>(5, -1)));
        QCOMPARE(groupsOf(plan(summed)), 0);
    }

    void groupsAreAboutEquallyFast_data()
    {
        QTest::addColumn<std::vector<double>>("speeds");
        QTest::addColumn<std::vector<int>>("groups");
        const auto row = [](const char *tag, const std::vector<double> &speeds, const std::vector<int> &groups) {
            QTest::addRow("%s", tag) << speeds << groups;
        };
        row("alike", {100, 95, 105}, {0, 1, 2});
        row("one as fast as two", {50, 100, 50}, {0, 1, 0});
        row("two pairs", {30, 70, 72, 31}, {0, 1, 2, 0});
        row("numbered by first ranks", {1, 3, 2}, {0, 1, 0});
        row("none alike", {100, 10}, {0, 0});
        row("alone", {100}, {0});
    }
    void groupsAreAboutEquallyFast()
    {
        QFETCH(std::vector<double>, speeds);
        QFETCH(std::vector<int>, groups);
        QCOMPARE(groupsOfSpeeds(speeds), groups);
    }

    void groupsGetEqualBatches()
    {
        const std::vector<RankLimits> ranks{{{0, 1}}, {{0, 0.5}}, {{0, 0.25}}};
        QCOMPARE(equalBatches(31, ranks, {0, 0, 1}), (std::vector<std::int64_t>{5, 11, 15}));
        std::vector<RankLimits> small = ranks;
        small[2].most = 14;
        QVERIFY(equalBatches(31, small, {0, 0, 1}).empty());
    }

    void aTreeOfPairsCarriesWhatARingDoes()
    {
        const Link link{100, 1};
        const auto between = [&](int ranks) {
            std::vector<RingMember> members;
            std::vector<int> groups;
            for (int i = 0; i < ranks; ++i) {
                members.push_back({std::size_t(i), 1, {}, link});
                groups.push_back(i);
            }
            return adasumCost(members, groups).betweenGroups;
        };
        QCOMPARE(between(1).at(1000), 0.0);
        QCOMPARE(between(2).secondsPerByte, 0.01); // half there, half back
        QCOMPARE(between(2).fixedSeconds, 4.0); // and two rounds that sum inner products
        QCOMPARE(between(3).secondsPerByte, 4.0 / 3 * 0.01);
        QCOMPARE(between(3).fixedSeconds, 4.0);
        QCOMPARE(between(4).secondsPerByte, 0.015);
        QCOMPARE(between(4).fixedSeconds, 4.0);
    }

    void groupsSumInsideFirst()
    {
        const std::vector<RingMember> members{{0, 2, {1000, 0.1}, {100, 1}}, {1, 2, {1000, 0.1}, {100, 1}}};
        const AdasumCost cost = adasumCost(members, {0, 0, 1, 1});
        QCOMPARE(cost.insideGroups.at(1000), ringAllReduceCost({members[0]}).at(1000));
        QCOMPARE(cost.betweenGroups.secondsPerByte, 0.01 + 0.001);
        const AdasumCost one = adasumCost(members, {0, 0, 0, 0});
        QCOMPARE(one.betweenGroups.at(1000), 0.0);
        QCOMPARE(one.insideGroups.at(1000), ringAllReduceCost(members).at(1000));
    }

    void theForecastIsThePlans()
    {
        std::vector<CandidateMachine> machines{machine(1, 100, 2), machine(2, 100, 2), machine(3, 400)};
        for (CandidateMachine &one : machines)
            for (Candidate &candidate : one.candidates)
                candidate.speed->memory.parameterBytes = 100 * mebibyte;
        for (const Between between : {Between::Ranks, Between::Machines, Between::Groups}) {
            const JobSpec job = jobBetween(between);
            const auto model = modelRun(job, machines);
            const auto said = forecast(model->job, model->cluster, {0, 1, 2});
            const Plan plan = planRun(job, machines).value();
            QCOMPARE(sharesIn(plan), said->shares);
            QCOMPARE(groupsOf(plan), said->groups);
            QCOMPARE(plan.predicted.seconds(), said->stepSeconds());
        }
        // Nothing hides the updates, so Adasum between ranks takes longer than a sum.
        JobSpec summed = jobBetween(Between::Ranks);
        summed.exchange = {};
        QVERIFY(planRun(jobBetween(Between::Ranks), machines)->predicted.exchangeSeconds
            > planRun(summed, machines)->predicted.exchangeSeconds);
    }

    void joiningUpdatesTakesMemory()
    {
        std::vector<CandidateMachine> machines{machine(1, 100), machine(2, 100)};
        for (CandidateMachine &one : machines) {
            MemoryReport &memory = one.candidates[0].speed->memory;
            memory.parameterBytes = 100 * mebibyte;
            memory.heldBytes = memory.updatePeakBytes = 400 * mebibyte;
            memory.stateBytes = 200 * mebibyte;
            memory.passSamples = 64;
            memory.passPeakBytes = 960 * mebibyte; // 10 MiB a sample
            memory.smallPassSamples = 16;
            memory.smallPassPeakBytes = 480 * mebibyte;
            one.report.memoryAvailableBytes = 8192 * mebibyte;
        }
        JobSpec job = jobBetween(Between::Ranks);
        const std::int64_t joined = planRun(job, machines)->ranks[0].predictedBytes;
        job.exchange = {};
        const std::int64_t summed = planRun(job, machines)->ranks[0].predictedBytes;
        QCOMPARE(joined, summed + (3 - 1) * 100 * mebibyte); // and no buckets

        // Where a sum would split the optimizer state, Adasum needs all of it on each rank.
        machines[1].report.memoryAvailableBytes = (512 + 560) * mebibyte;
        QVERIFY(planRun(job, machines)->ranks[1].stateShare > 0);
        job = jobBetween(Between::Ranks);
        const Plan plan = planRun(job, machines).value();
        QCOMPARE(plan.ranks[1].stateShare, 0.0);
        QCOMPARE(plan.ranks[1].microbatch, std::int64_t(1));
    }

    void groupsTravelWithThePlan()
    {
        LaunchSpec launch;
        launch.job = jobBetween(Between::Machines);
        launch.job.name = "grouped";
        std::get<ImageSpec>(launch.job.task).data.folder = {"/data"};
        launch.runId = "grouped-1";
        launch.token = std::string(64, 'a');
        launch.plan = planRun(launch.job, {machine(1, 100, 2), machine(2, 100)}).value();
        const auto arrived = parseLaunchSpec(toJson(launch));
        QVERIFY2(arrived, arrived ? "" : arrived.error().message.c_str());
        QVERIFY(arrived->plan == launch.plan);
    }

    void aPlanWithOddGroupsIsRefused()
    {
        Plan plan = planRun(jobBetween(Between::Ranks), {machine(1, 100), machine(2, 100)}).value();
        QVERIFY(validate(plan, 240));
        plan.ranks[1].group = 2;
        QVERIFY(!validate(plan, 240));
        plan.ranks[1].group.reset();
        const auto valid = validate(plan, 240);
        QVERIFY(!valid);
        QVERIFY(valid.error().message.find("ranks[1].group") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(AdasumPlanTest)
#include "tst_adasumplan.moc"
