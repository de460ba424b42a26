// What a sum of the group blocks for, what it leaves to overlap with a backward pass, and which of its seconds count.
#include "engine/exchange/gradients/replicatedgradients.h"
#include "engine/exchange/group.h"
#include "engine/exchange/peerlost.h"
#include "fixturerun.h"

#include <torch/types.h>

#include <QTest>

#include <future>
#include <mutex>
#include <thread>
#include <type_traits>

using namespace motley;
using Call = void (*)(Group &);

static_assert(std::is_move_constructible_v<Group> && !std::is_copy_constructible_v<Group>);

namespace {

QString thrownBy(Call call, Group &group)
{
    try {
        call(group);
        return "nothing";
    } catch (const PeerLost &) {
        return "PeerLost";
    } catch (const std::exception &failure) {
        return failure.what();
    }
}

} // namespace

class GroupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void overlapsWhatTakesLong_data();
    void overlapsWhatTakesLong();
    void agreesOnTheRootsValue();
    void throwsPeerLostWhereARankIsGone_data();
    void throwsPeerLostWhereARankIsGone();
    void abortsWhatWaitsForASilentRank_data() { throwsPeerLostWhereARankIsGone_data(); }
    void abortsWhatWaitsForASilentRank();
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
            std::vector<Group::Work> works;
            const Timings taken = group.time(at::kCPU, [&] {
                if (!isWhole)
                    works = group.startReduceScatter(tensor, borders, isLast);
                else if (const auto work = group.startAllReduce(tensor, isLast))
                    works = {work};
            });
            const bool counts = taken.exchangeSeconds > 0;
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

void GroupTest::agreesOnTheRootsValue()
{
    struct Place {
        bool isOver;
        double value;
        std::int64_t step;
        bool operator==(const Place &) const = default;
    };
    constexpr int ranks = 3;
    std::vector<Place> places(ranks);
    std::vector<bool> ofSecond(ranks);
    std::vector<bool> allAre(ranks, true);
    std::mutex mutex;
    runAsRanks(ranks, [&](Group &group) {
        const int rank = group.rank();
        const Place place = group.agree(Place{rank == 0, -0.1 * (rank + 1), rank - 7});
        const bool second = group.agree(rank == 1, 1);
        const bool all = group.all(rank != 2);
        const bool none = !group.all(true);
        const std::lock_guard lock(mutex);
        places[std::size_t(rank)] = place;
        ofSecond[std::size_t(rank)] = second;
        allAre[std::size_t(rank)] = all || none;
    });
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        QVERIFY((places[rank] == Place{true, -0.1, -7}));
        QVERIFY(ofSecond[rank]);
        QVERIFY(!allAre[rank]);
    }
}

void GroupTest::throwsPeerLostWhereARankIsGone_data()
{
    QTest::addColumn<Call>("call");
    QTest::addRow("a sum in host memory") << Call([](Group &group) {
        at::Tensor tensor = at::ones({4});
        group.allReduceHost(tensor);
    });
    QTest::addRow("a sum over Gloo") << Call([](Group &group) {
        at::Tensor tensor = at::ones({4}, at::kHalf);
        group.allReduce(tensor);
    });
    QTest::addRow("a sum that was started") << Call([](Group &group) {
        at::Tensor tensor = at::ones({1 << 20});
        group.wait(group.startAllReduce(tensor, false));
    });
    QTest::addRow("a broadcast") << Call([](Group &group) { group.broadcast({at::ones({4})}); });
    QTest::addRow("a value to agree on") << Call([](Group &group) { group.agree(1); });
    QTest::addRow("a message") << Call([](Group &group) { group.receive(at::ones({4}), 1); });
    QTest::addRow("a backward pass") << Call([](Group &group) {
        const at::Tensor first = at::ones({1 << 20}).requires_grad_(); // in a bucket of its own, over Gloo
        const at::Tensor last = at::ones({1 << 20}).requires_grad_();
        ReplicatedGradients exchange(group, {first, last});
        exchange.begin({});
        exchange.backward((first * last).sum());
    });
}

void GroupTest::throwsPeerLostWhereARankIsGone()
{
    QFETCH(Call, call);
    QString thrown;
    runAsRanks(2, [&](Group &group) {
        if (group.rank() == 1)
            return; // its group ends with its thread
        thrown = thrownBy(call, group);
    });
    QCOMPARE(thrown, QString("PeerLost"));
}

// A rank that is suspended keeps its connections.
void GroupTest::abortsWhatWaitsForASilentRank()
{
    QFETCH(Call, call);
    QString thrown;
    std::promise<void> isThrown;
    runAsRanks(2, [&](Group &group) {
        if (group.rank() == 1)
            return isThrown.get_future().wait();
        const std::jthread detector([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            group.abort();
        });
        thrown = thrownBy(call, group);
        isThrown.set_value();
    });
    QCOMPARE(thrown, QString("PeerLost"));
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
    QCOMPARE(group.time(at::kCPU, [&] { group.allReduce(tensor); }).exchangeSeconds, 0.0);
    group.leave();
}

QTEST_GUILESS_MAIN(GroupTest)
#include "tst_group.moc"
