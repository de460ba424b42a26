// A new file whose bytes are on the disk when close() has returned, and folders whose entries are. A file that is not
// closed so, as on a full disk, is removed: nobody can take it for a whole one.
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

    // So many bytes are synced at once. A system with much memory takes a large file at once, and would then say
    // nothing for as long as its disk takes for all of it, which may be minutes.
    static constexpr std::size_t syncedAtOnce = std::size_t(64) << 20;

private:
    DurableFile(std::string path, int descriptor);

    std::string m_path;
    int m_descriptor = -1;
    std::size_t m_notSynced = 0; // bytes
};

Result<void> writeDurably(const std::string &path, std::string_view text);
Result<void> syncFolder(const std::string &path);

// Puts a finished folder in its place: syncs it, replaces what is there, syncs the parent. Where the file system can
// exchange folders, the old or the new one is there at any time.
Result<void> publishFolder(const std::string &from, const std::string &to);

} // namespace motley
