#include "remote/session/session.h"

#include <cassert>

namespace motley {

std::string shellQuoted(std::string_view word)
{
    assert(word.find('\0') == std::string_view::npos);
    std::string result = "'";
    for (const char character : word) {
        if (character == '\'')
            result += "'\\''";
        else
            result += character;
    }
    return result + '\'';
}

} // namespace motley
