// That nobody waits for a collective without end which an abort meets while it begins or is under way.
#include "engine/exchange/abortablegloo.h"
#include "tests/fixtures/threadsasranks.h"

#include <QTest>

#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/types.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <latch>
#include <random>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Random = std::mt19937;

namespace {

constexpr int ranks = 2;
constexpr auto callLimit = 30s; // after which Gloo gives up what it has forgotten
constexpr auto endsWithin = 5s; // half a second, on a computer that does much else

int between(Random &random, int least, int most)
{
    return std::uniform_int_distribution(least, most)(random);
}

// Of any size from a few bytes to some MiB: a large one is under way for longer, a small one begins more often.
void call(c10d::Backend &gloo, Random &random)
{
    constexpr std::array<std::int64_t, 4> sizes{1, 1 << 12, 1 << 18, 1 << 20};
    std::vector<at::Tensor> tensors{at::ones({sizes[std::size_t(between(random, 0, 3))]})};
    const int kind = between(random, 0, 2);
    const bool waitsForFuture = between(random, 0, 1) == 1;
    const auto work = kind == 0 ? gloo.allreduce(tensors, {})
        : kind == 1             ? gloo.broadcast(tensors, {})
                                : gloo.reduce(tensors, {});
    if (waitsForFuture)
        work->getFuture()->waitAndThrow();
    else
        work->wait();
}

std::shared_ptr<::gloo::transport::Device> loopback()
{
    return c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1");
}

// The longest that one of two ranks waited for a call to end after both were aborted, one after the other, as agents
// hear of a loss at other times.
Clock::duration longestWait(int round)
{
    Random random{unsigned(round)};
    const auto store = c10::make_intrusive<c10d::HashStore>();
    std::array<c10::intrusive_ptr<AbortableGloo>, ranks> groups;
    std::array<Clock::time_point, ranks> thrown;
    std::latch areConnected(ranks + 1);
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank, own = Random(unsigned(round))]() mutable {
            auto &group = groups[std::size_t(rank)];
            group = c10::make_intrusive<AbortableGloo>(
                store, rank, ranks, loopback(), AbortableGloo::Limits{callLimit, callLimit});
            areConnected.arrive_and_wait();
            try {
                while (true)
                    call(*group, own);
            } catch (const std::exception &) {
                thrown[std::size_t(rank)] = Clock::now();
            }
        });
    areConnected.arrive_and_wait();
    std::this_thread::sleep_for(std::chrono::microseconds(between(random, 0, 20'000)));
    const auto first = std::size_t(between(random, 0, 1));
    groups[first]->abort();
    std::this_thread::sleep_for(std::chrono::microseconds(between(random, 0, 2'000)));
    groups[1 - first]->abort();
    const auto aborted = Clock::now();
    threads.clear();
    groups = {}; // the end of a group counts too
    return std::max(Clock::now(), *std::max_element(thrown.begin(), thrown.end())) - aborted;
}

} // namespace

class AbortableGlooTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { std::signal(SIGPIPE, SIG_IGN); } // which QtTest has taken back
    void endsWhateverAnAbortMeets();
    void refusesWhatBeginsLater();
};

void AbortableGlooTest::endsWhateverAnAbortMeets()
{
    constexpr int rounds = 300;
    Clock::duration longest{};
    for (int round = 0; round < rounds; ++round) {
        const auto wait = longestWait(round);
        QVERIFY2(wait < endsWithin, QByteArray::number(round));
        longest = std::max(longest, wait);
    }
    qInfo(
        "The longest wait after an abort, of %d, took %.3f s.", rounds, std::chrono::duration<double>(longest).count());
}

void AbortableGlooTest::refusesWhatBeginsLater()
{
    const auto group = c10::make_intrusive<AbortableGloo>(
        c10::make_intrusive<c10d::HashStore>(), 0, 1, loopback(), AbortableGloo::Limits{callLimit, callLimit});
    std::vector<at::Tensor> tensors{at::ones({4})};
    group->allreduce(tensors, {})->wait();
    group->abort();
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, group->allreduce(tensors, {})->wait());
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, group->broadcast(tensors, {})->wait());
}

QTEST_GUILESS_MAIN(AbortableGlooTest)
#include "tst_abortablegloo.moc"
