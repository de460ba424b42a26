#include "engine/base/folders/safefolder.h"

#include "engine/base/descriptor.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace motley {

namespace {

// In a user namespace, as of a container without root, the computer's root has no number of its own: there a folder,
// not a link, may also be of the number that stands for all such accounts.
std::optional<uid_t> unmappedOwner()
{
    std::uint64_t first = 0;
    std::uint64_t outside = 0;
    std::uint64_t count = 0;
    std::ifstream("/proc/self/uid_map") >> first >> outside >> count;
    uid_t owner = 0;
    if (count == 0 || count == std::numeric_limits<std::uint32_t>::max()
        || !(std::ifstream("/proc/sys/kernel/overflowuid") >> owner))
        return std::nullopt;
    return owner;
}

bool isTrusted(const struct stat &file)
{
    return file.st_uid == 0 || file.st_uid == geteuid() || (S_ISDIR(file.st_mode) && file.st_uid == unmappedOwner());
}

// The group of this account if it has the account's name and no other members.
std::optional<gid_t> groupOfOneself()
{
    std::vector<char> userText(16 << 10);
    std::vector<char> groupText(1 << 20);
    passwd user{};
    passwd *foundUser = nullptr;
    group own{};
    group *foundGroup = nullptr;
    getpwuid_r(geteuid(), &user, userText.data(), userText.size(), &foundUser);
    getgrgid_r(getegid(), &own, groupText.data(), groupText.size(), &foundGroup);
    if (!foundUser || !foundGroup || std::string(user.pw_name) != own.gr_name)
        return std::nullopt;
    for (char **member = own.gr_mem; *member; ++member)
        if (std::string(*member) != user.pw_name)
            return std::nullopt;
    return own.gr_gid;
}

bool isSafe(const struct stat &folder, std::optional<gid_t> ownGroup)
{
    const bool forAll = (folder.st_mode & S_IWOTH) != 0;
    const bool forGroup = (folder.st_mode & S_IWGRP) != 0 && folder.st_gid != ownGroup;
    return isTrusted(folder) && ((folder.st_mode & S_ISVTX) != 0 || (!forAll && !forGroup));
}

// Calls visit(path) for / and each longer part of the path.
template <typename Visit>
bool allOf(const std::string &path, const Visit &visit)
{
    if (path.empty() || path.front() != '/' || !visit(std::string("/")))
        return false;
    for (std::size_t slash = 0; slash != std::string::npos;) {
        slash = path.find('/', slash + 1);
        if (!visit(path.substr(0, slash)))
            return false;
    }
    return true;
}

} // namespace

bool isSafeFolder(const std::string &path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
    const bool linksAreTrusted = allOf(path, [](const std::string &part) {
        struct stat facts { };
        return lstat(part.c_str(), &facts) == 0 && isTrusted(facts);
    });
    if (!real || !linksAreTrusted)
        return false;
    // Each folder is opened in the one above, which was checked: so nobody can exchange one meanwhile.
    const auto ownGroup = groupOfOneself();
    Descriptor above;
    return allOf(real.get(), [&](const std::string &part) {
        const auto name = part == "/" ? part : part.substr(part.rfind('/') + 1);
        Descriptor folder(openat(
            above ? above.get() : AT_FDCWD, name.c_str(), O_RDONLY | O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        struct stat facts { };
        if (!name.empty() && (!folder || fstat(folder.get(), &facts) != 0 || !isSafe(facts, ownGroup)))
            return false;
        if (!name.empty())
            above = std::move(folder);
        return true;
    });
}

} // namespace motley
