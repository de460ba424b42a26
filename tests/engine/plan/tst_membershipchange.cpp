// Who trains on where ranks are lost, with which shares, and where nobody can.
#include "engine/plan/balance/batchsplit.h"
#include "engine/plan/membershipchange.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

using namespace motley;

namespace {

using Kind = RankFailed::Kind;
using Shares = std::vector<std::int64_t>;
using Pairs = std::vector<std::pair<int, int>>;

// A machine for each rank, and even shares of the job's batch.
Plan planOf(int ranks, std::int64_t batch)
{
    Plan plan;
    plan.shareRule = ShareRule::Measured;
    for (int i = 0; i < ranks; ++i) {
        plan.machines.push_back({"box-" + std::to_string(i + 1), "10.0.0." + std::to_string(i + 1)});
        plan.ranks.push_back({i, {}, batch / ranks + (i < batch % ranks ? 1 : 0)});
    }
    return plan;
}

JobSpec jobOf(std::int64_t batch)
{
    JobSpec job;
    job.batch = batch;
    return job;
}

std::vector<StepTime> timesOf(const std::vector<double> &secondsPerUnit)
{
    std::vector<StepTime> times;
    for (const double seconds : secondsPerUnit)
        times.push_back({0, seconds});
    return times;
}

Shares sharesOf(const Membership &membership)
{
    Shares shares;
    for (const PlannedRank &rank : membership.plan.ranks)
        shares.push_back(rank.share);
    return shares;
}

// A job whose model normalises over the batch, so that a share is one micro-batch.
JobSpec normalisingJob(std::int64_t batch, std::int64_t microbatch)
{
    JobSpec job = jobOf(batch);
    std::get<ImageSpec>(job.task).model.kind = ImageModelSpec::Kind::ResNet18;
    job.memory.microbatch = microbatch;
    return job;
}

// The shortest time in which the ranks that are left can take the batch: of all ways to split it.
double shortest(std::int64_t batch, const std::vector<RankLimits> &ranks, std::size_t first = 0)
{
    if (first == ranks.size())
        return batch == 0 ? 0 : std::numeric_limits<double>::infinity();
    double best = std::numeric_limits<double>::infinity();
    for (std::int64_t units = 0; units <= std::min(batch, ranks[first].most); ++units)
        best = std::min(best,
            std::max(units > 0 ? ranks[first].time.at(double(units)) : 0.0, shortest(batch - units, ranks, first + 1)));
    return best;
}

RankFailed failed(int rank, Kind kind)
{
    return {rank, rank, "a reason", {}, kind};
}

} // namespace

class MembershipChangeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsNumbersAndLeavesTheLostWithoutAShare();
    void takesAMachineIn();
    void splitsTheBatchAsWellAsAnySplitCan();
    void isFasterThanEvenSharesWhereSpeedsDiffer();
    void countsAllAsEquallyFastWhereASpeedIsUnknown_data();
    void countsAllAsEquallyFastWhereASpeedIsUnknown();
    void keepsTheProportionsThatTheUserGave_data();
    void keepsTheProportionsThatTheUserGave();
    void obeysTheLimitsOfEachRank_data();
    void obeysTheLimitsOfEachRank();
    void saysWhenTheBatchDoesNotFit();
    void groupsOfAdasumKeepEqualParts();
    void knowsWhatKeepsTheOthersFromGoingOn_data();
    void knowsWhatKeepsTheOthersFromGoingOn();
};

void MembershipChangeTest::keepsNumbersAndLeavesTheLostWithoutAShare()
{
    const Plan plan = planOf(4, 32);
    const auto next = membershipWithout(everyRankOf(plan), {1}, {}, jobOf(32));
    QVERIFY(next);
    QCOMPARE(next->generation, 2);
    QCOMPARE(next->ranks, (std::vector<int>{0, 2, 3}));
    QCOMPARE(next->plan.ranks.size(), std::size_t(4));
    QVERIFY(next->plan.machines == plan.machines);
    QCOMPARE(sharesOf(*next), (Shares{11, 0, 11, 10}));

    const auto last = membershipWithout(*next, {2, 3}, {}, jobOf(32));
    QVERIFY(last);
    QCOMPARE(last->generation, 3);
    QCOMPARE(sharesOf(*last), (Shares{32, 0, 0, 0}));
    QVERIFY(!membershipWithout(*last, {0}, {}, jobOf(32)));
    QVERIFY(parseMembership(toLine(*last)).has_value());
}

