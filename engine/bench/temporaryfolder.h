// A folder for what a benchmark makes and nobody keeps.
#pragma once

#include "engine/base/result.h"

#include <string>

namespace motley {

// Gone with this object.
class TemporaryFolder {
public:
    // In TMPDIR, or in /tmp. Errors: why there is none, and what to set.
    static Result<TemporaryFolder> make();

    TemporaryFolder(TemporaryFolder &&other) noexcept;
    TemporaryFolder &operator=(TemporaryFolder &&) = delete;
    ~TemporaryFolder();

    const std::string &path() const { return m_path; }

private:
    explicit TemporaryFolder(std::string path);

    std::string m_path; // empty: another object has it
};

} // namespace motley
