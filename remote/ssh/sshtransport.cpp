#include "remote/ssh/sshtransport.h"

#include "remote/session/sentence.h"
#include "remote/session/untrustedtext.h"

#include <algorithm>
#include <array>
#include <libssh/libssh.h>
#include <libssh/server.h> // ssh_send_keepalive, which clients may call
#include <poll.h>

namespace motley {

namespace {
constexpr std::chrono::seconds questionInterval{5};
constexpr int mostQuestions = 3;
// Bounds the wait of a thread for bytes that another one has read from the socket they share.
constexpr std::chrono::milliseconds sharedLimit{50};
} // namespace

struct SshTransport::Counter {
    ssh_counter_struct raw{};
};

SshTransport::SshTransport(SshSessionHandle session, std::unique_ptr<SshProxy> proxy)
    : m_proxy(std::move(proxy)), m_counter(std::make_unique<Counter>()), m_session(std::move(session))
{
    ssh_set_counters(m_session.get(), nullptr, &m_counter->raw);
}

SshTransport::~SshTransport() = default;

std::string SshTransport::lastError() const
{
    const auto held = lock();
    return ssh_get_error(m_session.get());
}

std::string SshTransport::lastWords()
{
    const auto held = lock();
    const auto words = lastError();
    ssh_disconnect(m_session.get()); // ssh_get_disconnect_message() answers after it only
    const char *said = ssh_get_disconnect_message(m_session.get());
    return cleaned(said ? said : words);
}

bool SshTransport::isBroken() const
{
    const auto held = lock();
    const int status = ssh_get_status(m_session.get());
    return ssh_is_connected(m_session.get()) == 0 || (status & (SSH_CLOSED | SSH_CLOSED_ERROR)) != 0;
}

void SshTransport::wait(const Wakeup &wakeup, std::chrono::milliseconds limit)
{
    auto held = lock();
    const bool holdsBack = (ssh_get_poll_flags(m_session.get()) & SSH_WRITE_PENDING) != 0;
    held.unlock();
    if (m_commands > 1)
        limit = std::min(limit, sharedLimit);
    const short events = POLLIN | (holdsBack ? POLLOUT : 0);
    std::array<pollfd, 2> ready{{{ssh_get_fd(m_session.get()), events, 0}, {wakeup.descriptor(), POLLIN, 0}}};
    ::poll(ready.data(), ready.size(), static_cast<int>(limit.count()));
}

Result<int> SshTransport::settle(
    const std::function<int()> &call, int again, std::chrono::milliseconds limit, std::stop_token stop)
{
    const auto deadline = Clock::now() + limit;
    const Wakeup wakeup(stop);
    for (;;) {
        if (stop.stop_requested())
            return sentence(phrase("Stopped, as asked."));
        auto held = lock();
        const int answer = call();
        held.unlock();
        if (answer != again)
            return answer;
        if (isBroken()) // libssh would go on returning SSH_AGAIN
            return SSH_ERROR;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0)
            return sentence(phrase("no answer within %Ln second(s)", nullptr,
                static_cast<int>(std::chrono::ceil<std::chrono::seconds>(limit).count())));
        wait(wakeup, std::min(left, std::chrono::milliseconds(500)));
    }
}

void SshTransport::beginListening()
{
    const auto held = lock();
    m_lastHeard = Clock::now();
    m_questions = 0;
}

bool SshTransport::isPeerThere()
{
    const auto held = lock();
    if (m_counter->raw.in_bytes != m_heardBytes) {
        m_heardBytes = m_counter->raw.in_bytes;
        beginListening();
        return true;
    }
    if (Clock::now() - m_lastHeard < questionInterval * (m_questions + 1))
        return true;
    if (m_questions == mostQuestions)
        return false;
    ++m_questions;
    ssh_send_keepalive(m_session.get());
    return true;
}

} // namespace motley
