#include "engine/data/chat/template/renderer.h"

#include <algorithm>

namespace motley::jinja {

namespace {

constexpr int deepestEvaluation = 1200; // with the statements around

} // namespace

Value Renderer::evaluate(const Expression &expression)
{
    m_context.meter.takeSteps(1);
    if (expression.kind == Expression::Kind::Constant)
        return expression.constant;
    if (expression.kind == Expression::Kind::Name)
        return lookUp(expression.name);
    if (m_depth >= deepestEvaluation)
        throw Problem(
            "macros and expressions are nested deeper than " + std::to_string(deepestEvaluation) + " levels.");
    ++m_depth;
    Value value = evaluateNested(expression);
    --m_depth;
    m_line = expression.line;
    return value;
}

Value Renderer::evaluateNested(const Expression &expression)
{
    const auto part = [&](std::size_t at) { return evaluate(*expression.parts[at]); };
    switch (expression.kind) {
    case Expression::Kind::Constant:
    case Expression::Kind::Name:
        break;
    case Expression::Kind::List:
        return sequence(expression, Sequence::Kind::List);
    case Expression::Kind::Tuple:
        return sequence(expression, Sequence::Kind::Tuple);
    case Expression::Kind::Mapping:
        return mapping(expression);
    case Expression::Kind::Attribute:
        return attributeOf(m_context, part(0), expression.name);
    case Expression::Kind::Item: {
        const Value of = part(0);
        return itemOf(m_context, of, part(1));
    }
    case Expression::Kind::Slice:
        return slice(expression);
    case Expression::Kind::Call:
        return call(expression);
    case Expression::Kind::Filter: {
        const Value of = part(0);
        return applyFilter(m_context, expression.name, of, arguments(expression));
    }
    case Expression::Kind::Test: {
        const Value of = part(0);
        return {applyTest(m_context, expression.name, of, arguments(expression))};
    }
    case Expression::Kind::Not:
        return {!isTrue(part(0))};
    case Expression::Kind::And: {
        Value left = part(0);
        return isTrue(left) ? part(1) : std::move(left);
    }
    case Expression::Kind::Or: {
        Value left = part(0);
        return isTrue(left) ? std::move(left) : part(1);
    }
    case Expression::Kind::Sign:
        return signedNumber(expression.name, part(0));
    case Expression::Kind::Compare:
        return compare(expression);
    case Expression::Kind::Arithmetic: {
        const Value left = part(0);
        return arithmetic(m_context, expression.name, left, part(1));
    }
    case Expression::Kind::Concat:
        return concatenate(expression);
    case Expression::Kind::Conditional:
        return conditional(expression);
    }
    return expression.constant;
}

Value Renderer::sequence(const Expression &expression, Sequence::Kind kind)
{
    std::vector<Value> items;
    for (const ExpressionPtr &part : expression.parts)
        items.push_back(evaluate(*part));
    return sequenceValue(std::move(items), kind);
}

Value Renderer::mapping(const Expression &expression)
{
    std::vector<std::pair<std::shared_ptr<const Text>, Value>> entries;
    for (std::size_t i = 0; i + 1 < expression.parts.size(); i += 2) {
        const Value key = evaluate(*expression.parts[i]);
        Value value = evaluate(*expression.parts[i + 1]);
        if (!key.text())
            refuseType(key, "is a key of a mapping");
        const auto known = std::find_if(entries.begin(), entries.end(),
            [&](const auto &entry) { return entry.first->bytes() == key.text()->bytes(); });
        if (known != entries.end())
            known->second = std::move(value);
        else
            entries.emplace_back(*key.as<std::shared_ptr<const Text>>(), std::move(value));
    }
    return mappingValue(std::move(entries));
}

Value Renderer::slice(const Expression &expression)
{
    const Value of = evaluate(*expression.parts[0]);
    std::array<Value, 3> bounds;
    for (std::size_t i = 0; i < 3; ++i)
        bounds[i] = expression.parts[i + 1] ? evaluate(*expression.parts[i + 1]) : Value{None()};
    return sliceOf(m_context, of, bounds);
}

Value Renderer::compare(const Expression &expression)
{
    Value left = evaluate(*expression.parts[0]);
    for (std::size_t i = 0; i < expression.signs.size(); ++i) {
        const std::string &sign = expression.signs[i];
        Value right = evaluate(*expression.parts[i + 1]);
        const bool isIn = sign == "in" || sign == "not in";
        const bool holds = isIn ? contains(m_context, right, left) == (sign == "in") : compares(sign, left, right);
        if (!holds)
            return {false};
        left = std::move(right);
    }
    return {true};
}

Value Renderer::concatenate(const Expression &expression)
{
    Text text;
    for (const ExpressionPtr &part : expression.parts)
        text.append(m_context.textOf(evaluate(*part)));
    return m_context.made(std::move(text));
}

Value Renderer::conditional(const Expression &expression)
{
    if (isTrue(evaluate(*expression.parts[0])))
        return evaluate(*expression.parts[1]);
    if (expression.parts[2])
        return evaluate(*expression.parts[2]);
    return {Undefined{"the condition is false, and there is no else"}};
}

Arguments Renderer::arguments(const Expression &expression)
{
    Arguments result;
    for (std::size_t i = 1; i < expression.parts.size(); ++i)
        result.values.push_back(evaluate(*expression.parts[i]));
    for (const Keyword &keyword : expression.keywords)
        result.named.emplace_back(keyword.name, evaluate(*keyword.value));
    return result;
}

Value Renderer::makeNamespace(const Arguments &arguments)
{
    auto made = std::make_unique<Namespace>();
    for (const Value &value : arguments.values) {
        if (!value.mapping())
            refuseType(value, "becomes a namespace");
        for (const auto &[key, item] : value.mapping()->entries)
            made->attributes[key->bytes()] = item;
    }
    for (const auto &[name, value] : arguments.named)
        made->attributes[name] = value;
    for (const auto &[name, value] : made->attributes)
        if (name.rfind('_', 0) == 0)
            throw Problem("an attribute of a namespace that begins with _ is not supported.");
    m_namespaces.push_back(std::move(made));
    return {m_namespaces.back().get()};
}

Value Renderer::call(const Expression &expression)
{
    const Value callee = evaluate(*expression.parts[0]);
    const Arguments given = arguments(expression);
    m_line = expression.line;
    if (const auto *macro = callee.as<const Statement *>())
        return callMacro(**macro, given);
    if (const auto *method = callee.as<Method>())
        return callMethod(m_context, *method, given);
    const auto *function = callee.as<Function>();
    if (!function)
        refuseType(callee, "is called");
    if (function->name == "namespace")
        return makeNamespace(given);
    if (function->name == "raise_exception")
        throw Refusal(given.values.empty() ? "" : m_context.textOf(given.values.front()).bytes());
    return callFunction(m_context, function->name, given, m_now);
}

} // namespace motley::jinja
