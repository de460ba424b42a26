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

ControlChannel::ControlChannel(std::unique_ptr<ControlService> service) : m_service(std::move(service)) { }
ControlChannel::ControlChannel(ControlChannel &&) noexcept = default;
ControlChannel::~ControlChannel() = default;

int ControlChannel::port() const
{
    return m_service->port();
}

int ControlChannel::portOf(int machine) const
{
    return m_service->portOf(machine);
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
    return m_service->receive();
}

void ControlChannel::send(const EventBody &body)
{
    m_service->send({toLine(Event{0, 0, body})});
}

void ControlChannel::setOwn(std::vector<RankStatus> ranks, std::int64_t lastEvent)
{
    m_service->setOwn(std::move(ranks), lastEvent);
}

void ControlChannel::lead(const std::vector<int> &machines)
{
    m_service->lead(machines);
}

void ControlChannel::join(int machine, Descriptor connection, const Membership &membership)
{
    m_service->join(machine, std::move(connection), membership);
}

void ControlChannel::abandon()
{
    m_service->abandon();
}

void ControlChannel::order(const ControlLine &order)
{
    if (const auto *members = std::get_if<MembershipOrder>(&order.body))
        m_service->relay().beginGeneration(members->membership.generation);
    m_service->send({toLine(order)});
}

void ControlChannel::leaveOut(int machine, const std::string &reason)
{
    m_service->forget(machine);
    m_service->send({toLine(ControlLine{AbortOrder{reason}}), machine});
}

void ControlChannel::copyTo(int machine, const std::string &eventLine)
{
    constexpr bool isOrder = false;
    m_service->send({eventLine, machine, isOrder});
}

bool ControlChannel::hasUnsentCopies(int machine) const
{
    return m_service->hasUnsent(machine);
}

double ControlChannel::secondsSinceHeartbeat(int machine) const
{
    return m_service->secondsSinceHeartbeat(machine);
}

} // namespace motley