// The shares are those of the launch again, and the machine that coordinates stays the first.
void MembershipChangeTest::takesAMachineIn()
{
    Plan plan = planOf(4, 40);
    plan.shareRule = ShareRule::Given;
    for (std::size_t rank = 0; rank < 4; ++rank)
        plan.ranks[rank].share = 4 * (std::int64_t(rank) + 1);
    plan.ranks[2].machine = 1; // two ranks there
    const Membership all = everyRankOf(plan);
    const auto less = membershipWithout(all, {1, 2}, {}, jobOf(40));
    QVERIFY(less);
    const auto again = membershipWith(*less, 1, plan, {}, jobOf(40));
    QVERIFY(again);
    QCOMPARE(again->generation, 3);
    QCOMPARE(again->ranks, all.ranks);
    QCOMPARE(sharesOf(*again), (Shares{4, 8, 12, 16}));

    const auto successor = membershipWithout(all, {0}, {}, jobOf(40));
    QVERIFY(successor);
    const auto back = membershipWith(*successor, 0, plan, {}, jobOf(40));
    QVERIFY(back);
    QCOMPARE(back->ranks, (std::vector<int>{1, 2, 0, 3}));
    QCOMPARE(sharesOf(*back), (Shares{4, 8, 12, 16}));
    QVERIFY(parseMembership(toLine(*back)).has_value());
}

void MembershipChangeTest::splitsTheBatchAsWellAsAnySplitCan()
{
    std::mt19937 random(3);
    for (int trial = 0; trial < 300; ++trial) {
        const int count = 2 + int(random() % 4);
        const auto batch = std::int64_t(count + random() % 12);
        Plan plan = planOf(count, batch);
        std::vector<StepTime> times;
        std::set<int> lost;
        std::vector<RankLimits> left;
        std::int64_t room = 0;
        for (int rank = 0; rank < count; ++rank) {
            times.push_back({0.1 * double(random() % 4), 0.1 * double(1 + random() % 8)});
            if (random() % 3 == 0)
                plan.ranks[std::size_t(rank)].largestShare
                    = plan.ranks[std::size_t(rank)].share + std::int64_t(random() % 4);
            if (rank > 0 && random() % 2 == 0) {
                lost.insert(rank);
                continue;
            }
            left.push_back({times.back(), plan.ranks[std::size_t(rank)].largestShare.value_or(unlimited)});
            room += std::min(left.back().most, batch);
        }
        const auto next = membershipWithout(everyRankOf(plan), lost, times, jobOf(batch));
        QCOMPARE(next.has_value(), room >= batch);
        if (!next)
            continue;
        QCOMPARE(unitsIn(sharesOf(*next)), batch);
        Shares shares;
        for (int rank = 0; rank < count; ++rank) {
            const PlannedRank &planned = next->plan.ranks[std::size_t(rank)];
            QVERIFY(planned.share >= 0);
            QVERIFY(planned.share <= planned.largestShare.value_or(unlimited));
            QCOMPARE(indexOf(*next, rank).has_value(), !lost.count(rank));
            if (lost.count(rank))
                QCOMPARE(planned.share, std::int64_t(0));
            else
                shares.push_back(planned.share);
        }
        // fastestSplit() gives each rank a unit of the batch unless that takes it mostWait times as long as all need.
        double seconds = 0;
        for (std::size_t i = 0; i < left.size(); ++i)
            seconds = std::max(seconds, shares[i] > 0 ? left[i].time.at(double(shares[i])) : 0.0);
        QVERIFY2(seconds <= mostWait * shortest(batch, left) + 1e-9, qPrintable(QString::number(trial)));
        if (std::find(shares.begin(), shares.end(), 1) == shares.end())
            QVERIFY2(seconds <= shortest(batch, left) + 1e-9, qPrintable(QString::number(trial)));
    }
}

