#include "engine/agent/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

namespace motley {

SignalQueue::SignalQueue()
{
    signal(SIGPIPE, SIG_IGN);
    sigset_t obeyed;
    sigemptyset(&obeyed);
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGCHLD})
        sigaddset(&obeyed, number);
    pthread_sigmask(SIG_BLOCK, &obeyed, &m_before);
    m_queue = Descriptor(signalfd(-1, &obeyed, SFD_NONBLOCK | SFD_CLOEXEC));
}

SignalQueue::~SignalQueue()
{
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

std::vector<SignalQueue::Order> SignalQueue::take()
{
    std::vector<Order> orders;
    signalfd_siginfo info{};
    while (read(m_queue.get(), &info, sizeof info) == sizeof info)
        if (info.ssi_signo != SIGCHLD)
            orders.push_back(info.ssi_signo == SIGQUIT ? Order::StopNow : Order::Stop);
    return orders;
}

} // namespace motley
