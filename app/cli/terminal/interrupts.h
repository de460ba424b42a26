// Ctrl-C and the like as a signal of Qt.
#pragma once

#include <QObject>
#include <QSocketNotifier>

namespace motley {

class Interrupts : public QObject {
    Q_OBJECT

public:
    explicit Interrupts(QObject *parent = nullptr); // one at a time in a program
    ~Interrupts() override;

Q_SIGNALS:
    void interrupted(); // Ctrl-C
    void hungUp(); // the terminal is gone, or SIGTERM

private:
    void read();

    int m_readEnd = -1;
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace motley
