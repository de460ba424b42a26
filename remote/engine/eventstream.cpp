#include "remote/engine/eventstream.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <limits>

namespace motley {

namespace {

constexpr std::chrono::milliseconds batchInterval{50};
constexpr std::size_t largestBatch = 16384; // events
constexpr std::size_t largestBatchBytes = 16 << 20;
constexpr std::int64_t shortestEventLine = 32; // bytes

// For the plural.
int asCount(std::int64_t number)
{
    return static_cast<int>(std::min<std::int64_t>(number, std::numeric_limits<int>::max()));
}

struct Damage {
    Q_DECLARE_TR_FUNCTIONS(motley::EventStream)
};

} // namespace

EventStream::EventStream(std::int64_t fromSequence, const OnEvents &onEvents)
    : m_onEvents(onEvents), m_lastSequence(fromSequence), m_delivery([this](std::stop_token stop) { deliver(stop); })
{
}

EventStream::~EventStream()
{
    if (m_leftOut > m_leftOutSaid)
        sayWhatWasLeftOut();
    m_delivery.request_stop();
}

void EventStream::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto piece = bytes.substr(0, end);
        if (m_skipping) {
            m_unreadBytes += std::int64_t(piece.size());
        } else if (m_line.size() + piece.size() > longestEventLine) {
            m_skipping = true;
            leaveOut(m_line.size() + piece.size(), Damage::tr("It is too long."));
            m_line.clear();
        } else {
            m_line += piece;
        }
        if (end == std::string_view::npos)
            return;
        if (!m_skipping && !m_line.empty())
            addLine(m_line);
        m_line.clear();
        m_skipping = false;
        bytes.remove_prefix(end + 1);
    }
}

void EventStream::addLine(std::string_view line)
{
    auto read = readEventLine(line);
    if (!read)
        return leaveOut(line.size(), QString::fromStdString(read.error().message));
    // Following again may bring events that were taken already.
    if (read->sequence <= m_lastSequence)
        return;
    const bool finishes = read->get<RunFinished>() != nullptr;
    if (!mayFollow(read->sequence) && !finishes)
        return leaveOut(line.size(),
            Damage::tr("It has the number %1 and follows number %2.").arg(read->sequence).arg(m_lastSequence));
    if (!mayFollow(read->sequence))
        sayWhatIsLost(read->sequence - m_lastSequence - 1);
    m_lastSequence = read->sequence;
    m_unreadLines = m_unreadBytes = 0;
    m_finished = m_finished || finishes;
    add(*std::move(read));
}

// A log has no gaps, so one wrong number would make old news of all events to come. Numbers are missing only where
// lines could not be read, each of which may have been as many events as it has room for. None come after the end.
bool EventStream::mayFollow(std::int64_t sequence) const
{
    return sequence - m_lastSequence <= 1 + m_unreadLines + m_unreadBytes / shortestEventLine;
}

void EventStream::leaveOut(std::size_t bytes, const QString &why)
{
    ++m_leftOut;
    ++m_unreadLines;
    m_unreadBytes += std::int64_t(bytes);
    m_whyLeftOut = why;
    if (m_leftOut == m_nextToSay) {
        m_nextToSay *= 10;
        sayWhatWasLeftOut();
    }
}

void EventStream::sayWhatWasLeftOut()
{
    m_leftOutSaid = m_leftOut;
    warn(Damage::tr("%Ln line(s) of this run's events could not be read and were left out. The last one: %1", nullptr,
        asCount(m_leftOut))
             .arg(m_whyLeftOut));
}

// The log ends in this way where its disk was full to the end (engine/run/eventlog.cpp).
void EventStream::sayWhatIsLost(std::int64_t count)
{
    warn(Damage::tr(
        "%Ln event(s) before the end of this run are lost, as the disk of its first machine took nothing any more.",
        nullptr, asCount(count)));
}

void EventStream::warn(const QString &words)
{
    add(Event{0, 0, Warning{-1, words.toStdString()}});
}

void EventStream::add(EventLine line)
{
    std::unique_lock lock(m_mutex);
    m_taken.wait(lock, [this] { return m_batch.size() < largestBatch && m_batchBytes < largestBatchBytes; });
    m_batchBytes += std::size_t(line.text.size());
    m_batch.push_back(std::move(line));
    m_arrived.notify_one();
}

void EventStream::deliver(std::stop_token stop)
{
    for (;;) {
        std::vector<EventLine> batch;
        {
            std::unique_lock lock(m_mutex);
            m_arrived.wait(lock, stop, [this] { return !m_batch.empty(); });
            batch.swap(m_batch);
            m_batchBytes = 0;
        }
        m_taken.notify_one();
        if (!batch.empty())
            m_onEvents(std::move(batch));
        else if (stop.stop_requested())
            return;
        std::unique_lock lock(m_mutex);
        m_arrived.wait_for(lock, stop, batchInterval, [] { return false; });
    }
}

} // namespace motley
