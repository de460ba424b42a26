// A whole file as bytes in memory, fetched from the disk as they are looked at.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace motley {

class MappedFile {
public:
    static Result<MappedFile> open(const std::string &path); // the Error names the file
    MappedFile(MappedFile &&other) noexcept;
    MappedFile &operator=(MappedFile &&) = delete;
    ~MappedFile();

    std::string_view bytes() const { return {m_bytes, m_size}; } // valid while this object lives

private:
    MappedFile(const char *bytes, std::size_t size) : m_bytes(bytes), m_size(size) { }

    const char *m_bytes = nullptr; // nullptr for an empty file
    std::size_t m_size = 0;
};

} // namespace motley
