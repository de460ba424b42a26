#include "engine/rendezvous/agentlink.h"

#include <sys/eventfd.h>

#include <utility>

namespace motley {

namespace {

constexpr int noLimit = -1; // of poll()
constexpr std::size_t longestRequest = LineSocket::longestLine - 16; // the agent adds which rank it is of

std::string linesOf(const std::vector<AgentLink::Body> &requests, std::int64_t id)
{
    std::string lines;
    for (const AgentLink::Body &body : requests) {
        const StoreRequest request{body, id, 0};
        if (const auto good = validate(request); !good)
            throw std::runtime_error(good.error().message);
        const std::string line = toLine(request);
        if (line.size() > longestRequest)
            throw std::runtime_error("The run's store takes no request of more than " + std::to_string(longestRequest)
                + " bytes; this one has " + std::to_string(line.size()) + ".");
        lines += (lines.empty() ? "" : "\n") + line;
    }
    return lines;
}

} // namespace

AgentLink::AgentLink(Descriptor socket, Listener listener)
    : m_listener(std::move(listener)), m_wakes(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)), m_socket(std::move(socket)),
      m_thread([this] { run(); })
{
}

AgentLink::~AgentLink()
{
    m_isClosing = true;
    wakeThread();
    m_thread.join();
}

void AgentLink::run()
{
    while (!m_isClosing) {
        pollfd waits[2] = {{m_wakes.get(), POLLIN, 0}, {}};
        {
            const std::lock_guard lock(m_mutex);
            waits[1] = m_socket.waits();
        }
        poll(waits, 2, noLimit);
        eventfd_t ignored = 0;
        eventfd_read(m_wakes.get(), &ignored);
        std::vector<std::string> lines;
        bool isOpen = true;
        {
            const std::lock_guard lock(m_mutex);
            lines = m_socket.advance();
            isOpen = m_socket.isOpen();
        }
        for (const std::string &line : lines)
            handle(line);
        if (!isOpen)
            return hangUp();
    }
}

void AgentLink::handle(const std::string &line)
{
    if (!isStoreLine(line) && m_listener.heard)
        return m_listener.heard(line);
    auto answer = parseStoreAnswer(line);
    const std::lock_guard lock(m_mutex);
    const auto found = answer ? m_answers.find(answer->id) : m_answers.end();
    if (found == m_answers.end()) // whoever asked has given up
        return;
    found->second = *std::move(answer);
    m_changed.notifyAll();
}

void AgentLink::hangUp()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isGone = true;
        m_changed.notifyAll();
    }
    if (m_listener.gone)
        m_listener.gone();
}

StoreAnswer AgentLink::ask(
    const std::vector<Body> &requests, std::chrono::milliseconds limit, const std::stop_token &abort)
{
    const std::int64_t id = ++m_lastId;
    const std::string lines = linesOf(requests, id);
    const std::stop_callback wakes(abort, [this] { wakeCallers(); }); // outlives the lock, which it takes itself
    std::unique_lock lock(m_mutex);
    const auto asked = m_answers.emplace(id, std::nullopt).first;
    const auto isOver = [&] { return asked->second || m_isGone || abort.stop_requested(); };
    if (!isOver())
        send(lines);
    if (limit == std::chrono::milliseconds::zero())
        m_changed.wait(lock, isOver);
    else
        m_changed.waitFor(lock, limit, isOver);
    auto answer = std::move(asked->second);
    m_answers.erase(asked);
    if (answer)
        return *std::move(answer);
    if (m_isGone)
        throw std::runtime_error("Nothing answers for the run's store any more: the agent of this machine is gone.");
    send(linesOf({StoreCancel{}}, id));
    if (abort.stop_requested())
        throw std::runtime_error("The wait for the other ranks was ended: others train together now.");
    throw TimedOut("The run's store has not answered within " + std::to_string(limit.count())
        + " ms: another rank has not come so far.");
}

void AgentLink::wakeCallers()
{
    const std::lock_guard lock(m_mutex);
    m_changed.notifyAll();
}

void AgentLink::send(const std::string &lines)
{
    m_socket.send(lines);
    if (m_socket.hasUnsent())
        wakeThread();
}

void AgentLink::wakeThread() const noexcept
{
    eventfd_write(m_wakes.get(), 1);
}

} // namespace motley
