// Events that no disk takes, in memory that another process of this account can read: so whoever follows a run hears of
// it while the log cannot be written, and hears why.
#pragma once

#include "engine/base/descriptor.h"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// The lines are those that the log will have, numbers included. It ends with its process.
class EventBacklog {
public:
    EventBacklog(); // where the system gives no memory file, add() does nothing
    void add(std::string_view line); // with its newline

private:
    Descriptor m_file;
};

// Finds a process's backlog by its name among the files that it has open.
class BacklogReader {
public:
    // Complete lines, without newlines, that were not read yet; empty: there are none now.
    std::vector<std::string> next(int process);
    void takeBack(); // the lines of the last next() come again: those before them are still missing

private:
    bool open(int process);

    Descriptor m_file;
    ino_t m_inode = 0;
    std::int64_t m_offset = 0;
    std::int64_t m_before = 0; // the offset before the last next()
};

} // namespace motley
