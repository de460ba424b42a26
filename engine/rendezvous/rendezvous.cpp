#include "engine/rendezvous/rendezvous.h"

#include <condition_variable>
#include <mutex>

namespace motley {

namespace {

constexpr auto pause = std::chrono::milliseconds(300);
constexpr const char *refusal = "refusal";

std::string nameOf(const std::string &what, int machine)
{
    return what + "-" + std::to_string(machine);
}

} // namespace

Gathering::Gathering(MeetingPlace &place, int machines, std::chrono::seconds limit, std::function<void(int)> waits)
    : m_place(place), m_machines(machines), m_deadline(Clock::now() + limit), m_waits(std::move(waits)),
      m_beating([this](std::stop_token stop) { beat(stop); })
{
}

// What is left over from an earlier start does not change.
void Gathering::beat(std::stop_token stop)
{
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    for (int count = 1; !stop.stop_requested(); ++count) {
        (void)m_place.post(nameOf("beat", m_place.number()), std::to_string(count)); // its loss shows where others read
        stopped.wait_for(lock, stop, pause, [] { return false; });
    }
}

Result<void> Gathering::feel(int machine)
{
    const auto beats = m_place.read(nameOf("beat", machine));
    if (!beats)
        return tl::unexpected(beats.error());
    if (!*beats)
        return {};
    const auto [place, isNew] = m_pulses.try_emplace(machine, Pulse{**beats, Clock::now(), false});
    Pulse &pulse = place->second;
    if (pulse.last != **beats)
        pulse = {**beats, Clock::now(), true};
    if (Clock::now() - pulse.since < m_place.patience())
        return {};
    return fail("Machine " + std::to_string(machine + 1) + " of " + std::to_string(m_machines)
        + (pulse.lives ? " does not answer any more. Its own message says why; start all again."
                       : " was here at an earlier start. Choose a new place to meet."));
}

Result<void> Gathering::checkPatience()
{
    const auto refused = m_place.read(refusal);
    if (!refused)
        return tl::unexpected(refused.error());
    if (*refused && m_place.number() != 0)
        return fail(**refused);
    if (Clock::now() < m_deadline)
        return {};
    return fail("Not all of the " + std::to_string(m_machines)
        + " machines came in time. Start the missing ones with the same --meet and --machines, or raise --wait.");
}

Result<std::optional<std::string>> Gathering::textOf(int machine, const std::string &name)
{
    const auto pulse = m_pulses.find(machine);
    const bool isHere = machine == m_place.number() || (pulse != m_pulses.end() && pulse->second.lives);
    if (!isHere)
        return std::nullopt;
    return m_place.read(nameOf(name, machine));
}

Result<std::vector<std::string>> Gathering::exchange(const std::string &name, const std::string &text)
{
    if (const auto posted = m_place.post(nameOf(name, m_place.number()), text); !posted)
        return tl::unexpected(posted.error());
    for (int known = 0;;) {
        std::vector<std::string> texts;
        for (int machine = 0; machine < m_machines; ++machine) {
            if (const auto felt = machine == m_place.number() ? Result<void>() : feel(machine); !felt)
                return tl::unexpected(felt.error());
            auto theirs = textOf(machine, name);
            if (!theirs)
                return tl::unexpected(theirs.error());
            if (*theirs)
                texts.push_back(std::move(**theirs));
        }
        if (int(texts.size()) > known && m_waits)
            m_waits(int(texts.size()));
        known = int(texts.size());
        if (known == m_machines)
            return texts;
        if (const auto goesOn = checkPatience(); !goesOn)
            return tl::unexpected(goesOn.error());
        std::this_thread::sleep_for(pause);
    }
}

Result<void> Gathering::tell(int machine, const std::string &text)
{
    return m_place.post(nameOf("told", machine), text);
}

Result<std::string> Gathering::listen()
{
    for (;;) {
        auto text = m_place.read(nameOf("told", m_place.number()));
        if (!text)
            return tl::unexpected(text.error());
        if (*text) {
            (void)m_place.post(nameOf("taken", m_place.number()), "yes");
            return std::move(**text);
        }
        if (const auto felt = feel(0); !felt)
            return tl::unexpected(felt.error());
        if (const auto goesOn = checkPatience(); !goesOn)
            return tl::unexpected(goesOn.error());
        std::this_thread::sleep_for(pause);
    }
}

void Gathering::awaitTaken(std::chrono::seconds limit)
{
    const auto end = Clock::now() + limit;
    for (int machine = 1; machine < m_machines && Clock::now() < end;) {
        const auto taken = m_place.read(nameOf("taken", machine));
        if (taken && *taken)
            ++machine;
        else
            std::this_thread::sleep_for(pause);
    }
}

void Gathering::awaitRefusal(std::chrono::seconds limit)
{
    for (const auto end = Clock::now() + limit; Clock::now() < end; std::this_thread::sleep_for(pause)) {
        const auto refused = m_place.read(refusal);
        if (!refused || *refused)
            return;
    }
}

void Gathering::refuse(const std::string &why)
{
    (void)m_place.post(refusal, why); // those who cannot read it will miss this machine
}

} // namespace motley
