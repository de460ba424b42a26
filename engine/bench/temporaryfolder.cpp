#include "engine/bench/temporaryfolder.h"

#include "engine/base/descriptor.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace motley {

Result<TemporaryFolder> TemporaryFolder::make()
{
    const char *wish = std::getenv("TMPDIR");
    const std::filesystem::path parent = wish && *wish ? wish : "/tmp";
    std::string path = parent / "motley-bench-XXXXXX";
    if (!mkdtemp(path.data()))
        return fail("No temporary folder could be made in " + parent.string() + ": " + systemReason(errno)
            + ". Set TMPDIR to a folder with room.");
    return TemporaryFolder(std::move(path));
}

TemporaryFolder::TemporaryFolder(std::string path) : m_path(std::move(path)) { }

TemporaryFolder::TemporaryFolder(TemporaryFolder &&other) noexcept : m_path(std::exchange(other.m_path, {})) { }

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

} // namespace motley
