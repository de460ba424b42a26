// Says how far a download or an upload has come: bytes, rate and time left.
#pragma once

#include <QCoreApplication>
#include <QHash>
#include <QString>

#include <chrono>

namespace motley {

// Hears of the progress of several machines, and keeps for each when its stage began. The rate is the mean since then.
class TransferWords {
    Q_DECLARE_TR_FUNCTIONS(motley::TransferWords)

public:
    using Clock = std::chrono::steady_clock;

    // "120 MiB of 2.4 GiB", after a second also ", 11 MiB/s, 3 min 24 s left". Empty where there is no `total`. Both
    // counts are in bytes.
    QString amount(
        const QString &machine, const QString &stage, qint64 done, qint64 total, Clock::time_point now = Clock::now());

    // A machine, an amount and the stage in today's language, in one line. The stage comes last, as a line may be cut.
    static QString line(const QString &machine, const QString &amount, const QString &stage);

private:
    struct Begin {
        QString stage;
        qint64 done = 0; // bytes that were there already
        Clock::time_point time;
    };
    QHash<QString, Begin> m_begins;
};

} // namespace motley
