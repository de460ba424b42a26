// A hierarchical all-reduce over threads as ranks: every rank gets the sum, whatever machines the ranks are on, and
// little of it crosses the network.
#include "engine/exchange/allreducelevels.h"
#include "engine/exchange/group.h"

#include <QTest>

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include <algorithm>
#include <set>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

using Groups = std::vector<std::vector<int>>;

Plan planOf(const std::vector<int> &machines)
{
    Plan plan;
    plan.backend = Backend::Gloo;
    for (int i = 0; i <= *std::max_element(machines.begin(), machines.end()); ++i)
        plan.machines.push_back({"m" + std::to_string(i), "127.0.0.1"});
    for (const int machine : machines)
        plan.ranks.push_back({machine, Device(), 1});
    return plan;
}

} // namespace

class AllReduceLevelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsRanksByMachine_data();
    void groupsRanksByMachine();
    void connectsEachPairOnOneLevelAtMost();
    void givesEveryRankTheSum_data();
    void givesEveryRankTheSum();
};

void AllReduceLevelsTest::groupsRanksByMachine_data()
{
    QTest::addColumn<std::vector<int>>("machines");
    QTest::addColumn<int>("rank");
    QTest::addColumn<Groups>("groups");
    QTest::addRow("one machine") << std::vector<int>{0, 0, 0} << 2 << Groups{{0, 1, 2}};
    QTest::addRow("a rank on each") << std::vector<int>{0, 1, 2} << 0 << Groups{{0, 1, 2}};
    QTest::addRow("a leader") << std::vector<int>{0, 0, 1, 1, 2} << 2 << Groups{{2, 3}, {0, 2, 4}};
    QTest::addRow("a member") << std::vector<int>{0, 0, 1, 1, 2} << 3 << Groups{{2, 3}};
    QTest::addRow("alone on its machine") << std::vector<int>{0, 0, 1, 1, 2} << 4 << Groups{{0, 2, 4}};
    QTest::addRow("mixed order") << std::vector<int>{0, 1, 0, 1} << 1 << Groups{{1, 3}, {0, 1}};
    QTest::addRow("many on one machine") << std::vector<int>(17, 0) << 8
                                         << Groups{{8, 9, 10, 11, 12, 13, 14, 15, 16}, {0, 8}};
}

void AllReduceLevelsTest::groupsRanksByMachine()
{
    QFETCH(std::vector<int>, machines);
    QFETCH(int, rank);
    QTEST(allReduceLevels(machines, rank), "groups");
}

void AllReduceLevelsTest::connectsEachPairOnOneLevelAtMost()
{
    std::vector<int> machines;
    for (int rank = 0; rank < 700; ++rank)
        machines.push_back(rank % 3 == 0 ? 0 : rank);
    std::size_t most = 0;
    for (int rank = 0; rank < 700; ++rank) {
        std::multiset<int> peers;
        for (const auto &group : allReduceLevels(machines, rank)) {
            QVERIFY(group.size() <= largestGroup);
            QVERIFY(std::binary_search(group.begin(), group.end(), rank));
            peers.insert(group.begin(), group.end());
        }
        peers.erase(rank);
        QCOMPARE(std::set<int>(peers.begin(), peers.end()).size(), peers.size());
        most = std::max(most, peers.size());
    }
    QVERIFY(most <= 4 * (largestGroup - 1));
}

void AllReduceLevelsTest::givesEveryRankTheSum_data()
{
    QTest::addColumn<std::vector<int>>("machines");
    QTest::addRow("two by two") << std::vector<int>{0, 0, 1, 1};
    QTest::addRow("three, one, two") << std::vector<int>{0, 0, 0, 1, 2, 2};
    QTest::addRow("mixed order") << std::vector<int>{0, 1, 0, 1, 0};
    QTest::addRow("17 on one machine") << std::vector<int>(17, 0);
}

void AllReduceLevelsTest::givesEveryRankTheSum()
{
    QFETCH(std::vector<int>, machines);
    const Plan plan = planOf(machines);
    const auto size = int(machines.size());
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<std::string> failures(machines.size(), "nothing was compared");
    std::vector<std::jthread> ranks;
    for (int rank = 0; rank < size; ++rank)
        ranks.emplace_back([&, rank] {
            std::string &failure = failures[std::size_t(rank)];
            auto group = Group::form(plan, rank, at::kCPU, store, 60s);
            if (!group || !group->fallbackReason().empty()) {
                failure = group ? group->fallbackReason() : group.error().message + ' ' + group.error().detail;
                return;
            }
            failure.clear();
            for (const std::int64_t count : {1, 100, 8193, 300'001}) {
                at::Tensor sum = at::arange(count, at::kDouble).mul(rank + 1);
                group->allReduceHost(sum);
                if (!at::equal(sum, at::arange(count, at::kDouble).mul(size * (size + 1) / 2)))
                    failure += "wrong sum of " + std::to_string(count) + "; ";
            }
        });
    ranks.clear();
    for (const std::string &failure : failures)
        QCOMPARE(QString::fromStdString(failure), QString());
}

QTEST_GUILESS_MAIN(AllReduceLevelsTest)
#include "tst_allreducelevels.moc"
