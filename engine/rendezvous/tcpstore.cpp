#include "engine/rendezvous/tcpstore.h"

#include "engine/base/tcp.h"
#include "engine/base/walltime.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <c10/util/Logging.h>

#include <dlfcn.h>
#include <netdb.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto retryDelay = std::chrono::milliseconds(200);
constexpr auto oneAttempt = std::chrono::milliseconds(3000);

Result<SocketAddress> resolve(const std::string &address, int port)
{
    const auto found = socketAddress(address, port);
    if (!found)
        return fail(
            "\"" + address + "\" is not an IP address; the plan needs one of the machine's own, such as 10.0.0.5.");
    return *found;
}

std::string unreachable(const std::string &address, int port, std::chrono::seconds limit, int error)
{
    return "Could not reach the run's store at " + address + " port " + std::to_string(port) + " within "
        + secondsText(limit) + ": " + systemReason(error)
        + ". Check that a firewall lets this port in and that both machines share the interface with this address.";
}

} // namespace

void hideTorchWarnings()
{
    setenv("TORCH_CPP_LOG_LEVEL", "ERROR", 0);
    c10::initLogging(); // nothing else in LibTorch reads the variable
}

Result<ServedStore> serveStore(const std::string &address, const std::string &token)
{
    const auto where = resolve(address, 0);
    if (!where)
        return tl::unexpected(where.error());
    Descriptor socket = boundTo(*where);
    if (!socket)
        return fail("Could not listen on " + address + ": " + systemReason(errno)
            + ". The plan must name an address that this machine has now.");
    return serveStore(std::move(socket), address, token);
}

Result<ServedStore> serveStore(Descriptor socket, const std::string &address, const std::string &token)
{
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
    while (!connectWithin(*where, oneAttempt)) {
        const int error = errno;
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

// Takes the place of the C library's. c10d asks for the name of each of its connections, to write it into its log, and
// where no name server answers it would wait for half a minute at each: three times before a run begins.
extern "C" int getnameinfo(const sockaddr *address, socklen_t length, char *host, socklen_t hostSize, char *service,
    socklen_t serviceSize, int flags)
{
    static const auto next = reinterpret_cast<decltype(&getnameinfo)>(dlsym(RTLD_NEXT, "getnameinfo"));
    return next(address, length, host, hostSize, service, serviceSize, flags | NI_NUMERICHOST);
}
