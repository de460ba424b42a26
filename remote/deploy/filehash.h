// SHA-256 of files on this computer, cached so that a file that did not change is not read again.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <map>
#include <string>

namespace motley {

// What must be the same for a file to count as unchanged.
struct FileStamp {
    std::int64_t bytes = 0;
    std::int64_t modifiedNanoseconds = 0;
    std::uint64_t inode = 0;

    bool operator==(const FileStamp &) const = default;
};
Result<FileStamp> stampOf(const std::string &path);

class HashCache {
public:
    explicit HashCache(std::string file); // a missing or broken file is an empty cache

    Result<std::string> hash(const std::string &path); // absolute path
    void save() const;

    int filesRead() const { return m_filesRead; }

private:
    struct Entry {
        FileStamp stamp;
        std::string sha256;
    };

    std::string m_file;
    std::map<std::string, Entry> m_entries;
    int m_filesRead = 0;
};

} // namespace motley
