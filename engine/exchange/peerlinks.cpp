#include "engine/exchange/peerlinks.h"

#include "engine/system/randomhex.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <stdexcept>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using Word = std::array<char, 32>; // of random hexadecimal digits
constexpr std::size_t longestPlace = 200; // address, port and word, as the store has them
constexpr timeval greetingLimit{5, 0}; // of a caller

struct Greeting {
    std::uint32_t rank = 0; // of the caller, in network order
    Word word{}; // of the one that is called
};

struct AddressDeleter {
    void operator()(addrinfo *list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, AddressDeleter>;

[[noreturn]] void throwReason(const std::string &what)
{
    throw std::runtime_error(what + ": " + systemReason(errno));
}

Addresses addressesOf(const std::string &address, const std::string &port)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo *list = nullptr;
    if (const int failed = getaddrinfo(address.c_str(), port.c_str(), &hints, &list))
        throw std::runtime_error(address + ": " + gai_strerror(failed));
    return Addresses(list);
}

Word randomWord()
{
    const std::string digits = randomHex(std::tuple_size_v<Word> / 2);
    Word word{};
    if (digits.size() != word.size())
        throwReason("no random numbers");
    std::copy(digits.begin(), digits.end(), word.begin());
    return word;
}

Descriptor listenAt(const std::string &address)
{
    const Addresses places = addressesOf(address, "0");
    Descriptor socket(::socket(places->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!socket || bind(socket.get(), places->ai_addr, places->ai_addrlen) || listen(socket.get(), SOMAXCONN))
        throwReason("cannot listen at " + address);
    return socket;
}

std::string portOf(const Descriptor &listener)
{
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    char port[NI_MAXSERV] = "";
    auto *any = reinterpret_cast<sockaddr *>(&address);
    if (getsockname(listener.get(), any, &length)
        || getnameinfo(any, length, nullptr, 0, port, sizeof port, NI_NUMERICSERV))
        throwReason("a socket without a port");
    return port;
}

std::string keyOf(int rank)
{
    return "direct/" + std::to_string(rank);
}

bool sendAll(const Descriptor &link, const void *bytes, std::size_t size)
{
    return send(link.get(), bytes, size, MSG_NOSIGNAL) == ssize_t(size);
}

bool receiveAll(const Descriptor &link, void *bytes, std::size_t size)
{
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = recv(link.get(), static_cast<char *>(bytes) + done, size - done, 0);
        if (got > 0)
            done += std::size_t(got);
        else if (got == 0 || errno != EINTR)
            return false;
    }
    return true;
}

void makePrompt(const Descriptor &link)
{
    const int yes = 1;
    setsockopt(link.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(link.get(), SOL_SOCKET, SO_RCVTIMEO, &greetingLimit, sizeof greetingLimit);
}

class Meeting {
public:
    Meeting(const PeerPlace &place, c10d::Store &store, std::chrono::milliseconds limit)
        : m_place(place), m_store(store), m_deadline(Clock::now() + limit), m_listener(listenAt(place.address)),
          m_word(randomWord()), m_links(std::size_t(place.size))
    {
        store.set(keyOf(place.rank),
            place.address + ' ' + portOf(m_listener) + ' ' + std::string(m_word.begin(), m_word.end()));
    }

    // The greetings wait in the listeners' queues: nobody has to be first.
    std::vector<Descriptor> links()
    {
        for (int peer = 0; peer < m_place.rank; ++peer)
            call(peer);
        for (int missing = m_place.size - m_place.rank - 1; missing > 0;)
            missing -= answer();
        for (int peer = 0; peer < m_place.rank; ++peer)
            hearBack(peer);
        return std::move(m_links);
    }

private:
    void call(int peer)
    {
        const std::vector<std::uint8_t> bytes = m_store.get(keyOf(peer));
        const std::string place(bytes.begin(), bytes.end());
        const std::size_t port = place.find(' ');
        const std::size_t word = place.rfind(' ');
        if (place.size() > longestPlace || port == word || place.size() - word - 1 != Word().size())
            throw std::runtime_error("rank " + std::to_string(peer) + " is at no address");
        const Addresses places = addressesOf(place.substr(0, port), place.substr(port + 1, word - port - 1));
        Descriptor link(socket(places->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        Greeting greeting{htonl(std::uint32_t(m_place.rank)), {}};
        std::copy_n(place.begin() + std::ptrdiff_t(word) + 1, Word().size(), greeting.word.begin());
        if (!link || connect(link.get(), places->ai_addr, places->ai_addrlen)
            || !sendAll(link, &greeting, sizeof greeting))
            throwReason("rank " + std::to_string(peer) + " at " + place.substr(0, word));
        makePrompt(link);
        m_links[std::size_t(peer)] = std::move(link);
    }

    // Whether the next caller was one of the missing ranks.
    int answer()
    {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - Clock::now());
        pollfd waits{m_listener.get(), POLLIN, 0};
        if (left.count() <= 0 || poll(&waits, 1, int(left.count())) == 0)
            throw std::runtime_error("Timed out waiting for the other ranks' calls");
        Descriptor link(accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!link)
            return 0;
        makePrompt(link);
        Greeting greeting;
        if (!receiveAll(link, &greeting, sizeof greeting) || greeting.word != m_word)
            return 0;
        const std::uint32_t rank = ntohl(greeting.rank);
        if (rank <= std::uint32_t(m_place.rank) || rank >= m_links.size() || m_links[rank]
            || !sendAll(link, wordOf(int(rank)).data(), Word().size()))
            return 0;
        m_links[rank] = std::move(link);
        return 1;
    }

    void hearBack(int peer)
    {
        Word word{};
        if (!receiveAll(m_links[std::size_t(peer)], word.data(), word.size()))
            throwReason("rank " + std::to_string(peer) + " did not answer");
        if (word != m_word)
            throw std::runtime_error("rank " + std::to_string(peer) + " is at the address of somebody else");
    }

    Word wordOf(int peer)
    {
        const std::vector<std::uint8_t> place = m_store.get(keyOf(peer));
        Word word{};
        if (place.size() >= word.size())
            std::copy(place.end() - std::ptrdiff_t(word.size()), place.end(), word.begin());
        return word;
    }

    const PeerPlace &m_place;
    c10d::Store &m_store;
    const Clock::time_point m_deadline;
    const Descriptor m_listener;
    const Word m_word;
    std::vector<Descriptor> m_links;
};

} // namespace

std::vector<Descriptor> linkPeers(const PeerPlace &place, c10d::Store &store, std::chrono::milliseconds limit)
{
    return Meeting(place, store, limit).links();
}

} // namespace motley
