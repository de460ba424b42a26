#include "engine/run/eventbacklog.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr const char *name = "motley-events";
constexpr std::size_t atOnce = 1 << 20; // bytes; at least one line

// "/proc/4711/fd/9"; empty: the process has no backlog now.
std::string pathOf(int process)
{
    std::error_code ignored; // a process that is gone has none
    for (const auto &entry : fs::directory_iterator("/proc/" + std::to_string(process) + "/fd", ignored))
        if (fs::read_symlink(entry.path(), ignored).string().starts_with("/memfd:" + std::string(name)))
            return entry.path().string();
    return {};
}

} // namespace

EventBacklog::EventBacklog() : m_file(memfd_create(name, MFD_CLOEXEC)) { }

void EventBacklog::add(std::string_view line)
{
    if (m_file && !writeAll(m_file.get(), line))
        m_file.close(); // half a line would hide the next ones
}

bool BacklogReader::open(int process)
{
    const std::string path = pathOf(process);
    struct stat info { };
    Descriptor file(path.empty() ? -1 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || fstat(file.get(), &info) != 0)
        return false;
    if (m_file && info.st_ino == m_inode)
        return true;
    m_file = std::move(file);
    m_inode = info.st_ino;
    m_offset = m_before = 0;
    return true;
}

std::vector<std::string> BacklogReader::next(int process)
{
    std::vector<std::string> lines;
    if (!open(process))
        return lines;
    std::string bytes(atOnce + 1, '\0');
    const auto got = pread(m_file.get(), bytes.data(), bytes.size(), m_offset);
    bytes.resize(got < 0 ? 0 : std::size_t(got));
    m_before = m_offset;
    for (std::size_t begin = 0, end; (end = bytes.find('\n', begin)) != std::string::npos; begin = end + 1) {
        lines.push_back(bytes.substr(begin, end - begin));
        m_offset = m_before + std::int64_t(end) + 1;
    }
    return lines;
}

void BacklogReader::takeBack()
{
    m_offset = m_before;
}

} // namespace motley
