#include "engine/join/secretfile.h"

#include "engine/base/folderfiles.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace motley {

namespace {

constexpr std::size_t shortest = 32; // characters
constexpr std::size_t longest = 4096; // bytes of the file
constexpr const char *blanks = " \t\r\n";
constexpr const char *howToMake
    = "Make one with \"(umask 077; openssl rand -hex 32 > FILE)\" and copy it to all machines.";

} // namespace

Result<std::string> readSecret(const std::string &path)
{
    const auto text = readFileIn(AT_FDCWD, path, longest);
    if (!text)
        return tl::unexpected(text.error());
    if (!*text)
        return fail("There is no file " + path + " with a secret. " + howToMake);
    struct stat facts { };
    if (stat(path.c_str(), &facts) != 0 || (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return fail("Other accounts can read or write " + path + ". Run \"chmod 600\" on it.");
    const std::size_t first = (*text)->find_first_not_of(blanks);
    const std::string secret
        = first == std::string::npos ? "" : (*text)->substr(first, (*text)->find_last_not_of(blanks) + 1 - first);
    if (secret.size() < shortest)
        return fail("The secret in " + path + " has " + std::to_string(secret.size()) + " characters, and needs "
            + std::to_string(shortest) + ". " + howToMake);
    return secret;
}

} // namespace motley
