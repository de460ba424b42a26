#include "remote/engine/eventline.h"

#include "engine/protocol/eventhead.h"

#include <utility>

namespace motley {

EventLine::EventLine(Event written)
    : text(QByteArray::fromStdString(toLine(written))), sequence(written.sequence), event(std::move(written))
{
}

EventLine::EventLine(QByteArray line, std::int64_t number, std::optional<Event> read)
    : text(std::move(line)), sequence(number), event(std::move(read))
{
}

Result<EventLine> readEventLine(std::string_view line, LineTexts texts)
{
    const auto text = [&] { return QByteArray(line.data(), static_cast<qsizetype>(line.size())); };
    auto event = parseEvent(line);
    if (event)
        return EventLine(texts == LineTexts::Kept ? text() : QByteArray(), event->sequence, *std::move(event));
    const auto head = headOf(line);
    if (head && !head->isKnown)
        return EventLine(text(), head->sequence, std::nullopt);
    return tl::unexpected(event.error());
}

} // namespace motley
