// events.jsonl as its readers see it: complete lines only, while the file grows.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/protocol/event.h"
#include "engine/run/eventbacklog.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct LoggedLine {
    std::string text; // without newline
    std::int64_t sequence = 0; // 0: it does not begin as an event does
    bool finishes = false; // it is a RunFinished
};

class EventReader {
public:
    EventReader(std::string path, std::int64_t afterSequence);

    // The next complete lines, at most about a mebibyte; empty: nothing new now. A file that is not there yet is empty.
    // Lines that are no events are among them, so that whoever counts the events knows that some are missing; one that
    // is too long comes in pieces.
    Result<std::vector<LoggedLine>> next();
    // What follows on it in the memory of the process that writes the log, while its disk takes nothing.
    std::vector<LoggedLine> nextInMemory(int process);

private:
    void parseLines(const std::string &bytes, std::vector<LoggedLine> &lines);
    void addUnreadable(std::string_view text, std::vector<LoggedLine> &lines) const;

    std::string m_path;
    std::int64_t m_afterSequence; // of the last line that was given out
    std::int64_t m_offset = 0; // of the first byte that is not parsed yet
    std::int64_t m_lastSequence = 0; // of the events that were read
    Descriptor m_file;
    BacklogReader m_backlog;
};

// The end of a log, read backwards from its last bytes.
struct LogSummary {
    std::int64_t completeBytes = 0; // up to and with the last newline
    std::int64_t lastSequence = 0;
    std::int64_t step = 0; // last one applied
    bool finished = false; // the last line is a RunFinished
};
Result<LogSummary> summarize(const std::string &path); // of a missing file: all zero

} // namespace motley
