#include "engine/tensorfiles/writesidefiles.h"

#include "engine/base/durablefile.h"

#include <filesystem>
#include <set>

namespace motley {

namespace fs = std::filesystem;

Result<void> writeSideFiles(const std::string &folder, const std::vector<SideFile> &files)
{
    std::set<std::string> inside; // folders that names lead through
    for (const SideFile &file : files) {
        const fs::path path = fs::path(folder) / file.name;
        if (path.parent_path() != fs::path(folder) && inside.insert(path.parent_path().string()).second) {
            std::error_code problem;
            fs::create_directories(path.parent_path(), problem);
            if (problem)
                return fail("Could not create the folder " + path.parent_path().string() + ".", problem.message());
        }
        if (const auto written = writeDurably(path.string(), file.text); !written)
            return written;
    }
    for (const std::string &each : inside)
        if (const auto synced = syncFolder(each); !synced)
            return synced;
    return {};
}

} // namespace motley
