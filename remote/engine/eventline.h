// A line of a run's log together with the event that it is. Each line is read once, where it arrives, and kept as it
// is.
#pragma once

#include "engine/protocol/event.h"

#include <QByteArray>

#include <optional>

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

Result<EventLine> readEventLine(const QByteArray &line); // an Error: it is no event of any version

} // namespace motley
