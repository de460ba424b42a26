// The commands behind `motley ...`; each returns an exit code.
#pragma once

#include "engine/plan/machineterms.h"

#include <QString>
#include <QStringList>

namespace motley {

struct RunCommand {
    QString jobFile;
    QString machines;
    QStringList acceptedFingerprints;
    int cpuRanks = 1;
    int threads = 0;
    bool best = false; // only the machines that are fastest together
    bool detach = false;
    bool json = false;
};
int runTraining(const RunCommand &command);
int planTraining(const RunCommand &command); // prints the plan and its forecast; starts no run

struct ResumeCommand {
    QString run;
    QStringList without; // names of machines
    QStringList acceptedFingerprints;
    bool detach = false;
    bool json = false;
};
int resumeTraining(const ResumeCommand &command); // starts a new run from the last checkpoint

struct WatchCommand {
    QString run; // id or name; empty: the newest run
    QStringList acceptedFingerprints;
    bool json = false;
};
int watchRun(const WatchCommand &command);

struct StopCommand {
    QString run;
    QStringList acceptedFingerprints;
    bool now = false;
};
int stopTraining(const StopCommand &command);

int listRuns(bool json);

struct MachinesCommand {
    QStringList acceptedFingerprints;
    bool probe = false;
    bool json = false;
};
int listMachines(const MachinesCommand &command);
int addMachine(const QString &name, const QString &destination, const QString &installRoot);
int setSharedFolders(const QString &name, const QStringList &folders);
int setTerms(const QString &name, MachineTerms terms, const QString &lifetime, const QString &lifetimesFile);
int removeMachine(const QString &name);

} // namespace motley
