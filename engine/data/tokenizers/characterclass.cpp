#include "engine/data/tokenizers/characterclass.h"

#include "engine/data/tokenizers/utf8.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <memory>
#include <new>

namespace motley {

namespace {

constexpr char32_t firstSurrogate = 0xd800;
constexpr char32_t lastSurrogate = 0xdfff;
constexpr char32_t lastCodePoint = 0x10ffff;

std::string everyCharacter()
{
    std::string text;
    for (char32_t character = 0; character <= lastCodePoint; ++character)
        if (character < firstSurrogate || character > lastSurrogate)
            appendUtf8(text, character);
    return text;
}

} // namespace

CharacterClass::CharacterClass(const char *pcre2Class) : m_members(lastCodePoint + 1)
{
    const std::string run = std::string(pcre2Class) + "+";
    int code = 0;
    PCRE2_SIZE at = 0;
    const std::unique_ptr<pcre2_code, void (*)(pcre2_code *)> compiled(
        pcre2_compile(reinterpret_cast<PCRE2_SPTR>(run.data()), run.size(), PCRE2_UTF | PCRE2_UCP, &code, &at, nullptr),
        [](pcre2_code *pattern) { pcre2_code_free(pattern); });
    const std::unique_ptr<pcre2_match_data, void (*)(pcre2_match_data *)> match(
        pcre2_match_data_create(1, nullptr), [](pcre2_match_data *data) { pcre2_match_data_free(data); });
    if (!compiled || !match)
        throw std::bad_alloc();
    const std::string text = everyCharacter();
    const PCRE2_SIZE *range = pcre2_get_ovector_pointer(match.get());
    for (std::size_t begin = 0; pcre2_match(compiled.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                    begin, PCRE2_NO_UTF_CHECK, match.get(), nullptr)
         > 0;
         begin = range[1])
        for (const char32_t character : fromUtf8(std::string_view(text).substr(range[0], range[1] - range[0])))
            m_members[character] = true;
}

} // namespace motley
