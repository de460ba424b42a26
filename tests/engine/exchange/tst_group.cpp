// What a sum of the group blocks for, what it leaves to overlap with a backward pass, and which of its seconds count.
#include "engine/exchange/group.h"
#include "fixturerun.h"

#include <torch/types.h>

#include <QTest>

#include <type_traits>

using namespace motley;

static_assert(std::is_move_constructible_v<Group> && !std::is_copy_constructible_v<Group>);

class GroupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void overlapsWhatTakesLong_data();
    void overlapsWhatTakesLong();
    void isMovedWhole();
    void hasNothingToSumAlone();
};

void GroupTest::overlapsWhatTakesLong_data()
{
    QTest::addColumn<std::int64_t>("numbers");
    QTest::addColumn<bool>("areHalves"); // which no direct all-reduce takes
    QTest::addColumn<bool>("isLast");
    QTest::addColumn<bool>("blocks");
    constexpr std::int64_t soonSummed = 16 << 10; // float32
    QTest::addRow("a small one") << soonSummed << false << false << true;
    QTest::addRow("a larger one") << soonSummed + 1 << false << false << false;
    QTest::addRow("a larger one, the last") << soonSummed + 1 << false << true << true;
    QTest::addRow("a small one over Gloo") << soonSummed << true << false << false;
    QTest::addRow("a larger one over Gloo, the last") << soonSummed + 1 << true << true << false;
}

// Only sums that block count as time in the all-reduce.
void GroupTest::overlapsWhatTakesLong()
{
    QFETCH(std::int64_t, numbers);
    QFETCH(bool, areHalves);
    QFETCH(bool, isLast);
    QFETCH(bool, blocks);
    constexpr int ranks = 3;
    std::vector<QString> wrong(ranks);
    runAsRanks(ranks, [&](Group &group) {
        const auto options = at::TensorOptions().dtype(areHalves ? at::kHalf : at::kFloat);
        const std::vector<std::int64_t> borders{0, 1, 1, numbers};
        const auto check = [&](bool isWhole) {
            at::Tensor tensor = at::full({numbers}, group.rank() + 1, options);
            const double before = group.secondsInAllReduce();
            std::vector<Group::Work> works;
            if (!isWhole)
                works = group.startReduceScatter(tensor, borders, isLast);
            else if (const auto work = group.startAllReduce(tensor, isLast))
                works = {work};
            const bool counts = group.secondsInAllReduce() > before;
            if (works.empty() != blocks || counts != blocks)
                wrong[std::size_t(group.rank())] += QString("%1 works, counted: %2; ").arg(works.size()).arg(counts);
            for (const Group::Work &work : works)
                group.wait(work);
            const std::int64_t begin = isWhole ? 0 : borders[std::size_t(group.rank())];
            const std::int64_t end = isWhole ? numbers : borders[std::size_t(group.rank()) + 1];
            if (!tensor.slice(0, begin, end).eq(1 + 2 + 3).all().item<bool>())
                wrong[std::size_t(group.rank())] += "another sum; ";
        };
        check(true);
        check(false);
    });
    for (const QString &ofRank : wrong)
        QCOMPARE(ofRank, QString());
}

void GroupTest::isMovedWhole()
{
    std::vector<std::int64_t> sums(2);
    runAsRanks(2, [&](Group &group) {
        Group moved = std::move(group);
        at::Tensor small = at::full({1}, moved.rank() + 1, at::kLong);
        moved.allReduceHost(small);
        moved.allReduce(small);
        sums[std::size_t(moved.rank())] = small.item<std::int64_t>();
        moved.leave();
    });
    QCOMPARE(sums, (std::vector<std::int64_t>{6, 6}));
}

void GroupTest::hasNothingToSumAlone()
{
    Group group = Group::alone();
    at::Tensor tensor = at::full({8}, 7.0);
    group.allReduce(tensor);
    group.allReduceHost(tensor);
    group.broadcast({tensor});
    QVERIFY(!group.startAllReduce(tensor, true));
    QVERIFY(group.startReduceScatter(tensor, {0, 8}, true).empty());
    QVERIFY(at::equal(tensor, at::full({8}, 7.0)));
    QCOMPARE(group.secondsInAllReduce(), 0.0);
    group.leave();
}

QTEST_GUILESS_MAIN(GroupTest)
#include "tst_group.moc"
