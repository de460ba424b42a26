// Which event a line is, as its beginning says: enough to pass the line on without reading the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace motley {

struct EventHead {
    std::int64_t sequence = 0;
    std::string_view type; // into the line
    bool isKnown = false; // false: an engine of another version has such events
    bool finishes = false; // it is a RunFinished
};

// nullopt: the line does not begin as toLine() writes it, or was cut.
std::optional<EventHead> headOf(std::string_view line);

// The alternative of EventBody that lines call so. nullopt: there is none.
std::optional<std::size_t> eventTypeOf(std::string_view name);

} // namespace motley
