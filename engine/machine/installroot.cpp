#include "engine/machine/installroot.h"

#include "engine/base/childprocess.h"
#include "engine/base/descriptor.h"
#include "engine/base/folders/safefolder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace motley {

namespace {

// The folders above path that did not exist, innermost last; as many as could be made.
std::vector<std::string> makeFolders(const std::string &path)
{
    std::vector<std::string> made;
    for (std::size_t slash = 1; slash != std::string::npos;) {
        slash = path.find('/', slash + 1);
        const std::string folder = path.substr(0, slash);
        if (mkdir(folder.c_str(), 0700) == 0)
            made.push_back(folder);
    }
    return made;
}

// In /tmp anybody may have put something under our name: a link, or a folder of another user.
bool isOurFolder(const std::string &path)
{
    struct stat info { };
    return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

bool runs(const std::string &program)
{
    const pid_t child = startProgram(program, {}, {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO});
    return child > 0 && waitForChild(child) == 0;
}

bool canRunFrom(const std::string &folder)
{
    const std::string program = folder + "/.probe-" + std::to_string(getpid());
    Descriptor file(open(program.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700));
    if (!file)
        return false;
    const bool written = writeAll(file.get(), "#!/bin/sh\nexit 0\n");
    file.close();
    const bool works = written && runs(program);
    unlink(program.c_str());
    return works;
}

} // namespace

std::vector<std::string> installRootCandidates()
{
    std::vector<std::string> candidates;
    const char *data = std::getenv("XDG_DATA_HOME");
    if (data && data[0] == '/')
        candidates.push_back(std::string(data) + "/motley");
    const char *home = std::getenv("HOME");
    if (home && home[0] == '/')
        candidates.push_back(std::string(home) + "/.local/share/motley");
    for (const char *folder : {"/var/tmp", "/tmp"})
        candidates.push_back(std::string(folder) + "/motley-" + std::to_string(geteuid()));
    return candidates;
}

std::optional<std::string> chooseInstallRoot()
{
    for (const auto &candidate : installRootCandidates()) {
        const auto made = makeFolders(candidate);
        const bool good = isOurFolder(candidate) && isSafeFolder(candidate) && canRunFrom(candidate);
        for (auto folder = made.rbegin(); folder != made.rend(); ++folder)
            rmdir(folder->c_str());
        if (good)
            return candidate;
    }
    return std::nullopt;
}

} // namespace motley
