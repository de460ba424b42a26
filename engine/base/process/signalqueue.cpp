#include "engine/base/process/signalqueue.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace motley {

namespace {

std::atomic<pid_t> reader; // the thread that takes from the queue
std::atomic<bool> forwardsKill{false}; // the SIGTERM that was forwarded last came from kill()
static_assert(std::atomic<pid_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
    "a signal handler reads and sets them");

// Signal handler of threads that do not block the signal: forwards it to the reader. A forked child that has not
// executed its program yet has no such thread, and there the call does nothing.
void handOn(int number, siginfo_t *info, void *)
{
    const int before = errno;
    if (number == SIGTERM)
        forwardsKill = info->si_code == SI_USER;
    tgkill(getpid(), reader, number);
    errno = before;
}

// `motley-engine stop` does not use kill().
bool isFromKill(const signalfd_siginfo &info)
{
    return info.ssi_code == SI_USER || (info.ssi_code == SI_TKILL && forwardsKill.exchange(false));
}

SignalQueue::Order orderOf(const signalfd_siginfo &info)
{
    switch (info.ssi_signo) {
    case SIGTERM:
        return isFromKill(info) ? SignalQueue::Order::ShutDown : SignalQueue::Order::Stop;
    case SIGQUIT:
        return SignalQueue::Order::StopNow;
    case SIGTSTP:
        return SignalQueue::Order::Suspend;
    case SIGUSR1:
        return SignalQueue::Order::SaveCheckpoint;
    case SIGUSR2:
        return SignalQueue::Order::Pause;
    default:
        return SignalQueue::Order::Stop;
    }
}

bool isIgnored(int number)
{
    struct sigaction now { };
    return sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

} // namespace

// Takes SIGTERM and SIGQUIT in any case, as these are what `motley-engine stop` sends.
SignalQueue::SignalQueue(Suspension suspension) : m_obeyed{SIGTERM, SIGQUIT, SIGCHLD}
{
    for (const int number : {SIGINT, SIGHUP})
        if (!isIgnored(number))
            m_obeyed.push_back(number);
    if (suspension == Suspension::Queued)
        m_obeyed.insert(m_obeyed.end(), {SIGUSR1, SIGUSR2});
    if (suspension == Suspension::Queued && !isIgnored(SIGTSTP))
        m_obeyed.push_back(SIGTSTP);
    m_actionsBefore.resize(m_obeyed.size());
    signal(SIGPIPE, SIG_IGN);
    reader = gettid();
    sigset_t queued;
    sigemptyset(&queued);
    for (const int number : m_obeyed)
        sigaddset(&queued, number);
    pthread_sigmask(SIG_BLOCK, &queued, &m_maskBefore);
    struct sigaction action { };
    action.sa_sigaction = handOn;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    for (std::size_t i = 0; i < m_obeyed.size(); ++i)
        sigaction(m_obeyed[i], &action, &m_actionsBefore[i]);
    m_queue = Descriptor(signalfd(-1, &queued, SFD_NONBLOCK | SFD_CLOEXEC));
}

SignalQueue::~SignalQueue()
{
    for (std::size_t i = 0; i < m_obeyed.size(); ++i)
        sigaction(m_obeyed[i], &m_actionsBefore[i], nullptr);
    pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
}

std::vector<SignalQueue::Order> SignalQueue::drain()
{
    reader = gettid();
    std::vector<Order> orders;
    signalfd_siginfo info{};
    while (read(m_queue.get(), &info, sizeof info) == sizeof info)
        if (info.ssi_signo != SIGCHLD)
            orders.push_back(orderOf(info));
    return orders;
}

} // namespace motley
