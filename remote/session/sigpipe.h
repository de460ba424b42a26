// While it lives, a write to a closed pipe or socket by this thread is an error code (EPIPE), not the end of the
// program.
#pragma once

#include <csignal>
#include <ctime>

namespace motley {

class SigpipeBlocked {
public:
    SigpipeBlocked()
    {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~SigpipeBlocked()
    {
        const timespec now{};
        while (sigtimedwait(&m_pipe, nullptr, &now) == SIGPIPE) { }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    SigpipeBlocked(const SigpipeBlocked &) = delete;
    SigpipeBlocked &operator=(const SigpipeBlocked &) = delete;

private:
    sigset_t m_pipe;
    sigset_t m_before;
};

} // namespace motley
