#include "engine/data/chat/template/operations.h"

#include <array>
#include <utility>

namespace motley::jinja {

namespace {

// Of a test that compares the operator that it stands for; empty: is no such test.
std::string_view comparisonOf(std::string_view name)
{
    static constexpr auto signs = std::to_array<std::pair<std::string_view, std::string_view>>({{"eq", "=="},
        {"equalto", "=="}, {"==", "=="}, {"ne", "!="}, {"!=", "!="}, {"lt", "<"}, {"lessthan", "<"}, {"<", "<"},
        {"le", "<="}, {"<=", "<="}, {"gt", ">"}, {"greaterthan", ">"}, {">", ">"}, {"ge", ">="}, {">=", ">="}});
    for (const auto &[known, sign] : signs)
        if (known == name)
            return sign;
    return {};
}

bool isIterable(const Value &value)
{
    return value.text() || value.sequence() || value.mapping() || value.isUndefined() || value.as<Loop *>();
}

bool isSequence(const Value &value)
{
    const Sequence *sequence = value.sequence();
    return value.text() || value.mapping() || value.isUndefined()
        || (sequence && sequence->kind != Sequence::Kind::View && sequence->kind != Sequence::Kind::Generator);
}

bool isFlag(const Value &value, bool flag)
{
    return value.as<bool>() && *value.as<bool>() == flag;
}

bool dividesBy(Context &context, const Value &value, const Value &by, std::int64_t rest)
{
    return isEqual(arithmetic(context, "%", value, by), {rest});
}

bool testsKind(std::string_view name, const Value &value)
{
    if (name == "defined" || name == "undefined")
        return value.isUndefined() == (name == "undefined");
    if (name == "none")
        return value.isNone();
    if (name == "boolean")
        return value.as<bool>();
    if (name == "true" || name == "false")
        return isFlag(value, name == "true");
    if (name == "integer")
        return value.as<std::int64_t>();
    if (name == "float")
        return value.as<double>();
    if (name == "number")
        return value.as<std::int64_t>() || value.as<double>() || value.as<bool>();
    if (name == "string")
        return value.text();
    if (name == "mapping")
        return value.mapping();
    return name == "sequence" ? isSequence(value) : isIterable(value);
}

} // namespace

bool applyTest(Context &context, const std::string &name, const Value &value, const Arguments &arguments)
{
    context.meter.takeSteps(1);
    ArgumentReader reader("the test " + name, arguments);
    bool result = false;
    if (const std::string_view sign = comparisonOf(name); !sign.empty())
        result = compares(sign, value, reader.need("other"));
    else if (name == "in")
        result = contains(context, reader.need("seq"), value);
    else if (name == "divisibleby")
        result = dividesBy(context, value, reader.need("num"), 0);
    else if (name == "odd" || name == "even")
        result = dividesBy(context, value, {std::int64_t(2)}, name == "odd" ? 1 : 0);
    else
        result = testsKind(name, value);
    reader.finish();
    return result;
}

} // namespace motley::jinja
