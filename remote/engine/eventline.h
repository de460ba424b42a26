// A line of a run's log together with the event that it is. Each line is read once, where it arrives, and kept as it
// is.
#pragma once

#include "engine/protocol/event.h"

#include <QByteArray>

#include <optional>
#include <string_view>

namespace motley {

struct EventLine {
    QByteArray text; // without newline
    std::int64_t sequence = 0; // 0: this program's own words, which are in no log
    std::optional<Event> event; // nullopt: an engine of another version wrote it, which has events unknown here

    EventLine(Event written); // not read: the event is there already
    EventLine(QByteArray line, std::int64_t number, std::optional<Event> read);

    template <typename Body>
    const Body *get() const
    {
        return event ? std::get_if<Body>(&event->body) : nullptr;
    }
};

enum class LineTexts { Kept, LeftOut }; // of lines whose event is known here

Result<EventLine> readEventLine(
    std::string_view line, LineTexts texts = LineTexts::Kept); // an Error: no version has such

} // namespace motley
