#include "remote/fleet/connect.h"

#include "remote/session/localsession.h"
#include "remote/session/sentence.h"
#include "remote/ssh/sshhandshake.h"
#include "remote/ssh/sshlogin.h"
#include "remote/ssh/sshsession.h"
#include "remote/ssh/sshtunnel.h"
#include "remote/ssh/tcpconnect.h"

#include <QCoreApplication>

namespace motley {

namespace {

constexpr int mostHops = 8;

using Transport = std::unique_ptr<SshTransport>;
using Cause = ConnectError::Cause;

Cause causeOf(HandshakeError::Cause cause)
{
    switch (cause) {
    case HandshakeError::Cause::NoCommonAlgorithm:
        return Cause::NoCommonAlgorithm;
    case HandshakeError::Cause::HostKeyChanged:
        return Cause::HostKeyChanged;
    case HandshakeError::Cause::HostKeyRefused:
        return Cause::HostKeyRefused;
    case HandshakeError::Cause::Other:
        break;
    }
    return Cause::Unreachable;
}

// Makes one connection: reads the configuration of a destination, goes through its jump hosts, and logs in.
class Route {
    Q_DECLARE_TR_FUNCTIONS(motley::connectTo)
    MOTLEY_PHRASES(motley::connectTo)

public:
    Route(Prompter &prompter, std::stop_token stop) : m_prompter(prompter), m_stop(std::move(stop)) { }

    Cause cause() const { return m_cause; } // of the failure

    Result<Transport> to(const std::string &destination, const Sentence &machine)
    {
        // Bounds the recursion for the first jump host, which would not end where two hosts are configured as each
        // other's jump host.
        if (++m_hops > mostHops)
            return sentence(
                phrase("The SSH configuration leads through more than %Ln jump host(s).", nullptr, mostHops));
        auto settings = resolveSsh(destination, m_stop);
        if (!settings)
            return tl::unexpected(settings.error());
        if (settings->jumps.empty())
            return straightTo(*settings, machine);

        // The first jump host may have jump hosts of its own.
        auto transport = to(settings->jumps.front(), onTheWay(settings->jumps.front(), machine));
        for (std::size_t index = 1; transport && index < settings->jumps.size(); ++index) {
            const auto &jump = settings->jumps[index];
            const auto next = resolveSsh(jump, m_stop);
            transport
                = next ? through(std::move(*transport), *next, onTheWay(jump, machine)) : tl::unexpected(next.error());
        }
        return transport ? through(std::move(*transport), *settings, machine) : std::move(transport);
    }

private:
    static Sentence onTheWay(const std::string &jump, const Sentence &machine)
    {
        return phrase("%1 (on the way to %2)").arg(QString::fromStdString(jump), machine);
    }

    Result<Transport> straightTo(const SshSettings &settings, const Sentence &machine)
    {
        auto socket
            = connectTcp(settings.hostName, settings.port, settings.addressFamily, settings.connectTimeout, m_stop);
        if (!socket)
            return sentence(
                phrase("Could not connect to %1 at %2, port %3: %4. Check the address, and that the machine and "
                       "its SSH server run.")
                    .arg(machine, QString::fromStdString(settings.hostName))
                    .arg(settings.port)
                    .arg(socket.error()));
        return logIn(std::move(*socket), nullptr, settings, machine);
    }

    Result<Transport> through(Transport jump, const SshSettings &settings, const Sentence &machine)
    {
        auto tunnel
            = SshTunnel::open(std::move(jump), settings.hostName, settings.port, settings.connectTimeout, m_stop);
        if (!tunnel)
            return sentence(
                phrase("The jump host could not reach %1 at %2, port %3. Check the address, and that the machine "
                       "and its SSH server run.")
                    .arg(machine, QString::fromStdString(settings.hostName))
                    .arg(settings.port),
                tunnel.error().message);
        auto socket = (*tunnel)->releaseNearEnd();
        return logIn(std::move(socket), std::move(*tunnel), settings, machine);
    }

    Result<Transport> logIn(
        Descriptor socket, std::unique_ptr<SshProxy> proxy, const SshSettings &settings, const Sentence &machine)
    {
        auto transport = shakeHands(std::move(socket), std::move(proxy), settings, machine, m_prompter, m_stop);
        if (!transport) {
            m_cause = causeOf(transport.error().cause);
            return tl::unexpected<Error>(transport.error());
        }
        SshLogin login(**transport, settings, machine, m_prompter, m_stop);
        if (const auto done = login.run(); !done) {
            m_cause = login.wasRefused() ? Cause::LoginRefused : Cause::Unreachable;
            return tl::unexpected(done.error());
        }
        return std::move(*transport);
    }

    Prompter &m_prompter;
    std::stop_token m_stop;
    int m_hops = 0;
    Cause m_cause = Cause::Unreachable;
};

} // namespace

tl::expected<std::unique_ptr<Session>, ConnectError> connectTo(
    const Machine &machine, Prompter &prompter, std::stop_token stop)
{
    if (machine.kind == Machine::Kind::ThisComputer)
        return std::make_unique<LocalSession>();
    Route route(prompter, std::move(stop));
    auto transport = route.to(machine.destination.toStdString(), verbatim(machine.name));
    if (!transport)
        return tl::unexpected(ConnectError(transport.error(), route.cause()));
    return std::make_unique<SshSession>(machine.name.toStdString(), std::move(*transport));
}

} // namespace motley