void MembershipChangeTest::isFasterThanEvenSharesWhereSpeedsDiffer()
{
    const auto times = timesOf({0.01, 0.02, 0.04, 0.01});
    const auto next = membershipWithout(everyRankOf(planOf(4, 140)), {3}, times, jobOf(140));
    QVERIFY(next);
    QCOMPARE(sharesOf(*next), (Shares{80, 40, 20, 0}));
}

void MembershipChangeTest::countsAllAsEquallyFastWhereASpeedIsUnknown_data()
{
    QTest::addColumn<std::vector<double>>("secondsPerUnit");
    QTest::addRow("none is known") << std::vector<double>{0, 0, 0};
    QTest::addRow("one is not known") << std::vector<double>{0.1, 0, 0.3};
    QTest::addRow("one is below 0") << std::vector<double>{0.1, -1, 0.3};
    QTest::addRow("one is no number") << std::vector<double>{0.1, std::nan(""), 0.3};
    QTest::addRow("one is infinite") << std::vector<double>{0.1, std::numeric_limits<double>::infinity(), 0.3};
    QTest::addRow("there are too few") << std::vector<double>{0.1};
}

void MembershipChangeTest::countsAllAsEquallyFastWhereASpeedIsUnknown()
{
    QFETCH(std::vector<double>, secondsPerUnit);
    const auto next = membershipWithout(everyRankOf(planOf(3, 30)), {2}, timesOf(secondsPerUnit), jobOf(30));
    QVERIFY(next);
    QCOMPARE(sharesOf(*next), (Shares{15, 15, 0}));
}

void MembershipChangeTest::keepsTheProportionsThatTheUserGave_data()
{
    QTest::addColumn<Shares>("given");
    QTest::addColumn<Shares>("limits"); // 0: none
    QTest::addColumn<Shares>("expected"); // without rank 0
    QTest::addRow("equal") << Shares{10, 10, 10} << Shares{0, 0, 0} << Shares{0, 15, 15};
    QTest::addRow("two to one") << Shares{12, 12, 6} << Shares{0, 0, 0} << Shares{0, 20, 10};
    QTest::addRow("a rank without work stays without") << Shares{15, 15, 0} << Shares{0, 0, 0} << Shares{0, 30, 0};
    QTest::addRow("only ranks without work are left") << Shares{30, 0, 0} << Shares{0, 0, 0} << Shares{0, 15, 15};
    QTest::addRow("beyond a limit") << Shares{12, 12, 6} << Shares{0, 14, 0} << Shares{0, 14, 16};
    QTest::addRow("up to both limits") << Shares{12, 12, 6} << Shares{0, 14, 16} << Shares{0, 14, 16};
}

void MembershipChangeTest::keepsTheProportionsThatTheUserGave()
{
    QFETCH(Shares, given);
    QFETCH(Shares, limits);
    QFETCH(Shares, expected);
    Plan plan = planOf(3, 30);
    plan.shareRule = ShareRule::Given;
    for (std::size_t i = 0; i < 3; ++i) {
        plan.ranks[i].share = given[i];
        if (limits[i] > 0)
            plan.ranks[i].largestShare = limits[i];
    }
    const auto next = membershipWithout(everyRankOf(plan), {0}, timesOf({0.1, 0.9, 0.1}), jobOf(30));
    QVERIFY(next);
    QCOMPARE(sharesOf(*next), expected);
}

