// English words of the engine that a window shows in its reader's language.
#pragma once

namespace motley {

// Marks them; translations/update finds them by this name.
constexpr const char *translatable(const char * /*context*/, const char *words)
{
    return words;
}

} // namespace motley
