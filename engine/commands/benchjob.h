// What a benchmark trains, and where.
#pragma once

#include "engine/protocol/jobspec.h"

#include <string>

namespace motley {

// Gone with this object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;

    const std::string &path() const { return m_path; } // empty: none could be made

private:
    std::string m_path;
};

// By the name of a preset or a task, or a job file.
Result<JobSpec> findJob(const std::string &wish);

struct BenchJob {
    JobSpec job;
    bool madeUpData = false;
};
// With data made up in `folder` where its own are not there.
Result<BenchJob> withData(JobSpec job, const std::string &folder);

} // namespace motley
