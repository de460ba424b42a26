#include "engine/rendezvous/applicants.h"

#include <charconv>
#include <utility>

namespace motley {

namespace {

constexpr std::string_view namePrefix = "back-";

}

std::string applicantName(int machine)
{
    return std::string(namePrefix) + std::to_string(machine);
}

std::optional<int> machineOfApplicant(const std::string &callerName)
{
    if (!callerName.starts_with(namePrefix))
        return std::nullopt;
    int machine = 0;
    const char *end = callerName.data() + callerName.size();
    const auto read = std::from_chars(callerName.data() + namePrefix.size(), end, machine);
    return read.ec == std::errc() && read.ptr == end && machine >= 0 ? std::optional(machine) : std::nullopt;
}

void Applicants::add(int machine, TlsConnection link)
{
    m_waiting.push_back({machine, std::move(link)});
    if (m_waiting.size() > most)
        m_waiting.erase(m_waiting.begin());
}

void Applicants::addWaits(std::vector<pollfd> &waits) const
{
    for (const Applicant &one : m_waiting)
        waits.push_back(one.link.waits());
}

void Applicants::advance()
{
    std::erase_if(m_waiting, [](Applicant &one) {
        one.link.advance();
        return one.link.state() == TlsConnection::State::Closed;
    });
}

std::optional<TlsConnection> Applicants::take(int machine)
{
    for (auto one = m_waiting.rbegin(); one != m_waiting.rend(); ++one) {
        if (one->machine != machine || one->isTurnedAway)
            continue;
        TlsConnection link = std::move(one->link);
        m_waiting.erase(std::next(one).base());
        return link;
    }
    return std::nullopt;
}

void Applicants::turnAway(int machine, const std::string &line)
{
    for (Applicant &one : m_waiting) {
        if (one.machine != machine || std::exchange(one.isTurnedAway, true))
            continue;
        one.link.send(line);
        one.link.finish();
    }
}

} // namespace motley
