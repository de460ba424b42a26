// GPU and CPU ranks sum together, and the host waits for a GPU where it needs its numbers, and nowhere else.
#include "engine/exchange/comparereplicas.h"
#include "fixturerun.h"
#include "gpudevices.h"
#include "simulatedcuda.h"

#include <QTest>

#include <torch/types.h>

#include <array>
#include <barrier>

using namespace motley;

namespace {

constexpr std::int64_t count = 300'000; // of the numbers that are summed

at::Tensor numbersOf(int rank, int turn)
{
    return at::arange(count, at::kLong).remainder_(1000).mul_(rank + 1).add_(turn).to(at::kFloat);
}

} // namespace

class SimulatedTwoLevelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitsOnceForASum_data();
    void waitsOnceForASum();
    void comparesReplicasInLittleMemory();
};

void SimulatedTwoLevelsTest::waitsOnceForASum_data()
{
    QTest::addColumn<QList<int>>("gpus"); // of each rank; -1: it computes on the CPU
    QTest::addRow("a GPU and a CPU") << QList<int>{0, -1};
    QTest::addRow("a CPU first") << QList<int>{-1, 0};
    QTest::addRow("two GPUs and a CPU") << QList<int>{0, 1, -1};
    QTest::addRow("two GPUs and two CPUs") << QList<int>{-1, 1, -1, 0};
}

void SimulatedTwoLevelsTest::waitsOnceForASum()
{
    QFETCH(QList<int>, gpus);
    constexpr int turns = 4;
    const auto ranks = int(gpus.size());
    std::vector<Device> devices;
    for (const int index : gpus)
        devices.push_back(index < 0 ? Device() : gpu(index));
    std::vector<std::vector<at::Tensor>> sums{std::size_t(ranks)};
    std::array<std::int64_t, 2> waits{}; // of all ranks, before and after
    std::barrier together(ranks);
    const auto countWaits = [&](const Group &group, std::int64_t &counted) {
        together.arrive_and_wait();
        if (group.rank() == 0)
            counted = simulated::counts().synchronisations;
        together.arrive_and_wait();
    };
    runAsRanks(
        ranks,
        [&](Group &group) {
            const int index = gpus[group.rank()];
            const at::Device device = index < 0 ? at::Device(at::kCPU) : at::Device(at::kCUDA, c10::DeviceIndex(index));
            auto &mine = sums[std::size_t(group.rank())];
            for (int turn = 0; turn < turns; ++turn)
                mine.push_back(numbersOf(group.rank(), turn).to(device));
            countWaits(group, waits[0]);
            for (at::Tensor &sum : mine)
                group.allReduce(sum.mul_(2));
            countWaits(group, waits[1]);
            for (at::Tensor &sum : mine)
                sum = sum.cpu();
        },
        devices);
    QCOMPARE(waits[1] - waits[0], std::int64_t(turns)); // of the leader of the GPUs
    for (int turn = 0; turn < turns; ++turn) {
        at::Tensor expected = at::zeros({count});
        for (int rank = 0; rank < ranks; ++rank)
            expected += 2 * numbersOf(rank, turn);
        for (const auto &ofRank : sums)
            QVERIFY(at::equal(ofRank[std::size_t(turn)], expected));
    }
}

void SimulatedTwoLevelsTest::comparesReplicasInLittleMemory()
{
    std::array<std::int64_t, 2> needed{};
    runAsRanks(
        2,
        [&](Group &group) {
            const auto rank = group.rank();
            const at::Tensor weight = at::ones({8 << 20}, at::Device(at::kCUDA, c10::DeviceIndex(rank)));
            simulated::restartPeak(rank);
            const std::int64_t before = simulated::usedMemory(rank);
            QVERIFY(!compareReplicas(group, {{"weight", weight}}));
            needed[std::size_t(rank)] = simulated::peakMemory(rank) - before;
        },
        gpus(2));
    for (const std::int64_t bytes : needed) {
        QVERIFY2(bytes > 0, qPrintable(QString::number(bytes)));
        QVERIFY2(bytes < 12 << 20, qPrintable(QString::number(bytes)));
    } // the weight has 32 MiB
}

QTEST_GUILESS_MAIN(SimulatedTwoLevelsTest)
#include "tst_simulatedtwolevels.moc"
