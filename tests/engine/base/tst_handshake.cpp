// Handshakes over real sockets: of two that belong together, and of one with somebody else.
#include "engine/base/handshake/authenticatedlistener.h"

#include <QTest>

#include <sys/socket.h>

#include <future>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

const std::string token(64, 'a');
using State = IncomingHandshake::State;

Deadline soon(std::chrono::seconds limit = 20s)
{
    return Deadline::clock::now() + limit;
}

std::pair<Descriptor, Descriptor> socketPair()
{
    int ends[2] = {-1, -1};
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

State answerAt(Descriptor link, const std::string &known)
{
    IncomingHandshake handshake(std::move(link));
    State state = State::Waiting;
    while (state == State::Waiting)
        state = handshake.advance(known);
    return state;
}

std::string readAll(const Descriptor &link)
{
    std::string all;
    char chunk[256];
    while (const std::size_t got = receiveSome(link, chunk, sizeof chunk, soon()))
        all.append(chunk, got);
    return all;
}

// What a stranger in the network hears of a handshake that succeeds.
struct Overheard {
    std::string ofCaller;
    std::string ofListener;
};

Overheard overhear()
{
    auto [caller, nearCaller] = socketPair();
    auto [nearListener, listener] = socketPair();
    std::jthread calls(
        [&, caller = std::move(caller)]() mutable { (void)shakeHands(std::move(caller), token, soon()); });
    std::jthread answers([&, listener = std::move(listener)]() mutable { answerAt(std::move(listener), token); });
    Overheard heard;
    const auto pass = [](const Descriptor &from, const Descriptor &to, std::string &kept) {
        std::string part(32, '\0');
        if (receiveAll(from, part.data(), part.size(), soon()) && sendAll(to, part.data(), part.size(), soon()))
            kept += part;
    };
    for (int i = 0; i < 2; ++i) {
        pass(nearCaller, nearListener, heard.ofCaller);
        pass(nearListener, nearCaller, heard.ofListener);
    }
    return heard;
}

} // namespace

class HandshakeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void provesBothSides()
    {
        AuthenticatedListener listener(listenAt(*socketAddress("127.0.0.1", 0)), token);
        const auto address = *socketAddress("127.0.0.1", listener.port());
        auto called
            = std::async(std::launch::async, [&] { return shakeHands(connectWithin(address, 5s), token, soon()); });
        const Descriptor caller = listener.next(soon());
        QVERIFY(caller);
        const auto link = called.get();
        QVERIFY2(link.has_value(), link ? "" : link.error().message.c_str());
        QVERIFY(sendAll(*link, "word", 4, soon()));
        char heard[4] = "";
        QVERIFY(receiveAll(caller, heard, 4, soon()));
        QCOMPARE(std::string(heard, 4), std::string("word"));
    }

    void refusesAnotherToken()
    {
        auto [caller, listener] = socketPair();
        auto called = std::async(std::launch::async,
            [&, caller = std::move(caller)]() mutable { return shakeHands(std::move(caller), token, soon()); });
        QVERIFY(answerAt(std::move(listener), std::string(64, 'b')) == State::Refused);
        QVERIFY(!called.get());
    }

    void takesNoEchoForAnAnswer()
    {
        auto [caller, echo] = socketPair();
        std::jthread impostor([echo = std::move(echo)] {
            char chunk[256];
            while (const std::size_t got = receiveSome(echo, chunk, sizeof chunk, soon()))
                (void)sendAll(echo, chunk, got, soon());
        });
        const auto link = shakeHands(std::move(caller), token, soon());
        QVERIFY(!link);
        QVERIFY2(link.error().message.find("somebody else") != std::string::npos, link.error().message.c_str());
    }

    void tellsNothingThatServesAStranger()
    {
        const Overheard heard = overhear();
        QCOMPARE(heard.ofCaller.size(), std::size_t(64));
        QCOMPARE(heard.ofListener.size(), std::size_t(64));
        for (const std::string &said : {heard.ofCaller, heard.ofListener})
            QVERIFY(said.find(token.substr(0, 16)) == std::string::npos);

        auto [stranger, listener] = socketPair();
        QVERIFY(sendAll(stranger, heard.ofCaller.data(), heard.ofCaller.size(), soon()));
        QVERIFY(answerAt(std::move(listener), token) == State::Refused);
        QCOMPARE(readAll(stranger).size(), std::size_t(32)); // a random number

        auto [caller, impostor] = socketPair();
        QVERIFY(sendAll(impostor, heard.ofListener.data(), heard.ofListener.size(), soon()));
        QVERIFY(!shakeHands(std::move(caller), token, soon()));
    }

    void waitsForNoSilentStranger()
    {
        AuthenticatedListener listener(listenAt(*socketAddress("127.0.0.1", 0)), token);
        const auto address = *socketAddress("127.0.0.1", listener.port());
        std::vector<Descriptor> silent;
        for (int i = 0; i < 300; ++i)
            silent.push_back(connectWithin(address, 5s));
        auto called = std::async(
            std::launch::async, [&] { return shakeHands(connectWithin(address, 5s), token, soon()).has_value(); });
        const auto begun = Deadline::clock::now();
        QVERIFY(listener.next(soon()));
        QVERIFY(called.get());
        QVERIFY(Deadline::clock::now() - begun < 4s); // less than each stranger is given
        QVERIFY(!listener.next(soon(1s)));
    }
};

QTEST_GUILESS_MAIN(HandshakeTest)
#include "tst_handshake.moc"
