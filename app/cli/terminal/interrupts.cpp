#include "app/cli/terminal/interrupts.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace motley {

namespace {

// A signal handler may do little else than write to a pipe.
int writeEnd = -1;

void passOn(int signal)
{
    const char byte = static_cast<char>(signal);
    (void)!::write(writeEnd, &byte, 1);
}

} // namespace

Interrupts::Interrupts(QObject *parent) : QObject(parent)
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_notifier = new QSocketNotifier(m_readEnd, QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &Interrupts::read);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, passOn) == SIG_IGN) // as nohup leaves it
            std::signal(signal, SIG_IGN);
}

Interrupts::~Interrupts()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, SIG_DFL) == SIG_IGN)
            std::signal(signal, SIG_IGN);
    delete m_notifier;
    ::close(m_readEnd);
    ::close(writeEnd);
    writeEnd = -1;
}

void Interrupts::read()
{
    char signal = 0;
    while (::read(m_readEnd, &signal, 1) == 1) {
        if (signal == SIGINT)
            Q_EMIT interrupted();
        else
            Q_EMIT hungUp();
    }
}

} // namespace motley
