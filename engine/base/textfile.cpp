#include "engine/base/textfile.h"

#include "engine/base/folderfiles.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>

namespace motley {

namespace {

// What a program is handed as a stream, such as a shell's <(command), ends when its writer does.
bool isStream(const std::string &path)
{
    return path == "/dev/stdin" || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

} // namespace

Result<std::string> readTextFile(const std::string &path, std::size_t longest)
{
    // O_NONBLOCK: a named pipe without a writer would else make open() wait.
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | (isStream(path) ? 0 : O_NONBLOCK)));
    struct stat facts { };
    if (!file || fstat(file.get(), &facts) != 0)
        return fail("Could not read " + path + ": " + systemReason(errno) + ".");
    if (!S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode) && !isStream(path))
        return fail("Could not read " + path + ": it is not a file.");
    std::string text;
    if (facts.st_size > 0)
        text.reserve(std::min(std::size_t(facts.st_size), longest));
    char chunk[65536];
    while (true) {
        const auto got = read(file.get(), chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail("Could not read " + path + ": " + systemReason(errno) + ".");
        if (got == 0)
            return text;
        text.append(chunk, std::size_t(got));
        if (text.size() > longest)
            return fail(path + " is longer than " + std::to_string(longest) + " bytes and so not what it should be.");
    }
}

Result<void> writeTextFile(const std::string &path, const std::string &text)
{
    return writeFileIn(AT_FDCWD, path, text);
}

std::string firstLineOf(const std::string &path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

} // namespace motley
