#include "engine/data/tokenizers/labelname.h"

#include "engine/data/tokenizers/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace motley {

namespace {

struct Freer {
    void operator()(utf8proc_uint8_t *text) const { std::free(text); }
};

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char letter) { return std::uint8_t(letter) < 0x80; });
}

std::string composed(const std::string &text)
{
    utf8proc_uint8_t *result = nullptr;
    const utf8proc_ssize_t bytes = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
        utf8proc_ssize_t(text.size()), &result, utf8proc_option_t(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    const std::unique_ptr<utf8proc_uint8_t, Freer> owned(result);
    return bytes < 0 ? text : std::string(reinterpret_cast<const char *>(result), std::size_t(bytes));
}

std::string trimmedName(std::string_view name)
{
    const std::u32string characters = fromUtf8(name);
    const auto first = std::find_if_not(characters.begin(), characters.end(), isSpace);
    const auto last = std::find_if_not(characters.rbegin(), std::make_reverse_iterator(first), isSpace).base();
    return toUtf8(std::u32string(first, last));
}

} // namespace

std::string labelName(std::string_view name)
{
    if (!isUtf8(name))
        return std::string(name);
    const std::string trimmed = trimmedName(name);
    return isAscii(trimmed) ? trimmed : composed(trimmed);
}

} // namespace motley
