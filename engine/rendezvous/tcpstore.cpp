#include "engine/rendezvous/tcpstore.h"

#include "engine/base/tcp.h"
#include "engine/rendezvous/connectretrying.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <c10/util/Logging.h>

#include <dlfcn.h>
#include <netdb.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <utility>

namespace motley {

void hideTorchWarnings()
{
    setenv("TORCH_CPP_LOG_LEVEL", "ERROR", 0);
    c10::initLogging(); // nothing else in LibTorch reads the variable
}

Result<ServedStore> serveStore(const std::string &address, const std::string &prefix)
{
    const auto where = socketAddress(address, 0);
    if (!where)
        return fail(notAnAddress(address));
    Descriptor socket = boundTo(*where);
    if (!socket)
        return fail("Could not listen on " + address + ": " + systemReason(errno)
            + ". The plan must name an address that this machine has now.");
    return serveStore(std::move(socket), address, prefix);
}

Result<ServedStore> serveStore(Descriptor socket, const std::string &address, const std::string &prefix)
{
    const int port = portOf(socket);
    try {
        c10d::TCPStoreOptions options;
        options.isServer = true;
        options.waitWorkers = false;
        options.port = static_cast<std::uint16_t>(port);
        options.masterListenFd = socket.release(); // c10d by itself would listen on every address
        auto store = c10::make_intrusive<c10d::TCPStore>(address, options);
        return ServedStore{c10::make_intrusive<c10d::PrefixStore>(prefix, std::move(store)), port};
    } catch (const std::exception &failure) {
        return fail(
            "Could not serve the run's store on " + address + " port " + std::to_string(port) + ".", failure.what());
    }
}

Result<c10::intrusive_ptr<c10d::Store>> joinStore(
    const std::string &address, int port, const std::string &prefix, std::chrono::seconds limit)
{
    // c10d would retry by itself, but say neither why it failed nor stop in time.
    if (const auto reached = connectRetrying("the run's store", address, port, limit); !reached)
        return tl::unexpected(reached.error());
    try {
        c10d::TCPStoreOptions options;
        options.port = static_cast<std::uint16_t>(port);
        options.waitWorkers = false;
        options.timeout = limit;
        auto store = c10::make_intrusive<c10d::TCPStore>(address, options);
        store->setTimeout(c10d::Store::kDefaultTimeout);
        return c10::intrusive_ptr<c10d::Store>(c10::make_intrusive<c10d::PrefixStore>(prefix, std::move(store)));
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
