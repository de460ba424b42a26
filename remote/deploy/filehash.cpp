#include "remote/deploy/filehash.h"

#include <QFile>
#include <QSaveFile>

#include <openssl/evp.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

namespace motley {

namespace {

constexpr std::size_t hexDigits = 64;

struct DigestFree {
    void operator()(EVP_MD_CTX *context) const { EVP_MD_CTX_free(context); }
};
using Digest = std::unique_ptr<EVP_MD_CTX, DigestFree>;

std::string hex(const unsigned char *bytes, unsigned count)
{
    constexpr const char *digits = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < count; ++i) {
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text;
}

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

Result<std::string> hashFile(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return fail("Could not open " + path + ".", file.errorString().toStdString());
    const Digest digest(EVP_MD_CTX_new());
    EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr);
    std::vector<char> buffer(1 << 20);
    for (;;) {
        const auto count = file.read(buffer.data(), static_cast<qint64>(buffer.size()));
        if (count < 0)
            return fail("Could not read " + path + ".", file.errorString().toStdString());
        if (count == 0)
            break;
        EVP_DigestUpdate(digest.get(), buffer.data(), static_cast<std::size_t>(count));
    }
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_DigestFinal_ex(digest.get(), bytes, &size);
    return hex(bytes, size);
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
    const auto sha256 = hashFile(path);
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
    file.commit();
}

} // namespace motley
