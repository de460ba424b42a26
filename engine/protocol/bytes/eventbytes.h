// Lines of a log as bytes that are read many times faster, for files of this computer that may go at any time: the log
// is what is kept. Steps and telemetry, of which a run has most, become numbers; other lines stay as they are.
#pragma once

#include "engine/protocol/event.h"

#include <optional>
#include <string>
#include <string_view>

namespace motley {

void pack(std::string &bytes, std::string_view line, const std::optional<Event> &event); // that the line is

struct PackedLine { // one of both
    std::optional<Event> event;
    std::string_view line{}; // into the bytes
};
std::optional<PackedLine> unpack(std::string_view &bytes); // what they begin with; nullopt: it is none

// Which fields the numbers are. Bytes of another form are not to be read.
const std::string &formOfPacked();

} // namespace motley
