// Connections whose network is cut. A filter of the socket takes away all that arrives, acknowledgements too.
#include "engine/base/tcp.h"
#include "engine/machine/connectionwatch.h"
#include "tests/fixtures/cutconnection.h"

#include <QTest>

#include <poll.h>
#include <sys/socket.h>

using namespace motley;
using namespace std::chrono_literals;

namespace {

using Clock = ConnectionWatch::Clock;

// Both ends of a connection within this process.
struct Connection {
    explicit Connection(const char *address)
    {
        const Descriptor listener = listenAt(*socketAddress(address, 0));
        near = connectWithin(*socketAddress(address, portOf(listener)), 5s);
        far = nextCaller(listener, Clock::now() + 5s);
    }

    bool isMade() const { return bool(near) && bool(far); }
    bool send() const { return ::send(near.get(), "x", 1, MSG_NOSIGNAL) == 1; }
    bool arrivesWithin(std::chrono::milliseconds limit) const
    {
        pollfd waits{far.get(), POLLIN, 0};
        return poll(&waits, 1, int(limit.count())) == 1;
    }
    void cut() const
    {
        cutConnection(near.get());
        cutConnection(far.get());
    }
    void heal() const
    {
        healConnection(near.get());
        healConnection(far.get());
    }

    Descriptor near;
    Descriptor far;
};

double secondsSince(Clock::time_point moment)
{
    return std::chrono::duration<double>(Clock::now() - moment).count();
}

} // namespace

class ConnectionWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheAddressWithinTenSecondsAndGoesOnSoonAfterTheCut();
    void namesTheAddressWhereThisEndHasNothingToSend();
    void saysNothingOfAPeerThatIsOnlyBusy();
    void readsAddressesAsPlansHaveThem();
};

void ConnectionWatchTest::namesTheAddressWithinTenSecondsAndGoesOnSoonAfterTheCut()
{
    const Connection connection("127.0.0.9");
    QVERIFY(connection.isMade());
    ConnectionWatch watch;
    QVERIFY(connection.send());
    QVERIFY(connection.arrivesWithin(5s));
    QTest::qWait(1100);
    QVERIFY(watch.unreachable().empty());

    connection.cut();
    const auto begun = Clock::now();
    QVERIFY(connection.send());
    while (watch.unreachable().empty() && secondsSince(begun) < 20)
        QTest::qWait(100);
    QVERIFY2(secondsSince(begun) < 9, std::to_string(secondsSince(begun)).c_str());
    QVERIFY2(secondsSince(begun) > 5, std::to_string(secondsSince(begun)).c_str());
    QTRY_COMPARE_WITH_TIMEOUT(watch.unreachable(), (std::vector<std::string>{"127.0.0.1", "127.0.0.9"}), 10000);

    // By itself TCP would try 25 s after the cut and then 51 s after it.
    while (secondsSince(begun) < 27) {
        watch.unreachable();
        QTest::qWait(100);
    }
    connection.heal();
    const auto healed = Clock::now();
    char all[16];
    QCOMPARE(recv(connection.far.get(), all, sizeof all, MSG_DONTWAIT), ssize_t(1)); // what came before the cut
    while (!connection.arrivesWithin(100ms) && secondsSince(healed) < 30)
        watch.unreachable();
    QVERIFY2(secondsSince(healed) < 8, std::to_string(secondsSince(healed)).c_str());
    QTRY_VERIFY_WITH_TIMEOUT(watch.unreachable().empty(), 5000);
}

// Of two ranks that wait for each other, the one that owes nothing may be the one that knows the other's address.
void ConnectionWatchTest::namesTheAddressWhereThisEndHasNothingToSend()
{
    const Connection connection("127.0.0.9");
    QVERIFY(connection.isMade());
    ConnectionWatch watch;
    connection.cut();
    QTRY_COMPARE_WITH_TIMEOUT(watch.unreachable(), (std::vector<std::string>{"127.0.0.1", "127.0.0.9"}), 20000);
    connection.heal();
    QTRY_VERIFY_WITH_TIMEOUT(watch.unreachable().empty(), 5000);
    QVERIFY(connection.send());
    QVERIFY(connection.arrivesWithin(5s));
}

// It does not read, but its system acknowledges.
void ConnectionWatchTest::saysNothingOfAPeerThatIsOnlyBusy()
{
    const Connection connection("127.0.0.9");
    QVERIFY(connection.isMade());
    ConnectionWatch watch;
    const std::string block(1 << 16, 'x');
    while (send(connection.near.get(), block.data(), block.size(), MSG_DONTWAIT | MSG_NOSIGNAL) > 0) { }
    const auto begun = Clock::now();
    while (secondsSince(begun) < 9) {
        QVERIFY(watch.unreachable().empty());
        QTest::qWait(100);
    }
}

void ConnectionWatchTest::readsAddressesAsPlansHaveThem()
{
    QCOMPARE(numericAddress(*socketAddress("10.0.0.5", 80)), std::string("10.0.0.5"));
    QCOMPARE(numericAddress(*socketAddress("::ffff:10.0.0.5", 80)), std::string("10.0.0.5"));
    QCOMPARE(numericAddress(*socketAddress("fd00:0:0::05", 80)), std::string("fd00::5"));
    QCOMPARE(peerAddressOf(-1), std::string());
}

QTEST_GUILESS_MAIN(ConnectionWatchTest)
#include "tst_connectionwatch.moc"
