// The run's store at its limits, and ranks and agents that say what none should.
#include "tests/engine/rendezvous/relayingagents.h"

#include <QTest>

#include <sys/socket.h>

using namespace motley;

namespace {

StoreRequest requestOf(decltype(StoreRequest::body) body, int rank = 0, std::int64_t id = 1)
{
    return {std::move(body), id, rank};
}

std::string refusalIn(const std::vector<StoreAnswer> &answers)
{
    const auto *refusal = answers.size() == 1 ? std::get_if<StoreRefusal>(&answers.front().body) : nullptr;
    return refusal ? refusal->reason : "no refusal";
}

// Sends a line to the agent, and returns what it answers.
std::string answerTo(const Descriptor &socket, const StoreRequest &request)
{
    const std::string line = toLine(request) + "\n";
    std::string answer(200, '\0');
    const bool isSent = send(socket.get(), line.data(), line.size(), MSG_NOSIGNAL) == ssize_t(line.size());
    const ssize_t got = isSent ? recv(socket.get(), answer.data(), answer.size(), 0) : 0;
    answer.resize(std::size_t(std::max<ssize_t>(got, 0)));
    return answer;
}

} // namespace

class StoreLimitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hangsUpOnARankThatSaysNonsense_data()
    {
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char *name, const std::string &said) {
            QTest::addRow("%s", name) << QByteArray::fromStdString(said);
        };
        row("no JSON", "GET / HTTP/1.1\r\n\r\n");
        row("an answer", toLine(StoreAnswer{StoreNumber{1}, 1, 1}) + "\n");
        row("another kind", "{\"request\":\"own\",\"id\":1,\"rank\":0}\n");
        row("nested", std::string(5000, '[') + "\n");
        row("a line without an end", std::string(LineSocket::longestLine + 1, 'x'));
        row("zeros", std::string(100, '\0') + "\n");
    }

    void hangsUpOnARankThatSaysNonsense()
    {
        QFETCH(QByteArray, said);
        RelayingAgents agents({0, 0});
        const Descriptor good = agents.socketOf(1);
        const Descriptor bad = agents.socketOf(0);
        for (qint64 sent = 0; sent < said.size();) {
            const ssize_t more = send(bad.get(), said.data() + sent, std::size_t(said.size() - sent), MSG_NOSIGNAL);
            if (more <= 0)
                break; // it has hung up already
            sent += more;
        }
        char answer = 0;
        QVERIFY(recv(bad.get(), &answer, 1, 0) <= 0);
        QCOMPARE(answerTo(good, requestOf(StoreAdd{"n", 1})), toLine(StoreAnswer{StoreNumber{1}, 1, 1}) + "\n");
    }

    // What a rank says of its own number counts for nothing.
    void knowsARankByItsSocket()
    {
        RelayingAgents agents({0, 0});
        const Descriptor good = agents.socketOf(1);
        const Descriptor bad = agents.socketOf(0);
        const std::string line = toLine(StoreRequest{StoreAdd{"n", 1}, 1, 1}) + "\n";
        for (const char c : line) // half lines come together
            QCOMPARE(send(bad.get(), &c, 1, MSG_NOSIGNAL), 1);
        std::string answer(200, '\0');
        answer.resize(std::size_t(std::max<ssize_t>(recv(bad.get(), answer.data(), answer.size(), 0), 0)));
        QCOMPARE(answer, toLine(StoreAnswer{StoreNumber{1}, 1, 0}) + "\n");
        QCOMPARE(answerTo(good, requestOf(StoreAdd{"n", 1})), toLine(StoreAnswer{StoreNumber{2}, 1, 1}) + "\n");
    }

    // An agent speaks for the ranks of its own machine alone.
    void believesAgentsAboutTheirOwnRanks()
    {
        StoreRelay coordinator(planOf({0, 1, 2}), 0);
        coordinator.handle(1, toLine(StoreRequest{StoreAdd{"n", 1}, 1, 2}));
        coordinator.handle(1, toLine(StoreRequest{StoreAdd{"n", 1}, 1, 7}));
        coordinator.handle(1, "{\"request\":");
        QVERIFY(coordinator.takeForAgents().empty());
        coordinator.handle(1, toLine(StoreRequest{StoreAdd{"n", 1}, 1, 1}));
        const auto answers = coordinator.takeForAgents();
        QCOMPARE(answers.size(), std::size_t(1));
        QCOMPARE(answers.front().machine, 1);
        QCOMPARE(answers.front().line, toLine(StoreAnswer{StoreNumber{1}, 1, 1}));
    }

    void boundsWhatItKeeps()
    {
        RunStoreServer server;
        for (std::size_t i = 0; i < RunStoreServer::mostWaiting; ++i)
            QVERIFY(server.handle(requestOf(StoreGet{"never", 0}, 0, std::int64_t(i))).empty());
        QVERIFY(refusalIn(server.handle(requestOf(StoreGet{"never", 0}, 0, 99))).find("too many keys")
            != std::string::npos);
        QVERIFY(server.handle(requestOf(StoreGet{"never", 0}, 1)).empty()); // another rank
        server.handle(requestOf(StoreLeave{}, 0));
        QCOMPARE(server.waiting(), std::size_t(1));
        QVERIFY(server.handle(requestOf(StoreGet{"never", 0}, 0)).empty());
        QCOMPARE(server.handle(requestOf(StoreSet{"never", "", false}, 2)).size(), std::size_t(3));
        QCOMPARE(server.waiting(), std::size_t(0));

        const std::string piece(storePieceText, 'A');
        const std::size_t before = server.bytes();
        for (std::size_t sent = 0; sent <= RunStoreServer::longestValue; sent += piece.size())
            QVERIFY(server.handle(requestOf(StoreSet{"long", piece, true})).empty());
        QVERIFY(server.bytes() <= before + RunStoreServer::longestValue);
        QVERIFY(refusalIn(server.handle(requestOf(StoreSet{"long", "", false}))).find("too long") != std::string::npos);
        QCOMPARE(server.bytes(), before);

        for (std::size_t i = 1; i < RunStoreServer::mostKeys; ++i)
            QCOMPARE(server.handle(requestOf(StoreAdd{std::to_string(i), 1})).size(), std::size_t(1));
        QCOMPARE(server.keys(), RunStoreServer::mostKeys);
        QVERIFY(
            refusalIn(server.handle(requestOf(StoreAdd{"one more", 1}))).find("takes no more") != std::string::npos);
        QVERIFY(refusalIn(server.handle(requestOf(StoreSet{"one more", "", false}))).find("takes no more")
            != std::string::npos);
        QCOMPARE(refusalIn(server.handle(requestOf(StoreAdd{"1", 1}))), std::string("no refusal"));
    }

    void isFullBeforeMemoryIs()
    {
        RunStoreServer server;
        const std::string piece(storePieceText, 'A');
        std::string refusal = "no refusal";
        int keys = 0;
        for (; refusal == "no refusal" && keys < 2000; ++keys)
            refusal = refusalIn(server.handle(requestOf(StoreSet{std::to_string(keys), piece, false})));
        QCOMPARE(refusal, std::string("The run's store is full."));
        QVERIFY(server.bytes() <= RunStoreServer::mostBytes);
        QCOMPARE(refusalIn(server.handle(requestOf(StoreDelete{"0"}))), std::string("no refusal"));
        QCOMPARE(refusalIn(server.handle(requestOf(StoreSet{"0", piece, false}))), std::string("no refusal"));
    }
};

QTEST_GUILESS_MAIN(StoreLimitsTest)
#include "tst_storelimits.moc"
