#include "tests/fuzz/memoryfile.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace motley {

MemoryFile::MemoryFile(std::string_view bytes) : m_descriptor(::memfd_create("fuzzed", MFD_CLOEXEC))
{
    if (m_descriptor < 0 || ::write(m_descriptor, bytes.data(), bytes.size()) != ssize_t(bytes.size()))
        throw std::system_error(errno, std::generic_category(), "memfd_create");
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

std::string MemoryFile::path() const
{
    return "/proc/self/fd/" + std::to_string(m_descriptor);
}

} // namespace motley
