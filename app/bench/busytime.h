// How long the thread of the window is busy at a time, in which it answers nobody.
#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>
#include <functional>

namespace motley {

inline double threadMilliseconds() // of processor time
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * double(time.tv_sec) + 1e-6 * double(time.tv_nsec);
}

// Delivers events until `isDone`; returns the longest turn of the event loop in milliseconds of processor time, which
// another program beside this one does not lengthen.
inline double longestTurn(const std::function<bool()> &isDone, int patience = 120'000)
{
    QElapsedTimer clock;
    clock.start();
    QTimer wakes; // to look whether it is done, without keeping a processor from others
    wakes.start(5);
    double longest = 0;
    while (!isDone() && clock.elapsed() < patience) {
        const double before = threadMilliseconds();
        QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        longest = std::max(longest, threadMilliseconds() - before);
    }
    return longest;
}

// The longest turn of what `act` does and of the half second after it.
inline double longestTurnAfter(const std::function<void()> &act)
{
    const double before = threadMilliseconds();
    act();
    const double first = threadMilliseconds() - before;
    QElapsedTimer clock;
    clock.start();
    return std::max(first, longestTurn([&] { return clock.elapsed() > 500; }));
}

} // namespace motley
