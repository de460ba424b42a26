// A temporary folder for the files of a benchmark.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// Removed with this object.
class TemporaryFolder {
public:
    // Makes a folder in TMPDIR, or in /tmp. Errors: why it could not be made, and what to set.
    static Result<TemporaryFolder> make();

    TemporaryFolder(TemporaryFolder &&other) noexcept;
    TemporaryFolder &operator=(TemporaryFolder &&) = delete;
    ~TemporaryFolder();

    const std::string &path() const { return m_path; }

private:
    explicit TemporaryFolder(std::string path);

    std::string m_path; // empty: moved from
};

} // namespace motley
