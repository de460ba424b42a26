#include "engine/rendezvous/rendezvous.h"

#include "engine/base/monotoniccondition.h"

namespace motley {

namespace {

constexpr auto pause = std::chrono::milliseconds(300);
constexpr const char *refusal = "refusal";

std::string nameOf(const std::string &what, int machine)
{
    return what + "-" + std::to_string(machine);
}

} // namespace

Rendezvous::Rendezvous(RendezvousStore &store, int machines, std::chrono::seconds limit,
    std::function<void(int)> onJoined, std::function<bool()> isStopped)
    : m_store(store), m_machines(machines), m_deadline(Clock::now() + limit), m_onJoined(std::move(onJoined)),
      m_isStopped(std::move(isStopped)), m_heartbeatThread([this](std::stop_token stop) { sendHeartbeats(stop); })
{
}

// Posts a growing counter: heartbeats left over from an earlier start do not change.
void Rendezvous::sendHeartbeats(std::stop_token stop)
{
    for (int count = 1; !stop.stop_requested(); ++count) {
        (void)m_store.post(
            // A failure to post shows when other machines read.
            nameOf("heartbeat", m_store.number()), std::to_string(count));
        sleepFor(stop, pause);
    }
}

Result<void> Rendezvous::checkHeartbeat(int machine)
{
    const auto count = m_store.read(nameOf("heartbeat", machine));
    if (!count)
        return tl::unexpected(count.error());
    if (!*count)
        return {};
    const auto [entry, isNew] = m_heartbeats.try_emplace(machine, PeerHeartbeat{**count, {}, false});
    PeerHeartbeat &heartbeat = entry->second;
    if (heartbeat.last != **count)
        heartbeat = {**count, {}, true};
    if (std::chrono::duration<double>(heartbeat.silence.seconds()) < m_store.heartbeatLimit())
        return {};
    return fail("Machine " + std::to_string(machine + 1) + " of " + std::to_string(m_machines)
        + (heartbeat.isAlive ? " does not answer any more. Its own message says why; start all again."
                             : " was here at an earlier start. Choose a new place to meet."));
}

Result<void> Rendezvous::checkDeadline()
{
    const auto refused = m_store.read(refusal);
    if (!refused)
        return tl::unexpected(refused.error());
    if (*refused)
        return fail(**refused);
    if (m_isStopped && m_isStopped())
        return fail("Machine " + std::to_string(m_store.number() + 1) + " of " + std::to_string(m_machines)
            + " was stopped before the run began.");
    if (Clock::now() < m_deadline)
        return {};
    return fail("Not all of the " + std::to_string(m_machines)
        + " machines came in time. Start the missing ones with the same --meet and --machines, or raise --wait.");
}

Result<std::optional<std::string>> Rendezvous::textOf(int machine, const std::string &name)
{
    const auto heartbeat = m_heartbeats.find(machine);
    const bool isHere = machine == m_store.number() || (heartbeat != m_heartbeats.end() && heartbeat->second.isAlive);
    if (!isHere)
        return std::nullopt;
    return m_store.read(nameOf(name, machine));
}

Result<std::vector<std::string>> Rendezvous::allGather(const std::string &name, const std::string &text)
{
    if (const auto posted = m_store.post(nameOf(name, m_store.number()), text); !posted)
        return tl::unexpected(posted.error());
    for (int known = 0;;) {
        std::vector<std::string> texts;
        for (int machine = 0; machine < m_machines; ++machine) {
            if (const auto alive = machine == m_store.number() ? Result<void>() : checkHeartbeat(machine); !alive)
                return tl::unexpected(alive.error());
            auto theirs = textOf(machine, name);
            if (!theirs)
                return tl::unexpected(theirs.error());
            if (*theirs)
                texts.push_back(std::move(**theirs));
        }
        if (int(texts.size()) > known && m_onJoined)
            m_onJoined(int(texts.size()));
        known = int(texts.size());
        if (known == m_machines)
            return texts;
        if (const auto inTime = checkDeadline(); !inTime)
            return tl::unexpected(inTime.error());
        std::this_thread::sleep_for(pause);
    }
}

Result<void> Rendezvous::reply(int machine, const std::string &text)
{
    return m_store.post(nameOf("reply", machine), text);
}

Result<std::string> Rendezvous::awaitReply()
{
    for (;;) {
        auto text = m_store.read(nameOf("reply", m_store.number()));
        if (!text)
            return tl::unexpected(text.error());
        if (*text) {
            (void)m_store.post(nameOf("read", m_store.number()), "yes");
            return std::move(**text);
        }
        if (const auto alive = checkHeartbeat(0); !alive)
            return tl::unexpected(alive.error());
        if (const auto inTime = checkDeadline(); !inTime)
            return tl::unexpected(inTime.error());
        std::this_thread::sleep_for(pause);
    }
}

void Rendezvous::awaitRepliesRead(std::chrono::seconds limit)
{
    const auto end = Clock::now() + limit;
    for (int machine = 1; machine < m_machines && Clock::now() < end;) {
        const auto taken = m_store.read(nameOf("read", machine));
        if (taken && *taken)
            ++machine;
        else
            std::this_thread::sleep_for(pause);
    }
}

void Rendezvous::awaitRefusal(std::chrono::seconds limit)
{
    for (const auto end = Clock::now() + limit; Clock::now() < end; std::this_thread::sleep_for(pause)) {
        const auto refused = m_store.read(refusal);
        if (!refused || *refused)
            return;
    }
}

void Rendezvous::refuse(const std::string &why)
{
    (void)m_store.post(refusal, why); // machines that cannot read it will miss this one's heartbeats
}

} // namespace motley
