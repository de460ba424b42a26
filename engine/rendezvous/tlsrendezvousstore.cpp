// A rendezvous store that one of the machines serves over TLS, to those that know the same secret.
#include "engine/base/tcp.h"
#include "engine/rendezvous/agentlink.h"
#include "engine/rendezvous/connectretrying.h"
#include "engine/rendezvous/rendezvousstore.h"
#include "engine/rendezvous/runstore.h"
#include "engine/rendezvous/runstoreserver.h"
#include "engine/rendezvous/tlslistener.h"

#include <netdb.h>
#include <poll.h>

#include <cerrno>
#include <charconv>
#include <memory>
#include <thread>

namespace motley {

namespace {

using State = TlsConnection::State;
constexpr int roundMilliseconds = 100;
constexpr std::chrono::seconds proofLimit{10};
constexpr std::chrono::seconds answerLimit{30};

struct Endpoint {
    std::string address; // numeric
    int port = 0;

    std::string text() const { return address + " port " + std::to_string(port); }
};

Result<Endpoint> parseEndpoint(const std::string &text)
{
    const std::size_t colon = text.rfind(':');
    const std::string portText = colon == std::string::npos ? "" : text.substr(colon + 1);
    int port = 0;
    const auto [end, error] = std::from_chars(portText.data(), portText.data() + portText.size(), port);
    if (error != std::errc() || end != portText.data() + portText.size() || port < 1 || port > 65535)
        return fail("tcp://" + text + " must end with a port between 1 and 65535, such as tcp://10.0.0.5:29400.");
    std::string host = text.substr(0, colon);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']')
        host = host.substr(1, host.size() - 2);
    addrinfo wish{};
    wish.ai_socktype = SOCK_STREAM;
    addrinfo *found = nullptr;
    if (const int problem = getaddrinfo(host.c_str(), nullptr, &wish, &found); problem != 0)
        return fail("There is no machine " + host + ": " + gai_strerror(problem) + ".");
    char numbers[NI_MAXHOST] = "";
    getnameinfo(found->ai_addr, found->ai_addrlen, numbers, sizeof numbers, nullptr, 0, NI_NUMERICHOST);
    freeaddrinfo(found);
    return Endpoint{numbers, port};
}

// The machine that has the texts: it answers itself, as number 0, and its callers, until it leaves.
void serve(TlsListener listener, LineSocket own)
{
    RunStoreServer server;
    std::vector<TlsConnection> callers;
    const auto handle = [&](int from, const std::string &line) {
        auto request = parseStoreRequest(line);
        if (!request)
            return;
        request->rank = from;
        for (const StoreAnswer &answer : server.handle(*request))
            if (answer.rank == 0)
                own.send(toLine(answer));
            else
                callers[std::size_t(answer.rank) - 1].send(toLine(answer));
    };
    while (own.isOpen()) {
        std::vector<pollfd> waits{own.waits()};
        listener.addWaits(waits);
        for (const TlsConnection &caller : callers)
            waits.push_back(caller.waits());
        poll(waits.data(), waits.size(), roundMilliseconds);
        for (TlsConnection &caller : listener.newCallers())
            callers.push_back(std::move(caller));
        for (const std::string &line : own.advance())
            handle(0, line);
        for (std::size_t i = 0; i < callers.size(); ++i) {
            callers[i].advance();
            for (const std::string &line : callers[i].receivedLines())
                handle(int(i) + 1, line);
        }
    }
}

// Another machine passes on what it asks and is answered.
void passOn(TlsConnection link, LineSocket own)
{
    while (own.isOpen() && link.state() == State::Open) {
        pollfd waits[] = {own.waits(), link.waits()};
        poll(waits, 2, roundMilliseconds);
        for (std::string &line : own.advance())
            link.send(std::move(line));
        link.advance();
        for (const std::string &line : link.receivedLines())
            own.send(line);
    }
}

// c10d's exceptions have a stack trace behind the first line.
Error lost(const std::exception &failure)
{
    const std::string words = failure.what();
    return Error{
        "The machine where the others meet does not answer any more. Its own message says why; start all again.",
        words.substr(0, words.find('\n'))};
}

class TlsRendezvousStore : public RendezvousStore {
public:
    template <typename Connection>
    TlsRendezvousStore(void (*work)(Connection, LineSocket), Connection connection)
    {
        auto [own, other] = makeSocketPair();
        m_thread
            = std::jthread([work, connection = std::move(connection), socket = LineSocket(std::move(other))]() mutable {
                  work(std::move(connection), std::move(socket));
              });
        m_store = c10::make_intrusive<RunStore>(std::make_shared<AgentLink>(std::move(own)));
        m_store->setTimeout(answerLimit);
    }

