#include "engine/commands/run/newrun.h"

#include "engine/base/folderfiles.h"
#include "engine/base/randomhex.h"
#include "engine/base/textfile.h"
#include "engine/machine/installroot.h"

#include <fcntl.h>

#include <ctime>
#include <filesystem>

namespace motley {

namespace fs = std::filesystem;

std::string newRunId(const std::string &jobName)
{
    std::string id;
    for (const char c : jobName.substr(0, 32))
        id += isValidRunId(std::string(1, c)) ? c : '-';
    char time[32] = "";
    const std::time_t now = std::time(nullptr);
    std::strftime(time, sizeof time, "%Y%m%d-%H%M%S", std::localtime(&now));
    return (id.empty() ? "run" : id) + "-" + time + "-" + randomHex(2);
}

Result<RunFolder> makeRunFolder(const std::string &wish, const std::string &name)
{
    std::string path = wish;
    if (path.empty()) {
        const auto root = chooseInstallRoot();
        if (!root)
            return fail("No folder for runs can be written and run from. Name one with --run-folder.");
        path = *root + "/runs/" + name;
    }
    std::error_code error;
    const bool isNew = fs::create_directories(path, error);
    if (isNew) // job, data paths, logs and model are private
        fs::permissions(path, fs::perms::owner_all, error);
    if (error)
        return fail("Could not create the run folder " + path + ": " + error.message() + ".");
    const RunFolder folder{fs::canonical(path, error).string()};
    if (fs::exists(folder.events(), error))
        return fail(folder.path
            + " holds a run already. Name a new folder with --run-folder; with --resume and a checkpoint of that run, "
              "the new one goes on where it ended.");
    return folder;
}

Result<std::string> findCheckpoint(const std::string &path)
{
    std::error_code error;
    const fs::path absolute = path.empty() ? fs::path() : fs::canonical(path, error);
    if (error)
        return fail("There is no checkpoint " + path + ": " + error.message() + ".");
    return absolute.string();
}

Result<void> writeRecords(const RunFolder &folder, const LaunchSpec &launch)
{
    return writeTextFile(folder.job(), toJson(launch.job)).and_then([&] {
        return writeFileIn(AT_FDCWD, folder.launch(), toJson(launch) + "\n"); // it has the run's token
    });
}

} // namespace motley
