#include "engine/protocol/eventhead.h"

#include "engine/protocol/event.h"

#include <algorithm>
#include <charconv>

namespace motley {

namespace {

bool skip(std::string_view &text, std::string_view beginning)
{
    if (!text.starts_with(beginning))
        return false;
    text.remove_prefix(beginning.size());
    return true;
}

} // namespace

std::optional<EventHead> headOf(std::string_view line)
{
    EventHead head;
    if (!line.ends_with('}') || line.size() > longestEventLine || !skip(line, R"({"seq":)"))
        return std::nullopt;
    const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), head.sequence);
    line.remove_prefix(std::size_t(end - line.data()));
    if (problem != std::errc() || !skip(line, R"(,"time":)"))
        return std::nullopt;
    line.remove_prefix(std::min(line.find_first_not_of("+-.0123456789Ee"), line.size()));
    if (!skip(line, R"(,"type":")"))
        return std::nullopt;
    head.type = line.substr(0, line.find_first_of("\"\\"));
    line.remove_prefix(head.type.size());
    if (!line.starts_with(R"(",)") && line != R"("})")
        return std::nullopt;
    const auto type = eventTypeOf(head.type);
    head.isKnown = type.has_value();
    head.finishes = type == EventBody(RunFinished()).index();
    return head;
}

} // namespace motley
