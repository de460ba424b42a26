#include "engine/data/chat/template/context.h"

namespace motley::jinja {

Origin Context::joined(Origin left, Origin right)
{
    if (left == right || right == 0)
        return left;
    if (left == 0)
        return right;
    const ChatSource &one = sourceOf(left);
    const ChatSource &other = sourceOf(right);
    if (one.kind != ChatSource::Kind::Message || other.kind != one.kind || one.message != other.message)
        return add({ChatSource::Kind::Other});
    return add({ChatSource::Kind::Message, one.message, one.field == other.field ? one.field : std::string()});
}

Origin Context::originOf(const Text &text)
{
    Origin origin = 0;
    for (const Text::Run &run : text.runs())
        origin = joined(origin, run.origin);
    return origin;
}

Origin Context::originOf(const Value &value)
{
    if (const Text *text = value.text())
        return originOf(*text);
    Origin origin = value.origin;
    if (origin != 0)
        return origin;
    if (const Sequence *sequence = value.sequence())
        for (const Value &item : sequence->items)
            origin = joined(origin, originOf(item));
    if (const Mapping *mapping = value.mapping())
        for (const auto &[key, item] : mapping->entries)
            origin = joined(joined(origin, originOf(*key)), originOf(item));
    return origin;
}

Text Context::textOf(const Value &value)
{
    if (const Text *text = value.text())
        return *text;
    const std::string bytes = printed(value);
    meter.takeBytes(bytes.size());
    return Text(bytes, originOf(value));
}

Value Context::made(Text text)
{
    meter.takeBytes(text.size());
    return textValue(std::move(text));
}

} // namespace motley::jinja
