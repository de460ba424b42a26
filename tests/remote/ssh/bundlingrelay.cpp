#include "bundlingrelay.h"

#include "engine/base/descriptor.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <string>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int pollMilliseconds = 10;

sockaddr_in loopback(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

bool isReadable(int socket, int milliseconds)
{
    pollfd waiting{socket, POLLIN, 0};
    return ::poll(&waiting, 1, milliseconds) > 0;
}

// Appends the bytes that have arrived; false at the end of the connection.
bool receive(int socket, std::string &bytes)
{
    std::array<char, 65536> buffer;
    const auto count = ::recv(socket, buffer.data(), buffer.size(), 0);
    if (count > 0)
        bytes.append(buffer.data(), std::size_t(count));
    return count > 0;
}

} // namespace

BundlingRelay::BundlingRelay(int serverPort, std::chrono::milliseconds held)
    : m_serverPort(serverPort), m_held(held), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    auto address = loopback(0);
    socklen_t length = sizeof address;
    ::bind(m_listener, reinterpret_cast<sockaddr *>(&address), length);
    ::listen(m_listener, 1);
    ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &length);
    m_port = ntohs(address.sin_port);
    m_thread = std::jthread([this](std::stop_token stop) { run(stop); });
}

BundlingRelay::~BundlingRelay()
{
    m_thread = {};
    ::close(m_listener);
}

void BundlingRelay::run(std::stop_token stop)
{
    while (!stop.stop_requested() && !isReadable(m_listener, pollMilliseconds)) { }
    if (stop.stop_requested())
        return;
    const Descriptor client(::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC));
    const Descriptor server(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto address = loopback(m_serverPort);
    if (::connect(server.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return;
    std::string bundle;
    auto begun = Clock::now();
    bool open = true;
    while (open && !stop.stop_requested()) {
        std::string asked;
        if (isReadable(client.get(), 0))
            open = receive(client.get(), asked) && writeAll(server.get(), asked);
        if (isReadable(server.get(), asked.empty() ? pollMilliseconds : 0)) {
            if (bundle.empty())
                begun = Clock::now();
            open = receive(server.get(), bundle) && open;
        }
        if (!bundle.empty() && (!open || Clock::now() - begun >= m_held)) {
            open = writeAll(client.get(), bundle) && open;
            bundle.clear();
        }
    }
}

} // namespace motley
