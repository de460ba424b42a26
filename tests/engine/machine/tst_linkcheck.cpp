// `echo-server` and `check-links` with each other, and with peers that break the protocol.
#include "engine/base/handshake/handshake.h"
#include "engine/machine/linkmessages.h"
#include "engine/protocol/links.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QtTest>

#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

constexpr int patience = 60'000; // milliseconds
const std::string here = "127.0.0.1";

Deadline soon(std::chrono::seconds limit = 30s)
{
    return std::chrono::steady_clock::now() + limit;
}

Descriptor callTo(int port)
{
    return connectWithin(*socketAddress(here, port), 5s);
}

// Runs `echo-server` for the lifetime of the object, as the last words of the command `within` if there is one.
class Listener {
public:
    explicit Listener(const QStringList &within = {}, const QStringList &more = {})
    {
        const QStringList words = within + QStringList{MOTLEY_ENGINE, "echo-server", "--foreground"} + more;
        m_process.start(words.first(), words.mid(1));
        while (m_process.state() != QProcess::NotRunning && !m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(patience))
                break;
        }
        m_endpoint = parseEchoEndpoint(m_process.readLine().toStdString());
    }
    ~Listener()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    bool isReady() const { return m_endpoint.has_value(); }
    const EchoEndpoint &endpoint() const { return *m_endpoint; }
    QProcess &process() { return m_process; }

private:
    QProcess m_process;
    Result<EchoEndpoint> m_endpoint = fail("not started");
};

// Takes the turn of a machine; empty: another caller has it.
Descriptor takeTurn(const EchoEndpoint &endpoint)
{
    auto link = shakeHands(callTo(endpoint.port), endpoint.token, soon());
    LinkMessage answer{};
    if (!link || !sendAll(*link, turnRequest.data(), turnRequest.size(), soon())
        || !receiveAll(*link, answer.data(), answer.size(), soon()) || answer != turnGranted)
        return {};
    return std::move(*link);
}

Result<LinkCheckReport> reach(
    const std::vector<LinkPeer> &peers, std::optional<EchoEndpoint> own = {}, const QStringList &within = {})
{
    const QStringList words = within + QStringList{MOTLEY_ENGINE, "check-links"};
    const auto answer = runProgram(words.first(), words.mid(1), patience,
        QByteArray::fromStdString(toJson(LinkCheckRequest{peers, std::move(own)})));
    if (answer.exitCode != 0)
        return fail(answer.errors.toStdString());
    return parseLinkCheckReport(answer.output.toStdString());
}

} // namespace

class LinkCheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhoAnswersFromWhoDoesNot()
    {
        Listener listener;
        QVERIFY(listener.isReady());
        const auto &[port, token] = listener.endpoint();
        std::string wrong = token;
        wrong.front() = wrong.front() == '0' ? '1' : '0';
        const Descriptor silent = listenAt(*socketAddress(here, 0));
        const int closed = portOf(listenAt(*socketAddress(here, 0)));

        const auto report = reach({{"open", {here, "no address"}, port, token}, {"wrong word", {here}, port, wrong},
            {"silent", {here}, portOf(silent), token}, {"closed", {here}, closed, token}});
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        QCOMPARE(report->links.size(), std::size_t(5));
        const MeasuredLink &open = report->links.front();
        QVERIFY(open.to == "open");
        QVERIFY(open.address == here);
        QVERIFY(open.answered);
        QVERIFY(open.roundTripSeconds > 0);
        QVERIFY(open.roundTripSeconds < 2);
        QVERIFY2(open.bytesPerSecond > 1e5, qPrintable(QString::number(open.bytesPerSecond)));
        for (std::size_t i = 1; i < report->links.size(); ++i)
            QVERIFY2(report->links[i] == (MeasuredLink{report->links[i].to, report->links[i].address}),
                report->links[i].to.c_str());
    }

    // In a network of its own, whose queue loses packets of more than 1200 bytes and says so to nobody.
    void findsThatLargePacketsAreLost_data()
    {
        QTest::addColumn<QByteArray>("burst");
        QTest::addColumn<bool>("isLost");
        QTest::addRow("all arrive") << QByteArray("256kb") << false;
        QTest::addRow("large ones vanish") << QByteArray("1200") << true;
    }
    void findsThatLargePacketsAreLost()
    {
        QFETCH(QByteArray, burst);
        QFETCH(bool, isLost);
        Listener listener({"unshare", "--user", "--map-root-user", "--net", "sh", "-c",
            "ip link set lo up && tc qdisc replace dev lo root tbf rate 100mbit latency 50ms burst " + burst
                + " && exec \"$@\"",
            "sh"});
        if (!listener.isReady())
            QSKIP("This system makes no network whose packets can be lost.");
        const auto &[port, token] = listener.endpoint();
        const auto report = reach({{"peer", {here}, port, token}}, {},
            {"nsenter", "--user", "--net", "--preserve-credentials", "--target",
                QString::number(listener.process().processId())});
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        QCOMPARE(report->links.front().losesLargePackets, isLost);
        QCOMPARE(report->links.front().answered, !isLost);
        QVERIFY(report->links.front().roundTripSeconds > 0);
    }

    void aBurstWaitsForOneThatIsUnderWay_data()
    {
        QTest::addColumn<bool>("atThePeer");
        QTest::addRow("at the peer") << true;
        QTest::addRow("at its own machine") << false;
    }
    void aBurstWaitsForOneThatIsUnderWay()
    {
        QFETCH(bool, atThePeer);
        Listener own;
        Listener peer;
        QVERIFY(own.isReady() && peer.isReady());
        const EchoEndpoint busy = (atThePeer ? peer : own).endpoint();
        Descriptor turn = takeTurn(busy);
        QVERIFY(bool(turn));
        QVERIFY(!takeTurn(busy)); // one at a time
        static constexpr auto held = 700ms;
        std::thread holder([&turn] {
            std::this_thread::sleep_for(held);
            turn = {};
        });
        const auto begun = std::chrono::steady_clock::now();
        const auto report = reach({{"peer", {here}, peer.endpoint().port, peer.endpoint().token}}, own.endpoint());
        const auto took = std::chrono::steady_clock::now() - begun;
        holder.join();
        QVERIFY(report);
        QVERIFY(took > held);
        QVERIFY(report->links.at(0).answered && report->links.at(0).bytesPerSecond > 0);
        Descriptor again;
        QTRY_VERIFY(again || (again = takeTurn(busy))); // as it was given back
    }

    void measuresWithoutATurnWhereItsOwnMachineIsSilent()
    {
        Listener peer;
        QVERIFY(peer.isReady());
        const int closed = portOf(listenAt(*socketAddress(here, 0)));
        const auto report = reach({{"peer", {here}, peer.endpoint().port, peer.endpoint().token}},
            EchoEndpoint{closed, peer.endpoint().token});
        QVERIFY(report);
        QVERIFY(report->links.at(0).bytesPerSecond > 0);
    }

    void doesNotTakeAnEchoForAnAnswer()
    {
        const Descriptor door = listenAt(*socketAddress(here, 0));
        std::thread impostor([&] {
            const Descriptor link = nextCaller(door, soon());
            std::array<char, 1024> said{};
            while (const std::size_t got = receiveSome(link, said.data(), said.size(), soon()))
                (void)sendAll(link, said.data(), got, soon());
        });
        const auto report = reach({{"impostor", {here}, portOf(door), std::string(tokenDigits, 'a')}});
        impostor.join();
        QVERIFY(report.has_value());
        QVERIFY(!report->links.at(0).answered);
    }

    void hangsUpOnStrangers_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addRow("nothing") << QByteArray();
        QTest::addRow("half a greeting") << QByteArray("0123456789abcdef");
        QTest::addRow("a wrong word") << QByteArray(int(tokenDigits), '0');
        QTest::addRow("another protocol") << QByteArray("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    }
    void hangsUpOnStrangers()
    {
        QFETCH(QByteArray, words);
        Listener listener;
        QVERIFY(listener.isReady());
        const Descriptor link = callTo(listener.endpoint().port);
        QVERIFY(bool(link));
        QVERIFY(sendAll(link, words.constData(), std::size_t(words.size()), soon()));
        std::array<char, 1024> answer{};
        std::size_t got = 0;
        errno = 0;
        while (const std::size_t more = receiveSome(link, answer.data(), answer.size(), soon()))
            got += more;
        QVERIFY(errno != ETIMEDOUT); // the server closed the connection
        QVERIFY2(got <= 32, qPrintable(QString::number(got))); // its random number at most
        const auto after = reach({{"listener", {here}, listener.endpoint().port, listener.endpoint().token}});
        QVERIFY(after);
        QVERIFY(after->links.at(0).answered);
    }

    void staysThereForOthersWhileSomeHoldTheLine()
    {
        Listener listener;
        QVERIFY(listener.isReady());
        std::vector<Descriptor> idle;
        for (int i = 0; i < 20; ++i)
            idle.push_back(callTo(listener.endpoint().port));
        const auto report = reach({{"listener", {here}, listener.endpoint().port, listener.endpoint().token}});
        QVERIFY(report);
        QVERIFY(report->links.at(0).answered);
    }

    void endsByItself()
    {
        Listener listener({}, {"--seconds", "1"});
        QVERIFY(listener.isReady());
        QVERIFY(listener.process().waitForFinished(patience));
        QCOMPARE(listener.process().exitCode(), 0);
        QVERIFY(!callTo(listener.endpoint().port));
    }

    void leavesTheTerminal()
    {
        const auto answer = runEngine({"echo-server", "--seconds", "20"});
        QCOMPARE(answer.exitCode, 0);
        const auto endpoint = parseEchoEndpoint(answer.output.toStdString());
        QVERIFY(endpoint.has_value());
        const auto report = reach({{"listener", {here, "::1"}, endpoint->port, endpoint->token}});
        QVERIFY(report);
        QVERIFY(report->links.at(0).answered);
        QTRY_VERIFY_WITH_TIMEOUT(!callTo(endpoint->port), patience);
    }

    void refusesWhatIsNoListOfPeers_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addRow("nothing") << QByteArray();
        QTest::addRow("no peers") << QByteArray("{}");
        QTest::addRow("endless") << QByteArray(2 << 20, '[');
        QTest::addRow("no port") << QByteArray(
            "{\"peers\":[{\"name\":\"a\",\"addresses\":[],\"port\":0,\"word\":\"\"}]}");
    }
    void refusesWhatIsNoListOfPeers()
    {
        QFETCH(QByteArray, input);
        const auto answer = runEngine({"check-links"}, patience, input);
        QCOMPARE(answer.exitCode, 1);
        QCOMPARE(answer.errors.count('\n'), 1);
        QVERIFY(answer.output.isEmpty());
    }

    void isNoCommandForPeople()
    {
        const auto help = runEngine({"--help"}).output;
        QVERIFY(help.contains("  probe"));
        QVERIFY(!help.contains("  listen"));
        QVERIFY(!help.contains("  reach"));
    }
};

QTEST_GUILESS_MAIN(LinkCheckTest)
#include "tst_linkcheck.moc"
