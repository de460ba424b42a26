#include "engine/rendezvous/storerelay.h"

#include <sys/eventfd.h>

#include <utility>

namespace motley {

StoreRelay::StoreRelay(const Plan &plan, int machine)
    : m_machine(machine), m_wakes(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
{
    for (const PlannedRank &rank : plan.ranks)
        m_machines.push_back(rank.machine);
}

void StoreRelay::add(int rank, Descriptor socket)
{
    const std::lock_guard lock(m_mutex);
    m_ranks.insert_or_assign(rank, LineSocket(std::move(socket)));
    wake();
}

void StoreRelay::tell(int rank, const std::string &line)
{
    const std::lock_guard lock(m_mutex);
    sendToRank(rank, line);
    wake();
}

void StoreRelay::beginGeneration(int generation)
{
    const std::lock_guard lock(m_mutex);
    answer(m_server.beginGeneration(generation));
    wake();
}

void StoreRelay::follow(int leader)
{
    const std::lock_guard lock(m_mutex);
    m_leader = leader;
    m_forAgents.clear();
}

void StoreRelay::addWaits(std::vector<pollfd> &waits) const
{
    const std::lock_guard lock(m_mutex);
    waits.push_back({m_wakes.get(), POLLIN, 0});
    for (const auto &[rank, socket] : m_ranks)
        waits.push_back(socket.waits());
}

void StoreRelay::advance()
{
    const std::lock_guard lock(m_mutex);
    eventfd_t ignored = 0;
    eventfd_read(m_wakes.get(), &ignored);
    std::vector<int> gone;
    for (auto &[rank, socket] : m_ranks) {
        bool isGood = true;
        for (const std::string &line : socket.advance())
            isGood = isGood && serve(rank, line);
        if (!isGood || !socket.isOpen())
            gone.push_back(rank);
    }
    for (const int rank : gone)
        leave(rank);
}

bool StoreRelay::serve(int rank, const std::string &line)
{
    auto said = parseStoreRequest(line);
    if (!said)
        return false;
    said->rank = rank;
    request(*said);
    return true;
}

void StoreRelay::request(const StoreRequest &request)
{
    if (isCoordinator())
        answer(m_server.handle(request));
    else
        m_forAgents.push_back({m_leader, toLine(request)});
}

void StoreRelay::handle(int machine, const std::string &line)
{
    const std::lock_guard lock(m_mutex);
    if (!isCoordinator()) {
        if (const auto said = parseStoreAnswer(line))
            sendToRank(said->rank, line);
        return;
    }
    const auto said = parseStoreRequest(line);
    if (said && std::size_t(said->rank) < m_machines.size() && m_machines[std::size_t(said->rank)] == machine)
        answer(m_server.handle(*said));
}

void StoreRelay::answer(const std::vector<StoreAnswer> &answers)
{
    for (const StoreAnswer &one : answers) {
        const int machine = m_machines[std::size_t(one.rank)];
        if (machine == m_machine)
            sendToRank(one.rank, toLine(one));
        else
            m_forAgents.push_back({machine, toLine(one)});
    }
}

void StoreRelay::sendToRank(int rank, const std::string &line)
{
    if (const auto found = m_ranks.find(rank); found != m_ranks.end())
        found->second.send(line);
}

void StoreRelay::leave(int rank)
{
    m_ranks.erase(rank);
    request({StoreLeave{}, 0, rank});
}

void StoreRelay::forgetMachine(int machine)
{
    const std::lock_guard lock(m_mutex);
    for (std::size_t rank = 0; rank < m_machines.size(); ++rank)
        if (m_machines[rank] == machine)
            (void)m_server.handle({StoreLeave{}, 0, int(rank)});
}

void StoreRelay::wake() const
{
    eventfd_write(m_wakes.get(), 1);
}

std::vector<StoreRelay::ForAgent> StoreRelay::takeForAgents()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_forAgents, {});
}

} // namespace motley
