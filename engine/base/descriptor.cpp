#include "engine/base/descriptor.h"

#include <fcntl.h>

#include <cerrno>
#include <system_error>

namespace motley {

Pipe makePipe()
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return {};
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto written = write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            bytes.remove_prefix(std::size_t(written));
    }
    return true;
}

std::string systemReason(int error)
{
    return std::generic_category().message(error);
}

} // namespace motley