void MembershipChangeTest::obeysTheLimitsOfEachRank_data()
{
    QTest::addColumn<std::int64_t>("largestShare"); // of rank 0; 0: none
    QTest::addColumn<std::int64_t>("microbatch"); // of the job
    QTest::addColumn<std::int64_t>("plannedMicrobatch"); // of rank 0
    QTest::addColumn<bool>("normalises");
    QTest::addColumn<Shares>("expected"); // rank 2 of three is lost
    const std::int64_t none = 0;
    QTest::addRow("none") << none << none << none << false << Shares{15, 15, 0};
    QTest::addRow("memory") << std::int64_t(12) << none << none << false << Shares{12, 18, 0};
    QTest::addRow("micro-batches follow each other")
        << none << std::int64_t(4) << std::int64_t(4) << false << Shares{15, 15, 0};
    QTest::addRow("one micro-batch holds the share")
        << none << std::int64_t(20) << std::int64_t(11) << true << Shares{11, 19, 0};
}

void MembershipChangeTest::obeysTheLimitsOfEachRank()
{
    QFETCH(std::int64_t, largestShare);
    QFETCH(std::int64_t, microbatch);
    QFETCH(std::int64_t, plannedMicrobatch);
    QFETCH(bool, normalises);
    QFETCH(Shares, expected);
    Plan plan = planOf(3, 30);
    if (largestShare > 0)
        plan.ranks[0].largestShare = largestShare;
    plan.ranks[0].microbatch = plannedMicrobatch;
    JobSpec job = jobOf(30);
    job.memory.microbatch = microbatch;
    if (normalises)
        job = normalisingJob(30, microbatch);
    const auto next = membershipWithout(everyRankOf(plan), {2}, timesOf({0.1, 0.1, 0.1}), job);
    QVERIFY(next);
    QCOMPARE(sharesOf(*next), expected);
}

void MembershipChangeTest::saysWhenTheBatchDoesNotFit()
{
    const auto next = membershipWithout(everyRankOf(planOf(3, 30)), {2}, {}, normalisingJob(30, 12));
    QVERIFY(!next);
    QVERIFY2(next.error().message.find("may take 24 of it") != std::string::npos, next.error().message.c_str());
    QVERIFY2(next.error().message.find("batch of 30") != std::string::npos, next.error().message.c_str());
    Plan plan = planOf(3, 30);
    plan.shareRule = ShareRule::Given;
    QVERIFY(!membershipWithout(everyRankOf(plan), {2}, {}, normalisingJob(30, 12)));
    QVERIFY(membershipWithout(everyRankOf(plan), {2}, {}, normalisingJob(30, 15)));
}

// Adasum knows no weights, so its groups have equal parts of the batch also when one of them has lost a rank.
void MembershipChangeTest::groupsOfAdasumKeepEqualParts()
{
    Plan plan = planOf(5, 60);
    for (const auto &[rank, group] : Pairs{{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 2}})
        plan.ranks[std::size_t(rank)].group = group;
    JobSpec job = jobOf(60);
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    job.exchange.between = ExchangeSpec::Between::Groups;
    const auto times = timesOf({0.1, 0.1, 0.1, 0.1, 0.1});
    const auto one = membershipWithout(everyRankOf(plan), {3}, times, job);
    QVERIFY(one);
    QCOMPARE(sharesOf(*one), (Shares{10, 10, 20, 0, 20}));
    const auto group = membershipWithout(*one, {2}, times, job);
    QVERIFY(group);
    QCOMPARE(sharesOf(*group), (Shares{15, 15, 0, 0, 30}));
    plan.ranks[4].largestShare = 29;
    const auto tooMuch = membershipWithout(everyRankOf(plan), {2, 3}, times, job);
    QVERIFY(!tooMuch);
    QVERIFY2(tooMuch.error().message.find("group of Adasum") != std::string::npos, tooMuch.error().message.c_str());
}

