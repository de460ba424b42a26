#include "engine/machine/connectionwatch.h"

#include "engine/base/tcp.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace motley {

namespace {

namespace fs = std::filesystem;

constexpr auto interval = std::chrono::milliseconds(900);
constexpr int idleBeforeAsking = 2; // seconds in which nothing came from the other end
constexpr int askingInterval = 1; // seconds
constexpr std::chrono::hours never{24 * 24}; // the kernel counts milliseconds in 32 bits
constexpr std::size_t mostNamed = 16; // a status has little room, and where so many are lost it is this machine

struct TcpSocket {
    ino_t number = 0;
    bool isRetrying = false; // what it sent last was not acknowledged in time
    bool isHeldBack = false; // what it has cannot leave, as this machine knows no way or the other end has no room
    bool isUnanswered = false; // nor was it said that there is no room
};

std::optional<TcpSocket> tcpSocketAt(int descriptor)
{
    int protocol = 0;
    socklen_t length = sizeof protocol;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PROTOCOL, &protocol, &length) || protocol != IPPROTO_TCP)
        return std::nullopt;
    tcp_info info{};
    length = sizeof info;
    struct stat file { };
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) || fstat(descriptor, &file))
        return std::nullopt;
    return TcpSocket{file.st_ino, info.tcpi_retransmits > 0, info.tcpi_probes > 0, info.tcpi_probes > 1};
}

// The kernel gives a connection up after this time without an acknowledgement, and until then makes no pause between
// two attempts that would end later.
void setGivingUp(int descriptor, std::chrono::milliseconds after)
{
    setOption(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, int(after.count()));
}

// Lets the kernel ask whether the other end is there while this end has nothing to send. Of two ranks that wait for
// each other, one may have sent all that it has, and be the one that knows the other by the address of the plan.
void askWhileIdle(int descriptor)
{
    int isAsking = 0;
    socklen_t length = sizeof isAsking;
    if (getsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &isAsking, &length) || isAsking)
        return;
    setOption(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, idleBeforeAsking);
    setOption(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, askingInterval);
    setGivingUp(descriptor, never); // in place of a number of questions
    setOption(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
}

// Tries at once to send what could not leave, as this sets what a socket of a run has set already.
void sendHeldBack(int descriptor)
{
    setOption(descriptor, IPPROTO_TCP, TCP_NODELAY, 1);
}

} // namespace

std::vector<std::string> ConnectionWatch::unreachable(Clock::time_point now)
{
    if (now - m_lastLook < interval)
        return m_found;
    std::map<ino_t, Clock::time_point> stalled;
    m_found.clear();
    std::error_code problem;
    for (fs::directory_iterator entry("/proc/self/fd", problem), end; !problem && entry != end;
         entry.increment(problem))
        watch(std::atoi(entry->path().filename().c_str()), now, stalled);
    m_stalled = std::move(stalled);
    m_lastLook = now;
    std::sort(m_found.begin(), m_found.end());
    m_found.erase(std::unique(m_found.begin(), m_found.end()), m_found.end());
    m_found.resize(std::min(m_found.size(), mostNamed));
    return m_found;
}

void ConnectionWatch::watch(int descriptor, Clock::time_point now, std::map<ino_t, Clock::time_point> &stalled)
{
    const auto socket = tcpSocketAt(descriptor);
    if (!socket)
        return;
    askWhileIdle(descriptor);
    const auto known = m_stalled.find(socket->number);
    if (socket->isHeldBack)
        sendHeldBack(descriptor);
    if (!socket->isRetrying && known != m_stalled.end())
        setGivingUp(descriptor, never);
    if (!socket->isRetrying && !socket->isUnanswered)
        return;
    // At the last look all was well, so the first attempt was later than that.
    const auto since = known != m_stalled.end() ? known->second : m_lastLook;
    stalled[socket->number] = since;
    if (socket->isRetrying)
        setGivingUp(descriptor, std::chrono::ceil<std::chrono::milliseconds>(now - since) + longestPause);
    if (now - since > patience)
        m_found.push_back(peerAddressOf(descriptor));
}

} // namespace motley
