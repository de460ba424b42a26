// How deeply untrusted JSON is nested, checked before it is parsed: copies and comparisons of parsed JSON recurse as
// deeply.
#pragma once

#include <string_view>

namespace motley {

constexpr int deepestJson = 100; // levels; jobs, events and the files of other programs have fewer than ten

// Whether brackets and braces are open this many times at once. Text that is no JSON gets an answer too.
constexpr bool nestsDeeperThan(int levels, std::string_view json)
{
    int open = 0;
    bool inString = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (inString) {
            if (c == '\\')
                ++i;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            if (++open > levels)
                return true;
        } else if (c == ']' || c == '}') {
            --open;
        }
    }
    return false;
}

} // namespace motley
