#include "engine/agent/keptports.h"

#include "engine/base/textfile.h"
#include "engine/protocol/controlline.h"
#include "engine/protocol/event.h"

#include <chrono>

namespace motley {

namespace {

// Between two times that an agent writes the file, by which `gc` knows when its machine was lost.
constexpr std::chrono::minutes signInterval{10};

} // namespace

std::vector<int> KeptPorts::read() const
{
    const auto known = readTextFile(m_path, longestEventLine).and_then(parseControlLine);
    const auto *roster = known ? std::get_if<Roster>(&known->body) : nullptr;
    return roster ? roster->ports : std::vector<int>();
}

void KeptPorts::keep(std::vector<int> ports)
{
    if (ports == m_ports && RunClock::now() - m_kept < signInterval)
        return;
    m_kept = RunClock::now();
    m_ports = std::move(ports);
    (void)writeTextFile(m_path, toLine(ControlLine{Roster{m_ports}}) + "\n"); // best effort
}

} // namespace motley
