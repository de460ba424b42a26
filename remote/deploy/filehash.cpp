#include "remote/deploy/filehash.h"

#include "engine/base/sha256.h"
#include "remote/session/savefile.h"

#include <QSaveFile>

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace motley {

namespace {

constexpr std::size_t hexDigits = 64;

} // namespace

Result<FileStamp> stampOf(const std::string &path)
{
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0)
        return fail("Could not read " + path + ".", std::strerror(errno));
    if (!S_ISREG(status.st_mode))
        return fail(path + " is not a file.");
    return FileStamp{status.st_size, status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec, status.st_ino};
}

// One entry a line: hash, size, time, inode, path. Paths with a line break are not cached.
HashCache::HashCache(std::string file) : m_file(std::move(file))
{
    std::ifstream stream(m_file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        Entry entry;
        std::string path;
        words >> entry.sha256 >> entry.stamp.bytes >> entry.stamp.modifiedNanoseconds >> entry.stamp.inode;
        if (words && words.get() == ' ' && std::getline(words, path) && entry.sha256.size() == hexDigits)
            m_entries[path] = entry;
    }
}

Result<std::string> HashCache::hash(const std::string &path)
{
    const auto stamp = stampOf(path);
    if (!stamp)
        return tl::unexpected(stamp.error());
    if (const auto known = m_entries.find(path); known != m_entries.end() && known->second.stamp == *stamp)
        return known->second.sha256;
    const auto sha256 = sha256OfFile(path);
    if (!sha256)
        return sha256;
    ++m_filesRead;
    if (path.find('\n') == std::string::npos)
        m_entries[path] = {*stamp, *sha256};
    return sha256;
}

void HashCache::save() const
{
    // A cache that cannot be written costs time only, so that is not an error.
    QSaveFile file(QString::fromStdString(m_file));
    if (!file.open(QIODevice::WriteOnly))
        return;
    for (const auto &[path, entry] : m_entries) {
        std::ostringstream line;
        line << entry.sha256 << ' ' << entry.stamp.bytes << ' ' << entry.stamp.modifiedNanoseconds << ' '
             << entry.stamp.inode << ' ' << path << '\n';
        file.write(line.str().c_str());
    }
    commitWhole(file);
}

} // namespace motley
