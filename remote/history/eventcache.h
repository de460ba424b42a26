// What the lines of a long log are, as bytes that are read many times faster: a file beside the log, which may go at
// any time. Each block of it stands for a stretch of the log and has the hash of that stretch, so nothing is taken from
// it that the log does not say; it grows behind the log, block by block.
#pragma once

#include "engine/base/descriptor.h"
#include "remote/history/logblock.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

constexpr std::int64_t leastCachedLog = 4 << 20; // bytes; what is shorter is read at once anyway

std::string eventCacheOf(const std::string &log); // its path

struct CachedBlock {
    std::int64_t begin = 0; // bytes from the beginning of the log
    std::int64_t end = 0;
    std::uint64_t logHash = 0; // of the log between these
    std::int64_t at = 0; // in the cache: of the block, whose lines come behind its head
    std::int64_t size = 0; // of these lines, packed
    std::uint64_t hash = 0;
};

class EventCacheReader {
public:
    explicit EventCacheReader(const std::string &path); // where there is none, it has no blocks

    // The blocks from the beginning of the log on, without a gap. nullopt: no further one is whole.
    std::optional<CachedBlock> next();
    // The lines of a block, for one thread beside others. nullopt: it is not of this log, or damaged.
    std::optional<std::vector<EventLine>> linesOf(const CachedBlock &block, int log) const;

    std::int64_t end() const { return m_at; } // of the blocks that next() gave
    std::int64_t fileSize() const { return m_fileSize; }

private:
    Descriptor m_file;
    std::int64_t m_fileSize = 0; // when it was opened
    std::int64_t m_at = 0;
    std::int64_t m_logEnd = 0; // of the block before
};

// One process at a time writes; where another one does, or the disk takes nothing, add() does nothing.
class EventCacheWriter {
public:
    // Goes on at `at`, as far as a reader found the cache of size `seen` to be of this log; what lies behind is
    // removed.
    EventCacheWriter(const std::string &path, std::int64_t at, std::int64_t seen);

    void add(const LogBlock &block, std::string_view packed);

private:
    std::string m_path;
    Descriptor m_file; // none: nothing is written any more
    std::int64_t m_at;
};

// Lines as `packed` of linesOf(block) has them. nullopt: these bytes are no lines.
std::optional<std::vector<EventLine>> unpackedLines(std::string_view packed);

} // namespace motley
