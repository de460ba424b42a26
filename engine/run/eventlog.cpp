#include "engine/run/eventlog.h"

#include "engine/base/monotoniccondition.h"
#include "engine/base/walltime.h"
#include "engine/run/eventreader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto retryInterval = std::chrono::milliseconds(200); // while the disk is full
constexpr auto slowWrite = std::chrono::seconds(15); // longer than this, the disk hung
constexpr auto closeLimit = std::chrono::seconds(3);

// Kinds of events that come so often that a plot can do without some.
bool isOneOfMany(const EventBody &body)
{
    return std::holds_alternative<StepDone>(body) || std::holds_alternative<Telemetry>(body);
}

} // namespace

class EventLog::Writer {
public:
    Writer(Descriptor file, std::int64_t size, std::int64_t lastSequence, Observer observer)
        : m_file(std::move(file)), m_size(size), m_lastSequence(lastSequence), m_observer(std::move(observer))
    {
    }

    void run(); // the thread
    void append(Event event);
    bool drain(std::chrono::milliseconds limit);
    void close();

private:
    bool write(const Event &event);
    void drop();
    bool isDone() const { return m_waiting.empty() && !m_isWriting; }

    // Touched by the thread alone.
    Descriptor m_file;
    std::int64_t m_size = 0;
    std::int64_t m_lastSequence = 0;
    Observer m_observer;

    std::mutex m_mutex;
    MonotonicCondition m_changed;
    std::deque<Event> m_waiting; // numbered when written, so that there are no gaps
    std::int64_t m_dropped = 0;
    bool m_isWriting = false;
    bool m_wasBehind = false;
    bool m_isClosing = false;
    bool m_hasEnded = false;
};

void EventLog::Writer::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_isClosing || !m_waiting.empty(); });
        if (m_waiting.empty())
            break;
        Event next = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_isWriting = true;
        lock.unlock();
        const auto started = Clock::now();
        const bool written = write(next);
        const bool hung = Clock::now() - started > slowWrite;
        lock.lock();
        m_isWriting = false;
        m_wasBehind = m_wasBehind || !written || hung;
        if (!written) {
            m_waiting.push_front(std::move(next));
            if (m_isClosing)
                break;
            m_changed.waitFor(lock, retryInterval, [this] { return m_isClosing; });
        } else if (m_waiting.empty() && std::exchange(m_wasBehind, false)) {
            const auto lost = std::exchange(m_dropped, 0);
            m_waiting.push_back({0, wallTime(),
                Warning{-1,
                    "The disk that holds the log was full or did not answer for a while; "
                        + (lost ? std::to_string(lost) : std::string("no")) + " events were lost."}});
        }
        m_changed.notifyAll();
    }
    m_hasEnded = true;
    m_changed.notifyAll();
}

void EventLog::Writer::append(Event event)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::move(event));
    if (m_waiting.size() > mostWaiting)
        drop();
    m_changed.notifyAll();
}

void EventLog::Writer::drop()
{
    const auto event = std::find_if(
        m_waiting.begin(), m_waiting.end(), [](const Event &waiting) { return isOneOfMany(waiting.body); });
    if (event == m_waiting.end())
        return;
    m_waiting.erase(event);
    ++m_dropped;
    m_wasBehind = true;
}

bool EventLog::Writer::drain(std::chrono::milliseconds limit)
{
    std::unique_lock lock(m_mutex);
    return m_changed.waitFor(lock, limit, [this] { return isDone(); });
}

void EventLog::Writer::close()
{
    std::unique_lock lock(m_mutex);
    m_isClosing = true;
    m_changed.notifyAll();
    m_changed.waitFor(lock, closeLimit, [this] { return m_hasEnded; });
}

bool EventLog::Writer::write(const Event &event)
{
    if (m_size > largestFile && isOneOfMany(event.body))
        return true;
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
    auto writer = std::make_shared<Writer>(std::move(file), end->completeBytes, end->lastSequence, std::move(observer));
    std::thread([writer] { writer->run(); }).detach();
    return EventLog(std::move(writer));
}

EventLog::EventLog(std::shared_ptr<Writer> writer) : m_writer(std::move(writer)) { }

EventLog::~EventLog()
{
    if (m_writer)
        m_writer->close();
}

void EventLog::append(EventBody body)
{
    m_writer->append({0, wallTime(), std::move(body)});
}

bool EventLog::drain(std::chrono::milliseconds limit)
{
    return m_writer->drain(limit);
}

} // namespace motley
