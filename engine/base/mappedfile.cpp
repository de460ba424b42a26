#include "engine/base/mappedfile.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace motley {

Result<MappedFile> MappedFile::open(const std::string &path)
{
    // O_NONBLOCK: a named pipe without a writer would else make open() wait.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return fail("Could not open " + path + ".", std::strerror(errno));
    struct stat status { };
    void *mapped = nullptr;
    bool good = ::fstat(descriptor, &status) == 0;
    if (good && !S_ISREG(status.st_mode)) {
        errno = EINVAL;
        good = false;
    }
    if (good && status.st_size > 0) {
        mapped = ::mmap(nullptr, std::size_t(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0);
        good = mapped != MAP_FAILED;
    }
    const int reason = errno;
    ::close(descriptor);
    if (!good)
        return fail("Could not read " + path + ".", std::strerror(reason));
    return MappedFile(static_cast<const char *>(mapped), std::size_t(status.st_size));
}

MappedFile::MappedFile(MappedFile &&other) noexcept
    : m_bytes(std::exchange(other.m_bytes, nullptr)), m_size(std::exchange(other.m_size, 0))
{
}

MappedFile::~MappedFile()
{
    if (m_bytes)
        ::munmap(const_cast<char *>(m_bytes), m_size);
}

} // namespace motley
