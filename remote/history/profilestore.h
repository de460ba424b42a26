// How fast devices train jobs: measured before runs and corrected by the steps of the runs. Also what else runs measure
// of jobs (the gradient-noise scale) and of machines. Kept in a file on this computer.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"

#include <QDateTime>
#include <QString>

#include <optional>
#include <vector>

namespace motley {

struct KnownSpeed {
    SpeedReport report;
    double error = 0; // mean of |seconds in a run / predicted seconds - 1| over the runs; later runs weigh more
    int runs = 0; // in which the prediction was compared with the steps
    QDateTime measured; // or corrected by a run; invalid: not known
};

struct SpeedKey {
    QString machine; // its name
    Device device;
    int threads = 1; // that a rank may have, or that it used
};

class ProfileStore {
public:
    explicit ProfileStore(QString path) : m_path(std::move(path)) { }

    // The speed of a device at the same work: equal task, model, precision, optimizer and memory settings. If the data
    // differ, the report's totalSteps and epochUnits are 0. nullopt: not known, or the file cannot be read.
    std::optional<KnownSpeed> find(const JobSpec &job, const SpeedKey &key) const;

    // Only the latest few thousand speeds are kept. Errors: the file cannot be written.
    Result<void> store(const JobSpec &job, const SpeedKey &key, const SpeedReport &report) const;

    // A run took measuredOverPredicted times the predicted seconds on this device: the next prediction moves half the
    // way to the measured seconds.
    Result<void> learn(const JobSpec &job, const SpeedKey &key, double measuredOverPredicted) const;

    // The gradient-noise scale (engine/statistics/gradientnoisescale.h) of the latest run with this task, model
    // and data; nullopt: no run measured it.
    std::optional<double> noiseScale(const JobSpec &job) const;
    Result<void> storeNoise(const JobSpec &job, double noiseScale) const;

    // Stores what a run measured of a machine; values that it did not measure stay as they are.
    Result<void> storeRecord(const JobSpec &job, const QString &machine, const MachineRecord &seen) const;

    // When the oldest of the speeds was measured that fillIn() gives the candidates, or a run corrected it. Invalid:
    // one of them is not known, or since when.
    QDateTime oldestOf(const JobSpec &job, const std::vector<CandidateMachine> &machines) const;

    // Stores all measured speeds, records and links, these in a file beside. Errors are dropped: what cannot be written
    // is measured again next time.
    void store(const JobSpec &job, const std::vector<CandidateMachine> &machines) const;

    // Gives the candidates without a speed the known one, and the machines the known values that their records lack.
    void fillIn(const JobSpec &job, std::vector<CandidateMachine> &machines) const;

private:
    QString m_path;
};

QString speedsFile(const QString &dataFolder);

} // namespace motley
