#include "engine/rendezvous/peerconnections.h"

#include "engine/base/randomhex.h"
#include "engine/base/tcp.h"

#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using Word = std::array<char, 32>; // of random hexadecimal digits
constexpr std::size_t longestPlace = 200; // address, port and word, as the store has them
constexpr std::chrono::seconds greetingLimit{5}; // of a caller

struct Greeting {
    std::uint32_t rank = 0; // of the caller, in network order
    Word word{}; // of the one that is called
};

[[noreturn]] void throwReason(const std::string &what)
{
    throw std::runtime_error(what + ": " + systemReason(errno));
}

SocketAddress placeOf(const std::string &address, int port)
{
    const auto place = socketAddress(address, port);
    if (!place)
        throw std::runtime_error(address + " is no IP address");
    return *place;
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

Descriptor listenFor(const std::string &address)
{
    Descriptor socket = listenAt(placeOf(address, 0));
    if (!socket)
        throwReason("cannot listen at " + address);
    return socket;
}

std::string keyOf(int rank)
{
    return "direct/" + std::to_string(rank);
}

Deadline greetingDeadline()
{
    return Clock::now() + greetingLimit;
}

class PeerLinker {
public:
    PeerLinker(const PeerPlace &place, c10d::Store &store, std::chrono::milliseconds limit)
        : m_place(place), m_store(store), m_deadline(Clock::now() + limit), m_listener(listenFor(place.address)),
          m_word(randomWord()), m_links(std::size_t(place.size))
    {
        store.set(keyOf(place.rank),
            place.address + ' ' + std::to_string(portOf(m_listener)) + ' ' + std::string(m_word.begin(), m_word.end()));
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
        const SocketAddress where = placeOf(place.substr(0, port), std::atoi(place.c_str() + port + 1));
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(m_deadline - Clock::now());
        Descriptor link = connectWithin(where, left);
        Greeting greeting{htonl(std::uint32_t(m_place.rank)), {}};
        std::copy_n(place.begin() + std::ptrdiff_t(word) + 1, Word().size(), greeting.word.begin());
        if (!link || !sendAll(link, &greeting, sizeof greeting, greetingDeadline()))
            throwReason("rank " + std::to_string(peer) + " at " + place.substr(0, word));
        sendAtOnce(link);
        m_links[std::size_t(peer)] = std::move(link);
    }

    // Whether the next caller was one of the missing ranks.
    int answer()
    {
        Descriptor link = nextCaller(m_listener, m_deadline);
        if (!link && Clock::now() >= m_deadline)
            throw std::runtime_error("Timed out waiting for the other ranks' calls");
        if (!link)
            return 0;
        sendAtOnce(link);
        Greeting greeting;
        if (!receiveAll(link, &greeting, sizeof greeting, greetingDeadline()) || greeting.word != m_word)
            return 0;
        const std::uint32_t rank = ntohl(greeting.rank);
        if (rank <= std::uint32_t(m_place.rank) || rank >= m_links.size() || m_links[rank]
            || !sendAll(link, wordOf(int(rank)).data(), Word().size(), greetingDeadline()))
            return 0;
        m_links[rank] = std::move(link);
        return 1;
    }

    void hearBack(int peer)
    {
        Word word{};
        if (!receiveAll(m_links[std::size_t(peer)], word.data(), word.size(), greetingDeadline()))
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
    return PeerLinker(place, store, limit).links();
}

} // namespace motley
