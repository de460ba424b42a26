// How fast devices do jobs: measured before runs, corrected by what the runs then showed; and what else runs show of a
// job and of machines. A file on this computer.
#pragma once

#include "engine/job/jobspec.h"
#include "engine/plan/candidate.h"

#include <QString>

#include <optional>
#include <vector>

namespace motley {

struct KnownSpeed {
    SpeedReport report;
    double error = 0; // mean of |seconds in a run / predicted seconds - 1| over the runs, the later the more weight
    int runs = 0; // that it was held against
};

struct SpeedKey {
    QString machine; // its name
    Device device;
    int threads = 1;
};

class SpeedBook {
public:
    explicit SpeedBook(QString path) : m_path(std::move(path)) { }

    // Of the same work: task, model, precision, optimizer and what memory is saved by; with other data it does not say
    // how much there is of them. nullopt: not known, or the file cannot be read.
    std::optional<KnownSpeed> find(const JobSpec &job, const SpeedKey &key) const;

    // Only the latest few thousand are kept. Errors: the file cannot be written.
    Result<void> store(const JobSpec &job, const SpeedKey &key, const SpeedReport &report) const;

    // A run took that many times the predicted seconds on this device: the next prediction goes half the way there.
    Result<void> learn(const JobSpec &job, const SpeedKey &key, double measuredOverPredicted) const;

    // The gradient-noise scale (engine/plan/statistics/gradientnoisescale.h) that the latest run with this task, model
    // and data came to; nullopt: none did.
    std::optional<double> noiseScale(const JobSpec &job) const;
    Result<void> storeNoise(const JobSpec &job, double noiseScale) const;

    // What was seen of a machine; what was not is left as it is.
    Result<void> storeRecord(const JobSpec &job, const QString &machine, const MachineRecord &seen) const;

    // All that was measured; what cannot be written is measured again next time.
    void store(const JobSpec &job, const std::vector<CandidateMachine> &machines) const;

    // Gives the candidates without a speed the one that is known, and the machines what their records lack.
    void fillIn(const JobSpec &job, std::vector<CandidateMachine> &machines) const;

private:
    QString m_path;
};

QString speedsFile(const QString &dataFolder);

} // namespace motley
