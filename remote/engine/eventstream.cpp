#include "remote/engine/eventstream.h"

#include <algorithm>
#include <chrono>

namespace motley {

namespace {

constexpr std::chrono::milliseconds batchInterval{50};
constexpr std::size_t largestBatch = 16384; // events
constexpr std::size_t largestBatchBytes = 16 << 20;

} // namespace

EventStream::EventStream(std::int64_t fromSequence, const OnEvents &onEvents)
    : m_onEvents(onEvents), m_lastSequence(fromSequence), m_delivery([this](std::stop_token stop) { deliver(stop); })
{
}

EventStream::~EventStream()
{
    m_delivery.request_stop();
}

void EventStream::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto piece = bytes.substr(0, end);
        if (!m_skipping && m_line.size() + piece.size() > longestEventLine) {
            m_skipping = true;
            m_line.clear();
            reportDamage("An event of this run is too long and was left out.");
        }
        if (!m_skipping)
            m_line += piece;
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
    auto event = parseEvent(line);
    if (!event) {
        reportDamage("An event of this run could not be read and was left out: " + event.error().message);
        return;
    }
    // Following again may bring events that were taken already.
    if (event->sequence <= m_lastSequence)
        return;
    m_lastSequence = event->sequence;
    m_finished = m_finished || std::holds_alternative<RunFinished>(event->body);
    add(std::move(*event), line.size());
}

void EventStream::reportDamage(const std::string &what)
{
    add(Event{0, 0, Warning{-1, what}}, what.size());
}

void EventStream::add(Event event, std::size_t bytes)
{
    std::unique_lock lock(m_mutex);
    m_taken.wait(lock, [this] { return m_batch.size() < largestBatch && m_batchBytes < largestBatchBytes; });
    m_batch.push_back(std::move(event));
    m_batchBytes += bytes;
    m_arrived.notify_one();
}

void EventStream::deliver(std::stop_token stop)
{
    for (;;) {
        std::vector<Event> batch;
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
