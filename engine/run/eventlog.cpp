#include "engine/run/eventlog.h"

#include "engine/base/walltime.h"
#include "engine/run/eventreader.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace motley {

namespace {

// Kinds of events that come so often that a plot can do without some.
bool isOneOfMany(const EventBody &body)
{
    return std::holds_alternative<StepDone>(body) || std::holds_alternative<Telemetry>(body);
}

} // namespace

EventLog::EventLog(Descriptor file, std::int64_t size, std::int64_t lastSequence, Observer observer)
    : m_file(std::move(file)), m_size(size), m_lastSequence(lastSequence), m_observer(std::move(observer))
{
}

Result<EventLog> EventLog::open(const std::string &path, Observer observer)
{
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file)
        return fail("Could not open " + path + ": " + systemReason(errno) + ".");
    const auto end = summarize(path);
    if (!end)
        return tl::unexpected(end.error());
    if (ftruncate(file.get(), end->completeBytes) || lseek(file.get(), end->completeBytes, SEEK_SET) < 0)
        return fail("Could not write to " + path + ": " + systemReason(errno) + ".");
    return EventLog(std::move(file), end->completeBytes, end->lastSequence, std::move(observer));
}

void EventLog::append(EventBody body)
{
    if (m_size > largestFile && isOneOfMany(body))
        return;
    m_waiting.push_back(Event{0, wallTime(), std::move(body)});
    flush();
    if (m_waiting.size() > mostWaiting)
        drop();
}

void EventLog::flush()
{
    while (!m_waiting.empty()) {
        if (!write(m_waiting.front())) {
            m_wasBehind = true;
            return;
        }
        m_waiting.pop_front();
    }
    if (!std::exchange(m_wasBehind, false))
        return;
    const auto lost = std::exchange(m_dropped, 0);
    append(Warning{-1,
        "The disk that holds the log was full for a while; " + (lost ? std::to_string(lost) : std::string("no"))
            + " events were lost."});
}

bool EventLog::write(const Event &event)
{
    Event numbered = event;
    numbered.sequence = m_lastSequence + 1;
    const std::string line = toLine(numbered) + "\n";
    if (line.size() > longestEventLine)
        return true;
    if (!writeAll(m_file.get(), line)) {
        // Half a line must not stay in front of the next one.
        if (ftruncate(m_file.get(), m_size) == 0)
            lseek(m_file.get(), m_size, SEEK_SET);
        return false;
    }
    m_size += std::int64_t(line.size());
    m_lastSequence = numbered.sequence;
    if (!isOneOfMany(numbered.body))
        fdatasync(m_file.get());
    if (m_observer)
        m_observer(numbered);
    return true;
}

void EventLog::drop()
{
    for (auto event = m_waiting.begin(); event != m_waiting.end(); ++event) {
        if (!isOneOfMany(event->body))
            continue;
        m_waiting.erase(event);
        ++m_dropped;
        return;
    }
}

} // namespace motley
