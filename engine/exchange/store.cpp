#include "engine/exchange/store.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto retryDelay = std::chrono::milliseconds(200);
constexpr auto oneAttempt = std::chrono::milliseconds(3000);

class Socket {
public:
    explicit Socket(int descriptor) : m_descriptor(descriptor) { }
    Socket(Socket &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) { }
    Socket &operator=(Socket &&) = delete;
    ~Socket()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }
    int get() const { return m_descriptor; }
    int release() { return std::exchange(m_descriptor, -1); }

private:
    int m_descriptor;
};

struct AddressListDeleter {
    void operator()(addrinfo *list) const { freeaddrinfo(list); }
};
using AddressList = std::unique_ptr<addrinfo, AddressListDeleter>;

std::string reason(int error)
{
    return std::generic_category().message(error);
}

// Numbers only: a name could mean another interface tomorrow.
Result<AddressList> resolve(const std::string &address, int port)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo *list = nullptr;
    if (const int error = getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &list))
        return fail("\"" + address + "\" is no IP address; the plan needs one of the machine's own, such as 10.0.0.5.",
            gai_strerror(error));
    return AddressList(list);
}

int portOf(const Socket &socket)
{
    sockaddr_storage bound{};
    socklen_t length = sizeof bound;
    char service[NI_MAXSERV] = "";
    if (getsockname(socket.get(), reinterpret_cast<sockaddr *>(&bound), &length)
        || getnameinfo(
            reinterpret_cast<sockaddr *>(&bound), length, nullptr, 0, service, sizeof service, NI_NUMERICSERV))
        return 0;
    return std::atoi(service);
}

// 0 when connected, otherwise an errno.
int tryConnect(const addrinfo &to, std::chrono::milliseconds limit)
{
    const Socket socket(::socket(to.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (socket.get() < 0)
        return errno;
    if (!connect(socket.get(), to.ai_addr, to.ai_addrlen))
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    pollfd waiting{socket.get(), POLLOUT, 0};
    if (poll(&waiting, 1, static_cast<int>(limit.count())) < 1)
        return ETIMEDOUT;
    int error = 0;
    socklen_t length = sizeof error;
    getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &length);
    return error;
}

std::string unreachable(const std::string &address, int port, std::chrono::seconds limit, int error)
{
    return "Could not reach the run's store at " + address + " port " + std::to_string(port) + " within "
        + std::to_string(limit.count()) + " s: " + reason(error)
        + ". Check that a firewall lets this port in and that both machines share the interface with this address.";
}

} // namespace

Result<ServedStore> serveStore(const std::string &address, const std::string &token)
{
    const auto where = resolve(address, 0);
    if (!where)
        return tl::unexpected(where.error());
    Socket socket(::socket((*where)->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (socket.get() < 0 || bind(socket.get(), (*where)->ai_addr, (*where)->ai_addrlen))
        return fail("Could not listen on " + address + ": " + reason(errno)
            + ". The plan must name an address that this machine has now.");
    const int port = portOf(socket);
    try {
        c10d::TCPStoreOptions options;
        options.isServer = true;
        options.waitWorkers = false;
        options.port = static_cast<std::uint16_t>(port);
        options.masterListenFd = socket.release(); // c10d by itself would listen on every address
        auto store = c10::make_intrusive<c10d::TCPStore>(address, options);
        return ServedStore{c10::make_intrusive<c10d::PrefixStore>(token, std::move(store)), port};
    } catch (const std::exception &failure) {
        return fail(
            "Could not serve the run's store on " + address + " port " + std::to_string(port) + ".", failure.what());
    }
}

Result<c10::intrusive_ptr<c10d::Store>> joinStore(
    const std::string &address, int port, const std::string &token, std::chrono::seconds limit)
{
    const auto where = resolve(address, port);
    if (!where)
        return tl::unexpected(where.error());
    // c10d would retry by itself, but say neither why it failed nor stop in time.
    const auto deadline = Clock::now() + limit;
    while (const int error = tryConnect(**where, oneAttempt)) {
        if (Clock::now() + retryDelay > deadline)
            return fail(unreachable(address, port, limit, error));
        std::this_thread::sleep_for(retryDelay);
    }
    try {
        c10d::TCPStoreOptions options;
        options.port = static_cast<std::uint16_t>(port);
        options.waitWorkers = false;
        options.timeout = limit;
        auto store = c10::make_intrusive<c10d::TCPStore>(address, options);
        store->setTimeout(c10d::Store::kDefaultTimeout);
        return c10::intrusive_ptr<c10d::Store>(c10::make_intrusive<c10d::PrefixStore>(token, std::move(store)));
    } catch (const std::exception &failure) {
        return fail("What listens at " + address + " port " + std::to_string(port)
                + " does not answer as the store of a run. Check that the run still lives.",
            failure.what());
    }
}

} // namespace motley
