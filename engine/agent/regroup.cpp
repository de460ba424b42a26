#include "engine/agent/regroup.h"

#include "engine/agent/whyended.h"
#include "engine/base/tcp.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace motley {

namespace {

// For all others to notice that the coordinator is silent, too, and to come here.
constexpr std::chrono::seconds comeLimit = ControlChannel::heartbeatLimit + std::chrono::seconds(3);
constexpr std::chrono::seconds lookInterval{1};
constexpr int mostAsked = 3; // at a time

} // namespace

void Regroup::begin(Standing standing)
{
    m_standing = std::move(standing);
    m_whyLost.clear();
    m_inquiries.clear();
    m_connecting.reset();
    m_asked.reset();
    m_waitingSince.reset();
    m_lookedAt = Clock::now();
}

void Regroup::adopt(Standing standing)
{
    standing.contacts = m_standing->contacts;
    standing.mayLead = m_standing->mayLead;
    m_standing = std::move(standing);
}

void Regroup::lose(int machine, const std::string &why, bool isSilent)
{
    if (isSilent)
        return note(machine, Contact::Unknown, why);
    constexpr bool isLost = true;
    m_standing->contacts.erase(machine);
    inquire(machine, isLost, why);
    (void)m_inquiries.at(machine).asking.answer(ContactInquiry::usualTime);
    hearAnswers();
}

void Regroup::inquire(int machine, bool isLost, const std::string &why)
{
    m_inquiries.insert_or_assign(
        machine, Inquiry{ContactInquiry(machineOf(machine), m_channel.portOf(machine)), isLost, why});
}

void Regroup::hearAnswers()
{
    for (auto inquiry = m_inquiries.begin(); inquiry != m_inquiries.end();) {
        const auto contact = inquiry->second.asking.answer();
        if (!contact) {
            ++inquiry;
            continue;
        }
        hear(inquiry->first, *contact, inquiry->second);
        inquiry = m_inquiries.erase(inquiry);
    }
}

// Where a connection alone broke, the other end lives and says what became of this machine.
void Regroup::hear(int machine, Contact contact, const Inquiry &inquiry)
{
    const bool maySay = contact == Contact::Unknown && m_asked != machine && !m_waitingSince;
    if (maySay)
        m_whyLost[machine] = inquiry.why;
    else if (contact == Contact::Gone || inquiry.isLost)
        note(machine, contact, inquiry.why);
}

int Regroup::welcome()
{
    m_standing.reset();
    return m_asked.value();
}

void Regroup::note(int machine, Contact contact, const std::string &why)
{
    m_standing->contacts[machine] = contact;
    m_whyLost[machine] = why;
}

void Regroup::meet(int machine)
{
    m_inquiries.erase(machine);
    m_standing->contacts[machine] = Contact::Met;
}

std::optional<Regroup::Outcome> Regroup::advance()
{
    using Step = Succession::Step;
    hearAnswers();
    for (;;) {
        const Succession next = succession(*m_standing);
        if (next.step == Step::Join && (m_asked == next.leader || m_inquiries.count(next.leader)))
            return std::nullopt;
        if (next.step == Step::Wait) {
            wait();
            return std::nullopt;
        }
        if (next.step == Step::Join) {
            if (!join(next.leader))
                return std::nullopt;
            continue;
        }
        std::map<int, LostMachine> lost;
        for (const auto &[machine, why] : m_whyLost)
            if (const Contact contact = m_standing->contacts[machine]; contact != Contact::Met)
                lost.emplace(machine, LostMachine{why, contact});
        std::string causes;
        for (const auto &[machine, loss] : lost)
            causes += asSentence(loss.why) + " ";
        m_standing.reset();
        if (next.step == Step::StandDown)
            return CannotGoOn{causes + whyOthersGoOn(machineOf(m_launch.machine))};
        if (!m_waitingSince)
            m_channel.lead({});
        return Lead{std::move(lost)};
    }
}

// Whoever waits for a machine that is off hears nothing of all others.
bool Regroup::join(int machine)
{
    const auto now = Clock::now();
    const bool begins = !m_connecting || m_connecting->machine != machine;
    if (begins) {
        const auto where = socketAddress(machineOf(machine).address, m_channel.portOf(machine));
        errno = EHOSTUNREACH;
        Descriptor socket = where && m_channel.portOf(machine) > 0 ? beginConnecting(*where) : Descriptor();
        const auto problem = socket ? std::nullopt : std::optional(errno);
        m_connecting = {machine, std::move(socket), problem, now};
    }
    auto &[asked, socket, problem, begun] = *m_connecting;
    if (!problem)
        problem = outcomeOfConnecting(socket, begins ? ContactInquiry::usualTime : std::chrono::milliseconds(0));
    if (!problem && now - begun < ContactInquiry::connectLimit)
        return false;
    Connecting known = std::move(*m_connecting);
    m_connecting.reset();
    if (known.problem != 0) {
        note(machine, known.problem == ECONNREFUSED ? Contact::Gone : Contact::Unknown, whyGone(machineOf(machine)));
        return true;
    }
    m_asked = machine;
    m_channel.join(machine, std::move(known.socket));
    return true;
}

// Those of earlier generations alone, which do not come by themselves.
void Regroup::askTheLost()
{
    constexpr bool isLost = true;
    const std::vector<int> &newest = m_standing->generations.back();
    for (const std::vector<int> &machines : m_standing->generations)
        for (const int machine : machines)
            if (machine != m_launch.machine && std::find(newest.begin(), newest.end(), machine) == newest.end()
                && !m_standing->contacts.count(machine) && !m_inquiries.count(machine))
                inquire(machine, isLost, whyGone(machineOf(machine)));
}

// Whoever does not come although its port is open has another coordinator, or stands still.
void Regroup::wait()
{
    const auto now = Clock::now();
    if (!m_waitingSince) {
        m_waitingSince = now;
        std::vector<int> others = m_standing->generations.back();
        std::erase(others, m_launch.machine);
        m_channel.lead(others);
    }
    askTheLost();
    if (now - m_lookedAt < lookInterval)
        return;
    constexpr bool isLost = true;
    m_lookedAt = now;
    int asked = 0;
    for (const int machine : m_standing->generations.back()) {
        if (machine == m_launch.machine || m_standing->contacts.count(machine))
            continue;
        if (now - *m_waitingSince > comeLimit)
            note(machine, Contact::Unknown, whyGone(machineOf(machine)));
        else if (!m_inquiries.count(machine) && asked++ < mostAsked)
            inquire(machine, !isLost, whyGone(machineOf(machine)));
    }
}

} // namespace motley
