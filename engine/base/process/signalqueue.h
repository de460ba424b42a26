// The signals that an agent handles, as a queue to read in place of interruptions. What was ignored when the program
// was started stays ignored: after nohup a terminal that is closed ends nothing. There may be one SignalQueue at a
// time, and one thread takes from it. It blocks the signals in the thread that creates it and in threads that are
// started afterwards; a thread that was there before forwards the signals that the kernel happens to give it.
#pragma once

#include "engine/base/descriptor.h"

#include <vector>

#include <signal.h>

namespace motley {

class SignalQueue {
public:
    // ShutDown is a Stop by a SIGTERM that no user of Motley sent, such as that of a machine that shuts down.
    enum class Order { Stop, ShutDown, StopNow, Suspend, Pause, SaveCheckpoint };
    // Queued, as for an agent: Ctrl-Z does not stop the process but queues Order::Suspend, and SIGUSR1 and SIGUSR2,
    // which would end it, are SaveCheckpoint and Pause.
    enum class Suspension { AsUsual, Queued };

    explicit SignalQueue(Suspension suspension = Suspension::AsUsual);
    ~SignalQueue();
    SignalQueue(const SignalQueue &) = delete;
    SignalQueue &operator=(const SignalQueue &) = delete;

    int descriptor() const { return m_queue.get(); } // also readable when a child process has ended
    std::vector<Order> drain();

private:
    std::vector<int> m_obeyed;
    sigset_t m_maskBefore;
    std::vector<struct sigaction> m_actionsBefore;
    Descriptor m_queue;
};

} // namespace motley
