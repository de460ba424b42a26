#include "engine/data/chat/template/known.h"
#include "engine/data/chat/template/operations.h"
#include "engine/data/chat/template/texttransforms.h"
#include "engine/data/chat/values/pythontext.h"

#include <algorithm>
#include <cstdlib>

namespace motley::jinja {

namespace {

Value sequenceOf(Context &context, std::vector<Value> items, Sequence::Kind kind)
{
    context.meter.takeSteps(items.size());
    return sequenceValue(std::move(items), kind);
}

Value defaultValue(const Value &value, ArgumentReader &arguments)
{
    const Value standard = arguments.maybe("default_value").value_or(textValue({}));
    const auto alsoFalse = arguments.maybe("boolean");
    const bool isMissing = value.isUndefined() || (alsoFalse && isTrue(*alsoFalse) && !isTrue(value));
    return isMissing ? standard : value;
}

std::vector<Value> pairsOf(const Mapping &mapping)
{
    std::vector<Value> pairs;
    for (const auto &[key, value] : mapping.entries)
        pairs.push_back(sequenceValue({{key}, value}, Sequence::Kind::Tuple));
    return pairs;
}

Value itemPairs(Context &context, const Value &value)
{
    if (value.isUndefined())
        return sequenceValue({}, Sequence::Kind::Generator);
    if (!value.mapping())
        refuseType(value, "is asked for its items");
    return sequenceOf(context, pairsOf(*value.mapping()), Sequence::Kind::Generator);
}

Value sortedPairs(Context &context, const Value &value, ArgumentReader &arguments)
{
    const auto sensitive = arguments.maybe("case_sensitive");
    const std::string_view by = arguments.maybeText("by").value_or("key");
    const auto reverse = arguments.maybe("reverse");
    if (!value.mapping())
        refuseType(value, "is sorted by its keys");
    if (by != "key" && by != "value")
        throw Problem("the filter dictsort sorts by key or value only.");
    const std::size_t position = by == "key" ? 0 : 1;
    std::vector<std::pair<Value, Value>> keyed; // what is compared, and the pair
    for (Value &pair : pairsOf(*value.mapping())) {
        Value key = pair.sequence()->items[position];
        if (key.text() && !(sensitive && isTrue(*sensitive)))
            key = inCase(context, "lower", *key.text());
        keyed.emplace_back(std::move(key), std::move(pair));
    }
    const bool downwards = reverse && isTrue(*reverse);
    std::stable_sort(keyed.begin(), keyed.end(), [&](const auto &left, const auto &right) {
        return downwards ? isLess(right.first, left.first) : isLess(left.first, right.first);
    });
    std::vector<Value> pairs;
    for (auto &[key, pair] : keyed)
        pairs.push_back(std::move(pair));
    return sequenceOf(context, std::move(pairs), Sequence::Kind::List);
}

// Follows "a.b.0" from a value.
Value attributeByPath(Context &context, Value value, const Value &path)
{
    if (!path.text())
        return itemOf(context, value, path);
    for (const Text &part : splitText(*path.text(), ".", -1)) {
        const std::string &name = part.bytes();
        const bool isNumber
            = !name.empty() && name.size() < 10 && name.find_first_not_of("0123456789") == std::string::npos;
        value = itemOf(context, value, isNumber ? Value{std::int64_t(std::atoll(name.c_str()))} : textValue(part));
    }
    return value;
}

std::string nameIn(const Value &value, std::string_view what)
{
    if (!value.text())
        throw Problem("the name of a " + std::string(what) + " must be a text.");
    return value.text()->bytes();
}

Value mapped(Context &context, const Value &value, const Arguments &arguments)
{
    std::vector<Value> results;
    if (arguments.values.empty()) {
        ArgumentReader reader("the filter map", arguments);
        const Value path = reader.need("attribute");
        const auto standard = reader.maybe("default");
        reader.finish();
        for (const Value &item : itemsOf(context, value)) {
            Value found = attributeByPath(context, item, path);
            results.push_back(standard && found.isUndefined() ? *standard : std::move(found));
        }
        return sequenceOf(context, std::move(results), Sequence::Kind::Generator);
    }
    const std::string filter = nameIn(arguments.values.front(), "filter");
    Arguments others = arguments;
    others.values.erase(others.values.begin());
    if (!isKnownFilter(filter) || filter == "map")
        throw Problem("the filter " + filter + " is not supported here.");
    for (const Value &item : itemsOf(context, value))
        results.push_back(applyFilter(context, filter, item, others));
    return sequenceOf(context, std::move(results), Sequence::Kind::Generator);
}

// select, reject, selectattr and rejectattr.
Value chosen(Context &context, const std::string &name, const Value &value, Arguments arguments)
{
    const bool wanted = name.rfind("select", 0) == 0;
    const auto take = [&arguments] {
        Value first = arguments.values.front();
        arguments.values.erase(arguments.values.begin());
        return first;
    };
    std::optional<Value> path;
    if (name.size() > 6) { // by an attribute
        if (arguments.values.empty())
            throw Problem("the filter " + name + " lacks the name of an attribute.");
        path = take();
    }
    std::optional<std::string> test;
    if (!arguments.values.empty())
        test = nameIn(take(), "test");
    if (test && !isKnownTest(*test))
        throw Problem("the test " + *test + " is not supported.");
    std::vector<Value> results;
    for (const Value &item : itemsOf(context, value)) {
        const Value tested = path ? attributeByPath(context, item, *path) : item;
        if ((test ? applyTest(context, *test, tested, arguments) : isTrue(tested)) == wanted)
            results.push_back(item);
    }
    return sequenceOf(context, std::move(results), Sequence::Kind::Generator);
}

Value reversed(Context &context, const Value &value)
{
    std::vector<Value> items = itemsOf(context, value);
    std::reverse(items.begin(), items.end());
    return value.text() ? joinedWith(context, {}, items)
                        : sequenceOf(context, std::move(items), Sequence::Kind::Generator);
}

Value atEnd(Context &context, const std::string &name, const Value &value)
{
    std::vector<Value> items = itemsOf(context, value);
    if (items.empty())
        return {Undefined{"No " + name + " item, sequence was empty."}};
    return name == "first" ? items.front() : items.back();
}

Value replacedIn(Context &context, const Value &value, ArgumentReader &arguments)
{
    const Text text = context.textOf(value);
    const Text old = context.textOf(arguments.need("old"));
    const Text with = context.textOf(arguments.need("new"));
    const auto count = arguments.maybe("count");
    const bool isAll = !count || count->isNone();
    if (!isAll && !count->as<std::int64_t>())
        refuseType(*count, "is a count of replacements");
    // Before it is made: a character may become a text of any length.
    std::size_t found = old.empty() ? text.size() : 0;
    for (std::size_t at = text.bytes().find(old.bytes()); !old.empty() && at != std::string::npos;
         at = text.bytes().find(old.bytes(), at + old.size()))
        ++found;
    context.meter.takeBytes(text.size() + found * with.size());
    Text result = replaced(text, old.bytes(), with, isAll ? -1 : *count->as<std::int64_t>());
    result.isMarkup = false;
    return textValue(std::move(result));
}

Value markedSafe(Context &context, const Value &value)
{
    Text text = context.textOf(value);
    text.isMarkup = true;
    return textValue(std::move(text));
}

Value applyToText(Context &context, const std::string &name, const Value &value, ArgumentReader &arguments)
{
    if (name == "trim")
        return context.made(stripped(context.textOf(value), arguments.maybeText("chars"), {}));
    if (name == "replace")
        return replacedIn(context, value, arguments);
    if (name == "safe")
        return markedSafe(context, value);
    if (name == "string")
        return value.text() ? value : context.made(context.textOf(value));
    return inCase(context, name, context.textOf(value));
}

Value applyToItems(Context &context, const std::string &name, const Value &value, ArgumentReader &arguments)
{
    if (name == "length" || name == "count")
        return {lengthOf(value), value.origin};
    if (name == "list")
        return sequenceOf(context, itemsOf(context, value), Sequence::Kind::List);
    if (name == "first" || name == "last")
        return atEnd(context, name, value);
    if (name == "reverse")
        return reversed(context, value);
    if (name == "items")
        return itemPairs(context, value);
    if (name == "dictsort")
        return sortedPairs(context, value, arguments);
    const Text separator = context.textOf(arguments.maybe("d").value_or(textValue({}))); // of join
    std::vector<Value> items = itemsOf(context, value);
    if (const auto path = arguments.maybe("attribute"))
        for (Value &item : items)
            item = attributeByPath(context, item, *path);
    return joinedWith(context, separator, items);
}

} // namespace

Value applyFilter(Context &context, const std::string &name, const Value &value, const Arguments &arguments)
{
    context.meter.takeSteps(1);
    if (name == "map")
        return mapped(context, value, arguments);
    if (name == "select" || name == "reject" || name == "selectattr" || name == "rejectattr")
        return chosen(context, name, value, arguments);
    if (name == "tojson")
        return context.made(jsonOf(context, value, arguments));
    ArgumentReader reader("the filter " + name, arguments);
    const bool isOfText = name == "trim" || name == "replace" || name == "safe" || name == "string" || name == "upper"
        || name == "lower" || name == "capitalize";
    Value result = name == "default" || name == "d" ? defaultValue(value, reader)
        : isOfText                                  ? applyToText(context, name, value, reader)
                                                    : applyToItems(context, name, value, reader);
    reader.finish();
    return result;
}

} // namespace motley::jinja
