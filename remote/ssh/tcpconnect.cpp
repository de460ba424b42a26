#include "remote/ssh/tcpconnect.h"

#include "engine/base/tcp.h"
#include "remote/session/sentence.h"
#include "remote/session/wakeup.h"

#include <QCoreApplication>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds headStart{250}; // of one address before the next one is tried as well
constexpr std::chrono::hours longestPoll{1};
constexpr int unackedLimit = 30000; // milliseconds without acknowledgement until the connection counts as dead

struct Address {
    sockaddr_storage storage{};
    socklen_t length = 0;

    std::string text() const
    {
        std::array<char, NI_MAXHOST> host{};
        ::getnameinfo(
            reinterpret_cast<const sockaddr *>(&storage), length, host.data(), host.size(), nullptr, 0, NI_NUMERICHOST);
        return host.data();
    }
};

struct Lookup {
    std::mutex mutex;
    std::condition_variable_any changed;
    bool done = false;
    int code = 0;
    std::vector<Address> addresses;
};

void lookUp(Lookup &lookup, const std::string &host, int port, int family)
{
    addrinfo hints{};
    hints.ai_family = family;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *list = nullptr;
    const int code = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
    std::vector<Address> addresses;
    for (const addrinfo *entry = list; entry && addresses.size() < 16; entry = entry->ai_next) {
        Address address;
        std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
        address.length = entry->ai_addrlen;
        addresses.push_back(address);
    }
    if (list)
        ::freeaddrinfo(list);
    const std::lock_guard lock(lookup.mutex);
    lookup.code = code;
    lookup.addresses = std::move(addresses);
    lookup.done = true;
    lookup.changed.notify_all();
}

int familyNumber(SshSettings::AddressFamily family)
{
    switch (family) {
    case SshSettings::AddressFamily::IPv4:
        return AF_INET;
    case SshSettings::AddressFamily::IPv6:
        return AF_INET6;
    case SshSettings::AddressFamily::Any:
        break;
    }
    return AF_UNSPEC;
}

// The two families in turn, each in the order that the system prefers.
std::vector<Address> alternating(const std::vector<Address> &addresses)
{
    std::vector<Address> first;
    std::vector<Address> second;
    for (const auto &address : addresses)
        (address.storage.ss_family == addresses.front().storage.ss_family ? first : second).push_back(address);
    std::vector<Address> result;
    for (std::size_t index = 0; index < std::max(first.size(), second.size()); ++index) {
        if (index < first.size())
            result.push_back(first[index]);
        if (index < second.size())
            result.push_back(second[index]);
    }
    return result;
}

tl::unexpected<Error> stopped()
{
    return sentence(phraseOf("motley::connectTcp", "Stopped, as asked."));
}

tl::unexpected<Error> noAnswer(milliseconds limit)
{
    return sentence(phraseOf("motley::connectTcp", "no answer within %Ln second(s)", nullptr,
        static_cast<int>(std::chrono::ceil<std::chrono::seconds>(limit).count())));
}

// getaddrinfo() cannot be interrupted: it is left behind on its own thread when it takes too long.
Result<std::vector<Address>> resolve(const std::string &host, int port, SshSettings::AddressFamily family,
    milliseconds limit, const std::stop_token &stop)
{
    const auto lookup = std::make_shared<Lookup>();
    std::thread([lookup, host, port, family] { lookUp(*lookup, host, port, familyNumber(family)); }).detach();
    std::unique_lock lock(lookup->mutex);
    if (!lookup->changed.wait_for(lock, stop, limit, [&] { return lookup->done; })) {
        if (stop.stop_requested())
            return stopped();
        return sentence(phraseOf("motley::connectTcp", "its name was not resolved in time"));
    }
    if (lookup->code != 0 || lookup->addresses.empty())
        return sentence(phraseOf("motley::connectTcp", "the name %1 is not known (%2)")
                            .arg(QString::fromStdString(host), QString::fromLocal8Bit(::gai_strerror(lookup->code))));
    return alternating(lookup->addresses);
}

