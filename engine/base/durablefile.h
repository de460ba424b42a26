// A new file whose bytes are on the disk when close() has returned, and folders whose entries are.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace motley {

class DurableFile {
public:
    static Result<DurableFile> create(const std::string &path); // an existing file is emptied
    DurableFile(DurableFile &&other) noexcept;
    DurableFile &operator=(DurableFile &&) = delete;
    ~DurableFile();

    Result<void> write(const void *bytes, std::size_t size);
    Result<void> close();

private:
    DurableFile(std::string path, int descriptor);

    std::string m_path;
    int m_descriptor = -1;
};

Result<void> writeDurably(const std::string &path, std::string_view text);
Result<void> syncFolder(const std::string &path);

// Puts a finished folder in its place: syncs it, replaces what is there, syncs the parent.
Result<void> publishFolder(const std::string &from, const std::string &to);

} // namespace motley
