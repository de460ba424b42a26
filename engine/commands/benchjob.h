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

struct BenchJob {
    JobSpec job;
    bool madeUpData = false;
};
// By the name of a preset or a task, or a job file; with data made up in `folder` where its own are not there.
Result<BenchJob> findBenchJob(const std::string &wish, const std::string &folder);

} // namespace motley
