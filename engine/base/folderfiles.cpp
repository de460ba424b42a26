#include "engine/base/folderfiles.h"

#include "engine/base/randomhex.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace motley {

namespace {

constexpr mode_t writableByOthers = S_IWGRP | S_IWOTH;

} // namespace

Result<Descriptor> openOwnFolder(const std::string &path)
{
    Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat facts { };
    if (!folder || fstat(folder.get(), &facts) != 0)
        return fail(path + " is not a folder that can be opened: " + systemReason(errno) + ".");
    if (facts.st_uid != geteuid())
        return fail(path + " belongs to another account. Name a folder that is not there yet.");
    if ((facts.st_mode & writableByOthers) != 0)
        return fail("Other accounts can write to " + path
            + ". Run \"chmod go-w\" on it, or name a folder that is not "
              "there yet.");
    return folder;
}

Result<std::optional<std::string>> readFileIn(int folder, const std::string &name, std::size_t longest)
{
    // O_NONBLOCK: a named pipe would else make open() wait.
    const Descriptor file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file && errno == ENOENT)
        return std::nullopt;
    struct stat facts { };
    if (!file || fstat(file.get(), &facts) != 0)
        return fail("Could not read " + name + ": " + systemReason(errno) + ".");
    if (!S_ISREG(facts.st_mode) || facts.st_uid != geteuid())
        return fail(name + " is not a file of this account.");
    std::string text;
    char chunk[65536];
    while (text.size() <= longest) {
        const auto got = read(file.get(), chunk, sizeof chunk);
        if (got == 0)
            return text;
        if (got < 0 && errno != EINTR)
            return fail("Could not read " + name + ": " + systemReason(errno) + ".");
        if (got > 0)
            text.append(chunk, std::size_t(got));
    }
    return fail(name + " is longer than " + std::to_string(longest) + " bytes and so not what it should be.");
}

Result<void> writeFileIn(int folder, const std::string &name, const std::string &text)
{
    const std::string draft = name + ".tmp-" + randomHex(8);
    const Descriptor file(
        openat(folder, draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    const bool written = file && writeAll(file.get(), text) && fsync(file.get()) == 0;
    if (written && renameat(folder, draft.c_str(), folder, name.c_str()) == 0)
        return {};
    const int error = errno;
    if (file)
        unlinkat(folder, draft.c_str(), 0);
    return fail("Could not write " + name + ": " + systemReason(error) + ".");
}

} // namespace motley
