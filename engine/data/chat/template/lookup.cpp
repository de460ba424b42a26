#include "engine/data/chat/template/known.h"
#include "engine/data/chat/template/operations.h"
#include "engine/data/chat/values/pythontext.h"

#include <algorithm>

namespace motley::jinja {

namespace {

std::string shownType(const Value &value)
{
    return value.isNone() ? "None" : typeName(value) + " object";
}

Value lacks(const Value &value, const std::string &what)
{
    return {Undefined{"'" + shownType(value) + "' has no " + what}};
}

// What Python's objects have, whatever is in them.
std::optional<Value> ownAttribute(const Value &value, const std::string &name)
{
    const Sequence *sequence = value.sequence();
    const bool isMethod = (value.text() && isTextAttribute(name)) || (value.mapping() && isMappingAttribute(name))
        || (sequence && sequence->kind == Sequence::Kind::List && isListAttribute(name))
        || (sequence && sequence->kind == Sequence::Kind::Tuple && isTupleAttribute(name));
    if (isMethod)
        return Value{Method{name, std::make_shared<const Value>(value)}};
    if (const auto *loop = value.as<Loop *>()) {
        Value found = loopAttribute(**loop, name);
        return found;
    }
    if (const auto *space = value.as<Namespace *>()) {
        const auto found = (*space)->attributes.find(name);
        if (found != (*space)->attributes.end())
            return found->second;
    }
    return std::nullopt;
}

std::optional<std::int64_t> indexIn(const Value &index)
{
    if (const auto *flag = index.as<bool>())
        return *flag;
    const auto *whole = index.as<std::int64_t>();
    return whole ? std::optional(*whole) : std::nullopt;
}

std::optional<Value> elementAt(Context &context, const Value &value, std::int64_t index)
{
    if (const Sequence *sequence = value.sequence()) {
        const auto size = std::int64_t(sequence->items.size());
        const std::int64_t at = index < 0 ? index + size : index;
        const bool isIndexed = sequence->kind != Sequence::Kind::View && sequence->kind != Sequence::Kind::Generator;
        return isIndexed && at >= 0 && at < size ? std::optional(sequence->items[std::size_t(at)]) : std::nullopt;
    }
    if (const Text *text = value.text()) {
        context.meter.takeSteps(text->size() / 64);
        const std::vector<std::size_t> starts = characterStarts(text->bytes());
        const auto size = std::int64_t(starts.size()) - 1;
        const std::int64_t at = index < 0 ? index + size : index;
        if (at >= 0 && at < size)
            return textValue(text->slice(starts[std::size_t(at)], starts[std::size_t(at) + 1]));
    }
    return std::nullopt;
}

// The positions that Python's slice selects among `size`.
std::vector<std::size_t> selected(std::int64_t size, const std::array<Value, 3> &bounds)
{
    std::array<std::optional<std::int64_t>, 3> numbers;
    for (std::size_t i = 0; i < 3; ++i) {
        numbers[i] = indexIn(bounds[i]);
        if (!numbers[i] && !bounds[i].isNone())
            refuseType(bounds[i], "is a bound of a slice");
    }
    const std::int64_t step = numbers[2].value_or(1);
    if (step == 0)
        throw Problem("a slice has the step 0.");
    const std::int64_t least = step < 0 ? -1 : 0;
    const std::int64_t most = step < 0 ? size - 1 : size;
    const auto bounded = [&](std::optional<std::int64_t> number, std::int64_t standard) {
        if (!number)
            return standard;
        return std::clamp(*number < 0 ? *number + size : *number, least, most);
    };
    const std::int64_t end = bounded(numbers[1], step < 0 ? -1 : size);
    std::vector<std::size_t> positions;
    for (std::int64_t at = bounded(numbers[0], step < 0 ? size - 1 : 0); step < 0 ? at > end : at < end;) {
        positions.push_back(std::size_t(at));
        if (step > size || step < -size)
            break;
        at += step;
    }
    return positions;
}

} // namespace

void refuseType(const Value &value, std::string_view whatIsDone)
{
    if (const auto *undefined = value.as<Undefined>())
        throw Problem(undefined->what);
    throw Problem(
        "a value of the type " + typeName(value) + " " + std::string(whatIsDone) + ", which is not possible.");
}

Value attributeOf(Context &context, const Value &value, const std::string &name)
{
    context.meter.takeSteps(1);
    if (value.isUndefined())
        refuseType(value, "");
    if (auto own = ownAttribute(value, name))
        return std::move(*own);
    if (const Mapping *mapping = value.mapping()) {
        context.meter.takeSteps(mapping->entries.size() / 16);
        if (const Value *found = find(*mapping, name))
            return *found;
    }
    return lacks(value, "attribute '" + name + "'");
}

Value itemOf(Context &context, const Value &value, const Value &index)
{
    if (value.isUndefined())
        refuseType(value, "");
    if (const Text *name = index.text()) {
        if (const Mapping *mapping = value.mapping()) {
            context.meter.takeSteps(mapping->entries.size() / 16);
            if (const Value *found = find(*mapping, name->bytes()))
                return *found;
        }
        if (auto own = ownAttribute(value, name->bytes()))
            return std::move(*own);
        return lacks(value, "attribute '" + name->bytes() + "'");
    }
    if (const auto number = indexIn(index))
        if (auto element = elementAt(context, value, *number))
            return std::move(*element);
    return lacks(value, "element " + (index.isUndefined() ? "Undefined" : printed(index)));
}

Value sliceOf(Context &context, const Value &value, const std::array<Value, 3> &bounds)
{
    if (value.isUndefined())
        refuseType(value, "");
    if (const Text *text = value.text()) {
        const std::vector<std::size_t> starts = characterStarts(text->bytes());
        context.meter.takeSteps(starts.size() / 16);
        Text result;
        for (const std::size_t at : selected(std::int64_t(starts.size()) - 1, bounds))
            result.append(*text, starts[at], starts[at + 1]);
        result.isMarkup = text->isMarkup;
        return context.made(std::move(result));
    }
    const Sequence *sequence = value.sequence();
    if (!sequence || sequence->kind == Sequence::Kind::View || sequence->kind == Sequence::Kind::Generator)
        return lacks(value, "slices");
    std::vector<Value> items;
    for (const std::size_t at : selected(std::int64_t(sequence->items.size()), bounds))
        items.push_back(sequence->items[at]);
    context.meter.takeSteps(items.size());
    Value result = sequenceValue(std::move(items), sequence->kind);
    result.origin = value.origin;
    return result;
}

std::vector<Value> itemsOf(Context &context, const Value &value)
{
    if (value.isUndefined())
        return {};
    std::vector<Value> items;
    if (const Text *text = value.text()) {
        const std::vector<std::size_t> starts = characterStarts(text->bytes());
        context.meter.takeSteps(starts.size());
        for (std::size_t i = 0; i + 1 < starts.size(); ++i)
            items.push_back(textValue(text->slice(starts[i], starts[i + 1])));
        return items;
    }
    if (const Mapping *mapping = value.mapping()) {
        context.meter.takeSteps(mapping->entries.size());
        for (const auto &[key, item] : mapping->entries)
            items.push_back({key});
        return items;
    }
    Sequence *sequence = value.sequence();
    if (!sequence)
        refuseType(value, "is taken apart");
    context.meter.takeSteps(sequence->items.size());
    if (sequence->kind == Sequence::Kind::Generator && std::exchange(sequence->consumed, true))
        return {};
    return sequence->items;
}

std::int64_t lengthOf(const Value &value)
{
    if (value.isUndefined())
        return 0;
    if (const Text *text = value.text())
        return std::int64_t(characterCount(text->bytes()));
    if (const Mapping *mapping = value.mapping())
        return std::int64_t(mapping->entries.size());
    const Sequence *sequence = value.sequence();
    if (!sequence || sequence->kind == Sequence::Kind::Generator)
        refuseType(value, "is asked for its length");
    return std::int64_t(sequence->items.size());
}

} // namespace motley::jinja
