#include "engine/data/chat/template/operations.h"
#include "engine/data/chat/template/texttransforms.h"
#include "engine/data/chat/values/pythontext.h"

#include <algorithm>

namespace motley::jinja {

namespace {

bool isAtEnd(std::string_view text, std::string_view part, bool atBegin)
{
    return part.size() <= text.size()
        && (atBegin ? text.substr(0, part.size()) : text.substr(text.size() - part.size())) == part;
}

// startswith and endswith take one text or a tuple of them.
bool beginsOrEnds(const std::string &name, const Text &text, ArgumentReader &arguments)
{
    const bool atBegin = name == "startswith";
    const Value wanted = arguments.need("prefix");
    const auto matches = [&](const Value &part) {
        if (!part.text())
            refuseType(part, "is looked for in a text");
        return isAtEnd(text.bytes(), part.text()->bytes(), atBegin);
    };
    const Sequence *several = wanted.sequence();
    if (several && several->kind == Sequence::Kind::Tuple)
        return std::any_of(several->items.begin(), several->items.end(), matches);
    return matches(wanted);
}

Value splitBy(Context &context, const Text &text, ArgumentReader &arguments)
{
    const auto separator = arguments.maybeText("sep");
    if (separator && separator->empty())
        throw Problem("a text is split at nothing.");
    context.meter.takeBytes(text.size());
    std::vector<Value> parts;
    for (Text &part : splitText(text, separator, arguments.maybeWhole("maxsplit", -1)))
        parts.push_back(textValue(std::move(part)));
    context.meter.takeSteps(parts.size());
    return sequenceValue(std::move(parts));
}

Value withoutEnd(Context &context, const std::string &name, const Text &text, std::string_view part)
{
    const bool atBegin = name == "removeprefix";
    if (!isAtEnd(text.bytes(), part, atBegin))
        return context.made(text);
    return context.made(atBegin ? text.slice(part.size(), text.size()) : text.slice(0, text.size() - part.size()));
}

std::int64_t occurrences(std::string_view text, std::string_view part)
{
    if (part.empty())
        return std::int64_t(characterCount(text)) + 1;
    std::int64_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++count;
    return count;
}

Value joinedBy(Context &context, const Text &separator, const Value &value)
{
    const std::vector<Value> items = itemsOf(context, value);
    for (const Value &item : items)
        if (!item.text())
            refuseType(item, "is joined with texts");
    return joinedWith(context, separator, items);
}

Value replacedBy(Context &context, const Value &value, const Arguments &arguments)
{
    for (const Value &argument : arguments.values)
        if (!argument.text() && !argument.as<std::int64_t>())
            refuseType(argument, "is an argument of replace");
    return applyFilter(context, "replace", value, arguments);
}

Value ofText(Context &context, const std::string &name, const Value &value, const Arguments &arguments)
{
    const Text &text = *value.text();
    if (text.isMarkup)
        throw Problem("the method " + name + " of a text that was marked safe is not supported.");
    if (name == "replace")
        return replacedBy(context, value, arguments);
    ArgumentReader reader("the method " + name, arguments);
    const auto result = [&]() -> Value {
        if (name == "strip" || name == "lstrip" || name == "rstrip")
            return context.made(stripped(text, reader.maybeText("chars"), {name != "rstrip", name != "lstrip"}));
        if (name == "startswith" || name == "endswith")
            return {beginsOrEnds(name, text, reader)};
        if (name == "split")
            return splitBy(context, text, reader);
        if (name == "upper" || name == "lower" || name == "capitalize")
            return inCase(context, name, text);
        if (name == "removeprefix" || name == "removesuffix")
            return withoutEnd(context, name, text, reader.needText("prefix"));
        if (name == "join")
            return joinedBy(context, text, reader.need("iterable"));
        if (name == "count")
            return {occurrences(text.bytes(), reader.needText("sub"))};
        if (name == "find") {
            const std::size_t found = text.bytes().find(reader.needText("sub"));
            return {found == std::string::npos
                    ? std::int64_t(-1)
                    : std::int64_t(characterCount(std::string_view(text.bytes()).substr(0, found)))};
        }
        throw Problem("the method " + name + " of a text is not supported.");
    }();
    reader.finish();
    return result;
}

Value ofMapping(Context &context, const std::string &name, const Mapping &mapping, const Arguments &arguments)
{
    ArgumentReader reader("the method " + name, arguments);
    context.meter.takeSteps(mapping.entries.size() / 16 + 1);
    if (name == "get") {
        const Value key = reader.need("key");
        const Value standard = reader.maybe("default").value_or(Value{None()});
        reader.finish();
        const Value *found = key.text() ? find(mapping, key.text()->bytes()) : nullptr;
        return found ? *found : standard;
    }
    if (name != "items" && name != "keys" && name != "values")
        throw Problem("the method " + name + " of a mapping is not supported.");
    reader.finish();
    context.meter.takeSteps(mapping.entries.size());
    std::vector<Value> items;
    for (const auto &[key, value] : mapping.entries)
        items.push_back(name == "items" ? sequenceValue({{key}, value}, Sequence::Kind::Tuple)
                : name == "keys"        ? Value{key}
                                        : value);
    return sequenceValue(std::move(items), Sequence::Kind::View);
}

std::int64_t rangeBound(const Value &value)
{
    if (const auto *flag = value.as<bool>())
        return *flag;
    if (!value.as<std::int64_t>())
        refuseType(value, "is a bound of a range");
    return *value.as<std::int64_t>();
}

Value rangeOf(Context &context, const Arguments &arguments)
{
    constexpr std::size_t mostNumbers = 100'000; // as in jinja2's sandbox
    const auto &values = arguments.values;
    if (values.empty() || values.size() > 3 || !arguments.named.empty())
        throw Problem("range takes one to three numbers.");
    const std::int64_t begin = values.size() > 1 ? rangeBound(values[0]) : 0;
    const std::int64_t end = rangeBound(values[values.size() > 1 ? 1 : 0]);
    const std::int64_t step = values.size() > 2 ? rangeBound(values[2]) : 1;
    if (step == 0)
        throw Problem("a range has the step 0.");
    std::vector<Value> numbers;
    for (std::int64_t at = begin; step > 0 ? at < end : at > end;) {
        if (numbers.size() == mostNumbers)
            throw Problem("a range has more than " + std::to_string(mostNumbers) + " numbers.");
        numbers.push_back({at});
        if (__builtin_add_overflow(at, step, &at))
            break;
    }
    context.meter.takeSteps(numbers.size());
    return sequenceValue(std::move(numbers), Sequence::Kind::Range);
}

Value timeAs(Context &context, const Arguments &arguments, std::time_t now)
{
    ArgumentReader reader("strftime_now", arguments);
    const std::string format(reader.needText("format"));
    reader.finish();
    std::tm civil{};
    char buffer[1024];
    if (format.size() > 100 || !gmtime_r(&now, &civil))
        throw Problem("a format of the time is too long.");
    return context.made(
        Text(std::string_view(buffer, std::strftime(buffer, sizeof buffer, format.c_str(), &civil)), 0));
}

} // namespace

Value callMethod(Context &context, const Method &method, const Arguments &arguments)
{
    if (method.of->text())
        return ofText(context, method.name, *method.of, arguments);
    if (const Mapping *mapping = method.of->mapping())
        return ofMapping(context, method.name, *mapping, arguments);
    throw Problem(
        "the method " + method.name + " of a value of the type " + typeName(*method.of) + " is not supported.");
}

Value callFunction(Context &context, const std::string &name, const Arguments &arguments, std::time_t now)
{
    if (name == "range")
        return rangeOf(context, arguments);
    if (name == "strftime_now")
        return timeAs(context, arguments, now);
    throw Problem("the function " + name + " is not supported.");
}

} // namespace motley::jinja
