#include "engine/data/chat/template/operations.h"
#include "engine/data/chat/values/pythontext.h"

#include <cmath>
#include <limits>

namespace motley::jinja {

namespace {

struct Number {
    std::int64_t whole = 0;
    double real = 0;
    bool isReal = false;
};

std::optional<Number> numberIn(const Value &value)
{
    if (const auto *flag = value.as<bool>())
        return Number{*flag, double(*flag)};
    if (const auto *whole = value.as<std::int64_t>())
        return Number{*whole, double(*whole)};
    if (const auto *real = value.as<double>())
        return Number{0, *real, true};
    return std::nullopt;
}

[[noreturn]] void refuse(std::string_view sign, const Value &left, const Value &right)
{
    for (const Value *value : {&left, &right})
        if (const auto *undefined = value->as<Undefined>())
            throw Problem(undefined->what);
    throw Problem("the operator " + std::string(sign) + " is not supported for values of the types " + typeName(left)
        + " and " + typeName(right) + ".");
}

// Rounded towards minus infinity, as Python does.
std::int64_t floorDivided(std::int64_t left, std::int64_t right)
{
    const std::int64_t quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

std::optional<std::int64_t> wholeResult(std::string_view sign, std::int64_t left, std::int64_t right)
{
    std::int64_t result = 0;
    if (sign == "+")
        return __builtin_add_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    if (sign == "-")
        return __builtin_sub_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    if (sign == "*")
        return __builtin_mul_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    if (right == -1) // the one quotient that may be too large
        return sign == "%" ? 0 : wholeResult("-", 0, left);
    const std::int64_t quotient = floorDivided(left, right);
    return sign == "//" ? quotient : left - quotient * right;
}

double realResult(std::string_view sign, double left, double right)
{
    if (sign == "+")
        return left + right;
    if (sign == "-")
        return left - right;
    if (sign == "*")
        return left * right;
    if (sign == "/")
        return left / right;
    const double rest = std::fmod(left, right);
    const double modulo = rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
    return sign == "%" ? modulo : std::floor((left - modulo) / right + 0.5);
}

Value ofNumbers(std::string_view sign, const Number &left, const Number &right)
{
    const bool divides = sign == "/" || sign == "//" || sign == "%";
    if (divides && right.real == 0)
        throw Problem("a number is divided by zero.");
    if (left.isReal || right.isReal || sign == "/")
        return {realResult(sign, left.real, right.real)};
    const auto result = wholeResult(sign, left.whole, right.whole);
    if (!result)
        throw Problem("a whole number gets more than 64 bits.");
    return {*result};
}

Text joinedTexts(const Text &left, const Text &right)
{
    Text result;
    for (const Text *part : {&left, &right}) {
        const Text &other = part == &left ? right : left;
        if (!part->isMarkup && other.isMarkup)
            for (std::size_t begin = 0; const Text::Run &run : part->runs()) {
                result.append(htmlEscaped(part->bytes().substr(begin, run.end - begin)), run.origin);
                begin = run.end;
            }
        else
            result.append(*part);
    }
    result.isMarkup = left.isMarkup || right.isMarkup;
    return result;
}

std::optional<Value> repeated(Context &context, const Value &value, const Value &times)
{
    const auto *count = times.as<std::int64_t>();
    if (!count)
        return std::nullopt;
    const Text *text = value.text();
    const Sequence *sequence = value.sequence();
    const std::size_t size = text ? text->size() : sequence ? sequence->items.size() : 0;
    const std::size_t whole = *count > 0 ? std::size_t(*count) : 0;
    if (size > 0 && whole > (std::size_t(1) << 28) / size)
        throw Problem("a text or list is repeated too often.");
    context.meter.takeBytes(size * whole);
    if (text) {
        Text result;
        for (std::size_t i = 0; i < whole && size > 0; ++i)
            result.append(*text);
        return textValue(std::move(result));
    }
    if (!sequence || (sequence->kind != Sequence::Kind::List && sequence->kind != Sequence::Kind::Tuple))
        return std::nullopt;
    context.meter.takeSteps(size * whole);
    std::vector<Value> items;
    for (std::size_t i = 0; i < whole && size > 0; ++i)
        items.insert(items.end(), sequence->items.begin(), sequence->items.end());
    return sequenceValue(std::move(items), sequence->kind);
}

std::optional<Value> joinedSequences(Context &context, const Value &left, const Value &right)
{
    const Sequence *first = left.sequence();
    const Sequence *second = right.sequence();
    if (!first || !second || first->kind != second->kind
        || (first->kind != Sequence::Kind::List && first->kind != Sequence::Kind::Tuple))
        return std::nullopt;
    context.meter.takeSteps(first->items.size() + second->items.size());
    std::vector<Value> items = first->items;
    items.insert(items.end(), second->items.begin(), second->items.end());
    Value result = sequenceValue(std::move(items), first->kind);
    result.origin = left.origin == right.origin ? left.origin : 0; // otherwise its items know
    return result;
}

} // namespace

Value arithmetic(Context &context, std::string_view sign, const Value &left, const Value &right)
{
    const auto first = numberIn(left);
    const auto second = numberIn(right);
    if (first && second) {
        Value result = ofNumbers(sign, *first, *second);
        result.origin = context.joined(left.origin, right.origin);
        return result;
    }
    if (sign == "+" && left.text() && right.text())
        return context.made(joinedTexts(*left.text(), *right.text()));
    if (sign == "+")
        if (auto result = joinedSequences(context, left, right))
            return std::move(*result);
    if (sign == "*")
        if (auto result = first ? repeated(context, right, left) : repeated(context, left, right))
            return std::move(*result);
    refuse(sign, left, right);
}

Value signedNumber(std::string_view sign, const Value &value)
{
    const auto number = numberIn(value);
    if (!number)
        refuseType(value, "has a sign");
    if (number->isReal)
        return {sign == "-" ? -number->real : number->real, value.origin};
    if (sign == "-" && number->whole == std::numeric_limits<std::int64_t>::min())
        throw Problem("a whole number gets more than 64 bits.");
    return {sign == "-" ? -number->whole : number->whole, value.origin};
}

bool compares(std::string_view sign, const Value &left, const Value &right)
{
    if (sign == "==")
        return isEqual(left, right);
    if (sign == "!=")
        return !isEqual(left, right);
    if (sign == "<")
        return isLess(left, right);
    if (sign == ">")
        return isLess(right, left);
    const bool isReal = left.as<double>() || right.as<double>();
    if (isReal) // of which one may be no number, and then neither is less
        return isLess(left, right) || isLess(right, left) ? isLess(left, right) == (sign == "<=")
                                                          : isEqual(left, right);
    return sign == "<=" ? !isLess(right, left) : !isLess(left, right);
}

bool contains(Context &context, const Value &in, const Value &value)
{
    if (const Text *text = in.text()) {
        if (!value.text())
            refuseType(value, "is looked for in a text");
        context.meter.takeSteps(text->size() / 64);
        return text->bytes().find(value.text()->bytes()) != std::string::npos;
    }
    if (const Mapping *mapping = in.mapping()) {
        if (value.sequence() || value.mapping())
            refuseType(value, "is looked for among the keys of a mapping");
        context.meter.takeSteps(mapping->entries.size() / 16);
        return value.text() && find(*mapping, value.text()->bytes());
    }
    for (const Value &item : itemsOf(context, in))
        if (isEqual(item, value))
            return true;
    return false;
}

} // namespace motley::jinja
