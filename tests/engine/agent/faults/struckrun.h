// A run of several machines that is struck by faults, and what must be so after each: it trains on, the machine that is
// said to be lost is the one that was struck, and at the end nothing is left but logs in which all holds together.
#pragma once

#include "engine/bench/limits/cgroupquota.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QString>
#include <QTemporaryDir>

#include <set>
#include <string>
#include <vector>

namespace motley {

enum class Blow {
    KillRank, // of a machine that does not lead
    KillAgent,
    KillLeader, // the agent that leads
    FreezeMachine, // until it is lost; then it thaws
    PauseRank, // for a moment
    PauseAgent,
    PauseMachine,
    CutRanks, // all connections between ranks, for a moment
    Rejoin, // a machine that was lost is started again
};

const char *nameOf(Blow blow);

class StruckRun {
public:
    // With a rank each. `speeds`: of each machine, as the part of a processor that it has; empty: they are equal.
    explicit StruckRun(int machines, std::vector<double> speeds = {});

    LoopbackRun &run() { return m_run; }
    QString start(); // what kept it from beginning; empty, here and below: nothing

    // A machine that this can be done to, the first one from `machine` on. -1: there is none.
    int victimOf(Blow blow, int machine) const;
    // Returns once the run has changed as it must: `moment` is how many milliseconds a pause or a cut takes.
    QString strike(Blow blow, int machine, int moment);
    bool goesOn() const;
    QString end(); // it is stopped

    int leader() const;
    std::set<int> training() const { return m_training; } // machines; the number of a machine is that of its rank
    std::int64_t newestStep() const;
    std::vector<std::string> causes() const; // of all losses, in order

private:
    QString cutFile() const;
    std::set<int> logged() const;
    QString lose(int machine);
    QString hasEnded(int machine) const;
    QString rejoin(int machine);
    void signalTo(int machine, bool agent, bool rank, int number) const;
    QString pause(int machine, bool agent, bool rank, int moment) const;

    QString slowDown(int machine); // to its speed

    QTemporaryDir m_files;
    int m_machines;
    std::vector<double> m_speeds;
    std::vector<CpuQuota> m_quotas; // by machine; they must outlive the run's processes
    LoopbackRun m_run;
    std::set<int> m_training;
    std::set<int> m_hit; // machines that were to be lost
};

} // namespace motley
