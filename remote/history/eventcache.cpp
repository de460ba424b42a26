#include "remote/history/eventcache.h"

#include "engine/base/diskspace.h"
#include "engine/base/files/readat.h"
#include "engine/protocol/bytes/eventbytes.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>

namespace motley {

namespace {

constexpr std::uint64_t magic = 0x31767479656c746f; // what files with other ends of numbers do not begin with
constexpr std::int64_t mostPacked = 8 << 20; // bytes of a block
constexpr std::size_t usualPacked = 200; // bytes of a line
constexpr std::int64_t kept = 256 << 20; // bytes of the disk that are left to logs and models

// Numbers, and a hash over them that says whether all were written.
template <std::size_t size>
using Head = std::array<std::uint64_t, size>;
using FileHead = Head<3>; // magic, the form of the lines, hash
using BlockHead = Head<6>; // begin, end and hash of the log, size and hash of the lines, hash

template <std::size_t size>
std::string bytesOf(const Head<size> &head)
{
    const auto bytes = std::bit_cast<std::array<char, sizeof head>>(head);
    return {bytes.data(), bytes.size()};
}

// Tells other bytes from these as fast as memory gives them. Whoever may choose the bytes can make two that have one
// hash.
std::uint64_t hashOf(std::string_view bytes)
{
    return XXH64(bytes.data(), bytes.size(), 0);
}

template <std::size_t size>
std::uint64_t hashOf(const Head<size> &head)
{
    return hashOf(std::string_view(bytesOf(head)).substr(0, sizeof head - sizeof head.back()));
}

template <std::size_t size>
Head<size> sealed(Head<size> head)
{
    head.back() = hashOf(head);
    return head;
}

FileHead fileHead()
{
    return sealed(FileHead{magic, hashOf(formOfPacked()), 0});
}

// Empty: there are fewer bytes.
std::string wholeAt(int file, std::int64_t offset, std::int64_t size)
{
    std::string bytes = readAt(file, offset, std::size_t(size));
    return std::int64_t(bytes.size()) == size ? bytes : std::string();
}

template <std::size_t size>
std::optional<Head<size>> readHead(int file, std::int64_t offset)
{
    std::array<char, sizeof(Head<size>)> room{};
    const auto bytes = wholeAt(file, offset, std::int64_t(room.size()));
    if (bytes.empty())
        return std::nullopt;
    bytes.copy(room.data(), room.size());
    const auto head = std::bit_cast<Head<size>>(room);
    return hashOf(head) == head.back() ? std::optional(head) : std::nullopt;
}

bool isPlain(const Descriptor &file)
{
    struct stat info { };
    return file && fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode);
}

std::int64_t sizeOf(const Descriptor &file)
{
    struct stat info { };
    return isPlain(file) && fstat(file.get(), &info) == 0 ? info.st_size : 0;
}

} // namespace

std::string eventCacheOf(const std::string &log)
{
    return log + ".cache";
}

EventCacheReader::EventCacheReader(const std::string &path)
    : m_file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), m_fileSize(sizeOf(m_file))
{
    if (m_fileSize > 0 && readHead<std::tuple_size_v<FileHead>>(m_file.get(), 0) == fileHead())
        m_at = sizeof(FileHead);
    else
        m_file.close();
}

std::optional<CachedBlock> EventCacheReader::next()
{
    const auto head = m_file ? readHead<std::tuple_size_v<BlockHead>>(m_file.get(), m_at) : std::nullopt;
    if (!head)
        return std::nullopt;
    const CachedBlock block{
        std::int64_t((*head)[0]), std::int64_t((*head)[1]), (*head)[2], m_at, std::int64_t((*head)[3]), (*head)[4]};
    const std::int64_t most = LogBlocks::mostBytes;
    const bool isSound = block.begin == m_logEnd && block.end > block.begin && block.end - block.begin <= most
        && block.size >= 0 && block.size <= mostPacked;
    if (!isSound)
        return std::nullopt;
    m_logEnd = block.end;
    m_at += std::int64_t(sizeof(BlockHead)) + block.size;
    return block;
}

std::optional<std::vector<EventLine>> EventCacheReader::linesOf(const CachedBlock &block, int log) const
{
    const auto packed = wholeAt(m_file.get(), block.at + std::int64_t(sizeof(BlockHead)), block.size);
    if (std::int64_t(packed.size()) != block.size || hashOf(packed) != block.hash)
        return std::nullopt;
    if (const auto said = wholeAt(log, block.begin, block.end - block.begin);
        said.empty() || hashOf(said) != block.logHash)
        return std::nullopt;
    return unpackedLines(packed);
}

std::optional<std::vector<EventLine>> unpackedLines(std::string_view packed)
{
    std::vector<EventLine> lines;
    lines.reserve(packed.size() / usualPacked);
    while (!packed.empty()) {
        auto next = unpack(packed);
        if (!next)
            return std::nullopt;
        if (next->event) {
            const std::int64_t sequence = next->event->sequence;
            lines.emplace_back(QByteArray(), sequence, std::move(next->event));
        } else if (auto line = readEventLine(next->line, LineTexts::LeftOut)) {
            lines.push_back(*std::move(line));
        } else {
            return std::nullopt;
        }
    }
    return lines;
}

EventCacheWriter::EventCacheWriter(const std::string &path, std::int64_t at, std::int64_t seen)
    : m_path(path), m_file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600)), m_at(at)
{
    // Of another size it is what another process has written since the reader looked.
    const bool isOurs = isPlain(m_file) && flock(m_file.get(), LOCK_EX | LOCK_NB) == 0 && sizeOf(m_file) == seen
        && ftruncate(m_file.get(), m_at) == 0;
    const FileHead head = fileHead();
    if (!isOurs || (m_at == 0 && !writeAll(m_file.get(), bytesOf(head))))
        m_file.close();
    m_at = std::max(m_at, std::int64_t(sizeof head));
}

void EventCacheWriter::add(const LogBlock &block, std::string_view packed)
{
    if (!m_file || std::int64_t(packed.size()) > mostPacked)
        return m_file.close(); // behind a gap nothing could be read
    const BlockHead head = sealed(BlockHead{
        std::uint64_t(block.begin), std::uint64_t(block.end()), hashOf(block.bytes), packed.size(), hashOf(packed), 0});
    const std::int64_t size = std::int64_t(sizeof head + packed.size());
    const auto spare = spareBytesAt(m_path);
    const bool hasRoom = !spare || *spare > kept + size;
    const bool isWritten = hasRoom && lseek(m_file.get(), m_at, SEEK_SET) == m_at
        && writeAll(m_file.get(), bytesOf(head)) && writeAll(m_file.get(), packed);
    if (isWritten) {
        m_at += size;
        return;
    }
    // Where that fails too, a reader sees by the hashes that the last block is not whole.
    [[maybe_unused]] const int cut = ftruncate(m_file.get(), m_at);
    m_file.close();
}

} // namespace motley
