#include "engine/base/diskspace.h"

#include <algorithm>
#include <sys/statvfs.h>
#include <utility>

namespace motley {

namespace {

constexpr std::int64_t largestReserve = 1'000'000'000;

struct Disk {
    std::int64_t bytes = 0;
    std::int64_t freeBytes = 0;
};

std::optional<Disk> diskAt(std::string path)
{
    struct statvfs disk { };
    while (statvfs(path.c_str(), &disk)) {
        const auto slash = path.rfind('/');
        if (slash == std::string::npos || path == "/")
            return std::nullopt;
        path = slash == 0 ? "/" : path.substr(0, slash);
    }
    if (disk.f_blocks == 0)
        return std::nullopt;
    const auto block = std::int64_t(disk.f_frsize);
    return Disk{std::int64_t(disk.f_blocks) * block, std::int64_t(disk.f_bavail) * block};
}

} // namespace

std::optional<std::int64_t> freeBytesAt(std::string path)
{
    const auto disk = diskAt(std::move(path));
    return disk ? std::optional(disk->freeBytes) : std::nullopt;
}

std::optional<std::int64_t> spareBytesAt(std::string path)
{
    const auto disk = diskAt(std::move(path));
    if (!disk)
        return std::nullopt;
    return std::max<std::int64_t>(disk->freeBytes - std::min(disk->bytes / 20, largestReserve), 0);
}

} // namespace motley
