// events.jsonl as its one writer sees it: numbered, timed and append-only. A thread of its own writes it, because a
// disk may be full or not answer at all; meanwhile events wait in memory.
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
    using Observer = std::function<void(const Event &)>; // called on the log's thread, with each event that was written

    // Goes on after the last complete line; a line that a crash cut off is removed. What `observer` uses must live as
    // long as the observer does: where the disk hangs, the thread and the observer outlive the log.
    static Result<EventLog> open(const std::string &path, Observer observer = {});
    EventLog(EventLog &&) noexcept = default;
    EventLog &operator=(EventLog &&) = delete;
    ~EventLog(); // writes what is left if that is possible now, and gives a disk that hangs a few seconds

    // Does not fail and does not wait: an event that finds no room is written before the next ones. Beyond mostWaiting,
    // steps and telemetry are dropped and counted; a warning in the log says how many.
    void append(EventBody body);
    bool drain(std::chrono::milliseconds limit); // waits until all is written; false: the limit came first

    static constexpr std::size_t mostWaiting = 20000; // events
    // Bytes; beyond it steps and telemetry are not logged.
    static constexpr std::int64_t largestFile = std::int64_t(4) << 30;

private:
    class Writer;
    explicit EventLog(std::shared_ptr<Writer> writer);

    std::shared_ptr<Writer> m_writer;
};

} // namespace motley
