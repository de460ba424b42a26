#include "engine/base/tcp.h"
#include "engine/exchange/directallreduce.h"
#include "engine/rendezvous/peerconnections.h"

#include <QScopeGuard>
#include <QTest>

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <functional>
#include <future>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds limit = 20s;

std::vector<int> othersThan(int rank, int size)
{
    std::vector<int> others;
    for (int peer = 0; peer < size; ++peer)
        if (peer != rank)
            others.push_back(peer);
    return others;
}

PeerEndpoint endpointOf(int rank, int size)
{
    return {rank, size, "127.0.0.1", othersThan(rank, size)};
}

// Calls `call` on each rank and returns the messages of exceptions, empty for ranks without one.
std::vector<std::string> onRanks(int size, const std::function<void(int, std::vector<Descriptor>)> &call)
{
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<std::string> failures{std::size_t(size)};
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank)
        threads.emplace_back([&, rank] {
            try {
                call(rank, connectPeers(endpointOf(rank, size), *store, limit));
            } catch (const std::exception &failure) {
                failures[std::size_t(rank)] = failure.what();
            }
        });
    threads.clear();
    return failures;
}

std::vector<std::string> sumOnRanks(int size, const std::function<void(int, DirectAllReduce &)> &call)
{
    return onRanks(size, [&](int rank, std::vector<Descriptor> links) {
        std::vector<DirectAllReduce::Level> levels;
        levels.push_back({PeerSockets(std::move(links), limit), rank, size});
        DirectAllReduce direct(std::move(levels), true);
        call(rank, direct);
    });
}

at::Tensor numbersOf(int rank, std::int64_t count, at::ScalarType type)
{
    const auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(rank + 1));
    return at::randn({count}, generator, at::kDouble).mul(1000).to(type);
}

bool isNoFailure(const std::string &failure)
{
    return failure.empty();
}

} // namespace

class DirectAllReduceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addsUpInTheOrderOfRanks_data();
    void addsUpInTheOrderOfRanks();
    void roundsSumsOf16BitsOnce_data();
    void roundsSumsOf16BitsOnce();
    void leavesEachRankItsPart_data();
    void leavesEachRankItsPart();
    void takesWhatItCanAdd();
    void saysThatAPeerIsGone();
    void saysThatAPeerIsSilent();
    void saysThatAPeerIsElsewhere();
    void hangsUpOnStrangers();
    void waitsForNoSilentStranger();
    void waitsForPeersNoLongerThanTheLimit();
};

