// The signals that an agent obeys, as a queue to read instead of an interruption. One at a time, and one thread takes
// from it. Blocks the signals in the thread that makes it and in those that start afterwards; a thread that was there
// before hands on what the kernel happens to give it.
#pragma once

#include "engine/system/descriptor.h"

#include <array>
#include <vector>

#include <signal.h>

namespace motley {

class SignalQueue {
public:
    enum class Order { Stop, StopNow };

    SignalQueue();
    ~SignalQueue();
    SignalQueue(const SignalQueue &) = delete;
    SignalQueue &operator=(const SignalQueue &) = delete;

    int descriptor() const { return m_queue.get(); } // also readable when a child process has ended
    std::vector<Order> take();

private:
    static constexpr std::array obeyed{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGCHLD};

    sigset_t m_maskBefore;
    std::array<struct sigaction, obeyed.size()> m_actionsBefore;
    Descriptor m_queue;
};

} // namespace motley
