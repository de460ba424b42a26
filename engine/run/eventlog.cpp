#include "engine/run/eventlog.h"

#include "engine/base/monotoniccondition.h"
#include "engine/base/walltime.h"
#include "engine/run/eventbacklog.h"
#include "engine/run/eventreader.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto retryInterval = std::chrono::milliseconds(200); // while the disk is full
constexpr auto slowWrite = std::chrono::seconds(5); // longer than this, the disk hangs
constexpr auto closeLimit = std::chrono::seconds(3);
// Bytes beyond the end of the file that the disk has given it already: the last event finds room on a full disk.
constexpr std::int64_t reserve = 64 << 10;
constexpr std::int64_t allocatedAtOnce = 4 << 10;
constexpr std::int64_t everything = std::numeric_limits<std::int64_t>::max();

// Kinds of events that come so often that a plot can do without some.
bool isOneOfMany(const EventBody &body)
{
    return std::holds_alternative<StepDone>(body) || std::holds_alternative<Telemetry>(body);
}

} // namespace

class EventLog::Writer {
public:
    Writer(std::string path, Descriptor file, std::int64_t size, std::int64_t lastSequence, Observers observers)
        : m_path(std::move(path)), m_file(std::move(file)), m_observers(std::move(observers)), m_size(size),
          m_lastSequence(lastSequence)
    {
    }

    void run(); // the thread
    void append(EventBody body);
    bool copy(LoggedEvent copied);
    std::int64_t lastSequence();
    void check();
    void writeUpTo(std::int64_t sequence);
    void dropHeldBack();
    bool drain(std::chrono::milliseconds limit);
    void close();

private:
    // All of these are called with the mutex locked.
    void add(EventBody body);
    bool add(LoggedEvent next);
    void dropOne();
    void sayWhatIsLost();
    void fallBehind(const std::string &why);
    void catchUp();
    void noticeHang();
    bool mayWrite() const;

    // These are called by the thread alone, with the mutex unlocked. False: errno says why.
    bool allocate(std::size_t bytes);
    bool write(const LoggedEvent &next);
    void writeEnd(const LoggedEvent &last);

    const std::string m_path;
    const Descriptor m_file;
    const Observers m_observers;

    std::mutex m_mutex;
    MonotonicCondition m_changed;
    std::deque<LoggedEvent> m_waiting; // the first one is being written
    std::int64_t m_size = 0; // of the file, changed by the thread alone
    std::int64_t m_allocated = 0; // bytes of the file that need no more room, for the thread alone
    std::int64_t m_lastSequence = 0; // given to an event
    std::int64_t m_lastToWrite = everything;
    std::int64_t m_dropped = 0;
    bool m_isCopy = false; // says nothing of itself
    bool m_hasFinished = false; // a RunFinished has its number, which is the last one
    std::optional<Clock::time_point> m_writingSince;
    std::optional<EventBacklog> m_backlog; // while the disk takes nothing: what waits
    bool m_isClosing = false;
    bool m_hasEnded = false;
};

void EventLog::Writer::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_isClosing || mayWrite(); });
        if (m_waiting.empty())
            break;
        const LoggedEvent &next = m_waiting.front(); // stays where it is while others are added behind it
        m_writingSince = Clock::now();
        lock.unlock();
        const bool written = allocate(next.line.size() + 1) && write(next);
        const int problem = errno;
        lock.lock();
        m_writingSince.reset();
        if (written) {
            m_size += std::int64_t(next.line.size()) + 1;
            m_waiting.pop_front();
            if (m_waiting.empty() && m_backlog)
                catchUp();
        } else {
            fallBehind(systemReason(problem));
            if (m_isClosing)
                break;
            m_changed.waitFor(lock, retryInterval, [this] { return m_isClosing; });
        }
        m_changed.notifyAll();
    }
    lock.unlock();
    if (!m_waiting.empty())
        writeEnd(m_waiting.back());
    lock.lock();
    m_hasEnded = true;
    m_changed.notifyAll();
}

void EventLog::Writer::append(EventBody body)
{
    const std::lock_guard lock(m_mutex);
    m_isCopy = false;
    noticeHang();
    if (m_dropped > 0 && std::holds_alternative<RunFinished>(body))
        sayWhatIsLost();
    if (!isOneOfMany(body) || (m_waiting.size() < mostWaiting && m_size <= largestFile))
        add(std::move(body));
    else if (m_waiting.size() >= mostWaiting)
        dropOne();
    m_changed.notifyAll();
}

bool EventLog::Writer::copy(LoggedEvent copied)
{
    const std::lock_guard lock(m_mutex);
    m_isCopy = true;
    noticeHang();
    if (copied.event.sequence != m_lastSequence + 1 || m_waiting.size() >= mostWaiting || !add(std::move(copied)))
        return false;
    m_changed.notifyAll();
    return true;
}

std::int64_t EventLog::Writer::lastSequence()
{
    const std::lock_guard lock(m_mutex);
    return m_lastSequence;
}

void EventLog::Writer::dropOne()
{
    ++m_dropped;
    fallBehind("it is slower than the events come");
}

// An event has its number from now on, so that followers may have it before the disk has.
void EventLog::Writer::add(EventBody body)
{
    add(Event{m_lastSequence + 1, wallTime(), std::move(body)});
}

