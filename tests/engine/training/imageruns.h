// Short runs that learn to tell made-up pictures apart: 10 steps an epoch.
#pragma once

#include "fixturerun.h"

#include <QTemporaryDir>

namespace motley {

class ImageRuns {
public:
    ImageRuns();

    JobSpec job() const; // 4 epochs of a small network
    QString path(const QString &name) const { return m_folder.filePath(name); }
    std::string dataFolder() const { return m_folder.path().toStdString(); }
    QString freshFolder() { return path(QString("run-%1").arg(++m_runs)); } // a new name; the run makes the folder
    RunResult run(const JobSpec &job, const std::vector<std::int64_t> &shares);

private:
    QTemporaryDir m_folder;
    int m_runs = 0;
};

ImageModelSpec &networkOf(JobSpec &job);

} // namespace motley
