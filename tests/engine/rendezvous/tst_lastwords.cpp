// What the other end of a connection said last before it was killed.
#include "engine/base/tcp.h"
#include "engine/rendezvous/linesocket.h"
#include "engine/rendezvous/tlsconnection.h"

#include <QTest>

using namespace motley;
using namespace std::chrono_literals;

namespace {

constexpr int lines = 50;

std::string line(int number)
{
    return std::to_string(number) + std::string(1000, '.');
}

} // namespace

class LastWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofAMachineAreHeard();
    void ofARankAreHeard();
};

// It has not read all that was said to it, so its system ends the connection with an error.
void LastWordsTest::ofAMachineAreHeard()
{
    const TlsConnection::Key key{1, 2, 3};
    const Descriptor listener = listenAt(*socketAddress("127.0.0.1", 0));
    TlsConnection here
        = TlsConnection::toListener(connectWithin(*socketAddress("127.0.0.1", portOf(listener)), 5s), key, "here");
    std::optional<TlsConnection> there
        = TlsConnection::toCaller(nextCaller(listener, std::chrono::steady_clock::now() + 5s), key);
    const auto advanceBoth = [&] {
        here.advance();
        there->advance();
        return here.state() == TlsConnection::State::Open && there->state() == TlsConnection::State::Open;
    };
    QTRY_VERIFY(advanceBoth());
    here.send(std::string(1'000'000, '.'));
    for (int i = 0; i < 20; ++i)
        here.advance();
    for (int number = 0; number < lines; ++number)
        there->send(line(number));
    there->advance();
    QVERIFY(!there->hasUnsent() && there->receivedLines().empty());
    there.reset();

    QTRY_COMPARE((here.advance(), here.state()), TlsConnection::State::Closed);
    const auto heard = here.receivedLines();
    QCOMPARE(heard.size(), std::size_t(lines));
    for (int number = 0; number < lines; ++number)
        QVERIFY(heard[std::size_t(number)] == line(number));
}

void LastWordsTest::ofARankAreHeard()
{
    auto [one, other] = makeSocketPair();
    LineSocket here(std::move(one));
    std::optional<LineSocket> there(std::move(other));
    there->send("its last words");
    there.reset();
    here.send("not read");
    QCOMPARE(here.advance(), std::vector<std::string>{"its last words"});
    QVERIFY(!here.isOpen());
}

QTEST_GUILESS_MAIN(LastWordsTest)
#include "tst_lastwords.moc"