bool EventLog::Writer::add(LoggedEvent next)
{
    if (next.line.size() >= longestEventLine || m_hasFinished)
        return false;
    m_lastSequence = next.event.sequence;
    m_hasFinished = std::holds_alternative<RunFinished>(next.event.body);
    if (m_backlog)
        m_backlog->add(next.line + '\n');
    if (m_observers.numbered)
        m_observers.numbered(next);
    m_waiting.push_back(std::move(next));
    return true;
}

void EventLog::Writer::fallBehind(const std::string &why)
{
    if (m_backlog)
        return;
    m_backlog.emplace();
    for (const LoggedEvent &waiting : m_waiting)
        m_backlog->add(waiting.line + '\n');
    if (m_isCopy)
        return;
    add(Warning{-1,
        "The disk of the machine that leads the run takes nothing (" + m_path + ": " + why
            + "). The training goes on, and its events are kept in memory; no checkpoint and no model can be saved "
              "until "
              "that disk takes them again."});
}

void EventLog::Writer::catchUp()
{
    m_backlog.reset();
    if (!m_isCopy)
        sayWhatIsLost();
}

void EventLog::Writer::sayWhatIsLost()
{
    const auto lost = std::exchange(m_dropped, 0);
    add(Warning{-1,
        "The disk that holds the log was full or did not answer for a while; "
            + (lost ? std::to_string(lost) : std::string("no")) + " events were lost."});
}

void EventLog::Writer::noticeHang()
{
    if (m_writingSince && Clock::now() - *m_writingSince > slowWrite)
        fallBehind("no answer for " + std::to_string(slowWrite.count()) + " s");
}

void EventLog::Writer::check()
{
    const std::lock_guard lock(m_mutex);
    noticeHang();
}

bool EventLog::Writer::mayWrite() const
{
    return !m_waiting.empty() && m_waiting.front().event.sequence <= m_lastToWrite;
}

void EventLog::Writer::writeUpTo(std::int64_t sequence)
{
    const std::lock_guard lock(m_mutex);
    m_lastToWrite = sequence;
    m_changed.notifyAll();
}

void EventLog::Writer::dropHeldBack()
{
    const std::lock_guard lock(m_mutex);
    const std::size_t underWay = m_writingSince ? 1 : 0;
    while (m_waiting.size() > underWay && m_waiting.back().event.sequence > m_lastToWrite)
        m_waiting.pop_back();
}

bool EventLog::Writer::drain(std::chrono::milliseconds limit)
{
    writeUpTo(everything);
    std::unique_lock lock(m_mutex);
    return m_changed.waitFor(lock, limit, [this] { return m_waiting.empty(); });
}

void EventLog::Writer::close()
{
    std::unique_lock lock(m_mutex);
    m_isClosing = true;
    m_changed.notifyAll();
    m_changed.waitFor(lock, closeLimit, [this] { return m_hasEnded; });
}

// Leaves the reserve as it is. A file system that cannot allocate has none.
bool EventLog::Writer::allocate(std::size_t bytes)
{
    const std::int64_t needed = m_size + std::int64_t(bytes) + reserve;
    if (needed <= m_allocated)
        return true;
    if (fallocate(m_file.get(), FALLOC_FL_KEEP_SIZE, m_size, needed + allocatedAtOnce - m_size) == 0)
        m_allocated = needed + allocatedAtOnce;
    else if (errno != EOPNOTSUPP && errno != ENOSYS)
        return false;
    return true;
}

// Of a run whose disk takes nothing to its end. The events before it are lost, which its number tells.
void EventLog::Writer::writeEnd(const LoggedEvent &last)
{
    if (std::holds_alternative<RunFinished>(last.event.body))
        write(last);
}

bool EventLog::Writer::write(const LoggedEvent &next)
{
    if (!writeAll(m_file.get(), next.line + '\n')) {
        const int problem = errno;
        // Half a line must not stay in front of the next one. To cut where nothing was written would give the reserve
        // back.
        if (lseek(m_file.get(), 0, SEEK_CUR) != m_size && ftruncate(m_file.get(), m_size) == 0)
            m_allocated = lseek(m_file.get(), m_size, SEEK_SET);
        errno = problem;
        return false;
    }
    if (!isOneOfMany(next.event.body))
        fdatasync(m_file.get());
    if (m_observers.written)
        m_observers.written(next.event);
    return true;
}

Result<EventLog> EventLog::open(const std::string &path, Observers observers)
{
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file)
        return fail("Could not open " + path + ": " + systemReason(errno) + ".");
    const auto end = summarize(path);
    if (!end)
        return tl::unexpected(end.error());
    if (ftruncate(file.get(), end->completeBytes) || lseek(file.get(), end->completeBytes, SEEK_SET) < 0)
        return fail("Could not write to " + path + ": " + systemReason(errno) + ".");
    auto writer
        = std::make_shared<Writer>(path, std::move(file), end->completeBytes, end->lastSequence, std::move(observers));
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
    m_writer->append(std::move(body));
}

bool EventLog::copy(LoggedEvent copied)
{
    return m_writer->copy(std::move(copied));
}

std::int64_t EventLog::lastSequence() const
{
    return m_writer->lastSequence();
}

void EventLog::check()
{
    m_writer->check();
}

void EventLog::writeUpTo(std::int64_t sequence)
{
    m_writer->writeUpTo(sequence);
}

void EventLog::dropHeldBack()
{
    m_writer->dropHeldBack();
}

bool EventLog::drain(std::chrono::milliseconds limit)
{
    return m_writer->drain(limit);
}

} // namespace motley
