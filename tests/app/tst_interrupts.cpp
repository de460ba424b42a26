// Which signals `motley run` and `motley watch` hear.
#include "app/cli/terminal/interrupts.h"

#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <csignal>

using namespace motley;

class InterruptsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hearsSignals()
    {
        Interrupts signals;
        const QSignalSpy interrupted(&signals, &Interrupts::interrupted);
        const QSignalSpy hungUp(&signals, &Interrupts::hungUp);
        std::raise(SIGINT);
        std::raise(SIGHUP);
        QTRY_COMPARE(hungUp.count(), 1);
        QCOMPARE(interrupted.count(), 1);
    }

    void leavesIgnoredSignalsIgnored()
    {
        std::signal(SIGHUP, SIG_IGN);
        const auto restore = qScopeGuard([] { std::signal(SIGHUP, SIG_DFL); });
        {
            Interrupts signals;
            const QSignalSpy interrupted(&signals, &Interrupts::interrupted);
            const QSignalSpy hungUp(&signals, &Interrupts::hungUp);
            std::raise(SIGHUP);
            std::raise(SIGINT); // heard after what was raised before it
            QTRY_COMPARE(interrupted.count(), 1);
            QCOMPARE(hungUp.count(), 0);
        }
        QVERIFY(std::signal(SIGHUP, SIG_IGN) == SIG_IGN);
    }
};

QTEST_GUILESS_MAIN(InterruptsTest)
#include "tst_interrupts.moc"