void DirectAllReduceTest::addsUpInTheOrderOfRanks_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("type");
    for (const int size : {2, 3, 5})
        for (const int count : {0, 1, 7, 4096, 100'003, 1'500'000})
            for (const at::ScalarType type : {at::kFloat, at::kDouble, at::kLong})
                QTest::addRow("%d ranks, %d %s", size, count, at::toString(type)) << size << count << int(type);
}

void DirectAllReduceTest::addsUpInTheOrderOfRanks()
{
    QFETCH(int, size);
    QFETCH(int, count);
    QFETCH(int, type);
    const auto numbers = at::ScalarType(type);
    at::Tensor expected = numbersOf(0, count, numbers);
    for (int rank = 1; rank < size; ++rank)
        expected = expected + numbersOf(rank, count, numbers);
    std::vector<int> right(std::size_t(size), 0);
    const auto failures = sumOnRanks(size, [&](int rank, DirectAllReduce &direct) {
        for (int i = 0; i < 3; ++i) {
            at::Tensor sum = numbersOf(rank, count, numbers);
            direct.allReduce(sum);
            right[std::size_t(rank)] += at::equal(sum, expected);
        }
    });
    for (const std::string &failure : failures)
        QCOMPARE(failure, std::string());
    QCOMPARE(right, std::vector<int>(std::size_t(size), 3));
}

void DirectAllReduceTest::roundsSumsOf16BitsOnce_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("count");
    for (const int size : {2, 3, 5})
        for (const int count : {1, 7, 100'003})
            QTest::addRow("%d ranks, %d", size, count) << size << count;
}

// Terms are added in float32, so that more ranks do not round more often.
void DirectAllReduceTest::roundsSumsOf16BitsOnce()
{
    QFETCH(int, size);
    QFETCH(int, count);
    at::Tensor wide = at::zeros({count});
    for (int rank = 0; rank < size; ++rank)
        wide += numbersOf(rank, count, at::kBFloat16).to(at::kFloat);
    const at::Tensor expected = wide.to(at::kBFloat16);
    std::vector<int> right(std::size_t(size), 0);
    const auto failures = sumOnRanks(size, [&](int rank, DirectAllReduce &direct) {
        at::Tensor sum = numbersOf(rank, count, at::kBFloat16);
        direct.allReduce(sum);
        right[std::size_t(rank)] += at::equal(sum, expected);
    });
    for (const std::string &failure : failures)
        QCOMPARE(failure, std::string());
    QCOMPARE(right, std::vector<int>(std::size_t(size), 1));
}

void DirectAllReduceTest::leavesEachRankItsPart_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("borders");
    using Borders = std::vector<std::int64_t>;
    QTest::addRow("even") << Borders{0, 500, 1000};
    QTest::addRow("uneven") << Borders{0, 7, 400'000, 1'500'000};
    QTest::addRow("nothing for some") << Borders{0, 0, 100'003, 100'003};
    QTest::addRow("nothing at all") << Borders{0, 0, 0};
}

void DirectAllReduceTest::leavesEachRankItsPart()
{
    using Borders = std::vector<std::int64_t>;
    QFETCH(Borders, borders);
    const auto size = int(borders.size()) - 1;
    at::Tensor expected = numbersOf(0, borders.back(), at::kFloat);
    for (int rank = 1; rank < size; ++rank)
        expected = expected + numbersOf(rank, borders.back(), at::kFloat);
    std::vector<int> right(std::size_t(size), 0);
    const auto failures = sumOnRanks(size, [&](int rank, DirectAllReduce &direct) {
        const std::int64_t begin = borders[std::size_t(rank)];
        const std::int64_t end = borders[std::size_t(rank) + 1];
        for (int i = 0; i < 2; ++i) {
            at::Tensor sum = numbersOf(rank, borders.back(), at::kFloat);
            direct.reduceScatter(sum, borders);
            right[std::size_t(rank)] += at::equal(sum.slice(0, begin, end), expected.slice(0, begin, end));
        }
    });
    for (const std::string &failure : failures)
        QCOMPARE(failure, std::string());
    QCOMPARE(right, std::vector<int>(std::size_t(size), 2));
}

void DirectAllReduceTest::takesWhatItCanAdd()
{
    QVERIFY(DirectAllReduce::supports(at::zeros({3, 4})));
    QVERIFY(!DirectAllReduce::supports(at::zeros({3, 4}).t()));
    QVERIFY(!DirectAllReduce::supports(at::zeros({3}, at::kHalf)));
    QVERIFY(!DirectAllReduce::supports(at::zeros({std::int64_t(DirectAllReduce::mostBytes) / 4 + 1})));
}

void DirectAllReduceTest::saysThatAPeerIsGone()
{
    const auto failures = sumOnRanks(3, [&](int rank, DirectAllReduce &direct) {
        at::Tensor number = at::ones({1});
        direct.allReduce(number);
        if (rank != 1)
            direct.allReduce(number);
    });
    QVERIFY(isNoFailure(failures[1]));
    for (const int rank : {0, 2})
        QVERIFY2(failures[std::size_t(rank)].find("Connection") != std::string::npos
                || failures[std::size_t(rank)].find("Broken pipe") != std::string::npos,
            failures[std::size_t(rank)].c_str());
}

void DirectAllReduceTest::saysThatAPeerIsSilent()
{
    std::promise<void> hasGivenUp;
    const auto failures = onRanks(2, [&](int rank, std::vector<Descriptor> links) {
        std::vector<DirectAllReduce::Level> levels;
        levels.push_back({PeerSockets(std::move(links), 200ms), rank, 2});
        DirectAllReduce direct(std::move(levels), true);
        if (rank == 1)
            return hasGivenUp.get_future().wait();
        const auto atEnd = qScopeGuard([&] { hasGivenUp.set_value(); });
        at::Tensor number = at::ones({1});
        direct.allReduce(number);
    });
    QVERIFY2(failures[0].find("rank 1: Timed out waiting") != std::string::npos, failures[0].c_str());
}

void DirectAllReduceTest::saysThatAPeerIsElsewhere()
{
    const auto failures = sumOnRanks(2, [&](int rank, DirectAllReduce &direct) {
        at::Tensor numbers = at::ones({10 + rank});
        direct.allReduce(numbers);
    });
    const auto isTold = [](const std::string &failure) {
        return failure.find("another exchange") != std::string::npos || failure.find("Connection") != std::string::npos;
    };
    QVERIFY2(isTold(failures[0]), (failures[0] + " " + failures[1]).c_str());
    QVERIFY2(isTold(failures[1]), (failures[0] + " " + failures[1]).c_str());
    QVERIFY(failures[0].find("another exchange") != std::string::npos
        || failures[1].find("another exchange") != std::string::npos);
}

// Strangers connect to the port that rank 0 listens on: all are refused, and the peer that connects after them is
// taken.
void DirectAllReduceTest::hangsUpOnStrangers()
{
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<Descriptor> ofFirst;
    std::jthread first([&] { ofFirst = connectPeers(endpointOf(0, 2), *store, limit); });
    const std::string place = store->get_to_str("direct/0");
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(std::uint16_t(std::stoi(place.substr(place.find(' ') + 1))));
    std::vector<Descriptor> strangers;
    for (const std::string &greeting : {std::string(), std::string(64, 'a'), std::string("GET / HTTP/1.1\r\n\r\n"),
             std::string(32, '0') + std::string(32, '\0'), std::string(4096, '\xff')}) {
        Descriptor link(socket(AF_INET, SOCK_STREAM, 0));
        QCOMPARE(::connect(link.get(), reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
        QVERIFY(writeAll(link.get(), greeting));
        if (greeting.size() < 64)
            shutdown(link.get(), SHUT_WR);
        strangers.push_back(std::move(link));
    }
    const std::vector<Descriptor> ofSecond = connectPeers(endpointOf(1, 2), *store, limit);
    first.join();
    QVERIFY(!ofFirst[0]);
    QVERIFY(ofFirst[1]);
    QVERIFY(ofSecond[0]);
    QVERIFY(!ofSecond[1]);
    QVERIFY(writeAll(ofSecond[0].get(), "word"));
    char heard[4] = "";
    QCOMPARE(recv(ofFirst[1].get(), heard, 4, MSG_WAITALL), ssize_t(4));
    QCOMPARE(std::string(heard, 4), std::string("word"));
}

// More strangers than the limit has handshakes connect before the peer does, and say nothing.
void DirectAllReduceTest::waitsForNoSilentStranger()
{
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::vector<Descriptor> ofFirst;
    std::jthread first([&] { ofFirst = connectPeers(endpointOf(0, 2), *store, limit); });
    const std::string place = store->get_to_str("direct/0");
    const auto address = socketAddress("127.0.0.1", std::stoi(place.substr(place.find(' ') + 1)));
    std::vector<Descriptor> strangers;
    for (int i = 0; i < 6; ++i)
        strangers.push_back(connectWithin(*address, 1s));
    const std::vector<Descriptor> ofSecond = connectPeers(endpointOf(1, 2), *store, limit);
    first.join();
    QVERIFY(ofFirst.size() == 2);
    QVERIFY(ofFirst[1]);
    QVERIFY(ofSecond[0]);
}

void DirectAllReduceTest::waitsForPeersNoLongerThanTheLimit()
{
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::string failure;
    try {
        connectPeers(endpointOf(0, 2), *store, 300ms);
    } catch (const std::exception &thrown) {
        failure = thrown.what();
    }
    QVERIFY2(failure.find("Timed out waiting") != std::string::npos, failure.c_str());
}

QTEST_GUILESS_MAIN(DirectAllReduceTest)
#include "tst_directallreduce.moc"
