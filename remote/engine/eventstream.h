// Bytes that `motley-engine follow` prints, as batches of events at a bounded pace.
#pragma once

#include "remote/engine/enginecommands.h"

#include <QString>

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace motley {

// append() is called by the reading thread, onEvents by a thread of the stream: what arrives within one interval is one
// batch, so a fast run cannot flood a slow reader, and events of a slow run are not held back. While a batch is full,
// append() waits, and with it the machine that sends. Lines that are no event, or one that cannot come next, are left
// out and counted; warnings among the events say how many.
class EventStream {
public:
    EventStream(std::int64_t fromSequence, const OnEvents &onEvents);
    ~EventStream(); // delivers the events that are left

    void append(std::string_view bytes);
    bool hasFinished() const { return m_finished; } // a RunFinished was read

private:
    void addLine(std::string_view line);
    bool mayFollow(std::int64_t sequence) const;
    void leaveOut(std::size_t bytes, const QString &why);
    void sayWhatWasLeftOut();
    void sayWhatIsLost(std::int64_t count);
    void warn(const QString &words);
    void add(EventLine line);
    void deliver(std::stop_token stop);

    OnEvents m_onEvents;
    std::int64_t m_lastSequence;
    std::string m_line; // the last line, whose end has not come yet
    bool m_skipping = false; // inside a line that is too long
    bool m_finished = false;

    std::int64_t m_leftOut = 0; // lines of the whole stream
    std::int64_t m_leftOutSaid = 0; // so many of them
    std::int64_t m_nextToSay = 1; // 10, 100 and so on: a stream of broken lines is a handful of warnings
    QString m_whyLeftOut; // the last one
    std::int64_t m_unreadLines = 0; // since the last event
    std::int64_t m_unreadBytes = 0; // in these lines

    std::mutex m_mutex;
    std::condition_variable_any m_arrived;
    std::vector<EventLine> m_batch;
    std::size_t m_batchBytes = 0; // of its lines
    std::condition_variable_any m_taken;
    std::jthread m_delivery;
};

} // namespace motley
