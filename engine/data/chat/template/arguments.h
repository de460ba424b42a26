// What a filter, test, method or function is called with.
#pragma once

#include "engine/data/chat/values/problem.h"
#include "engine/data/chat/values/value.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace motley::jinja {

struct Arguments {
    std::vector<Value> values; // in their order
    std::vector<std::pair<std::string, Value>> named;
};

// Takes arguments in the order of the parameters.
class ArgumentReader {
public:
    ArgumentReader(std::string of, const Arguments &arguments) : m_of(std::move(of)), m_arguments(arguments) { }

    std::optional<Value> maybe(std::string_view name)
    {
        if (m_next < m_arguments.values.size())
            return m_arguments.values[m_next++];
        for (const auto &[key, value] : m_arguments.named)
            if (key == name) {
                ++m_named;
                return value;
            }
        return std::nullopt;
    }

    Value need(std::string_view name)
    {
        const auto value = maybe(name);
        if (!value)
            throw Problem(m_of + " lacks its argument " + std::string(name) + ".");
        return *value;
    }

    // The bytes of a text. A Problem: it is something else.
    std::string_view needText(std::string_view name) { return textIn(need(name), name); }
    std::optional<std::string_view> maybeText(std::string_view name) // None counts as none
    {
        const auto value = maybe(name);
        return value && !value->isNone() ? std::optional(textIn(*value, name)) : std::nullopt;
    }
    std::int64_t maybeWhole(std::string_view name, std::int64_t standard)
    {
        const auto value = maybe(name);
        if (!value)
            return standard;
        if (const auto *whole = value->as<std::int64_t>())
            return *whole;
        throw Problem("the argument " + std::string(name) + " of " + m_of + " must be a whole number.");
    }

    void finish() const
    {
        if (m_next < m_arguments.values.size() || m_named < m_arguments.named.size())
            throw Problem(m_of + " has an argument that is not supported.");
    }

private:
    std::string_view textIn(const Value &value, std::string_view name)
    {
        const Text *text = value.text();
        if (!text)
            throw Problem("the argument " + std::string(name) + " of " + m_of + " must be a text.");
        m_kept.push_back(*value.as<std::shared_ptr<const Text>>());
        return text->bytes();
    }

    std::string m_of;
    const Arguments &m_arguments;
    std::size_t m_next = 0;
    std::size_t m_named = 0;
    std::vector<std::shared_ptr<const Text>> m_kept; // whose bytes were given out
};

} // namespace motley::jinja
