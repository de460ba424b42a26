#include "engine/exchange/group.h"
#include "engine/exchange/hierarchicalallreduce.h"
#include "tests/fixtures/threadsasranks.h"

#include <QTest>

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <numeric>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

// Ranks are threads, and Gloo takes the groupRank of NCCL: the two levels treat tensors in the same way.
Plan planOf(int ranks)
{
    Plan plan;
    plan.machines = {{"here", "127.0.0.1"}};
    for (int rank = 0; rank < ranks; ++rank)
        plan.ranks.push_back({0, {}, 1, 0, 1});
    return plan;
}

Group formed(const c10::intrusive_ptr<c10d::Store> &store, const std::string &name, int groupRank, int ranks)
{
    const auto own = c10::make_intrusive<c10d::PrefixStore>(name, store);
    return Group::form(planOf(ranks), groupRank, at::kCPU, own, 20s).value();
}

} // namespace

class HierarchicalAllReduceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsOverIslands_data();
    void sumsOverIslands();
};

void HierarchicalAllReduceTest::sumsOverIslands_data()
{
    QTest::addColumn<QList<int>>("islands"); // how many ranks each has
    QTest::addRow("one island and a rank alone") << QList<int>{2, 1};
    QTest::addRow("one island and two alone") << QList<int>{3, 1, 1};
    QTest::addRow("two islands") << QList<int>{2, 2};
    QTest::addRow("all alone") << QList<int>{1, 1, 1};
    QTest::addRow("one island") << QList<int>{3};
}

void HierarchicalAllReduceTest::sumsOverIslands()
{
    QFETCH(QList<int>, islands);
    const auto store = c10::make_intrusive<c10d::HashStore>();
    const auto ranks = std::accumulate(islands.begin(), islands.end(), 0);
    at::Tensor expected = at::zeros({1000}, at::kLong);
    std::vector<at::Tensor> numbers;
    for (int rank = 0; rank < ranks; ++rank) {
        const auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(rank));
        numbers.push_back(at::randint(1000, {1000}, generator, at::kLong));
        expected += numbers.back();
    }
    std::vector<std::jthread> threads;
    std::vector<std::string> failures{std::size_t(ranks)};
    int rank = 0;
    for (int island = 0; island < int(islands.size()); ++island) {
        for (int groupRank = 0; groupRank < islands[island]; ++groupRank, ++rank) {
            threads.emplace_back([&, island, groupRank, rank] {
                try {
                    c10::intrusive_ptr<c10d::ProcessGroup> inside;
                    c10::intrusive_ptr<c10d::ProcessGroup> leaders;
                    const std::string name = "island" + std::to_string(island);
                    if (islands[island] > 1)
                        inside = formed(store, name, groupRank, islands[island]).processGroup();
                    if (groupRank == 0 && islands.size() > 1)
                        leaders = formed(store, "leaders", island, int(islands.size())).processGroup();
                    HierarchicalAllReduce hierarchical(inside, leaders, at::kCPU);
                    for (int i = 0; i < 3; ++i) {
                        at::Tensor sum = numbers[std::size_t(rank)].clone();
                        hierarchical.allReduce(sum);
                        if (!at::equal(sum, expected))
                            failures[std::size_t(rank)] = "another sum";
                    }
                } catch (const std::exception &failure) {
                    failures[std::size_t(rank)] = failure.what();
                }
            });
        }
    }
    threads.clear();
    for (const std::string &failure : failures)
        QCOMPARE(failure, std::string());
}

QTEST_GUILESS_MAIN(HierarchicalAllReduceTest)
#include "tst_hierarchicalallreduce.moc"
