#include "engine/base/diskspace.h"

#include <sys/statvfs.h>

namespace motley {

std::optional<std::int64_t> freeBytesAt(std::string path)
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
    return std::int64_t(disk.f_bavail) * std::int64_t(disk.f_frsize);
}

} // namespace motley
