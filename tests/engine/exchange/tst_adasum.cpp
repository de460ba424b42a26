// Adasum over 2 to 7 ranks is what its formula says in float64, whatever the sizes of tensors, and the same on all.
#include "engine/exchange/adasum.h"
#include "serialadasum.h"
#include "tests/fixtures/ranksasthreads.h"

#include <QTest>

#include <torch/types.h>

#include <sys/socket.h>

#include <array>
#include <limits>
#include <map>

using namespace motley;

namespace {

const RanksAsThreads &ranksOf(int size)
{
    static std::map<int, RanksAsThreads> formed;
    return formed.try_emplace(size, size).first->second;
}

// What each rank got.
struct Outcome {
    std::string failure;
    std::vector<Tensors> ofRank;

    bool isSameOnAllRanks() const
    {
        for (const Tensors &tensors : ofRank)
            for (std::size_t i = 0; i < tensors.size(); ++i)
                if (!at::equal(tensors[i].view(-1).view(at::kByte), ofRank.front()[i].view(-1).view(at::kByte)))
                    return false;
        return true;
    }
};

Outcome combined(std::vector<Tensors> deltas)
{
    const RanksAsThreads &ranks = ranksOf(int(deltas.size()));
    for (Tensors &ofRank : deltas)
        for (at::Tensor &delta : ofRank)
            delta = delta.clone();
    std::string failure = ranks.run([&](int rank, const auto &processGroup) {
        Adasum(processGroup, eachRankAlone(ranks.size())).combine(deltas[std::size_t(rank)]);
    });
    return {std::move(failure), std::move(deltas)};
}

at::Tensor combinedVector(const Tensors &vectors)
{
    std::vector<Tensors> deltas;
    for (const at::Tensor &vector : vectors)
        deltas.push_back({vector});
    const Outcome outcome = combined(deltas);
    if (!outcome.failure.empty() || !outcome.isSameOnAllRanks())
        throw std::runtime_error("ranks differ: " + outcome.failure);
    return outcome.ofRank.front().front();
}

void addRanks()
{
    QTest::addColumn<int>("size");
    for (int size = 2; size <= 7; ++size)
        QTest::addRow("%d ranks", size) << size;
}

} // namespace

class AdasumTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addsOrthogonalDeltas_data() { addRanks(); }
    void addsOrthogonalDeltas();
    void averagesParallelDeltas_data() { addRanks(); }
    void averagesParallelDeltas();
    void isHomogeneousAndSymmetric();
    void equalsASerialTree_data();
    void equalsASerialTree();
    void staysFiniteAtTheEndsOfTheRange_data();
    void staysFiniteAtTheEndsOfTheRange();
    void leavesOthersWhereARankHasNoGradient();
    void takesWhatRoundingLeavesForNothing();
    void combinesTensorsThatAreNotContiguous();
    void sendsAsMuchAsARing_data() { addRanks(); }
    void sendsAsMuchAsARing();
    void combinesInPlaceOverSockets_data();
    void combinesInPlaceOverSockets();
    void sumsInGroupsAndCombinesBetweenThem_data();
    void sumsInGroupsAndCombinesBetweenThem();
    void writesItsTree_data();
    void writesItsTree();
    void groupsRanksOfAMachine();
    void refusesOtherGroupsAndTensors();
};

void AdasumTest::addsOrthogonalDeltas()
{
    QFETCH(int, size);
    const at::Tensor columns = std::get<0>(at::linalg_qr(noise(0, 100 * size).view({100, size}))).to(at::kFloat);
    Tensors vectors;
    for (int rank = 0; rank < size; ++rank)
        vectors.push_back(columns.select(1, rank).contiguous() * (rank + 1));
    at::Tensor sum = at::zeros({100}, at::kDouble);
    for (const at::Tensor &vector : vectors)
        sum += vector;
    QVERIFY(relativeError(combinedVector(vectors), sum) < 1e-6);
}

void AdasumTest::averagesParallelDeltas()
{
    QFETCH(int, size);
    const std::vector<double> lengths{1, -3, 2.5, 4, -0.5, 7, -1.25};
    const at::Tensor direction = noise(1, 1000);
    Tensors vectors;
    for (int rank = 0; rank < size; ++rank)
        vectors.push_back((direction * lengths[std::size_t(rank)]).to(at::kFloat));
    std::vector<double> means(lengths.begin(), lengths.begin() + size);
    std::size_t core = size >= 4 ? 4 : 2;
    for (std::size_t extra = core; extra < means.size(); ++extra)
        means[extra - core] = (means[extra - core] + means[extra]) / 2;
    for (; core > 1; core /= 2)
        for (std::size_t i = 0; i < core / 2; ++i)
            means[i] = (means[2 * i] + means[2 * i + 1]) / 2;
    QVERIFY(relativeError(combinedVector(vectors), direction * means.front()) < 1e-6);
}

