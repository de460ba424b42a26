#include "engine/base/durablefile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace motley {

namespace {

tl::unexpected<Error> failedTo(const std::string &verb, const std::string &path)
{
    return fail("Could not " + verb + " " + path + ".", std::strerror(errno));
}

} // namespace

Result<DurableFile> DurableFile::create(const std::string &path)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return failedTo("create", path);
    return DurableFile(path, descriptor);
}

DurableFile::DurableFile(std::string path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) { }

DurableFile::DurableFile(DurableFile &&other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_notSynced(other.m_notSynced)
{
}

DurableFile::~DurableFile()
{
    if (m_descriptor < 0)
        return;
    struct stat facts { };
    if (fstat(m_descriptor, &facts) == 0 && S_ISREG(facts.st_mode)) // never a device such as /dev/stdout
        unlink(m_path.c_str());
    ::close(m_descriptor);
}

Result<void> DurableFile::write(const void *bytes, std::size_t size)
{
    const char *next = static_cast<const char *>(bytes);
    while (size > 0) {
        const ssize_t written = ::write(m_descriptor, next, std::min(size, syncedAtOnce - m_notSynced));
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return failedTo("write", m_path);
        next += written;
        size -= std::size_t(written);
        m_notSynced += std::size_t(written);
        if (m_notSynced < syncedAtOnce)
            continue;
        if (::fdatasync(m_descriptor) != 0)
            return failedTo("write", m_path);
        m_notSynced = 0;
    }
    return {};
}

Result<void> DurableFile::close()
{
    if (::fsync(m_descriptor) != 0 && errno != EINVAL) // a pipe has no disk
        return failedTo("write", m_path);
    if (::close(std::exchange(m_descriptor, -1)) != 0)
        return failedTo("close", m_path);
    return {};
}

Result<void> writeDurably(const std::string &path, std::string_view text)
{
    auto file = DurableFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto written = file->write(text.data(), text.size());
    return written ? file->close() : written;
}

Result<void> syncFolder(const std::string &path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return failedTo("open", path);
    const bool synced = ::fsync(descriptor) == 0;
    const int reason = errno;
    ::close(descriptor);
    errno = reason;
    return synced ? Result<void>() : failedTo("write", path);
}

Result<void> publishFolder(const std::string &from, const std::string &to)
{
    if (const auto synced = syncFolder(from); !synced)
        return synced;
    std::error_code problem;
    // Fails where nothing is there to replace, and on a file system that cannot exchange.
    const bool isExchanged = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0;
    if (!isExchanged)
        std::filesystem::remove_all(to, problem);
    if (!isExchanged && !problem)
        std::filesystem::rename(from, to, problem);
    if (problem)
        return fail("Could not put " + to + " in its place.", problem.message());
    // A path such as "averaged" has an empty parent_path(), which cannot be opened.
    const auto synced = syncFolder(std::filesystem::absolute(to).parent_path().string());
    if (isExchanged)
        std::filesystem::remove_all(from, problem); // what was there; a part that cannot be removed harms nobody
    return synced;
}

} // namespace motley
