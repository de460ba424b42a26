#include "engine/rendezvous/controlchannel.h"

#include "engine/rendezvous/controlservice.h"

#include <utility>

namespace motley {

Result<ControlChannel> ControlChannel::open(const LaunchSpec &launch)
{
    const auto key = controlKeyOf(launch.token);
    if (!key)
        return tl::unexpected(key.error());
    auto service = std::make_unique<ControlService>(launch, *key);
    if (const auto listens = service->listen(launch); !listens && launch.machine == 0)
        return tl::unexpected(listens.error());
    if (const auto joined = launch.machine == 0 ? Result<void>() : service->join(launch); !joined)
        return tl::unexpected(joined.error());
    service->start();
    return ControlChannel(std::move(service));
}

tl::expected<ControlChannel, NoLeader> ControlChannel::rejoin(const LaunchSpec &launch, const std::vector<int> &ports)
{
    const auto key = controlKeyOf(launch.token);
    if (!key)
        return tl::unexpected(NoLeader(key.error()));
    auto service = std::make_unique<ControlService>(launch, *key);
    if (const auto joined = service->rejoin(launch, ports); !joined)
        return tl::unexpected(joined.error());
    service->start();
    return ControlChannel(std::move(service));
}

ControlChannel::ControlChannel(std::unique_ptr<ControlService> service) : m_service(std::move(service)) { }
ControlChannel::ControlChannel(ControlChannel &&) noexcept = default;
ControlChannel::~ControlChannel() = default;

int ControlChannel::port() const
{
    return m_service->port();
}

int ControlChannel::leader() const
{
    return m_service->firstLeader();
}

std::vector<int> ControlChannel::ports() const
{
    return m_service->mailbox().ports();
}

int ControlChannel::portOf(int machine) const
{
    return m_service->mailbox().ports()[std::size_t(machine)];
}

void ControlChannel::addRank(int rank, Descriptor socket)
{
    m_service->relay().add(rank, std::move(socket));
}

void ControlChannel::tellRank(int rank, const std::string &line)
{
    m_service->relay().tell(rank, line);
}

std::vector<ControlMessage> ControlChannel::receive()
{
    return m_service->mailbox().receive();
}

void ControlChannel::send(const EventBody &body)
{
    m_service->mailbox().send({toLine(Event{0, 0, body})});
}

void ControlChannel::setOwn(std::vector<RankStatus> ranks, std::int64_t lastEvent)
{
    m_service->mailbox().setOwn(std::move(ranks), lastEvent);
}

void ControlChannel::lead(const std::vector<int> &machines)
{
    m_service->lead(machines);
}

void ControlChannel::join(int machine, Descriptor connection)
{
    m_service->join(machine, std::move(connection));
}

void ControlChannel::introduce(const Membership &membership, const std::vector<std::string> &eventLines)
{
    m_service->introduce(membership, eventLines);
}

void ControlChannel::abandon()
{
    m_service->abandon();
}

void ControlChannel::order(const ControlLine &order)
{
    if (const auto *members = std::get_if<MembershipOrder>(&order.body)) {
        const Membership &next = members->membership;
        m_service->relay().beginGeneration(next.followsAStep ? next.generation - 1 : next.generation);
    }
    m_service->mailbox().send({toLine(order)});
}

void ControlChannel::takeIn(int machine)
{
    m_service->takeIn(machine);
}

void ControlChannel::turnAway(int machine, const std::string &reason)
{
    m_service->turnAway(machine, reason);
}

void ControlChannel::leaveOut(int machine, const std::string &reason)
{
    m_service->mailbox().forget(machine);
    m_service->mailbox().send({toLine(ControlLine{AbortOrder{reason}}), machine});
}

void ControlChannel::copyTo(int machine, const std::string &eventLine)
{
    constexpr bool isOrder = false;
    m_service->mailbox().send({eventLine, machine, isOrder});
}

bool ControlChannel::hasUnsentCopies(int machine) const
{
    return m_service->mailbox().hasUnsent(machine);
}

double ControlChannel::secondsSinceHeartbeat(int machine) const
{
    return m_service->mailbox().secondsSinceHeartbeat(machine);
}

} // namespace motley
