// A rendezvous store that one of the machines serves over TCP.
#include "engine/base/tcp.h"
#include "engine/rendezvous/rendezvousstore.h"
#include "engine/rendezvous/tcpstore.h"

#include <netdb.h>

#include <cerrno>
#include <charconv>

namespace motley {

namespace {

constexpr const char *prefix = "join";

struct Endpoint {
    std::string address; // numeric
    int port = 0;
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

// c10d's exceptions have a stack trace behind the first line.
Error lost(const std::exception &failure)
{
    const std::string words = failure.what();
    return Error{
        "The machine where the others meet does not answer any more. Its own message says why; start all again.",
        words.substr(0, words.find('\n'))};
}

class TcpRendezvousStore : public RendezvousStore {
public:
    TcpRendezvousStore(c10::intrusive_ptr<c10d::Store> store, int number) : m_store(std::move(store)), m_number(number)
    {
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
    c10::intrusive_ptr<c10d::Store> m_store;
    int m_number;
};

Result<std::unique_ptr<RendezvousStore>> joinAsClient(const Endpoint &endpoint, std::chrono::seconds limit)
{
    const auto store = joinStore(endpoint.address, endpoint.port, prefix, limit);
    if (!store)
        return tl::unexpected(store.error());
    try {
        const int number = int((*store)->add("clients", 1));
        return std::make_unique<TcpRendezvousStore>(*store, number);
    } catch (const std::exception &failure) {
        return tl::unexpected(lost(failure));
    }
}

} // namespace

Result<std::unique_ptr<RendezvousStore>> openTcpRendezvousStore(const std::string &text, std::chrono::seconds limit)
{
    hideTorchWarnings();
    const auto endpoint = parseEndpoint(text);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    Descriptor socket = boundTo(*socketAddress(endpoint->address, endpoint->port));
    // Only the machine that has the address can bind to it, and of its processes only the first listens.
    if (!socket && errno != EADDRNOTAVAIL && errno != EADDRINUSE)
        return fail("Could not listen at " + endpoint->address + " port " + std::to_string(endpoint->port) + ": "
            + systemReason(errno) + ". Choose another port.");
    if (socket)
        if (const auto served = serveStore(std::move(socket), endpoint->address, prefix))
            return std::make_unique<TcpRendezvousStore>(served->store, 0);
    return joinAsClient(*endpoint, limit);
}

} // namespace motley
