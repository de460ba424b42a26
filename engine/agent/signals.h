// The signals that an agent obeys, as a queue to read instead of an interruption. Blocks them in this thread and in
// every thread that starts afterwards.
#pragma once

#include "engine/agent/descriptor.h"

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
    sigset_t m_before;
    Descriptor m_queue;
};

} // namespace motley
