#include "engine/base/files/readat.h"

#include <unistd.h>

#include <cerrno>

namespace motley {

std::size_t readAt(int file, std::int64_t offset, char *bytes, std::size_t size)
{
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = pread(file, bytes + done, size - done, offset + std::int64_t(done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += std::size_t(got);
    }
    return done;
}

std::string readAt(int file, std::int64_t offset, std::size_t most)
{
    std::string bytes(most, '\0');
    bytes.resize(readAt(file, offset, bytes.data(), most));
    return bytes;
}

} // namespace motley
