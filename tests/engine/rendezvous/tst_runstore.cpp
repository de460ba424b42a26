// Ranks as threads that use the run's store over real sockets to their agents; c10d's own store is the measure.
#include "engine/rendezvous/runstore.h"
#include "tests/engine/rendezvous/relayingagents.h"

#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

using Store = c10::intrusive_ptr<c10d::Store>;
constexpr int patience = 20'000; // milliseconds

// Ends within a few milliseconds on an idle computer; not after seconds on a busy one.
constexpr int soon = 1500;

// A rank's end, and what its agent has told it.
class Rank {
public:
    Rank(RelayingAgents &agents, int rank)
    {
        const auto heard = [this](const std::string &line) {
            const std::lock_guard lock(m_mutex);
            m_lines.push_back(line);
        };
        m_link = std::make_shared<AgentLink>(
            agents.socketOf(rank), AgentLink::Listener{heard, [this] { m_isAgentGone = true; }});
    }

    Store store(std::stop_token abort = {}) const { return c10::make_intrusive<RunStore>(m_link, std::move(abort)); }
    bool isAgentGone() const { return m_isAgentGone; }
    std::vector<std::string> lines()
    {
        const std::lock_guard lock(m_mutex);
        return m_lines;
    }

private:
    std::mutex m_mutex;
    std::vector<std::string> m_lines;
    std::atomic<bool> m_isAgentGone{false};
    std::shared_ptr<AgentLink> m_link;
};

std::vector<std::uint8_t> bytes(const std::string &text)
{
    return {text.begin(), text.end()};
}

// What a call throws, with the milliseconds that it took.
struct Failure {
    std::string words;
    qint64 milliseconds = 0;
};
Failure failureOf(const std::function<void()> &call)
{
    QElapsedTimer timer;
    timer.start();
    try {
        call();
    } catch (const std::exception &failure) {
        return {failure.what(), timer.elapsed()};
    }
    return {"nothing was thrown", timer.elapsed()};
}

// Every operation, and what it says.
QStringList operationsOn(c10d::Store &store)
{
    QStringList said;
    const auto say = [&](const std::string &text) { said << QString::fromStdString(text); };
    store.set("word", std::string("hello"));
    say(store.get_to_str("word"));
    store.set("word", std::string());
    say(store.get_to_str("word"));
    store.set("bytes", std::vector<std::uint8_t>{0, 255, 10});
    say(std::to_string(store.get("bytes") == std::vector<std::uint8_t>{0, 255, 10}));
    for (const std::int64_t amount : {1, 41, -50, 0})
        say(std::to_string(store.add("number", amount)));
    say(store.get_to_str("number"));
    say(std::to_string(store.check({"word", "number"})) + std::to_string(store.check({"word", "none"})));
    say(store.compareSet("new", std::string("expected"), std::string("set")));
    say(std::to_string(store.check({"new"})));
    say(store.compareSet("new", std::string(), std::string("first")));
    say(store.compareSet("new", std::string("other"), std::string("second")));
    say(store.compareSet("new", std::string("first"), std::string("second")));
    say(store.get_to_str("new"));
    say(std::to_string(store.deleteKey("new")) + std::to_string(store.deleteKey("new")));
    store.wait({"word", "bytes"});
    store.wait({}, 1ms);
    return said;
}

} // namespace

class RunStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doesWhatC10dsStoreDoes()
    {
        RelayingAgents agents({0, 1});
        for (const int rank : {0, 1}) {
            Rank own(agents, rank);
            const auto store = own.store();
            const auto below = c10::make_intrusive<c10d::PrefixStore>(std::to_string(rank), store);
            const auto keys = store->getNumKeys();
            QCOMPARE(operationsOn(*below), operationsOn(*c10::make_intrusive<c10d::HashStore>()));
            QCOMPARE(store->getNumKeys() - keys, 3);
        }
    }

    void waitsUntilAnotherRankHasSet()
    {
        RelayingAgents agents({0, 0, 1, 1});
        std::vector<std::unique_ptr<Rank>> ranks;
        for (int rank = 0; rank < 4; ++rank)
            ranks.push_back(std::make_unique<Rank>(agents, rank));
        std::vector<std::future<std::string>> heard;
        for (int rank = 1; rank < 4; ++rank)
            heard.push_back(std::async(std::launch::async, [&, rank] {
                const Store store = ranks[std::size_t(rank)]->store();
                store->wait({"first", "second"});
                return store->get_to_str("third") + std::to_string(rank);
            }));
        const Store store = ranks[0]->store();
        for (const char *key : {"second", "first"}) {
            QVERIFY(heard[0].wait_for(50ms) == std::future_status::timeout);
            store->set(key, std::string("here"));
        }
        QVERIFY(heard[0].wait_for(50ms) == std::future_status::timeout);
        store->set("third", std::string("word"));
        for (int rank = 1; rank < 4; ++rank)
            QCOMPARE(heard[std::size_t(rank - 1)].get(), "word" + std::to_string(rank));
    }

    // Many threads of many ranks at a time.
    void countsEachOnce()
    {
        RelayingAgents agents({0, 0, 1});
        std::vector<std::unique_ptr<Rank>> ranks;
        for (int rank = 0; rank < 3; ++rank)
            ranks.push_back(std::make_unique<Rank>(agents, rank));
        {
            std::vector<std::jthread> threads;
            for (int thread = 0; thread < 9; ++thread)
                threads.emplace_back([store = ranks[std::size_t(thread % 3)]->store()] {
                    for (int i = 0; i < 200; ++i)
                        store->add("seats", 1);
                });
        }
        QCOMPARE(ranks[0]->store()->add("seats", 0), 1800);
    }

    void carriesLongValuesInPieces()
    {
        RelayingAgents agents({0, 1, 1});
        Rank first(agents, 0);
        Rank other(agents, 1);
        std::string value;
        for (int i = 0; value.size() < 3 * storePiece + 1; ++i)
            value += char(i * 7 + i / 256);
        for (const std::size_t size :
            {storePiece - 1, storePiece, storePiece + 1, 2 * storePiece, 3 * storePiece + 1}) {
            const auto part = bytes(value.substr(0, size));
            other.store()->set("value", part);
            QVERIFY(first.store()->get("value") == part);
            QVERIFY(other.store()->get("value") == part);
        }
        const auto failure = failureOf([&] { first.store()->compareSet("value", bytes(value), bytes("")); });
        QVERIFY2(failure.words.find("compares no values") != std::string::npos, failure.words.c_str());
        const auto whole = bytes(value);
        QVERIFY(first.store()->compareSet("value", bytes(""), bytes("")) == whole);
    }

    void waitsNoLongerThanItsTimeout()
    {
        RelayingAgents agents({0});
        Rank rank(agents, 0);
        const auto store = rank.store();
        store->setTimeout(200ms);
        for (const auto &call :
            std::vector<std::function<void()>>{[&] { store->get("never"); }, [&] { store->wait({"never"}); },
                [&] { store->wait({"never"}, 200ms); }, [&] { store->clone()->get("never"); }}) {
            const Failure failure = failureOf(call);
            QVERIFY2(failure.words.find("has not answered within 200 ms") != std::string::npos, failure.words.c_str());
            QVERIFY2(failure.milliseconds >= 200 && failure.milliseconds < 200 + soon,
                qPrintable(QString::number(failure.milliseconds)));
        }
        QVERIFY_THROWS_EXCEPTION(c10::DistStoreError, store->get("never"));
        // Requests that were given up are not kept, however many there were.
        store->setTimeout(1ms);
        for (std::size_t i = 0; i < 2 * RunStoreServer::mostWaiting; ++i)
            failureOf([&] { store->get("never"); });
        store->setTimeout(20s);
        store->set("there", std::string("word"));
        QCOMPARE(store->get_to_str("there"), std::string("word"));
    }

    void endsAllWaitsOfAGenerationThatIsAborted()
    {
        RelayingAgents agents({0});
        Rank rank(agents, 0);
        std::stop_source generation;
        const Store store = rank.store(generation.get_token());
        auto first = std::async(std::launch::async, [&] { return failureOf([&] { store->get("never"); }); });
        auto second = std::async(
            std::launch::async, [&, copy = store->clone()] { return failureOf([&] { copy->wait({"never"}); }); });
        QVERIFY(first.wait_for(100ms) == std::future_status::timeout);
        QElapsedTimer timer;
        timer.start();
        generation.request_stop();
        for (const Failure &failure : {first.get(), second.get()})
            QVERIFY2(
                failure.words.find("wait for the other ranks was ended") != std::string::npos, failure.words.c_str());
        QVERIFY2(timer.elapsed() < soon, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(
            failureOf([&] { store->set("later", std::string("x")); }).words.find("wait for the other ranks was ended")
            != std::string::npos);
        const auto next = rank.store();
        QVERIFY(!next->check({"later"}));
        next->set("later", std::string("y"));
        QCOMPARE(next->get_to_str("later"), std::string("y"));
    }

    void endsAllWaitsWhenTheAgentIsGone()
    {
        RelayingAgents agents({0, 1});
        Rank here(agents, 0);
        Rank there(agents, 1);
        auto waits = std::async(std::launch::async, [&] { return failureOf([&] { there.store()->get("never"); }); });
        QVERIFY(waits.wait_for(100ms) == std::future_status::timeout);
        QElapsedTimer timer;
        timer.start();
        agents.stop();
        const Failure failure = waits.get();
        QVERIFY2(failure.words.find("Nothing answers for the run's store") != std::string::npos, failure.words.c_str());
        QVERIFY2(timer.elapsed() < soon, qPrintable(QString::number(timer.elapsed())));
        QTRY_VERIFY_WITH_TIMEOUT(here.isAgentGone() && there.isAgentGone(), patience);
        QVERIFY(failureOf([&] { here.store()->add("n", 1); }).words.find("gone") != std::string::npos);
    }

    void hearsWhatIsNoAnswer()
    {
        RelayingAgents agents({0, 0});
        Rank first(agents, 0);
        Rank second(agents, 1);
        agents.relayOf(1).tell(1, R"({"version":1,"generation":2})");
        QTRY_COMPARE_WITH_TIMEOUT(second.lines().size(), std::size_t(1), patience);
        QCOMPARE(second.lines().front(), std::string(R"({"version":1,"generation":2})"));
        QVERIFY(first.lines().empty());
    }

    void forgetsOlderGenerations()
    {
        RelayingAgents agents({0, 1});
        Rank first(agents, 0);
        Rank second(agents, 1);
        const Store run = first.store();
        const auto generation = [](int number, const Store &store) {
            return c10::make_intrusive<c10d::PrefixStore>("generation/" + std::to_string(number), store);
        };
        run->set("earlier-model", std::string("stays"));
        generation(1, run)->set("address", std::string("old"));
        generation(3, run)->set("address", std::string("new"));
        auto waits = std::async(std::launch::async,
            [&, old = generation(1, second.store())] { return failureOf([&] { old->get("never"); }); });
        QVERIFY(waits.wait_for(100ms) == std::future_status::timeout);
        agents.relayOf(0).beginGeneration(2);
        const Failure failure = waits.get();
        QVERIFY2(failure.words.find("others by now: generation 2") != std::string::npos, failure.words.c_str());
        QVERIFY(failureOf([&] { generation(1, run)->set("late", std::string("x")); }).words.find("generation 2")
            != std::string::npos);
        QCOMPARE(run->getNumKeys(), 2);
        QCOMPARE(run->get_to_str("earlier-model"), std::string("stays"));
        QCOMPARE(generation(3, run)->get_to_str("address"), std::string("new"));
    }

    void saysWhatItDoesNotTake()
    {
        RelayingAgents agents({0});
        Rank rank(agents, 0);
        const Store store = rank.store();
        const auto words = [&](const std::function<void()> &call) { return failureOf(call).words; };
        const std::string longKey(longestStoreKey + 1, 'k');
        QVERIFY(words([&] { store->get(longKey); }).find("no key of 1025 bytes") != std::string::npos);
        QVERIFY(words([&] { store->check(std::vector<std::string>(mostStoreKeys + 1, "k")); }).find("at most 4096 keys")
            != std::string::npos);
        QVERIFY(words([&] {
            store->wait(std::vector<std::string>(mostStoreKeys, std::string(1000, 'k')));
        }).find("no request of more than")
            != std::string::npos);
        store->set("word", std::string("x"));
        QVERIFY(words([&] { store->add("word", 1); }).find("no such sum") != std::string::npos);
        store->add("many", std::numeric_limits<std::int64_t>::max());
        QVERIFY(words([&] { store->add("many", 1); }).find("no such sum") != std::string::npos);
        QCOMPARE(store->get_to_str("word"), std::string("x"));
    }
};

QTEST_GUILESS_MAIN(RunStoreTest)
#include "tst_runstore.moc"
