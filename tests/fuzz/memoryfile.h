// A file that lives in memory alone, for readers that take a path.
#pragma once

#include <string>
#include <string_view>

namespace motley {

class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes); // throws std::system_error
    ~MemoryFile();
    MemoryFile(const MemoryFile &) = delete;
    MemoryFile &operator=(const MemoryFile &) = delete;

    std::string path() const; // valid in this process only

private:
    int m_descriptor = -1;
};

} // namespace motley
