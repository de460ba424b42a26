#include "engine/commands/run/runfolderargument.h"

#include "engine/base/textfile.h"

#include <filesystem>

namespace motley {

Result<RunFolder> findRunFolder(const std::string &path)
{
    std::error_code error;
    const auto absolute = std::filesystem::canonical(path, error);
    if (error)
        return fail("There is no run folder " + path + ": " + error.message() + ".");
    if (!std::filesystem::is_directory(absolute, error))
        return fail(path + " is not a folder; name the folder of a run, which holds launch.json.");
    return RunFolder{absolute.string()};
}

Result<LaunchSpec> readLaunchSpec(const RunFolder &folder)
{
    const auto text = readTextFile(folder.launch());
    if (!text)
        return fail(
            folder.path + " holds no launch.json that can be read, so it is not a run folder.", text.error().message);
    auto launch = parseLaunchSpec(*text);
    if (!launch)
        return fail(
            "The launch.json in " + folder.path + " is wrong: " + launch.error().message, launch.error().detail);
    return launch;
}

} // namespace motley
