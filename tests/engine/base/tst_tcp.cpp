#include "engine/base/tcp.h"

#include <QTest>

#include <cerrno>
#include <cstring>

using namespace motley;
using namespace std::chrono_literals;

class TcpTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listensAgainWhereItTookConnections_data();
    void listensAgainWhereItTookConnections();
    void sharesNoPort();
};

void TcpTest::listensAgainWhereItTookConnections_data()
{
    QTest::addColumn<bool>("otherEndLeaves");
    QTest::addRow("which the other end has not left yet") << false;
    QTest::addRow("which both ends have left") << true;
}

// Whoever ends first keeps the connection in mind for a minute.
void TcpTest::listensAgainWhereItTookConnections()
{
    QFETCH(bool, otherEndLeaves);
    Descriptor listener = listenAt(*socketAddress("127.0.0.1", 0));
    const int port = portOf(listener);
    Descriptor caller = connectWithin(*socketAddress("127.0.0.1", port), 5s);
    QVERIFY(caller);
    Descriptor taken = nextCaller(listener, Deadline::clock::now() + 5s);
    QVERIFY(taken);
    taken.close();
    listener.close();
    if (otherEndLeaves)
        caller.close();
    const Descriptor again = listenAt(*socketAddress("127.0.0.1", port));
    QVERIFY2(again, std::strerror(errno));
    QCOMPARE(portOf(again), port);
}

void TcpTest::sharesNoPort()
{
    const Descriptor listener = listenAt(*socketAddress("127.0.0.1", 0));
    QVERIFY(listener);
    QVERIFY(!listenAt(*socketAddress("127.0.0.1", portOf(listener))));
    QCOMPARE(errno, EADDRINUSE);
}

QTEST_GUILESS_MAIN(TcpTest)
#include "tst_tcp.moc"
