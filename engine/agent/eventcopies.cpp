#include "engine/agent/eventcopies.h"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace motley {

namespace {

constexpr int longStandstill = 6; // heartbeats, after which what was sent is taken for lost

}

EventCopies::EventCopies(std::string logPath) : m_path(std::move(logPath)) { }

void EventCopies::add(std::int64_t sequence, std::string line)
{
    m_last = sequence;
    m_recent.push_back({sequence, std::move(line)});
    if (m_recent.size() > mostRecent)
        m_recent.pop_front();
}

void EventCopies::keepAt(const std::set<int> &machines)
{
    std::erase_if(m_keepers, [&](const auto &keeper) { return !machines.count(keeper.first); });
    for (const int machine : machines)
        m_keepers.try_emplace(machine);
}

void EventCopies::countUnheard()
{
    for (auto &[machine, keeper] : m_keepers)
        keeper.hasCaughtUp = true;
}

void EventCopies::hear(int machine, std::int64_t lastEvent)
{
    const auto found = m_keepers.find(machine);
    if (found == m_keepers.end())
        return;
    Keeper &keeper = found->second;
    const bool stands = keeper.isHeard && lastEvent == keeper.has && lastEvent < keeper.sent;
    keeper.standstill = stands ? keeper.standstill + 1 : 0;
    keeper.has = lastEvent;
    if (keeper.isHeard && keeper.standstill < longStandstill)
        return;
    keeper.isHeard = true;
    keeper.standstill = 0;
    keeper.sent = lastEvent;
    keeper.reader.reset();
}

std::vector<EventCopies::ForMachine> EventCopies::takeDue()
{
    std::vector<ForMachine> due;
    for (auto &[machine, keeper] : m_keepers) {
        if (!keeper.isHeard || keeper.sent >= m_last || keeper.sent - keeper.has > mostUnheard)
            continue;
        std::vector<std::string> recent = recentAfter(keeper.sent);
        if (recent.empty()) {
            takeOlder(machine, keeper, due);
            continue;
        }
        keeper.reader.reset();
        for (std::string &line : recent)
            due.push_back({machine, std::move(line)});
        keeper.sent = m_last;
    }
    return due;
}

// At most a mebibyte at a time, as the reader gives them.
void EventCopies::takeOlder(int machine, Keeper &keeper, std::vector<ForMachine> &due) const
{
    if (!keeper.reader)
        keeper.reader = std::make_unique<EventReader>(m_path, keeper.sent);
    auto lines = keeper.reader->next();
    if (lines && lines->empty())
        lines = keeper.reader->nextInMemory(getpid()); // while the disk takes nothing
    if (!lines)
        return;
    for (LoggedLine &line : *lines) {
        if (line.sequence != keeper.sent + 1)
            continue;
        keeper.sent = line.sequence;
        due.push_back({machine, std::move(line.text)});
    }
}

std::int64_t EventCopies::lastKept(const std::function<bool(int machine)> &hasUnsent)
{
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (auto &[machine, keeper] : m_keepers) {
        if (!keeper.isHeard && !keeper.hasCaughtUp)
            continue;
        if (!hasUnsent(machine))
            keeper.gone = keeper.sent;
        keeper.hasCaughtUp = keeper.hasCaughtUp || keeper.gone == m_last;
        if (keeper.hasCaughtUp)
            last = std::min(last, keeper.gone);
    }
    return last;
}

std::vector<std::string> EventCopies::recentAfter(std::int64_t sequence) const
{
    std::vector<std::string> lines;
    if (m_recent.empty() || sequence + 1 < m_recent.front().sequence || sequence >= m_last)
        return lines;
    for (auto next = m_recent.begin() + (sequence + 1 - m_recent.front().sequence); next != m_recent.end(); ++next)
        lines.push_back(next->line);
    return lines;
}

bool EventCopies::hasSentAll() const
{
    return std::all_of(m_keepers.begin(), m_keepers.end(),
        [this](const auto &keeper) { return !keeper.second.isHeard || keeper.second.sent >= m_last; });
}

} // namespace motley
