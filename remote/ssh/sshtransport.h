// One SSH connection. libssh never blocks here: all waiting is done by poll(), so that a stop is noticed at once and so
// is a silent peer.
#pragma once

#include "engine/base/result.h"
#include "remote/session/sentence.h"
#include "remote/session/wakeup.h"
#include "remote/ssh/sshhandles.h"

#include <QCoreApplication>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace motley {

// Carries a connection that does not go straight to its host (SshTunnel), and must outlive that connection.
class SshProxy {
public:
    virtual ~SshProxy() = default;
};

class SshTransport {
    Q_DECLARE_TR_FUNCTIONS(motley::SshTransport)
    MOTLEY_PHRASES(motley::SshTransport)

public:
    using Clock = std::chrono::steady_clock;

    SshTransport(SshSessionHandle session, std::unique_ptr<SshProxy> proxy);
    ~SshTransport();

    ssh_session_struct *session() const { return m_session.get(); }
    // Held for each call of libssh, which serves one thread at a time; the functions below hold it themselves.
    std::unique_lock<std::recursive_mutex> lock() const { return std::unique_lock(m_mutex); }
    std::string lastError() const; // libssh's words
    // Ends the connection. What the server said as it closed it (SSH_MSG_DISCONNECT), else libssh's words: libssh 0.11
    // writes "Socket error: disconnected" over the server's words when it meets the end of the socket after them.
    std::string lastWords();
    bool isBroken() const;

    void commandBegins() { ++m_commands; }
    void commandEnds() { --m_commands; }

    // Waits until something arrives, libssh can send what it holds back, `wakeup` fires, or `limit` has passed.
    void wait(const Wakeup &wakeup, std::chrono::milliseconds limit);

    // Repeats `call` while it returns `again`. Errors: stopped, no other result within the limit.
    Result<int> settle(
        const std::function<int()> &call, int again, std::chrono::milliseconds limit, std::stop_token stop);

    // Sends a keepalive to a peer that has been silent for 5 s; false once three keepalives had no answer.
    bool isPeerThere();
    void beginListening(); // restarts the clock of the peer's silence, after a time in which nobody read

private:
    struct Counter;

    mutable std::recursive_mutex m_mutex;
    std::unique_ptr<SshProxy> m_proxy;
    std::unique_ptr<Counter> m_counter;
    SshSessionHandle m_session; // destroyed first
    Clock::time_point m_lastHeard = Clock::now();
    std::uint64_t m_heardBytes = 0;
    int m_questions = 0;
    std::atomic<int> m_commands = 0;
};

} // namespace motley