void MembershipChangeTest::knowsWhatKeepsTheOthersFromGoingOn_data()
{
    QTest::addColumn<std::vector<int>>("left"); // of ranks 0 and 1 on the first machine, 2 and 3 on the others
    QTest::addColumn<Kind>("kind"); // of the failure
    QTest::addColumn<int>("expected"); // -1: they may
    const auto may = -1;
    const auto row = [](const char *name, std::vector<int> left, Kind kind, int expected) {
        QTest::addRow("%s", name) << std::move(left) << kind << expected;
    };
    row("a rank is killed", {0, 1, 3}, Kind::Killed, may);
    row("the memory of its machine ran out", {0, 1, 3}, Kind::OutOfMemory, may);
    row("its device failed", {0, 1, 3}, Kind::DeviceFailed, may);
    row("it hangs", {0, 1, 3}, Kind::Hung, may);
    row("it failed for another reason", {0, 1, 3}, Kind::Internal, may);
    row("it ended as it had lost a peer", {0, 1, 3}, Kind::PeerLost, may);
    row("the job is wrong", {0, 1, 3}, Kind::BadInput, int(Hindrance::WouldRecur));
    row("the loss is not finite", {0, 1, 3}, Kind::NonFinite, int(Hindrance::WouldRecur));
    row("the model cannot be written", {0, 1, 3}, Kind::FilesFailed, int(Hindrance::WouldRecur));
    row("rank 0 is lost, and another is on its machine", {1, 2, 3}, Kind::Killed, may);
    row("one is left", {1}, Kind::Killed, may);
    row("none is left on the first machine", {2, 3}, Kind::Killed, int(Hindrance::NoneOnLeader));
    row("none is left", {}, Kind::Killed, int(Hindrance::NoRankLeft));
    row("none is left, but the job is wrong", {}, Kind::BadInput, int(Hindrance::WouldRecur));
}

void MembershipChangeTest::knowsWhatKeepsTheOthersFromGoingOn()
{
    QFETCH(std::vector<int>, left);
    QFETCH(Kind, kind);
    QFETCH(int, expected);
    Plan plan = planOf(4, 32);
    for (const auto &[rank, machine] : Pairs{{1, 0}, {2, 1}, {3, 2}})
        plan.ranks[std::size_t(rank)].machine = machine;
    const GenerationLosses losses{{failed(2, kind)}, false};
    const auto found = hindranceTo(left, plan, jobOf(32), losses, {});
    QCOMPARE(found ? int(*found) : -1, expected);
    if (expected >= 0)
        return;

    Plan withGpu = plan;
    withGpu.ranks[3].device.kind = Device::Kind::Cuda;
    QVERIFY(!hindranceTo(left, withGpu, jobOf(32), losses, {}));
    Plan sharded = plan;
    sharded.ranks[3].stateShare = 0.5;
    QVERIFY(hindranceTo(left, sharded, jobOf(32), losses, {}) == Hindrance::ShardedState);
    JobSpec shardedJob = jobOf(32);
    shardedJob.memory.shard = MemorySpec::Shard::Always;
    QVERIFY(hindranceTo(left, plan, shardedJob, losses, {}) == Hindrance::ShardedState);
    QVERIFY(!hindranceTo(left, plan, shardedJob, losses, {}, true));
    shardedJob.memory.shard = MemorySpec::Shard::Never;
    QVERIFY(!hindranceTo(left, sharded, shardedJob, losses, {}));

    const bool mayFollowTheWork = kind == Kind::Internal || kind == Kind::OutOfMemory;
    const GenerationLosses early{losses.failures, true};
    QVERIFY(!hindranceTo(left, plan, jobOf(32), early, {}));
    QVERIFY(!hindranceTo(left, plan, jobOf(32), early, losses)); // the one before had applied a step
    QVERIFY(!hindranceTo(left, plan, jobOf(32), losses, early));
    QVERIFY(!hindranceTo(left, plan, jobOf(32), early, {{failed(1, Kind::Killed)}, true}));
    QCOMPARE(hindranceTo(left, plan, jobOf(32), early, early).has_value(), mayFollowTheWork);
    if (mayFollowTheWork)
        QVERIFY(hindranceTo(left, plan, jobOf(32), early, early) == Hindrance::FollowsTheWork);
}

QTEST_APPLESS_MAIN(MembershipChangeTest)
#include "tst_membershipchange.moc"
