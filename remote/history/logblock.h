// A long log, stretch by stretch, each of which can be read beside the others.
#pragma once

#include "remote/engine/eventline.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley {

struct LogBlock {
    std::int64_t begin = 0; // bytes from the beginning of the log
    std::string bytes;
    bool beginsInLine = false; // in one that is too long to be an event
    bool isWhole = false; // lines and nothing else, which stay as they are while the log grows

    std::int64_t end() const { return begin + std::int64_t(bytes.size()); }
};

class LogBlocks {
public:
    static constexpr std::int64_t usualBytes = 1 << 20; // of a block
    static constexpr std::int64_t mostBytes = usualBytes + std::int64_t(longestEventLine) + 1;

    LogBlocks(int file, std::int64_t begin) : m_file(file), m_at(begin) { } // which is that of a line

    // nullopt: there are no further lines. What a program that was ended while it wrote has left of a line is none.
    std::optional<LogBlock> next();

private:
    bool extend(std::string &bytes, std::int64_t by) const; // false: the log ends before

    int m_file;
    std::int64_t m_at;
    bool m_isInLine = false;
};

// The lines of a block that are events of some version, in their order. `packed` gets the same as bytes; nullptr:
// nobody wants them.
std::vector<EventLine> linesOf(const LogBlock &block, LineTexts texts, std::string *packed);

} // namespace motley
