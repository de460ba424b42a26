// What a template knows of the loop that it is in.
#pragma once

#include "engine/data/chat/values/value.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace motley::jinja {

// Takes items one by one, and looks no further ahead than it is asked to: the filter of a loop may depend on what the
// loop has done.
struct Loop {
    std::vector<Value> items;
    std::function<bool(const Value &)> isWanted; // empty: all are

    bool advance(); // to the first or next item; false: there is none
    const Value &current() const { return *m_current; }
    const std::optional<Value> &next(); // nullopt: there is none
    const std::optional<Value> &previous() const { return m_before; }
    std::int64_t index() const { return m_index; } // from 0
    std::int64_t length();

private:
    std::optional<Value> pull();

    std::size_t m_at = 0; // in items
    std::int64_t m_index = -1;
    std::optional<Value> m_before;
    std::optional<Value> m_current;
    std::optional<Value> m_after;
    bool m_knowsAfter = false;
};

} // namespace motley::jinja
