// An agent that was started again looks for the one that coordinates, among real agents of one process.
#include "engine/base/tcp.h"
#include "engine/rendezvous/controlchannel.h"

#include <QTest>

#include <future>
#include <set>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

constexpr int patience = 50'000; // milliseconds; an agent looks for longer

std::string addressOf(int machine)
{
    return "127.0.0." + std::to_string(machine + 1);
}

LaunchSpec launchOf(int machine, int controlPort = 0)
{
    LaunchSpec launch;
    launch.token = std::string(64, 'a');
    launch.machine = machine;
    launch.controlPort = controlPort;
    for (int m = 0; m < 4; ++m)
        launch.plan.machines.push_back({"box-" + std::to_string(m + 1), addressOf(m)});
    return launch;
}

// Nobody listens there.
int closedPort(int machine)
{
    return portOf(boundTo(*socketAddress(addressOf(machine), 0)));
}

using Rejoining = std::future<tl::expected<ControlChannel, NoLeader>>;
Rejoining rejoin(int machine, const std::vector<int> &ports)
{
    return std::async(std::launch::async, [=] { return ControlChannel::rejoin(launchOf(machine), ports); });
}

// Machines that have asked a channel.
class Askers {
public:
    explicit Askers(ControlChannel &channel) : m_channel(channel) { }
    bool has(int machine)
    {
        for (const ControlMessage &message : m_channel.receive())
            if (const auto *asks = std::get_if<PeerAsks>(&message))
                m_heard.insert(asks->machine);
        return m_heard.count(machine) > 0;
    }

private:
    ControlChannel &m_channel;
    std::set<int> m_heard;
};

bool isReady(const Rejoining &rejoining)
{
    return rejoining.wait_for(0s) == std::future_status::ready;
}

} // namespace

class FindLeaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksWhereOthersSayThatItListens();
    void hearsOfOneThatComesBackWhileItAsks();
    void asksAgainWhereItIsHungUpOn();
    void saysSoWhereNobodyAnswers_data();
    void saysSoWhereNobodyAnswers();
};

void FindLeaderTest::asksWhereOthersSayThatItListens()
{
    auto leader = ControlChannel::open(launchOf(0));
    QVERIFY(leader);
    Askers askers(*leader);
    auto other = ControlChannel::open(launchOf(1, leader->port()));
    QVERIFY(other);
    QTRY_VERIFY_WITH_TIMEOUT(leader->portOf(1) != 0, patience);
    auto rejoining = rejoin(2, {closedPort(0), leader->portOf(1), 0, closedPort(3)});
    QTRY_VERIFY_WITH_TIMEOUT(askers.has(2), patience);
    leader->takeIn(2);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(rejoining), patience);
    const auto back = rejoining.get();
    QVERIFY2(back, back ? "" : back.error().message.c_str());
    QCOMPARE(back->leader(), 0);
    QCOMPARE(back->port(), leader->port());
}

// Machine 2 takes part again only after machine 3 has begun to ask, and leads as the first one is gone.
void FindLeaderTest::hearsOfOneThatComesBackWhileItAsks()
{
    auto first = ControlChannel::open(launchOf(0));
    QVERIFY(first);
    Askers askersOfFirst(*first);
    const int port = first->port();
    auto other = ControlChannel::open(launchOf(1, port));
    QVERIFY(other);
    QTRY_VERIFY_WITH_TIMEOUT(first->portOf(1) != 0, patience);
    auto rejoining = rejoin(3, {port, first->portOf(1), closedPort(2), 0});
    QTRY_VERIFY_WITH_TIMEOUT(askersOfFirst.has(3), patience);
    auto second = rejoin(2, {port, 0, 0, 0});
    QTRY_VERIFY_WITH_TIMEOUT(askersOfFirst.has(2), patience);
    first->takeIn(2);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(second), patience);
    auto leader = second.get();
    QVERIFY(leader);
    Askers askers(*leader);
    QTRY_VERIFY_WITH_TIMEOUT(other->portOf(2) != 0 && other->portOf(2) == leader->portOf(2), patience);
    first->abandon();
    leader->lead({1, 3});
    QTRY_VERIFY_WITH_TIMEOUT(askers.has(3), patience);
    leader->takeIn(3);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(rejoining), patience);
    const auto back = rejoining.get();
    QVERIFY2(back, back ? "" : back.error().message.c_str());
    QCOMPARE(back->leader(), 2);
}

// A busy coordinator may not come to greet it in time.
void FindLeaderTest::asksAgainWhereItIsHungUpOn()
{
    auto leader = ControlChannel::open(launchOf(0));
    QVERIFY(leader);
    Askers askers(*leader);
    const Descriptor door = listenAt(*socketAddress(addressOf(3), 0)); // the only place that is known
    auto rejoining = rejoin(2, {closedPort(0), 0, 0, portOf(door)});
    QVERIFY(nextCaller(door, Deadline::clock::now() + 20s));
    const Descriptor agent = nextCaller(door, Deadline::clock::now() + 20s);
    QVERIFY(agent);
    const Descriptor coordinator = connectWithin(*socketAddress(addressOf(0), leader->port()), 5s);
    const std::jthread passing([&](const std::stop_token &stop) {
        const auto pass = [](const Descriptor &from, const Descriptor &to) {
            char chunk[16384];
            const std::size_t got = receiveSome(from, chunk, sizeof chunk, Deadline::clock::now() + 5ms);
            (void)sendAll(to, chunk, got, Deadline::clock::now() + 5s);
        };
        while (!stop.stop_requested()) {
            pass(agent, coordinator);
            pass(coordinator, agent);
        }
    });
    QTRY_VERIFY_WITH_TIMEOUT(askers.has(2), patience);
    leader->takeIn(2);
    QTRY_VERIFY_WITH_TIMEOUT(isReady(rejoining), patience);
    const auto back = rejoining.get();
    QVERIFY2(back, back ? "" : back.error().message.c_str());
}

void FindLeaderTest::saysSoWhereNobodyAnswers_data()
{
    QTest::addColumn<bool>("hasDoor");
    QTest::addRow("closed ports") << false;
    QTest::addRow("another program") << true;
}

void FindLeaderTest::saysSoWhereNobodyAnswers()
{
    QFETCH(bool, hasDoor);
    const Descriptor door = listenAt(*socketAddress(addressOf(1), 0));
    const int port = hasDoor ? portOf(door) : closedPort(1);
    const std::jthread hangingUp([&](const std::stop_token &stop) {
        while (!stop.stop_requested())
            (void)nextCaller(door, Deadline::clock::now() + 50ms);
    });
    const auto back = ControlChannel::rejoin(launchOf(2), {closedPort(0), port, 0, 0});
    QVERIFY(!back);
    QVERIFY2(back.error().message.starts_with("No other machine of this run answers"), back.error().message.c_str());
}

QTEST_GUILESS_MAIN(FindLeaderTest)
#include "tst_findleader.moc"
