// events.jsonl as its one writer sees it: numbered, timed and append-only. On the machine that coordinates a run the
// log gives the numbers; on those that may do so next it is a copy, whose events have their numbers and times already.
// A thread of its own writes it, because a disk may be full or not answer at all; meanwhile events wait in memory,
// where followers find them (EventBacklog).
#pragma once

#include "engine/base/descriptor.h"
#include "engine/protocol/event.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace motley {

class EventLog {
public:
    using Observer = std::function<void(const Event &)>;
    struct Observers {
        // Called with each event as it gets its number, by the thread that appends or the log's.
        std::function<void(const LoggedEvent &)> numbered;
        Observer written; // called on the log's thread, with each event that the disk has taken
    };

    // Goes on after the last complete line; a line that a crash cut off is removed. What observers use must live as
    // long as they do: where the disk hangs, the thread and the observers outlive the log.
    static Result<EventLog> open(const std::string &path, Observers observers = {});
    EventLog(EventLog &&) noexcept = default;
    EventLog &operator=(EventLog &&) = delete;
    ~EventLog(); // writes what is left if that is possible now, and gives a disk that hangs a few seconds

    // Does not fail and does not wait: an event that finds no room is written before the next ones. Beyond mostWaiting,
    // steps and telemetry are dropped and counted; a warning in the log says how many.
    void append(EventBody body);
    // Of an event that has its number, in a copy of another log, which goes on as its own once an event is appended.
    // False: it does not follow on the last one, or too many wait for the disk.
    bool copy(LoggedEvent copied);
    std::int64_t lastSequence() const; // of the events that have come; the disk may not have them yet
    void check(); // notices a disk that hangs; to be called now and then
    // The disk gets no later event until this is called again, however long that takes; from the start it gets all.
    void writeUpTo(std::int64_t sequence);
    void dropHeldBack(); // what may not be written yet never is
    bool drain(std::chrono::milliseconds limit); // writes all and waits for it; false: the limit came first

    static constexpr std::size_t mostWaiting = 50000; // events
    // Bytes; beyond it steps and telemetry are not logged.
    static constexpr std::int64_t largestFile = std::int64_t(4) << 30;

private:
    class Writer;
    explicit EventLog(std::shared_ptr<Writer> writer);

    std::shared_ptr<Writer> m_writer;
};

} // namespace motley
