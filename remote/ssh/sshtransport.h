// One SSH connection at work. libssh never blocks here: all waiting is done by poll(), so that stop is heard at once
// and a silent peer is noticed.
#pragma once

#include "engine/base/result.h"
#include "remote/session/wakeup.h"
#include "remote/ssh/sshhandles.h"

#include <QCoreApplication>

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace motley {

// What carries a connection that does not go straight to its host, and must outlive it.
class SshProxy {
public:
    virtual ~SshProxy() = default;
};

class SshTransport {
    Q_DECLARE_TR_FUNCTIONS(motley::SshTransport)

public:
    using Clock = std::chrono::steady_clock;

    SshTransport(SshSessionHandle session, std::unique_ptr<SshProxy> proxy);
    ~SshTransport();

    ssh_session_struct *session() const { return m_session.get(); }
    std::string lastError() const; // libssh's words
    bool isBroken() const;

    // Until something arrives, something can be sent that libssh holds back, `wakeup` fires, or `limit` has passed.
    void wait(const Wakeup &wakeup, std::chrono::milliseconds limit);

    // Calls again and again while the answer is `again`. Errors: stopped, no answer within the limit.
    Result<int> settle(
        const std::function<int()> &call, int again, std::chrono::milliseconds limit, std::stop_token stop);

    // Asks a peer that has been silent for 5 s whether it is there; false once three questions had no answer.
    bool isPeerThere();
    void beginListening(); // forgets how long nobody listened

private:
    struct Counter;

    std::unique_ptr<SshProxy> m_proxy;
    std::unique_ptr<Counter> m_counter;
    SshSessionHandle m_session; // destroyed first
    Clock::time_point m_lastHeard = Clock::now();
    std::uint64_t m_heardBytes = 0;
    int m_questions = 0;
};

} // namespace motley
