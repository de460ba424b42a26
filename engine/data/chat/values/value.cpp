#include "engine/data/chat/values/value.h"

#include "engine/data/chat/values/problem.h"

#include <algorithm>
#include <optional>

namespace motley::jinja {

namespace {

std::optional<double> numberOf(const Value &value)
{
    if (const auto *flag = value.as<bool>())
        return *flag;
    if (const auto *whole = value.as<std::int64_t>())
        return double(*whole);
    if (const auto *real = value.as<double>())
        return *real;
    return std::nullopt;
}

std::optional<std::int64_t> wholeOf(const Value &value)
{
    if (const auto *flag = value.as<bool>())
        return *flag;
    if (const auto *whole = value.as<std::int64_t>())
        return *whole;
    return std::nullopt;
}

int checkedDepth(int depth)
{
    if (depth > deepestValue)
        throw Problem("lists are nested deeper than " + std::to_string(deepestValue) + " levels.");
    return depth;
}

int depthOf(const Value &value)
{
    if (const Sequence *sequence = value.sequence())
        return sequence->depth;
    const Mapping *mapping = value.mapping();
    return mapping ? mapping->depth : 0;
}

bool areEqual(const Sequence &left, const Sequence &right)
{
    if (left.kind != right.kind || left.kind == Sequence::Kind::Generator || left.kind == Sequence::Kind::View)
        return &left == &right;
    return std::equal(left.items.begin(), left.items.end(), right.items.begin(), right.items.end(), isEqual);
}

bool areEqual(const Mapping &left, const Mapping &right)
{
    return left.entries.size() == right.entries.size()
        && std::all_of(left.entries.begin(), left.entries.end(), [&](const auto &entry) {
               const Value *other = find(right, entry.first->bytes());
               return other && isEqual(entry.second, *other);
           });
}

} // namespace

const Text *Value::text() const
{
    const auto *found = as<std::shared_ptr<const Text>>();
    return found ? found->get() : nullptr;
}

const Mapping *Value::mapping() const
{
    const auto *found = as<std::shared_ptr<const Mapping>>();
    return found ? found->get() : nullptr;
}

Sequence *Value::sequence() const
{
    const auto *found = as<std::shared_ptr<Sequence>>();
    return found ? found->get() : nullptr;
}

Value textValue(Text text)
{
    return {std::make_shared<const Text>(std::move(text))};
}

Value sequenceValue(std::vector<Value> items, Sequence::Kind kind)
{
    int depth = 0;
    for (const Value &item : items)
        depth = std::max(depth, depthOf(item));
    return {std::make_shared<Sequence>(Sequence{kind, std::move(items), checkedDepth(depth + 1), false})};
}

Value mappingValue(std::vector<std::pair<std::shared_ptr<const Text>, Value>> entries)
{
    int depth = 0;
    for (const auto &[key, value] : entries)
        depth = std::max(depth, depthOf(value));
    return {std::make_shared<const Mapping>(Mapping{std::move(entries), checkedDepth(depth + 1)})};
}

std::string typeName(const Value &value)
{
    static constexpr const char *names[] = {"Undefined", "NoneType", "bool", "int", "float", "str", "list", "dict",
        "Namespace", "Macro", "LoopContext", "builtin_function_or_method", "function"};
    static constexpr const char *sequences[] = {"list", "tuple", "range", "dict_items", "generator"};
    if (const Sequence *sequence = value.sequence())
        return sequences[int(sequence->kind)];
    return names[value.kind.index()];
}

bool isTrue(const Value &value)
{
    if (value.isUndefined() || value.isNone())
        return false;
    if (const auto number = numberOf(value))
        return *number != 0;
    if (const Text *text = value.text())
        return !text->empty();
    if (const Mapping *mapping = value.mapping())
        return !mapping->entries.empty();
    if (const Sequence *sequence = value.sequence())
        return sequence->kind == Sequence::Kind::Generator || !sequence->items.empty();
    return true;
}

bool isEqual(const Value &left, const Value &right)
{
    const auto wholeLeft = wholeOf(left);
    const auto wholeRight = wholeOf(right);
    if (wholeLeft && wholeRight)
        return *wholeLeft == *wholeRight;
    const auto numberLeft = numberOf(left);
    const auto numberRight = numberOf(right);
    if (numberLeft || numberRight)
        return numberLeft && numberRight && *numberLeft == *numberRight;
    if (left.kind.index() != right.kind.index())
        return false;
    if (left.isUndefined() || left.isNone())
        return true;
    if (const Text *text = left.text())
        return text->bytes() == right.text()->bytes();
    if (const Sequence *sequence = left.sequence())
        return areEqual(*sequence, *right.sequence());
    if (const Mapping *mapping = left.mapping())
        return areEqual(*mapping, *right.mapping());
    if (const auto *space = left.as<Namespace *>())
        return *space == *right.as<Namespace *>();
    if (const auto *macro = left.as<const Statement *>())
        return *macro == *right.as<const Statement *>();
    throw Problem("values of the type " + typeName(left) + " are compared, which is not supported.");
}

bool isLess(const Value &left, const Value &right)
{
    const auto wholeLeft = wholeOf(left);
    const auto wholeRight = wholeOf(right);
    if (wholeLeft && wholeRight)
        return *wholeLeft < *wholeRight;
    const auto numberLeft = numberOf(left);
    const auto numberRight = numberOf(right);
    if (numberLeft && numberRight)
        return *numberLeft < *numberRight;
    if (left.text() && right.text())
        return left.text()->bytes() < right.text()->bytes(); // UTF-8 has the order of its characters
    for (const Value *value : {&left, &right})
        if (const auto *undefined = value->as<Undefined>())
            throw Problem(undefined->what);
    throw Problem("values of the types " + typeName(left) + " and " + typeName(right) + " have no order.");
}

const Value *find(const Mapping &mapping, std::string_view key)
{
    const auto found = std::find_if(
        mapping.entries.begin(), mapping.entries.end(), [&](const auto &entry) { return entry.first->bytes() == key; });
    return found == mapping.entries.end() ? nullptr : &found->second;
}

} // namespace motley::jinja