void AdasumTest::isHomogeneousAndSymmetric()
{
    const at::Tensor a = noise(2, 333).to(at::kFloat);
    const at::Tensor b = noise(3, 333).to(at::kFloat) + a / 2;
    const at::Tensor result = combinedVector({a, b});
    QVERIFY(at::equal(combinedVector({a * 8, b * 8}), result * 8));
    QVERIFY(relativeError(combinedVector({b, a}), result.to(at::kDouble)) < 1e-6);
}

void AdasumTest::equalsASerialTree_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<std::vector<std::int64_t>>("sizes");
    QTest::addColumn<int>("type");
    using Sizes = std::vector<std::int64_t>;
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16, at::kHalf, at::kDouble})
        for (int ranks = 2; ranks <= 7; ++ranks) {
            const auto add = [&](const char *sizes, const Sizes &list) {
                QTest::addRow("%d ranks, %s, %s", ranks, sizes, at::toString(type)) << ranks << list << int(type);
            };
            add("1", {1});
            add("20 W - 17", {20 * ranks - 17});
            add("2 W + 1", {2 * ranks + 1});
            add("W + 2", {ranks + 2});
            add("2^19", {1 << 19});
            add("nothing", {0});
            add("tensors across borders", {3, 1, 0, 40'000, 5, 5, 70'001, 2, 0});
        }
}

void AdasumTest::equalsASerialTree()
{
    QFETCH(int, ranks);
    QFETCH(std::vector<std::int64_t>, sizes);
    QFETCH(int, type);
    std::vector<Tensors> deltas{std::size_t(ranks)};
    for (int rank = 0; rank < ranks; ++rank)
        for (std::size_t i = 0; i < sizes.size(); ++i)
            deltas[std::size_t(rank)].push_back(
                (noise(100 * rank + int(i), sizes[i]) + noise(7, sizes[i])).to(at::ScalarType(type)));
    const Outcome outcome = combined(deltas);
    QCOMPARE(outcome.failure, std::string());
    QVERIFY(outcome.isSameOnAllRanks());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        Tensors ofRanks;
        for (const Tensors &ofRank : deltas)
            ofRanks.push_back(ofRank[i]);
        const double error = relativeError(outcome.ofRank.front()[i], treeInDouble(ofRanks));
        QVERIFY2(error < toleranceFor(at::ScalarType(type)), std::to_string(error).c_str());
    }
}

void AdasumTest::staysFiniteAtTheEndsOfTheRange_data()
{
    QTest::addColumn<std::vector<double>>("scales"); // of each rank
    QTest::addColumn<int>("type");
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
        const auto add = [&](const char *name, const std::vector<double> &scales) {
            QTest::addRow("%s, %s", name, at::toString(type)) << scales << int(type);
        };
        add("tiny", {1e-37, 1e-37, 1e-37});
        add("huge", {5e36, 5e36, 5e36, 5e36});
        add("tiny and huge", {1e-37, 1e37, 1e-37});
        add("huge and tiny", {1e37, 1e-37, 1, 1e-37, 1e20});
    }
    QTest::addRow("tiny, Half") << std::vector<double>{1e-3, 1e-3, 1e-3} << int(at::kHalf);
    QTest::addRow("huge, Half") << std::vector<double>{3000, 3000, 3000} << int(at::kHalf);
}

void AdasumTest::staysFiniteAtTheEndsOfTheRange()
{
    QFETCH(std::vector<double>, scales);
    QFETCH(int, type);
    Tensors vectors;
    for (std::size_t rank = 0; rank < scales.size(); ++rank)
        vectors.push_back((noise(int(rank), 1000) * scales[rank]).to(at::ScalarType(type)));
    const at::Tensor result = combinedVector(vectors);
    QVERIFY(at::isfinite(result).all().item<bool>());
    const double error = relativeError(result, treeInDouble(vectors));
    QVERIFY2(error < 2 * toleranceFor(at::ScalarType(type)), std::to_string(error).c_str());
}

