#include "engine/rendezvous/tcpstore.h"

#include "engine/rendezvous/abortablestore.h"

#include <QElapsedTimer>
#include <QTest>

#include <stdexcept>
#include <thread>

using namespace motley;

class TcpStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void meetsUnderItsToken();
    void endsItsWaits_data();
    void endsItsWaits();
    void comesToItsLimit();
    void saysWhereAndWhyItCouldNotJoin();
    void refusesAnAddressThatIsNotHere_data();
    void refusesAnAddressThatIsNotHere();
};

void TcpStoreTest::meetsUnderItsToken()
{
    const auto served = serveStore("127.0.0.1", "ours");
    QVERIFY(served);
    served->store->set("word", std::string("hello"));
    const auto same = joinStore("127.0.0.1", served->port, "ours", std::chrono::seconds(5));
    QVERIFY(same);
    QCOMPARE((*same)->get_to_str("word"), std::string("hello"));
    const auto stranger = joinStore("127.0.0.1", served->port, "theirs", std::chrono::seconds(5));
    QVERIFY(stranger);
    QVERIFY(!(*stranger)->check({"word"}));
}

void TcpStoreTest::endsItsWaits_data()
{
    using Call = void (*)(c10d::Store &);
    QTest::addColumn<Call>("call");
    QTest::addRow("get") << Call([](c10d::Store &store) { store.get("never"); });
    QTest::addRow("wait") << Call([](c10d::Store &store) { store.wait({"word", "never"}); });
    QTest::addRow("several") << Call([](c10d::Store &store) { store.multiGet({"word", "never"}); });
}

// The store that it waited in can be used afterwards.
void TcpStoreTest::endsItsWaits()
{
    using Call = void (*)(c10d::Store &);
    QFETCH(Call, call);
    const auto served = serveStore("127.0.0.1", "ours");
    QVERIFY(served);
    const auto joined = joinStore("127.0.0.1", served->port, "ours", std::chrono::seconds(5));
    QVERIFY(joined);
    std::stop_source abort;
    AbortableStore store(*joined, abort.get_token());
    store.set("word", std::string("hello"));
    std::jthread ending([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        abort.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, call(store));
    QVERIFY2(timer.elapsed() >= 400 && timer.elapsed() < 1500, qPrintable(QString("%1 ms").arg(timer.elapsed())));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, store.get("word"));
    QCOMPARE((*joined)->get_to_str("word"), std::string("hello"));
}

void TcpStoreTest::comesToItsLimit()
{
    const auto served = serveStore("127.0.0.1", "ours");
    QVERIFY(served);
    AbortableStore store(served->store, {});
    QElapsedTimer timer;
    timer.start();
    QVERIFY_THROWS_EXCEPTION(std::exception, store.wait({"never"}, std::chrono::milliseconds(500)));
    QVERIFY2(timer.elapsed() >= 400 && timer.elapsed() < 2000, qPrintable(QString("%1 ms").arg(timer.elapsed())));
}

void TcpStoreTest::saysWhereAndWhyItCouldNotJoin()
{
    int freePort = 0;
    {
        const auto served = serveStore("127.0.0.1", "gone");
        QVERIFY(served);
        freePort = served->port;
    }
    QElapsedTimer timer;
    timer.start();
    const auto joined = joinStore("127.0.0.1", freePort, "gone", std::chrono::seconds(1));
    QVERIFY(timer.elapsed() < 5000);
    QVERIFY(!joined);
    for (const std::string &part : {std::string("127.0.0.1 port ") + std::to_string(freePort),
             std::string("Connection refused"), std::string("firewall")})
        QVERIFY2(joined.error().message.find(part) != std::string::npos, joined.error().message.c_str());
}

void TcpStoreTest::refusesAnAddressThatIsNotHere_data()
{
    QTest::addColumn<QByteArray>("address");
    QTest::addRow("another machine's") << QByteArray("192.0.2.254");
    QTest::addRow("a name") << QByteArray("localhost");
    QTest::addRow("nothing") << QByteArray("");
}

void TcpStoreTest::refusesAnAddressThatIsNotHere()
{
    QFETCH(QByteArray, address);
    const auto served = serveStore(address.toStdString(), "token");
    QVERIFY(!served);
    QVERIFY2(served.error().message.find(address.toStdString()) != std::string::npos, served.error().message.c_str());
}

QTEST_GUILESS_MAIN(TcpStoreTest)
#include "tst_tcpstore.moc"