    Result<void> takeNumber()
    {
        try {
            m_number = int(m_store->add("machines", 1));
            return {};
        } catch (const std::exception &failure) {
            return tl::unexpected(lost(failure));
        }
    }

    int number() const override { return m_number; }
    std::chrono::seconds heartbeatLimit() const override { return std::chrono::seconds(30); }

    Result<void> post(const std::string &name, const std::string &text) override
    {
        try {
            m_store->set(name, text);
            return {};
        } catch (const std::exception &failure) {
            return tl::unexpected(lost(failure));
        }
    }

    Result<std::optional<std::string>> read(const std::string &name) override
    {
        try {
            return m_store->check({name}) ? std::optional(m_store->get_to_str(name)) : std::nullopt;
        } catch (const std::exception &failure) {
            return tl::unexpected(lost(failure));
        }
    }

    void leave() override { } // its texts go with the store

private:
    std::jthread m_thread; // ends after the store, whose socket it serves
    c10::intrusive_ptr<c10d::Store> m_store;
    int m_number = 0;
};

Result<std::unique_ptr<RendezvousStore>> joinAt(
    const Endpoint &endpoint, const TlsConnection::Key &key, std::chrono::seconds limit)
{
    auto socket = connectRetrying("the machine where the others meet", endpoint.address, endpoint.port, limit);
    if (!socket)
        return tl::unexpected(socket.error());
    auto link = TlsConnection::toListener(std::move(*socket), key, "machine");
    const auto deadline = Deadline::clock::now() + proofLimit;
    for (link.advance(); link.state() == State::Handshake && Deadline::clock::now() < deadline; link.advance()) {
        pollfd wait = link.waits();
        poll(&wait, 1, roundMilliseconds);
    }
    if (link.state() != State::Open)
        return fail("What listens at " + endpoint.text()
                + " does not know the secret of this machine. Give all machines the same --secret, and check that "
                  "nothing else listens there.",
            link.state() == State::Closed ? link.whyClosed() : "it does not answer");
    auto store = std::make_unique<TlsRendezvousStore>(passOn, std::move(link));
    return store->takeNumber().map([&]() -> std::unique_ptr<RendezvousStore> { return std::move(store); });
}

} // namespace

Result<std::unique_ptr<RendezvousStore>> openTlsRendezvousStore(
    const std::string &text, const std::string &secret, std::chrono::seconds limit)
{
    const auto endpoint = parseEndpoint(text);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    const auto key = meetingKeyOf(secret);
    if (!key)
        return tl::unexpected(key.error());
    // Only the machine that has the address can bind to it, and of its processes only the first listens.
    if (Descriptor socket = listenAt(*socketAddress(endpoint->address, endpoint->port)))
        return std::make_unique<TlsRendezvousStore>(serve, TlsListener(std::move(socket), *key));
    if (errno != EADDRNOTAVAIL && errno != EADDRINUSE)
        return fail("Could not listen at " + endpoint->text() + ": " + systemReason(errno) + ". Choose another port.");
    return joinAt(*endpoint, *key, limit);
}

} // namespace motley
