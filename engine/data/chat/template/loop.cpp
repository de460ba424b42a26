#include "engine/data/chat/template/loop.h"

#include "engine/data/chat/template/operations.h"

#include <utility>

namespace motley::jinja {

std::optional<Value> Loop::pull()
{
    while (m_at < items.size()) {
        Value &item = items[m_at++];
        if (!isWanted || isWanted(item))
            return item;
    }
    return std::nullopt;
}

const std::optional<Value> &Loop::next()
{
    if (!std::exchange(m_knowsAfter, true))
        m_after = pull();
    return m_after;
}

bool Loop::advance()
{
    next();
    m_knowsAfter = false;
    if (!m_after)
        return false;
    ++m_index;
    m_before = std::move(m_current);
    m_current = std::exchange(m_after, std::nullopt);
    return true;
}

std::int64_t Loop::length()
{
    if (!isWanted)
        return std::int64_t(items.size());
    std::vector<Value> rest;
    while (auto item = pull())
        rest.push_back(std::move(*item));
    const std::int64_t taken = m_index + 1 + (m_knowsAfter && m_after ? 1 : 0);
    items = std::move(rest);
    isWanted = nullptr;
    m_at = 0;
    items.insert(items.begin(), std::size_t(taken), Value());
    m_at = std::size_t(taken);
    return std::int64_t(items.size());
}

Value loopAttribute(Loop &loop, std::string_view name)
{
    if (name == "index")
        return {loop.index() + 1};
    if (name == "index0")
        return {loop.index()};
    if (name == "first")
        return {loop.index() == 0};
    if (name == "last")
        return {!loop.next()};
    if (name == "length")
        return {loop.length()};
    if (name == "revindex")
        return {loop.length() - loop.index()};
    if (name == "revindex0")
        return {loop.length() - loop.index() - 1};
    if (name == "previtem")
        return loop.index() == 0 ? Value{Undefined{"there is no previous item"}} : *loop.previous();
    if (name == "nextitem")
        return loop.next() ? *loop.next() : Value{Undefined{"there is no next item"}};
    if (name == "depth" || name == "depth0")
        return {std::int64_t(name == "depth" ? 1 : 0)};
    return {Undefined{"'LoopContext object' has no attribute '" + std::string(name) + "'"}};
}

} // namespace motley::jinja