struct Attempt {
    Address address;
    Descriptor socket;
};

class Race {
public:
    Race(std::vector<Address> addresses, std::string host) : m_waiting(std::move(addresses)), m_host(std::move(host))
    {
        std::reverse(m_waiting.begin(), m_waiting.end());
    }

    bool canStart() const { return !m_waiting.empty(); }
    bool isIdle() const { return m_running.empty(); }
    bool isLost() const { return m_waiting.empty() && m_running.empty(); }
    std::string answers() const { return m_answers; }

    void startNext()
    {
        Attempt attempt{m_waiting.back(),
            Descriptor(::socket(m_waiting.back().storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))};
        m_waiting.pop_back();
        const auto *address = reinterpret_cast<const sockaddr *>(&attempt.address.storage);
        if (::connect(attempt.socket.get(), address, attempt.address.length) == 0 || errno == EINPROGRESS)
            m_running.push_back(std::move(attempt));
        else
            note(attempt.address, errno);
    }

    // The first socket that is connected; an invalid descriptor: none after `limit`.
    Descriptor wait(const Wakeup &wakeup, milliseconds limit)
    {
        std::vector<pollfd> ready{{wakeup.descriptor(), POLLIN, 0}};
        for (const auto &attempt : m_running)
            ready.push_back({attempt.socket.get(), POLLOUT, 0});
        ::poll(ready.data(), ready.size(), static_cast<int>(std::min<milliseconds>(limit, longestPoll).count()));
        for (std::size_t index = m_running.size(); index-- > 0;) {
            if (ready[index + 1].revents == 0)
                continue;
            int error = 0;
            socklen_t length = sizeof error;
            ::getsockopt(m_running[index].socket.get(), SOL_SOCKET, SO_ERROR, &error, &length);
            if (error == 0)
                return std::move(m_running[index].socket);
            note(m_running[index].address, error);
            m_running.erase(m_running.begin() + static_cast<std::ptrdiff_t>(index));
        }
        return Descriptor();
    }

private:
    void note(const Address &address, int error)
    {
        const bool isSaid = address.text() == m_host; // by whoever names the host
        m_answers += (m_answers.empty() ? "" : "; ") + (isSaid ? std::string() : address.text() + ": ");
        m_answers += std::strerror(error);
    }

    std::vector<Address> m_waiting; // the next one last
    std::string m_host;
    std::vector<Attempt> m_running;
    std::string m_answers;
};

} // namespace

Result<Descriptor> connectTcp(
    const std::string &host, int port, SshSettings::AddressFamily family, milliseconds limit, std::stop_token stop)
{
    const auto deadline = Clock::now() + limit;
    auto addresses = resolve(host, port, family, limit, stop);
    if (!addresses)
        return tl::unexpected(addresses.error());

    const Wakeup wakeup(stop);
    Race race(std::move(*addresses), host);
    auto nextStart = Clock::now();
    while (!race.isLost()) {
        if (race.canStart() && (race.isIdle() || Clock::now() >= nextStart)) {
            race.startNext();
            nextStart = Clock::now() + headStart;
        }
        const auto until = race.canStart() ? std::min(nextStart, deadline) : deadline;
        auto winner
            = race.wait(wakeup, std::max(milliseconds(0), std::chrono::ceil<milliseconds>(until - Clock::now())));
        if (stop.stop_requested())
            return stopped();
        if (winner) {
            sendAtOnce(winner);
            setOption(winner.get(), SOL_SOCKET, SO_KEEPALIVE, 1);
            setOption(winner.get(), IPPROTO_TCP, TCP_KEEPIDLE, 15);
            setOption(winner.get(), IPPROTO_TCP, TCP_KEEPINTVL, 5);
            setOption(winner.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, unackedLimit);
            return winner;
        }
        if (Clock::now() >= deadline)
            return noAnswer(limit);
    }
    return fail(race.answers());
}

} // namespace motley
