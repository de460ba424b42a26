#include "engine/rendezvous/heartbeatmonitor.h"

#include <algorithm>
#include <utility>

namespace motley {

namespace {

constexpr std::chrono::seconds sameTime{3}; // between the last heartbeats of machines that are lost together

}

HeartbeatMonitor::HeartbeatMonitor(const std::vector<int> &machines)
{
    for (const int machine : machines)
        m_machines[machine];
}

void HeartbeatMonitor::heard(int machine)
{
    const auto found = m_machines.find(machine);
    if (found == m_machines.end())
        return;
    found->second.sinceHeartbeat.restart();
    found->second.hasCome = true;
}

void HeartbeatMonitor::watch(int machine)
{
    m_machines.insert_or_assign(machine, Machine());
}

void HeartbeatMonitor::forget(int machine)
{
    m_machines.erase(machine);
}

std::vector<Silence> HeartbeatMonitor::silent(HeartbeatTimer::Clock::time_point now)
{
    for (auto &[number, machine] : m_machines)
        machine.seconds = machine.sinceHeartbeat.seconds(now);
    std::vector<Silence> found;
    for (auto &[number, machine] : m_machines) {
        const std::chrono::duration<double> silence(machine.seconds);
        if (silence <= (machine.hasCome ? limit : joinLimit) || std::exchange(machine.isReported, true))
            continue;
        if (haveAllAtOnce()) {
            for (auto &[other, lost] : m_machines)
                lost.isReported = true;
            return {AllHeartbeatsLost{}};
        }
        found.push_back(HeartbeatLost{number, machine.seconds, !machine.hasCome});
    }
    return found;
}

double HeartbeatMonitor::seconds(int machine) const
{
    const auto found = m_machines.find(machine);
    return found == m_machines.end() ? 0 : found->second.seconds;
}

// Several machines do not fall silent at the same time by themselves.
bool HeartbeatMonitor::haveAllAtOnce() const
{
    return m_machines.size() > 1 && std::all_of(m_machines.begin(), m_machines.end(), [](const auto &machine) {
        return machine.second.hasCome && std::chrono::duration<double>(machine.second.seconds) > limit - sameTime;
    });
}

} // namespace motley