// The norm of zeros vanishes, of the smallest float it does not.
void AdasumTest::leavesOthersWhereARankHasNoGradient()
{
    const at::Tensor smallest = at::full({5}, std::numeric_limits<float>::denorm_min());
    for (const at::Tensor &delta : {noise(4, 50).to(at::kFloat), smallest}) {
        QVERIFY(at::equal(combinedVector({delta, at::zeros_like(delta)}), delta));
        QVERIFY(at::equal(combinedVector({at::zeros_like(delta), delta, at::zeros_like(delta)}), delta));
        QVERIFY(at::equal(combinedVector({delta, delta}), delta));
    }
    QVERIFY(at::equal(combinedVector({at::zeros({5}), at::zeros({5})}), at::zeros({5})));
}

// Four parallel vectors average to zero but for the rounding of float, whose direction must not count.
void AdasumTest::takesWhatRoundingLeavesForNothing()
{
    const at::Tensor other = noise(9, 1000).to(at::kFloat);
    Tensors vectors;
    for (const double length : {1.0, -3.0, 0.7, 1.3})
        vectors.push_back((noise(8, 1000) * length).to(at::kFloat));
    vectors.insert(vectors.end(), 4, other);
    QVERIFY(relativeError(combinedVector(vectors), other.to(at::kDouble)) < 1e-6);
}

void AdasumTest::combinesTensorsThatAreNotContiguous()
{
    const at::Tensor a = noise(5, 42).to(at::kFloat).view({6, 7});
    const at::Tensor b = noise(6, 42).to(at::kFloat).view({6, 7});
    std::vector<Tensors> deltas{{a.clone().t()}, {b.clone().t()}};
    const std::string failure = ranksOf(2).run([&](int rank, const auto &processGroup) {
        Adasum(processGroup, eachRankAlone(2)).combine(deltas[std::size_t(rank)]);
    });
    QCOMPARE(failure, std::string());
    for (const Tensors &ofRank : deltas)
        QVERIFY(relativeError(ofRank.front().t().contiguous(), treeInDouble({a, b})) < 1e-6);
}

// 2 S (W - 1) / W, and a few numbers for each tensor.
void AdasumTest::sendsAsMuchAsARing()
{
    QFETCH(int, size);
    constexpr std::int64_t elements = 42'000; // which all numbers of ranks divide
    std::vector<std::int64_t> sent(std::size_t(size), 0);
    const std::string failure = ranksOf(size).run([&](int rank, const auto &processGroup) {
        Adasum adasum(processGroup, eachRankAlone(size));
        Tensors deltas{noise(rank, elements - 10).to(at::kFloat), noise(rank, 10).to(at::kFloat)};
        adasum.combine(deltas);
        sent[std::size_t(rank)] = adasum.bytesSent();
    });
    QCOMPARE(failure, std::string());
    const std::int64_t ring = 2 * 4 * elements * (size - 1) / size;
    const std::int64_t products = 2 * 2 * 8 * size * size;
    for (const std::int64_t bytes : sent) {
        QVERIFY2(bytes > ring, std::to_string(bytes).c_str());
        QVERIFY2(bytes <= ring + products, std::to_string(bytes).c_str());
    }
}

void AdasumTest::combinesInPlaceOverSockets_data()
{
    QTest::addColumn<RankGroups>("groups");
    QTest::addRow("ranks") << eachRankAlone(3);
    QTest::addRow("groups") << RankGroups{{0, 1, 2}, {3}, {4}};
}

