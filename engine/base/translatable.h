// English words of the engine that a window shows in its reader's language.
#pragma once

namespace motley {

// Marks words for translation; translations/update finds them by the name of this function.
constexpr const char *translatable(const char * /*context*/, const char *words)
{
    return words;
}

} // namespace motley
