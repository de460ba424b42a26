#include "engine/agent/runlog.h"

#include "engine/rendezvous/heartbeatmonitor.h"
#include "engine/run/tensorboard.h"

#include <chrono>
#include <iostream>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace motley {

namespace {

constexpr auto lastWriteLimit = std::chrono::seconds(30); // for a full disk to get room for the last event
// For another machine to take an event; a silent one is lost by then.
constexpr auto keepingLimit = HeartbeatMonitor::limit + std::chrono::seconds(2);

} // namespace

struct RunLog::Received {
    void add(const LoggedEvent &logged)
    {
        const std::lock_guard lock(mutex);
        events.push_back(logged);
    }

    std::optional<TensorBoardLog> curves; // touched by the log's thread alone, once that takes events
    std::mutex mutex;
    std::vector<LoggedEvent> events; // to be delivered
};

Result<std::unique_ptr<RunLog>> RunLog::open(const RunFolder &folder, const Plan &plan, EventLog::Observer observer)
{
    const auto received = std::make_shared<Received>();
    auto log = EventLog::open(folder.events(),
        {.numbered = [received](const LoggedEvent &logged) { received->add(logged); },
            .written =
                [received](const Event &event) {
                    if (received->curves)
                        received->curves->add(event);
                }});
    if (!log)
        return tl::unexpected(log.error());
    std::vector<std::string> machines;
    for (const PlannedMachine &machine : plan.machines)
        machines.push_back(machine.name);
    auto curves = TensorBoardLog::create(folder.path, std::move(machines));
    if (curves)
        received->curves.emplace(std::move(*curves));
    else
        log->append(Warning{-1, curves.error().message + " There will be no curves for TensorBoard."});
    return std::unique_ptr<RunLog>(new RunLog(plan, std::move(*log), folder.events(), received, std::move(observer)));
}

RunLog::RunLog(
    const Plan &plan, EventLog log, std::string path, std::shared_ptr<Received> received, EventLog::Observer observer)
    : m_diagnosis(plan), m_log(std::move(log)), m_copies(path), m_path(std::move(path)),
      m_received(std::move(received)), m_observer(std::move(observer))
{
}

void RunLog::append(const EventBody &body, bool isOnTime)
{
    m_log.append(body);
    if (isOnTime)
        for (const Slowdown &slowdown : diagnose(body))
            m_log.append(slowdown);
}

void RunLog::lead()
{
    m_log.writeUpTo(lastSequence());
    m_copies.countUnheard();
}

// What the diagnosis says of it is in the log that is copied.
bool RunLog::copy(const LoggedEvent &copied)
{
    if (!m_log.copy(copied))
        return false;
    (void)diagnose(copied.event.body);
    return true;
}

std::vector<Slowdown> RunLog::diagnose(const EventBody &body)
{
    std::vector<Slowdown> news;
    if (const auto *step = std::get_if<StepDone>(&body))
        news = m_diagnosis.add(*step);
    else if (const auto *sample = std::get_if<Telemetry>(&body))
        news = m_diagnosis.add(*sample);
    else if (const auto *changed = std::get_if<SharesChanged>(&body))
        m_diagnosis.add(*changed);
    else if (const auto *members = std::get_if<MembershipChanged>(&body))
        news = m_diagnosis.add(*members);
    return news;
}

void RunLog::deliver()
{
    m_log.check();
    std::vector<LoggedEvent> events;
    {
        const std::lock_guard lock(m_received->mutex);
        events.swap(m_received->events);
    }
    for (LoggedEvent &logged : events) {
        m_copies.add(logged.event.sequence, std::move(logged.line));
        if (m_observer)
            m_observer(logged.event);
    }
}

void RunLog::writeWhatIsKept(const std::function<bool(int machine)> &hasUnsent)
{
    const auto now = std::chrono::steady_clock::now();
    const std::int64_t kept = m_copies.lastKept(hasUnsent);
    if (std::exchange(m_lastKept, kept) != kept || kept >= lastSequence())
        m_keptSince = now;
    m_log.writeUpTo(now - m_keptSince > keepingLimit ? lastSequence() : kept);
}

void RunLog::dropUnkept()
{
    m_log.dropHeldBack();
}

void RunLog::finish()
{
    if (!m_log.drain(lastWriteLimit))
        std::cerr << "No room for the last events in " << m_path << "." << std::endl;
    deliver();
}

} // namespace motley
