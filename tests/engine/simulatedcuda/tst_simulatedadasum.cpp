// Adasum on simulated GPUs, whose messages go through NCCL's groups, is that of the same deltas on CPUs.
#include "engine/device/cudaplugin.h"
#include "engine/exchange/adasum.h"
#include "simulatedcuda.h"
#include "tests/fixtures/ranksasthreads.h"

#include <QTest>

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

using namespace motley;

extern "C" const CudaPlugin *motleyCudaPlugin();

class SimulatedAdasumTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void combinesAsOnTheCpu_data();
    void combinesAsOnTheCpu();
};

// A GPU for each rank. The ranks are threads here, and two of them on one GPU would share its default stream: what one
// sends would then wait until it has received what the other sends after it.
void SimulatedAdasumTest::initTestCase()
{
    qputenv("MOTLEY_SIMULATED_GPUS", "8,8,8,8");
}

void SimulatedAdasumTest::combinesAsOnTheCpu_data()
{
    QTest::addColumn<RankGroups>("groups");
    QTest::addRow("two") << eachRankAlone(2);
    QTest::addRow("three") << eachRankAlone(3);
    QTest::addRow("two groups") << RankGroups{{0, 1, 2}, {3}};
}

void SimulatedAdasumTest::combinesAsOnTheCpu()
{
    QFETCH(RankGroups, groups);
    int size = 0;
    for (const auto &group : groups)
        size += int(group.size());
    const CudaPlugin &plugin = *motleyCudaPlugin();
    QVERIFY(size <= plugin.deviceCount());
    at::globalContext().lazyInitDevice(at::kCUDA);
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<std::vector<at::Tensor>> onCpu(static_cast<std::size_t>(size));
    auto onGpu = onCpu;
    const std::string failures = RanksAsThreads(size).run([&](int rank, const auto &processGroup) {
        plugin.setDevice(rank);
        const auto nccl = plugin.makeNccl(store, rank, size, rank, std::chrono::seconds(60));
        processGroup->setBackend(c10::DeviceType::CUDA, c10d::ProcessGroup::BackendType::NCCL, nccl);
        Adasum adasum(processGroup, groups);
        auto &expected = onCpu[std::size_t(rank)];
        auto &found = onGpu[std::size_t(rank)];
        const auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(rank + 1));
        for (const std::int64_t elements : {1, 10'001, 0, 77}) {
            expected.push_back(at::randn({elements}, generator));
            found.push_back(expected.back().to(at::Device(at::kCUDA, c10::DeviceIndex(rank))));
        }
        for (auto *deltas : {&expected, &found}) {
            adasum.sumInGroup(*deltas, 0.5);
            adasum.combine(*deltas);
        }
        for (at::Tensor &delta : found)
            delta = delta.cpu();
        nccl->shutdown();
    });
    QCOMPARE(failures, std::string());
    for (int rank = 0; rank < size; ++rank)
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY(at::allclose(onGpu[std::size_t(rank)][i], onCpu[std::size_t(rank)][i], 1e-6, 1e-7));
}

QTEST_GUILESS_MAIN(SimulatedAdasumTest)
#include "tst_simulatedadasum.moc"
