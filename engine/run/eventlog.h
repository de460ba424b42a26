// events.jsonl as its one writer sees it: numbered, timed and append-only; while the disk is full, events wait.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/protocol/event.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

namespace motley {

class EventLog {
public:
    using Observer = std::function<void(const Event &)>;

    // Goes on after the last complete line; a line that a crash cut off is removed.
    static Result<EventLog> open(const std::string &path, Observer observer = {});

    // Does not fail: an event that finds no room waits in memory and is written before the next ones. Beyond
    // mostWaiting, steps and telemetry are dropped and counted; a warning in the log says how many.
    void append(EventBody body);
    void flush();

    std::int64_t lastSequence() const { return m_lastSequence; }
    bool isBehind() const { return !m_waiting.empty(); }
    std::int64_t dropped() const { return m_dropped; }

    static constexpr std::size_t mostWaiting = 20000; // events
    // Bytes; beyond it steps and telemetry are not logged.
    static constexpr std::int64_t largestFile = std::int64_t(4) << 30;

private:
    EventLog(Descriptor file, std::int64_t size, std::int64_t lastSequence, Observer observer);
    bool write(const Event &event);
    void drop();

    Descriptor m_file;
    std::int64_t m_size = 0;
    std::int64_t m_lastSequence = 0;
    std::int64_t m_dropped = 0;
    bool m_wasBehind = false;
    std::deque<Event> m_waiting; // numbered when written, so that there are no gaps
    Observer m_observer;
};

} // namespace motley
