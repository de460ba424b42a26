// Agents of one process that talk over real connections, and strangers among them.
#include "engine/base/randomhex.h"
#include "engine/base/tcp.h"
#include "engine/rendezvous/controlchannel.h"
#include "engine/rendezvous/tlsconnection.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

constexpr int patience = 20'000; // milliseconds

LaunchSpec launchOf(int machine, int controlPort = 0, int machines = 2)
{
    LaunchSpec launch;
    launch.token = std::string(64, 'a');
    launch.machine = machine;
    launch.controlPort = controlPort;
    for (int m = 0; m < machines; ++m)
        launch.plan.machines.push_back({"box-" + std::to_string(m + 1), "127.0.0.1"});
    return launch;
}

// What a channel has told so far.
struct Heard {
    explicit Heard(ControlChannel &from) : channel(from) { }

    template <typename Message>
    std::vector<Message> all()
    {
        for (ControlMessage &message : channel.receive())
            messages.push_back(std::move(message));
        std::vector<Message> found;
        for (const ControlMessage &message : messages)
            if (const auto *wanted = std::get_if<Message>(&message))
                found.push_back(*wanted);
        return found;
    }
    template <typename Message>
    bool has()
    {
        return !all<Message>().empty();
    }

    ControlChannel &channel;
    std::vector<ControlMessage> messages;
};

std::string wordsOf(const PeerEvent &event)
{
    const auto *warning = std::get_if<Warning>(&event.body);
    return warning ? warning->message : "another event";
}

Descriptor callTo(int port)
{
    return connectWithin(*socketAddress("127.0.0.1", port), 5s);
}

// Stands between an agent and its coordinator, and keeps what passes, until it is cut.
class Tap {
public:
    explicit Tap(int port) : m_listener(listenAt(*socketAddress("127.0.0.1", 0)))
    {
        m_thread = std::jthread([this, port] {
            const Descriptor agent = nextCaller(m_listener, Deadline::clock::now() + 20s);
            const Descriptor coordinator = callTo(port);
            while (!m_isCut && pass(agent, coordinator) && pass(coordinator, agent)) { }
        });
    }
    ~Tap() { cut(); }

    int port() const { return portOf(m_listener); }
    void cut()
    {
        m_isCut = true;
        if (m_thread.joinable())
            m_thread.join();
    }
    std::string overheard()
    {
        const std::lock_guard lock(m_mutex);
        return m_overheard;
    }

private:
    bool pass(const Descriptor &from, const Descriptor &to)
    {
        char chunk[16384];
        const std::size_t got = receiveSome(from, chunk, sizeof chunk, Deadline::clock::now() + 5ms);
        const std::lock_guard lock(m_mutex);
        m_overheard.append(chunk, got);
        return sendAll(to, chunk, got, Deadline::clock::now() + 5s);
    }

    Descriptor m_listener;
    std::atomic<bool> m_isCut{false};
    std::mutex m_mutex;
    std::string m_overheard;
    std::jthread m_thread;
};

std::pair<Descriptor, Descriptor> socketPair()
{
    int ends[2] = {-1, -1};
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

} // namespace

class ControlChannelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void carriesEventsUpAndOrdersDown()
    {
        auto coordinator = ControlChannel::open(launchOf(0));
        QVERIFY2(coordinator.has_value(), coordinator ? "" : coordinator.error().message.c_str());
        auto other = ControlChannel::open(launchOf(1, coordinator->port()));
        QVERIFY2(other.has_value(), other ? "" : other.error().message.c_str());
        Heard up(*coordinator);
        Heard down(*other);

        other->setOwn({{1, RankPhase::Training, 7, 8, {}}}, 0);
        const auto heardOfRank = [&] {
            for (const PeerHeartbeat &heartbeat : up.all<PeerHeartbeat>())
                if (!heartbeat.ranks.empty())
                    return heartbeat.ranks.front() == RankStatus{1, RankPhase::Training, 7, 8, {}};
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(heardOfRank(), patience);

        constexpr std::size_t events = 3000;
        for (std::size_t i = 0; i < events; ++i)
            other->send(Warning{1, std::to_string(i) + std::string(1000, '.')});
        QTRY_COMPARE_WITH_TIMEOUT(up.all<PeerEvent>().size(), events, patience);
        const auto came = up.all<PeerEvent>();
        for (std::size_t i = 0; i < events; ++i) {
            QCOMPARE(came[i].machine, 1);
            QCOMPARE(wordsOf(came[i]), std::to_string(i) + std::string(1000, '.'));
        }
        QVERIFY(coordinator->secondsSinceHeartbeat(1) < 3);

        QVERIFY(!down.has<StopOrder>());
        coordinator->order({StopOrder{}});
        QTRY_VERIFY_WITH_TIMEOUT(down.has<StopOrder>(), patience);
        coordinator->order({AbortOrder{"no disk"}});
        QTRY_VERIFY_WITH_TIMEOUT(down.has<AbortOrder>(), patience);
        QCOMPARE(down.all<AbortOrder>().front().reason, std::string("no disk"));
        QVERIFY(!down.has<ConnectionLost>());
    }

    void tellsAnAgentThatComesLaterWhatWasOrdered()
    {
        auto coordinator = ControlChannel::open(launchOf(0));
        QVERIFY(coordinator);
        coordinator->order({StopOrder{}});
        QTest::qWait(300);
        auto other = ControlChannel::open(launchOf(1, coordinator->port()));
        QVERIFY(other);
        Heard down(*other);
        QTRY_VERIFY_WITH_TIMEOUT(down.has<StopOrder>(), patience);
    }

    void ordersOneMachineToEndAndMissesItNoMore()
    {
        auto coordinator = ControlChannel::open(launchOf(0, 0, 3));
        QVERIFY(coordinator);
        auto left = ControlChannel::open(launchOf(1, coordinator->port(), 3));
        auto other = ControlChannel::open(launchOf(2, coordinator->port(), 3));
        QVERIFY(left && other);
        Heard leftOut(*left);
        Heard staying(*other);
        LaunchSpec launch = launchOf(0, 0, 3);
        launch.plan.ranks = {{0, {}, 2}, {1, {}, 0}, {2, {}, 2}};
        coordinator->order({MembershipOrder{{2, launch.plan, {0, 2}}}});
        coordinator->leaveOut(1, "its rank was killed");
        QTRY_VERIFY_WITH_TIMEOUT(leftOut.has<AbortOrder>(), patience);
        QCOMPARE(leftOut.all<AbortOrder>().front().reason, std::string("its rank was killed"));
        QTRY_VERIFY_WITH_TIMEOUT(staying.has<MembershipOrder>(), patience);
        QCOMPARE(staying.all<MembershipOrder>().front().membership.ranks, (std::vector<int>{0, 2}));
        QCOMPARE(leftOut.all<MembershipOrder>().size(), std::size_t(1));
        QTest::qWait(700); // more than a heartbeat of the one that was left out
        QVERIFY(!staying.has<AbortOrder>());
        QCOMPARE(coordinator->secondsSinceHeartbeat(1), 0.);
        QVERIFY(coordinator->secondsSinceHeartbeat(2) < 3);
    }

    void letsTheOthersLeaveWhenTheRunIsOver()
    {
        auto opened = ControlChannel::open(launchOf(0));
        QVERIFY(opened);
        auto coordinator = std::make_unique<ControlChannel>(std::move(*opened));
        auto other = std::make_unique<Result<ControlChannel>>(ControlChannel::open(launchOf(1, coordinator->port())));
        QVERIFY(*other);
        QElapsedTimer time;
        time.start();
        auto leaves = std::async(std::launch::async, [&] { coordinator.reset(); });
        Heard down(**other);
        QTRY_VERIFY_WITH_TIMEOUT(down.has<RunOver>(), patience);
        QVERIFY(leaves.wait_for(0s) != std::future_status::ready); // it waits for the other one
        other.reset();
        leaves.get();
        QVERIFY2(time.elapsed() < 2500, qPrintable(QString::number(time.elapsed()))); // not until its limit
        QVERIFY(!down.messages.empty());
    }

    // The last events are on their way while both ends leave.
    void losesNothingThatWasSentBeforeTheEnd()
    {
        auto coordinator = ControlChannel::open(launchOf(0));
        QVERIFY(coordinator);
        {
            auto other = ControlChannel::open(launchOf(1, coordinator->port()));
            QVERIFY(other);
            for (int i = 0; i < 1000; ++i)
                other->send(Warning{1, std::string(1000, 'x')});
        }
        Heard up(*coordinator);
        QTRY_COMPARE_WITH_TIMEOUT(up.all<PeerEvent>().size(), std::size_t(1000), patience);
    }

    void refusesWhoDoesNotKnowTheToken()
    {
        auto coordinator = ControlChannel::open(launchOf(0));
        QVERIFY(coordinator);
        LaunchSpec stranger = launchOf(1, coordinator->port());
        stranger.token = std::string(64, 'b');
        const auto refused = ControlChannel::open(stranger);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("does not answer as the coordinating agent of this run: it does not know")
                != std::string::npos,
            refused.error().message.c_str());
        QVERIFY(ControlChannel::open(launchOf(1, coordinator->port())));
    }

    // TLS would take a certificate in place of the key.
    void takesNoCertificate()
    {
        if (QStandardPaths::findExecutable("openssl").isEmpty())
            QSKIP("needs the program openssl");
        const QTemporaryDir folder;
        const QString certificate = folder.filePath("certificate");
        const QString secret = folder.filePath("secret");
        QCOMPARE(QProcess::execute("openssl",
                     {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                         "/CN=box-1", "-keyout", secret, "-out", certificate}),
            0);
        QProcess impostor;
        impostor.start(
            "openssl", {"s_server", "-accept", "127.0.0.1:0", "-tls1_3", "-cert", certificate, "-key", secret});
        QByteArray said; // "ACCEPT 127.0.0.1:40123"
        while (!said.contains(" 127.0.0.1:") || !said.endsWith('\n')) {
            QVERIFY2(impostor.waitForReadyRead(patience), said);
            said += impostor.readAllStandardOutput();
        }
        const int port = said.mid(said.indexOf(" 127.0.0.1:") + 11).simplified().split(' ').front().toInt();
        const auto refused = ControlChannel::open(launchOf(1, port));
        impostor.kill();
        impostor.waitForFinished();
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("does not know the key") != std::string::npos,
            refused.error().message.c_str());
    }

    void hangsUpOnStrangers()
    {
        auto coordinator = ControlChannel::open(launchOf(0));
        QVERIFY(coordinator);
        std::vector<Descriptor> silent;
        for (int i = 0; i < 20; ++i)
            silent.push_back(callTo(coordinator->port()));
        for (const std::string &words : {std::string("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), std::string(70'000, '\xff'),
                 std::string("\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00", 10)}) {
            const Descriptor link = callTo(coordinator->port());
            (void)sendAll(link, words.data(), words.size(), Deadline::clock::now() + 2s);
            char answer[256];
            errno = 0;
            while (receiveSome(link, answer, sizeof answer, Deadline::clock::now() + 5s) > 0) { }
            QVERIFY(errno != ETIMEDOUT);
        }
        auto other = ControlChannel::open(launchOf(1, coordinator->port()));
        QVERIFY(other);
        Heard up(*coordinator);
        other->send(Warning{1, "word"});
        QTRY_COMPARE_WITH_TIMEOUT(up.all<PeerEvent>().size(), std::size_t(1), patience);
    }

    void tellsNothingToWhoeverReadsTheNetwork()
    {
        auto coordinator = ControlChannel::open(launchOf(0));
        QVERIFY(coordinator);
        Tap tap(coordinator->port());
        auto other = ControlChannel::open(launchOf(1, tap.port()));
        QVERIFY(other);
        Heard up(*coordinator);
        const std::string secret = randomHex(32);
        other->send(Warning{1, secret});
        QTRY_COMPARE_WITH_TIMEOUT(up.all<PeerEvent>().size(), std::size_t(1), patience);
        const std::string heard = tap.overheard();
        QVERIFY(heard.size() > 500);
        for (const std::string &word : {secret.substr(0, 16), std::string(16, 'a'), std::string("warning")})
            QVERIFY2(heard.find(word) == std::string::npos, word.c_str());
    }

    void saysThatTheConnectionIsLost()
    {
        auto coordinator = ControlChannel::open(launchOf(0));
        QVERIFY(coordinator);
        Tap tap(coordinator->port());
        auto other = ControlChannel::open(launchOf(1, tap.port()));
        QVERIFY(other);
        Heard down(*other);
        QTest::qWait(700);
        QVERIFY(!down.has<ConnectionLost>());
        tap.cut();
        QTRY_VERIFY_WITH_TIMEOUT(down.has<ConnectionLost>(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(coordinator->secondsSinceHeartbeat(1) > 2, patience);
    }

    void saysWhereAndWhyItCannotListen_data()
    {
        QTest::addColumn<QByteArray>("address");
        QTest::addRow("another machine's") << QByteArray("192.0.2.254");
        QTest::addRow("a name") << QByteArray("localhost");
        QTest::addRow("nothing") << QByteArray("");
    }
    void saysWhereAndWhyItCannotListen()
    {
        QFETCH(QByteArray, address);
        LaunchSpec launch = launchOf(0);
        launch.plan.machines.front().address = address.toStdString();
        const auto refused = ControlChannel::open(launch);
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().message.find(address.toStdString()) != std::string::npos, refused.error().message.c_str());
    }

    void listensForNobodyWhereThereIsOneMachine()
    {
        auto alone = ControlChannel::open(launchOf(0, 0, 1));
        QVERIFY(alone);
        QCOMPARE(alone->port(), 0);
    }

    void boundsALine()
    {
        auto [one, two] = socketPair();
        const auto key = controlKeyOf("token");
        QVERIFY(key);
        auto caller = TlsConnection::toListener(std::move(one), *key, "7");
        auto listener = TlsConnection::toCaller(std::move(two), *key);
        const auto advance = [&] {
            caller.advance();
            listener.advance();
            return listener.state();
        };
        QTRY_VERIFY_WITH_TIMEOUT(advance() == TlsConnection::State::Open, patience);
        QCOMPARE(listener.callerName(), std::string("7"));
        caller.send(std::string(1 << 20, 'x'));
        std::vector<std::string> lines;
        const auto read = [&] {
            advance();
            for (std::string &line : listener.receivedLines())
                lines.push_back(std::move(line));
            return lines.size();
        };
        QTRY_COMPARE_WITH_TIMEOUT(read(), std::size_t(1), patience);
        QCOMPARE(lines.front().size(), std::size_t(1 << 20));
        caller.send(std::string(3 << 20, 'x'));
        QTRY_VERIFY_WITH_TIMEOUT(advance() == TlsConnection::State::Closed, patience);
        QVERIFY2(listener.whyClosed().find("a line of more than") != std::string::npos, listener.whyClosed().c_str());
        QVERIFY(listener.receivedLines().empty());
    }
};

QTEST_GUILESS_MAIN(ControlChannelTest)
#include "tst_controlchannel.moc"
