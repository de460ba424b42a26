// The commands that find out how machines reach each other, against each other and against those who play unfair.
#include "engine/base/tcp.h"
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

// `listen`, for as long as this lives.
class Listener {
public:
    explicit Listener(const QStringList &more = {})
    {
        m_process.start(MOTLEY_ENGINE, QStringList{"listen", "--foreground"} + more);
        while (m_process.state() != QProcess::NotRunning && !m_process.canReadLine()) {
            if (!m_process.waitForReadyRead(patience))
                break;
        }
        m_place = parseListening(m_process.readLine().toStdString());
    }
    ~Listener()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    bool isReady() const { return m_place.has_value(); }
    const Listening &place() const { return *m_place; }
    QProcess &process() { return m_process; }

private:
    QProcess m_process;
    Result<Listening> m_place = fail("not started");
};

Result<ReachReport> reach(const std::vector<ReachPeer> &peers)
{
    const auto answer = runEngine({"reach"}, patience, QByteArray::fromStdString(toJson(ReachRequest{peers})));
    if (answer.exitCode != 0)
        return fail(answer.errors.toStdString());
    return parseReachReport(answer.output.toStdString());
}

} // namespace

class WaysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhoAnswersFromWhoDoesNot()
    {
        Listener listener;
        QVERIFY(listener.isReady());
        const auto &[port, word] = listener.place();
        std::string wrong = word;
        wrong.front() = wrong.front() == '0' ? '1' : '0';
        const Descriptor silent = listenAt(*socketAddress(here, 0));
        const int closed = portOf(listenAt(*socketAddress(here, 0)));

        const auto report = reach({{"open", {here, "no address"}, port, word}, {"wrong word", {here}, port, wrong},
            {"silent", {here}, portOf(silent), word}, {"closed", {here}, closed, word}});
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        QCOMPARE(report->ways.size(), std::size_t(5));
        const Way &open = report->ways.front();
        QVERIFY(open.to == "open" && open.address == here && open.answered);
        QVERIFY(open.roundTripSeconds > 0 && open.roundTripSeconds < 2);
        QVERIFY2(open.bytesPerSecond > 1e5, qPrintable(QString::number(open.bytesPerSecond)));
        for (std::size_t i = 1; i < report->ways.size(); ++i)
            QVERIFY2(report->ways[i] == (Way{report->ways[i].to, report->ways[i].address}), report->ways[i].to.c_str());
    }

    void doesNotTakeAnEchoForAnAnswer()
    {
        const Descriptor door = listenAt(*socketAddress(here, 0));
        std::thread impostor([&] {
            const Descriptor link = nextCaller(door, soon());
            std::array<char, wordDigits / 2> said{};
            if (receiveAll(link, said.data(), said.size(), soon()))
                (void)sendAll(link, said.data(), said.size(), soon());
            char more = 0;
            (void)receiveSome(link, &more, 1, soon());
        });
        const auto report = reach(
            {{"impostor", {here}, portOf(door), std::string(wordDigits / 2, 'a') + std::string(wordDigits / 2, 'b')}});
        impostor.join();
        QVERIFY(report.has_value());
        QVERIFY(!report->ways.at(0).answered);
    }

    void saysNothingToStrangers_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addRow("nothing") << QByteArray();
        QTest::addRow("half a greeting") << QByteArray("0123456789abcdef");
        QTest::addRow("a wrong word") << QByteArray(int(wordDigits), '0');
        QTest::addRow("another protocol") << QByteArray("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    }
    void saysNothingToStrangers()
    {
        QFETCH(QByteArray, words);
        Listener listener;
        QVERIFY(listener.isReady());
        const Descriptor link = callTo(listener.place().port);
        QVERIFY(bool(link));
        QVERIFY(sendAll(link, words.constData(), std::size_t(words.size()), soon()));
        char answer = 0;
        errno = 0;
        QCOMPARE(receiveSome(link, &answer, 1, soon()), std::size_t(0));
        QVERIFY(errno != ETIMEDOUT); // it hung up
        const auto after = reach({{"listener", {here}, listener.place().port, listener.place().word}});
        QVERIFY(after && after->ways.at(0).answered);
    }

    void staysThereForOthersWhileSomeHoldTheLine()
    {
        Listener listener;
        QVERIFY(listener.isReady());
        std::vector<Descriptor> idle;
        for (int i = 0; i < 20; ++i)
            idle.push_back(callTo(listener.place().port));
        const auto report = reach({{"listener", {here}, listener.place().port, listener.place().word}});
        QVERIFY(report && report->ways.at(0).answered);
    }

    void endsByItself()
    {
        Listener listener({"--seconds", "1"});
        QVERIFY(listener.isReady());
        QVERIFY(listener.process().waitForFinished(patience));
        QCOMPARE(listener.process().exitCode(), 0);
        QVERIFY(!callTo(listener.place().port));
    }

    void leavesTheTerminal()
    {
        const auto answer = runEngine({"listen", "--seconds", "20"});
        QCOMPARE(answer.exitCode, 0);
        const auto place = parseListening(answer.output.toStdString());
        QVERIFY(place.has_value());
        const auto report = reach({{"listener", {here, "::1"}, place->port, place->word}});
        QVERIFY(report && report->ways.at(0).answered);
        QTRY_VERIFY_WITH_TIMEOUT(!callTo(place->port), patience);
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
        const auto answer = runEngine({"reach"}, patience, input);
        QCOMPARE(answer.exitCode, 1);
        QCOMPARE(answer.errors.count('\n'), 1);
        QVERIFY(answer.output.isEmpty());
    }

    void isNoCommandForPeople()
    {
        const auto help = runEngine({"--help"}).output;
        QVERIFY(help.contains("  probe"));
        QVERIFY(!help.contains("  listen") && !help.contains("  reach"));
    }
};

QTEST_GUILESS_MAIN(WaysTest)
#include "tst_linkcheck.moc"
