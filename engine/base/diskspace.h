// How much may still be written to a disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace motley {

// Bytes that this account may still write where the path is or would be made: of the first of its parents that exists.
// Empty: unknown, as with file systems that do not count. The file system itself is asked, not the list of mounts,
// which does not name every one in a container.
std::optional<std::int64_t> freeBytesAt(std::string path);

// The same without a reserve of a twentieth of the disk, at most 1 GB, for what comes in a size that others choose.
std::optional<std::int64_t> spareBytesAt(std::string path);

} // namespace motley
