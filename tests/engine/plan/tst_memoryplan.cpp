// How many samples of a step fit into a device's memory, and how the optimizer state is sharded where it does not fit.
#include "engine/exchange/gradients/shardranges.h"
#include "engine/plan/balance/statemirrors.h"
#include "engine/plan/forecast/forecast.h"
#include "engine/plan/memorymodel.h"
#include "engine/plan/planner.h"
#include "engine/plan/runmodel.h"

#include <QtTest>

#include <cmath>
#include <numeric>

using namespace motley;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

// Sets the peaks of passes, of which 80 MiB are gradients.
void setPasses(MemoryReport &memory, std::int64_t mebibytesPerSample)
{
    memory.passSamples = 64;
    memory.passPeakBytes = (320 + 64 * mebibytesPerSample) * mebibyte;
    memory.smallPassSamples = 16;
    memory.smallPassPeakBytes = (320 + 16 * mebibytesPerSample) * mebibyte;
    memory.barePassPeakBytes = memory.passPeakBytes - 80 * mebibyte;
    memory.smallBarePassPeakBytes = memory.smallPassPeakBytes - 80 * mebibyte;
}

// 100 MiB of parameters, 200 MiB of AdamW's state, 10 MiB for each sample.
MemoryReport someMemory()
{
    MemoryReport memory;
    memory.parameterBytes = 100 * mebibyte;
    memory.stateBytes = 200 * mebibyte;
    memory.heldBytes = 310 * mebibyte;
    memory.updatePeakBytes = 420 * mebibyte;
    setPasses(memory, 10);
    return memory;
}

// With recomputation: 4 MiB for each sample, 1.25 times as long, and 20 ms of fixed time a pass.
RecomputedReport someRecomputation()
{
    RecomputedReport recomputed{1.25, 0.02, someMemory()};
    setPasses(recomputed.memory, 4);
    return recomputed;
}

CandidateMachine machine(const std::string &name, const std::string &address, std::int64_t freeMebibytes)
{
    CandidateMachine machine{name, {}, {{}}};
    SpeedReport speed{100, 0, 0.01};
    speed.memory = someMemory();
    machine.candidates.front().speed = speed;
    machine.report.interfaces = {{"eth0", {address + "/24"}, 1000, true, false}};
    machine.report.sshServerAddress = address;
    machine.report.memoryAvailableBytes = (freeMebibytes + 512) * mebibyte; // the engine itself takes 512
    return machine;
}

// Sets 500 MiB for each sample.
CandidateMachine heavy(CandidateMachine machine)
{
    setPasses(machine.candidates.front().speed->memory, 500);
    return machine;
}

JobSpec job()
{
    JobSpec job;
    job.batch = 128;
    return job;
}

} // namespace

class MemoryPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void predictsWhatWasMeasuredAndWhatLiesBetween()
    {
        const MemoryReport memory = someMemory();
        QCOMPARE(predictedPeak(memory, {64, false, false, 1}), 960 * mebibyte);
        QCOMPARE(predictedPeak(memory, {16, false, false, 1}), 480 * mebibyte);
        QCOMPARE(predictedPeak(memory, {32, false, false, 1}), 640 * mebibyte);
        QCOMPARE(predictedPeak(memory, {32, true, true, 1}), 840 * mebibyte);
        QCOMPARE(predictedPeak(memory, {.samplesAtOnce = 32, .accumulates = true, .exchanges = true, .narrows = true}),
            (840 + 50) * mebibyte); // what travels in 16 bits lies beside the gradients
        MemoryReport better = memory;
        better.secondPassBytes = 30 * mebibyte; // less than the gradients
        QCOMPARE(predictedPeak(better, {32, true, true, 1}), 770 * mebibyte);
        QCOMPARE(predictedPeak(memory, {1, false, false, 1}), 420 * mebibyte); // the update needs more than the pass
        // With sharded gradients: between a pass without gradients and one with all gradients and a bucket.
        QCOMPARE(predictedPeak(memory, {32, false, true, 0.2}), (560 + 21 - 160) * mebibyte);
        QCOMPARE(predictedPeak(memory, {32, false, true, 0.8}), (560 + 84 - 40) * mebibyte);
        QCOMPARE(predictedPeak(memory, {32, true, true, 0.2}), (560 + 100 - 160) * mebibyte);
        QCOMPARE(predictedPeak(memory, {1, false, true, 0.9}), (420 - 10 + 50 - 20) * mebibyte);
        // A copy of parameters and whole optimizer state, while a checkpoint is written.
        QCOMPARE(predictedPeak(memory, {64, false, false, 1, false, true}), (960 + 300) * mebibyte);
        QCOMPARE(predictedPeak(memory, {32, false, true, 0.2, false, true}), (560 + 21 - 160 + 300) * mebibyte);
    }

    void takesAsManyAtOnceAsFit()
    {
        const MemoryReport memory = someMemory();
        QCOMPARE(largestPass(memory, 64, 960 * mebibyte, {}).value().samplesAtOnce, 64);
        const auto part = largestPass(memory, 64, 959 * mebibyte, {}); // several passes keep gradients between them
        QCOMPARE(part.value().samplesAtOnce, 53);
        QVERIFY(part->peakBytes <= 959 * mebibyte);
        QCOMPARE(largestPass(memory, 64, 425 * mebibyte, {}), std::nullopt);
    }

    // Few samples need most while their loss is computed in chunks, many in the backward pass.
    void takesTheHigherOfLossAndBackwardPass()
    {
        MemoryReport memory = someMemory();
        memory.passLogitBytes = 64 * 8 * mebibyte;
        memory.mostLogitBytes = 100 * mebibyte;
        memory.backwardPeakBytes = (200 + 64 * 12) * mebibyte;
        memory.smallBackwardPeakBytes = (200 + 16 * 12) * mebibyte;
        const auto peak = [](const MemoryReport &report, std::int64_t samples) {
            return predictedPeak(report, {.samplesAtOnce = samples}) / mebibyte;
        };
        QCOMPARE(peak(memory, 16), 220 + 100 + 16 * 10);
        QCOMPARE(peak(memory, 64), 200 + 64 * 12);
        QCOMPARE(peak(memory, 100), 200 + 100 * 12);
        QCOMPARE(peak(withTokens(memory, 10, 20), 64), 200 + 64 * 24);
        memory.passLogitBytes = 64 * mebibyte; // of few samples they do not come in chunks, and are there all the time
        QCOMPARE(peak(memory, 80), 200 + 80 * (1 + 11));
        QCOMPARE(peak(memory, 200), 200 + 200 * 11);
    }

    void plansMicrobatchesByMemory()
    {
        const auto plan = planRun(job(), {machine("roomy", "10.0.0.1", 4000), machine("small", "10.0.0.2", 900)});
        QVERIFY(plan.has_value());
        QCOMPARE(plan->ranks[0].share, 64);
        QCOMPARE(plan->ranks[0].microbatch, 0); // the whole share in one pass
        QCOMPARE(plan->ranks[0].predictedBytes, (1060 + 300) * mebibyte); // it also writes checkpoints
        QCOMPARE(plan->ranks[1].microbatch, 29); // 320 + 10 * 29 + 2 * 100 MiB are 90 % of 900
        QCOMPARE(plan->ranks[1].predictedBytes, 810 * mebibyte);
        QCOMPARE(plan->ranks[1].stateShare, 0.0);
        for (const PlannedRank &rank : plan->ranks) {
            QCOMPARE(rank.memory->sum(), rank.predictedBytes);
            QCOMPARE(rank.memory->trained, 100 * mebibyte);
            QCOMPARE(rank.memory->optimizer, 200 * mebibyte);
        }
        QCOMPARE(plan->ranks[0].memory->checkpoint, 300 * mebibyte);
        QCOMPARE(plan->ranks[1].memory->checkpoint, 0);
    }

    void obeysTheLimitOfTheJob()
    {
        JobSpec limited = job();
        limited.memory.limitMiB = 720;
        limited.checkpoint.async = false;
        const std::vector<CandidateMachine> two{machine("a", "10.0.0.1", 4000), machine("b", "10.0.0.2", 4000)};
        const auto plan = planRun(limited, two);
        QVERIFY(plan.has_value());
        QCOMPARE(plan->ranks[0].microbatch, 20);
        limited.memory.limitMiB = 1020;
        QCOMPARE(planRun(limited, two)->ranks[0].microbatch, 50);
        limited.checkpoint = {}; // copies 300 MiB to write it while it trains on
        QCOMPARE(planRun(limited, two)->ranks[0].microbatch, 20);
        QCOMPARE(planRun(limited, two)->ranks[1].microbatch, 50);
        limited.checkpoint.everySteps = 0; // none but the last, for which nothing trains on
        QCOMPARE(planRun(limited, two)->ranks[0].microbatch, 50);
        limited.memory.microbatch = 8;
        // 0: the job's own micro-batch is used.
        QCOMPARE(planRun(limited, {machine("a", "10.0.0.1", 4000)}).value().ranks[0].microbatch, 0);
    }

    void splitsTheOptimizersMemoryWhereOneIsTooSmall()
    {
        const auto plan = [](MemorySpec::Shard shard, std::int64_t smallMebibytes) {
            JobSpec some = job();
            some.memory.shard = shard;
            some.checkpoint.async = false; // the first machine then holds nothing besides
            return planRun(some, {machine("a", "10.0.0.1", 4000), machine("b", "10.0.0.2", smallMebibytes)}).value();
        };
        QCOMPARE(plan(MemorySpec::Shard::WhenNeeded, 900).ranks[1].stateShare, 0.0);
        const Plan split = plan(MemorySpec::Shard::WhenNeeded, 520);
        QVERIFY(split.ranks[1].stateShare > 0);
        QVERIFY(split.ranks[1].stateShare < 0.1);
        QVERIFY(std::abs(split.ranks[0].stateShare + split.ranks[1].stateShare - 1) < 1e-9);
        QVERIFY(split.ranks[1].microbatch >= 1);
        QVERIFY(split.ranks[1].predictedBytes <= 468 * mebibyte);
        QCOMPARE(plan(MemorySpec::Shard::Never, 520).ranks[1].stateShare, 0.0);
        QVERIFY(plan(MemorySpec::Shard::Always, 4000).ranks[1].stateShare == 0.5);
    }

    void mirrorsShardsWhereMemoryHoldsThem()
    {
        const auto plan = [](bool mirror, std::int64_t smallMebibytes) {
            JobSpec some = job();
            some.memory.shard = MemorySpec::Shard::Always;
            some.memory.mirror = mirror;
            some.checkpoint.async = false;
            return planRun(some, {machine("a", "10.0.0.1", 4000), machine("b", "10.0.0.2", smallMebibytes)}).value();
        };
        const Plan without = plan(false, 4000);
        const Plan mirrored = plan(true, 4000);
        QVERIFY(mirrored.mirrorsState);
        QCOMPARE(stateMirrorsOf(mirrored, {.shard = MemorySpec::Shard::Always}), (std::vector<int>{1, 0}));
        for (std::size_t rank = 0; rank < 2; ++rank) {
            const MemoryParts &parts = mirrored.ranks[rank].memory.value();
            QCOMPARE(parts.optimizer, without.ranks[rank].memory.value().optimizer);
            QCOMPARE(parts.mirror, parts.optimizer); // of equal shards
            QCOMPARE(without.ranks[rank].memory.value().mirror, 0);
            QVERIFY(mirrored.ranks[rank].predictedBytes > without.ranks[rank].predictedBytes);
            QCOMPARE(parts.sum(), mirrored.ranks[rank].predictedBytes);
        }
        const Plan small = plan(true, 520);
        QVERIFY(!small.mirrorsState);
        QVERIFY(stateMirrorsOf(small, {.shard = MemorySpec::Shard::Always}).empty());
        QVERIFY(small.ranks[1].predictedBytes <= 468 * mebibyte);
    }

    // Of two ranks each sends half of its sums once more, after all computing.
    void forecastsWhatMirrorsGet()
    {
        JobSpec some = job();
        some.memory.shard = MemorySpec::Shard::Always;
        const std::vector<CandidateMachine> two{machine("a", "10.0.0.1", 4000), machine("b", "10.0.0.2", 4000)};
        const RunModel mirrored = modelRun(some, two).value();
        some.memory.mirror = false;
        const RunModel without = modelRun(some, two).value();
        const NodeSet both = allOf(mirrored.cluster);
        const auto exchange = [&](const RunModel &model) {
            return forecastWithShares(model.job, model.cluster, both, {50, 50}).exchangeSeconds;
        };
        const double ring = ringOf(mirrored.cluster, both).at(mirrored.job.gradientBytes);
        QVERIFY(std::abs(exchange(mirrored) - exchange(without) - ring / 2) < 1e-9);
        some.memory.shard = MemorySpec::Shard::Never;
        some.memory.mirror = true;
        QCOMPARE(exchange(modelRun(some, two).value()), exchange(without));
    }

    // As they are, whatever the job asks for: where the smallest of three makes the others shard, or has no room.
    void forecastsTheMirrorsThatThereAre_data()
    {
        QTest::addColumn<MemorySpec::Shard>("shard");
        QTest::addColumn<std::vector<std::int64_t>>("mebibytes");
        QTest::addColumn<bool>("mirrors");
        using Shard = MemorySpec::Shard;
        QTest::addRow("one is too small for the whole state")
            << Shard::WhenNeeded << std::vector<std::int64_t>{4000, 4000, 520} << true;
        QTest::addRow("all hold it") << Shard::WhenNeeded << std::vector<std::int64_t>{4000, 4000, 900} << false;
        QTest::addRow("one holds no mirror") << Shard::Always << std::vector<std::int64_t>{4000, 520} << false;
        QTest::addRow("as asked for") << Shard::Always << std::vector<std::int64_t>{4000, 4000} << true;
    }

    void forecastsTheMirrorsThatThereAre()
    {
        QFETCH(MemorySpec::Shard, shard);
        QFETCH(std::vector<std::int64_t>, mebibytes);
        JobSpec some = job();
        some.memory.shard = shard;
        some.checkpoint.async = false; // the first machine then holds nothing besides
        std::vector<CandidateMachine> machines;
        for (std::size_t i = 0; i < mebibytes.size(); ++i)
            machines.push_back(machine("m" + std::to_string(i), "10.0.0." + std::to_string(i + 1), mebibytes[i]));
        const Plan plan = planRun(some, machines).value();
        const bool mirrors
            = std::ranges::any_of(plan.ranks, [](const PlannedRank &rank) { return rank.memory->mirror > 0; });
        QTEST(mirrors, "mirrors");
        QTEST(modelRun(some, machines).value().job.mirrors, "mirrors");
    }

    void recomputesWhereItLetsARankTakePart()
    {
        CandidateMachine small = heavy(machine("small", "10.0.0.2", 700));
        const auto without = planRun(job(), {machine("roomy", "10.0.0.1", 4000), small});
        QVERIFY(without->ranks[1].predictedBytes > 630 * mebibyte); // more than the machine has
        small.candidates.front().speed->recomputed = someRecomputation();
        small.candidates.front().speed->recomputed->fixedSeconds = 0;
        const auto plan = planRun(job(), {machine("roomy", "10.0.0.1", 4000), small});
        QVERIFY(plan.has_value());
        QVERIFY(!plan->ranks[0].recompute);
        const PlannedRank &rank = plan->ranks[1];
        QVERIFY(rank.recompute.has_value());
        QCOMPARE(rank.recompute->atOnceWithout, 0);
        QCOMPARE(rank.predictedBytes, (320 + 4 * rank.microbatch + 2 * 100) * mebibyte);
        QVERIFY(rank.predictedBytes <= 630 * mebibyte);
        QCOMPARE(rank.recompute->sparedBytes, (500 - 4) * rank.microbatch * mebibyte);
        // Shares follow the time with recomputation, 1.25 times as long a unit.
        QCOMPARE(rank.secondsPerUnit, 0.0125);
        QCOMPARE(rank.samplesPerSecond, 80.0);
        QCOMPARE(rank.share, 57);
        const auto model = modelRun(job(), {machine("roomy", "10.0.0.1", 4000), small});
        QVERIFY(model.has_value());
        QCOMPARE(model->cluster.machines[1].ranks[0].time.secondsPerUnit, 0.0125);
        QCOMPARE(model->cluster.machines[1].ranks[0].mostAtOnce, rank.microbatch);
    }

    void recomputesWhereManySmallPassesTakeLonger_data()
    {
        QTest::addColumn<int>("freeMebibytes");
        QTest::addColumn<double>("timesAsLong");
        QTest::addColumn<bool>("recomputes");
        QTest::addRow("all fits") << 4000 << 1.25 << false;
        QTest::addRow("two passes") << 1000 << 1.25 << false;
        QTest::addRow("many passes") << 622 << 1.25 << true; // passes of 3 samples, or of 9 with recomputation
        QTest::addRow("many passes, but it is slow") << 622 << 3.0 << false;
    }
    void recomputesWhereManySmallPassesTakeLonger()
    {
        QFETCH(int, freeMebibytes);
        QFETCH(double, timesAsLong);
        QFETCH(bool, recomputes);
        CandidateMachine small = machine("small", "10.0.0.2", freeMebibytes);
        small.candidates.front().speed->fixedSeconds = 0.05;
        small.candidates.front().speed->recomputed = someRecomputation();
        small.candidates.front().speed->recomputed->timesAsLong = timesAsLong;
        const auto plan = planRun(job(), {machine("roomy", "10.0.0.1", 4000), small});
        QVERIFY(plan.has_value());
        QCOMPARE(plan->ranks[1].recompute.has_value(), recomputes);
        if (recomputes)
            QCOMPARE(plan->ranks[1].recompute->atOnceWithout, 3);
    }

    void saysThatTheJobWantsItOrNothingElseCouldBeMeasured()
    {
        JobSpec always = job();
        always.memory.recompute = MemorySpec::Recompute::Always;
        const auto wanted = planRun(always, {machine("a", "10.0.0.1", 4000)});
        QCOMPARE(wanted->ranks[0].recompute.value(), (Recomputation{0, std::nullopt}));
        CandidateMachine measuredSo = machine("a", "10.0.0.1", 4000);
        measuredSo.candidates.front().speed->recomputes = true;
        QCOMPARE(planRun(job(), {measuredSo})->ranks[0].recompute.value(), (Recomputation{0, 0}));
    }

    // SGD has no state to shard, and sharded gradients alone would not be enough.
    void splitsNothingWhereRecomputingIsEnough()
    {
        CandidateMachine small = heavy(machine("small", "10.0.0.2", 700));
        small.candidates.front().speed->memory.stateBytes = 0;
        QVERIFY(planRun(job(), {machine("a", "10.0.0.1", 4000), small})->ranks[0].stateShare > 0);
        small.candidates.front().speed->recomputed = someRecomputation();
        const auto plan = planRun(job(), {machine("a", "10.0.0.1", 4000), small});
        QVERIFY(plan->ranks[1].recompute.has_value());
        QCOMPARE(plan->ranks[0].stateShare, 0.0);
    }

    void leavesAloneWhatWasNotMeasured()
    {
        CandidateMachine unknown = machine("a", "10.0.0.1", 900);
        unknown.candidates.front().speed->memory = {};
        const auto plan = planRun(job(), {unknown, machine("b", "10.0.0.2", 900)});
        QVERIFY(plan.has_value());
        QCOMPARE(plan->ranks[0].microbatch, 0);
        QCOMPARE(plan->ranks[0].predictedBytes, 0);
        QVERIFY(!plan->ranks[0].memory);
        QVERIFY(plan->ranks[1].microbatch > 0);
    }

    void cutsInProportion()
    {
        QCOMPARE(makeShardRanges(1000, {1}), (ShardRanges{0, 1000}));
        QCOMPARE(makeShardRanges(1000, {1, 1}), (ShardRanges{0, 512, 1000}));
        QCOMPARE(makeShardRanges(1000, {0, 1}), (ShardRanges{0, 0, 1000}));
        QCOMPARE(makeShardRanges(1000, {1, 0, 3}), (ShardRanges{0, 256, 256, 1000}));
        QCOMPARE(
            makeShardRanges(10, {1, 1, 1}), (ShardRanges{0, 0, 0, 10})); // a rank holds at least 256 bytes or nothing
        QCOMPARE(makeShardRangesBetweenTensors({400, 100, 500}, {1, 1}), (ShardRanges{0, 500, 1000}));
        QCOMPARE(makeShardRangesBetweenTensors({900, 100}, {1, 1}), (ShardRanges{0, 900, 1000}));
    }
};

QTEST_GUILESS_MAIN(MemoryPlanTest)
#include "tst_memoryplan.moc"
