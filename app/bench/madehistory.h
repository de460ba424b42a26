// A history of made-up runs: many short ones, one of many steps, and one that many machines train while the window
// looks.
#pragma once

#include "remote/history/runrecord.h"

#include <QFile>

#include <thread>

namespace motley {

struct MadeSizes {
    int runs = 1000;
    std::int64_t steps = 1'000'000; // of the long run, of two machines with two ranks each
    int machines = 64; // of the live run
    int devices = 8; // of each
};

struct MadeHistory {
    QString longRun; // its id
    QString liveRun;
};

Result<MadeHistory> makeHistory(const QString &dataFolder, const MadeSizes &sizes);

// Writes the events of the live run as fast as its machines would: what each reads of itself, and two steps a second.
class LiveMachines {
public:
    LiveMachines(const QString &runFolder, const MadeSizes &sizes);

private:
    void write(std::stop_token stop);

    QFile m_log;
    MadeSizes m_sizes;
    std::jthread m_thread;
};

} // namespace motley
