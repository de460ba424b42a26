#include "engine/rendezvous/connectretrying.h"

#include "engine/base/tcp.h"
#include "engine/base/walltime.h"

#include <cerrno>
#include <thread>

namespace motley {

namespace {

constexpr auto retryDelay = std::chrono::milliseconds(200);
constexpr auto oneAttempt = std::chrono::milliseconds(3000);

std::string unreachable(
    const std::string &what, const std::string &address, int port, std::chrono::seconds limit, int error)
{
    return "Could not reach " + what + " at " + address + " port " + std::to_string(port) + " within "
        + secondsText(limit) + ": " + systemReason(error)
        + ". Check that a firewall lets this port in and that both machines share the interface with this address.";
}

} // namespace

Result<Descriptor> connectRetrying(
    const std::string &what, const std::string &address, int port, std::chrono::seconds limit)
{
    const auto where = socketAddress(address, port);
    if (!where)
        return fail(notAnAddress(address));
    const auto deadline = Deadline::clock::now() + limit;
    while (true) {
        if (Descriptor connection = connectWithin(*where, oneAttempt))
            return connection;
        const int error = errno;
        if (Deadline::clock::now() + retryDelay > deadline)
            return fail(unreachable(what, address, port, limit, error));
        std::this_thread::sleep_for(retryDelay);
    }
}

std::string notAnAddress(const std::string &text)
{
    return "\"" + text + "\" is not an IP address; the plan needs one of the machine's own, such as 10.0.0.5.";
}

} // namespace motley
