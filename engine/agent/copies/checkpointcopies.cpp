#include "engine/agent/copies/checkpointcopies.h"

#include <filesystem>
#include <utility>

namespace motley {

CheckpointCopies::CheckpointCopies(RunFolder folder, const LaunchSpec &launch)
    : m_folder(std::move(folder)), m_launch(launch), m_members(everyRankOf(launch.plan))
{
}

std::optional<KeepCheckpoint> CheckpointCopies::saved(std::int64_t step)
{
    m_newest = step;
    m_copying.reset();
    return order();
}

std::optional<KeepCheckpoint> CheckpointCopies::setMembers(const Membership &members)
{
    m_members = members;
    const int writer = members.plan.ranks[std::size_t(members.ranks.front())].machine;
    if (m_copier && writer == m_launch.machine)
        m_copier->stop(); // the rank's own checkpoints are in the folder of the copies
    return m_newest > 0 ? order() : std::nullopt;
}

// A machine is told once of each checkpoint.
std::optional<KeepCheckpoint> CheckpointCopies::order()
{
    std::optional<int> other;
    for (const int rank : m_members.ranks) {
        const int machine = m_members.plan.ranks[std::size_t(rank)].machine;
        if (machine != m_launch.machine && !other)
            other = machine;
    }
    if (!other || std::exchange(m_copying, other) == other)
        return std::nullopt;
    if (!m_server) {
        auto server = checkpointKeyOf(m_launch.token).and_then([&](const TlsConnection::Key &key) {
            return CheckpointServer::at(m_launch.plan.machines[std::size_t(m_launch.machine)].address, key, m_folder);
        });
        if (!server) {
            m_news.push_back(
                Warning{m_launch.machine, "Checkpoints are on this machine alone. " + server.error().message});
            return std::nullopt;
        }
        m_server = std::move(*server);
    }
    return KeepCheckpoint{*other, m_launch.machine, m_server->port(), m_newest};
}

void CheckpointCopies::keep(const KeepCheckpoint &order)
{
    const auto &machines = m_launch.plan.machines;
    if (order.machine != m_launch.machine || order.writer < 0 || std::size_t(order.writer) >= machines.size())
        return;
    if (!m_copier) {
        const auto key = checkpointKeyOf(m_launch.token);
        if (!key)
            return;
        m_copier = std::make_unique<CheckpointCopier>(m_folder, *key,
            CheckpointCopier::Options{.machine = m_launch.machine, .keep = m_launch.job.checkpoint.keep});
    }
    m_copier->copy({machines[std::size_t(order.writer)].address, order.port, order.step});
}

void CheckpointCopies::removeAll()
{
    m_copier.reset();
    std::error_code ignored; // what cannot be removed now goes with the run's folder
    std::filesystem::remove_all(m_folder.checkpoints(), ignored);
}

std::vector<EventBody> CheckpointCopies::drainNews()
{
    std::vector<EventBody> news = std::exchange(m_news, {});
    if (m_copier)
        for (EventBody &one : m_copier->drainNews())
            news.push_back(std::move(one));
    return news;
}

} // namespace motley