// Tensors that lie in a row need no copy, and each rank's own connections carry the same numbers as Gloo.
void AdasumTest::combinesInPlaceOverSockets()
{
    QFETCH(RankGroups, groups);
    std::size_t size = 0;
    for (const auto &group : groups)
        size += group.size();
    std::vector<std::vector<Descriptor>> links(size);
    for (std::vector<Descriptor> &ofRank : links)
        ofRank.resize(size);
    for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < a; ++b) {
            std::array<int, 2> ends{-1, -1};
            QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
            links[a][b] = Descriptor(ends[0]);
            links[b][a] = Descriptor(ends[1]);
        }
    const std::string failure = ranksOf(int(size)).run([&](int rank, const auto &processGroup) {
        const at::Tensor flat = noise(rank, 100'008).to(at::kFloat);
        Tensors apart;
        for (const at::Tensor &tensor : flat.split_with_sizes({1, 0, 100'000, 7}))
            apart.push_back(tensor.clone());
        Tensors inARow = flat.split_with_sizes({1, 0, 100'000, 7});
        Adasum overGloo(processGroup, groups);
        PeerSockets sockets(std::move(links[std::size_t(rank)]), std::chrono::milliseconds(60'000));
        Adasum overSockets({processGroup, &sockets}, groups);
        overGloo.sumInGroup(apart, 0.5);
        overGloo.combine(apart);
        overSockets.sumInGroup(inARow, 0.5);
        overSockets.combine(inARow);
        if (!at::equal(flat, at::cat(apart)))
            throw std::runtime_error("rank " + std::to_string(rank) + " got something else. ");
    });
    QCOMPARE(failure, std::string());
}

void AdasumTest::sumsInGroupsAndCombinesBetweenThem_data()
{
    QTest::addColumn<RankGroups>("groups");
    QTest::addRow("2 x 2") << RankGroups{{0, 1}, {2, 3}};
    QTest::addRow("3 + 1") << RankGroups{{0, 1, 2}, {3}};
    QTest::addRow("1 + 3") << RankGroups{{0}, {1, 2, 3}};
    QTest::addRow("mixed order") << RankGroups{{2, 0}, {3, 1}};
    QTest::addRow("three groups") << RankGroups{{0, 1, 2}, {3, 4}, {5, 6}};
    QTest::addRow("one group") << RankGroups{{0, 1, 2}};
}

void AdasumTest::sumsInGroupsAndCombinesBetweenThem()
{
    QFETCH(RankGroups, groups);
    std::size_t size = 0;
    for (const auto &group : groups)
        size += group.size();
    const std::vector<std::int64_t> sizes{1, 10'001, 0, 7};
    std::vector<Tensors> gradients(size);
    for (std::size_t rank = 0; rank < size; ++rank)
        for (const std::int64_t elements : sizes)
            gradients[rank].push_back(noise(int(rank), elements).to(at::kFloat));
    const auto weightOf = [](int rank) { return 0.25 * (rank + 1); };
    std::vector<Tensors> expected(sizes.size()); // a sum for each group
    for (std::size_t i = 0; i < sizes.size(); ++i)
        for (const auto &group : groups) {
            at::Tensor &sum = expected[i].emplace_back(at::zeros({sizes[i]}, at::kDouble));
            for (const int rank : group)
                sum += gradients[std::size_t(rank)][i] * weightOf(rank);
        }

    std::vector<Tensors> found = gradients;
    const std::string failure = ranksOf(int(size)).run([&](int rank, const auto &processGroup) {
        Adasum adasum(processGroup, groups);
        adasum.sumInGroup(found[std::size_t(rank)], weightOf(rank));
        adasum.combine(found[std::size_t(rank)]);
    });
    QCOMPARE(failure, std::string());
    QVERIFY(Outcome({{}, found}).isSameOnAllRanks());
    for (std::size_t i = 0; i < sizes.size(); ++i)
        QVERIFY(relativeError(found.front()[i], treeInDouble(expected[i])) < 1e-6);
}

void AdasumTest::writesItsTree_data()
{
    QTest::addColumn<RankGroups>("groups");
    QTest::addColumn<std::string>("formula");
    QTest::addRow("alone") << eachRankAlone(1) << std::string("0");
    QTest::addRow("two") << eachRankAlone(2) << std::string("A(0, 1)");
    QTest::addRow("three") << eachRankAlone(3) << std::string("A(A(0, 2), 1)");
    QTest::addRow("four") << eachRankAlone(4) << std::string("A(A(0, 1), A(2, 3))");
    QTest::addRow("six") << eachRankAlone(6) << std::string("A(A(A(0, 4), A(1, 5)), A(2, 3))");
    QTest::addRow("groups") << RankGroups{{0, 1, 2}, {3}} << std::string("A(sum(0, 1, 2), 3)");
}

void AdasumTest::writesItsTree()
{
    QFETCH(RankGroups, groups);
    QTEST(adasumFormula(groups), "formula");
}

void AdasumTest::groupsRanksOfAMachine()
{
    QCOMPARE(groupRanks({1, 0, 1, 2, 0}), (RankGroups{{0, 2}, {1, 4}, {3}}));
}

void AdasumTest::refusesOtherGroupsAndTensors()
{
    for (const RankGroups &groups : {RankGroups{{0, 0}}, RankGroups{{1}}, RankGroups{{0}, {}}, RankGroups{}})
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, Adasum(PointToPoint(nullptr), groups));
    Adasum alone(PointToPoint(nullptr), eachRankAlone(1));
    Tensors whole{at::ones({2}, at::kLong)};
    Tensors undefined{at::Tensor()};
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, alone.combine(whole));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, alone.combine(undefined));
    Tensors gradients{at::ones({2})};
    alone.sumInGroup(gradients, 0.5);
    alone.combine(gradients);
    QVERIFY(at::equal(gradients.front(), at::full({2}, 0.5)));
}

QTEST_GUILESS_MAIN(AdasumTest)
#include "tst_adasum.moc"
