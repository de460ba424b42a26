#include "engine/data/tokenizers/pipeline/unicodeforms.h"

#include "engine/data/tokenizers/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>

namespace motley {

namespace {

struct CharacterRange {
    char32_t first;
    char32_t last;
};

// Marks, and characters that decompose or compose, which Unicode gained after version 9. The tokenizers library leaves
// them as they are. Found by asking tokenizers 0.23 about every code point and comparing with Unicode 18; sorted.
constexpr CharacterRange laterThanUnicode9[] = {{0x558, 0x558}, {0x58b, 0x58c}, {0x5c8, 0x5c9}, {0x7fd, 0x7fd},
    {0x897, 0x89f}, {0x8ca, 0x8d3}, {0x9fe, 0x9fe}, {0xafa, 0xaff}, {0xb53, 0xb55}, {0xc04, 0xc04}, {0xc3c, 0xc3c},
    {0xcf3, 0xcf3}, {0xd00, 0xd00}, {0xd3b, 0xd3c}, {0xd81, 0xd81}, {0xeba, 0xeba}, {0xece, 0xece}, {0x1715, 0x1715},
    {0x180f, 0x180f}, {0x1abf, 0x1af0}, {0x1cf7, 0x1cf7}, {0x1df6, 0x1dfa}, {0x209d, 0x209f}, {0x32ff, 0x32ff},
    {0xa7f1, 0xa7f4}, {0xa82c, 0xa82c}, {0xa8ff, 0xa8ff}, {0xab69, 0xab69}, {0x105c9, 0x105c9}, {0x105d2, 0x105d2},
    {0x105da, 0x105da}, {0x105e4, 0x105e4}, {0x10781, 0x10785}, {0x10787, 0x107b0}, {0x107b2, 0x107bf},
    {0x10d24, 0x10d27}, {0x10d69, 0x10d6d}, {0x10eab, 0x10eac}, {0x10ecb, 0x10ecf}, {0x10ef0, 0x10eff},
    {0x10f46, 0x10f50}, {0x10f82, 0x10f85}, {0x11070, 0x11070}, {0x11073, 0x11074}, {0x110c2, 0x110c2},
    {0x11145, 0x11146}, {0x111c9, 0x111c9}, {0x111ce, 0x111cf}, {0x11241, 0x11241}, {0x1133b, 0x1133b},
    {0x11382, 0x11385}, {0x1138b, 0x1138b}, {0x1138e, 0x1138e}, {0x11390, 0x11391}, {0x113b8, 0x113c0},
    {0x113c2, 0x113c2}, {0x113c5, 0x113c5}, {0x113c7, 0x113ca}, {0x113cc, 0x113d0}, {0x113d2, 0x113d2},
    {0x113e1, 0x113e2}, {0x1145e, 0x1145e}, {0x1182c, 0x1183a}, {0x11930, 0x11935}, {0x11937, 0x11938},
    {0x1193b, 0x1193e}, {0x11940, 0x11940}, {0x11942, 0x11943}, {0x119d1, 0x119d7}, {0x119da, 0x119e0},
    {0x119e4, 0x119e4}, {0x11a01, 0x11a0a}, {0x11a33, 0x11a39}, {0x11a3b, 0x11a3e}, {0x11a47, 0x11a47},
    {0x11a51, 0x11a5b}, {0x11a8a, 0x11a99}, {0x11b60, 0x11b67}, {0x11d31, 0x11d36}, {0x11d3a, 0x11d3a},
    {0x11d3c, 0x11d3d}, {0x11d3f, 0x11d45}, {0x11d47, 0x11d47}, {0x11d8a, 0x11d8e}, {0x11d90, 0x11d91},
    {0x11d93, 0x11d97}, {0x11df0, 0x11df0}, {0x11ef3, 0x11ef6}, {0x11f00, 0x11f01}, {0x11f03, 0x11f03},
    {0x11f34, 0x11f3a}, {0x11f3e, 0x11f42}, {0x11f5a, 0x11f5a}, {0x13440, 0x13440}, {0x13447, 0x13455},
    {0x1611e, 0x1612f}, {0x16d63, 0x16d63}, {0x16d67, 0x16d6a}, {0x16f4f, 0x16f4f}, {0x16f7f, 0x16f87},
    {0x16fe4, 0x16fe4}, {0x16ff0, 0x16ff1}, {0x1b123, 0x1b126}, {0x1ccd6, 0x1ccf9}, {0x1cf00, 0x1cf2d},
    {0x1cf30, 0x1cf46}, {0x1d127, 0x1d128}, {0x1d250, 0x1d252}, {0x1d25b, 0x1d25c}, {0x1d25f, 0x1d25f},
    {0x1d280, 0x1d281}, {0x1d6a6, 0x1d6a6}, {0x1df95, 0x1df95}, {0x1dfcd, 0x1dfff}, {0x1e030, 0x1e06d},
    {0x1e08f, 0x1e08f}, {0x1e130, 0x1e136}, {0x1e2ae, 0x1e2ae}, {0x1e2ec, 0x1e2ef}, {0x1e4ec, 0x1e4ef},
    {0x1e5ee, 0x1e5ef}, {0x1e6e3, 0x1e6e3}, {0x1e6e6, 0x1e6e6}, {0x1e6ee, 0x1e6ef}, {0x1e6f5, 0x1e6f5},
    {0x1f16c, 0x1f16c}, {0x1fbf0, 0x1fbf9}};

bool isLaterThanUnicode9(char32_t character)
{
    const auto *end = std::end(laterThanUnicode9);
    const auto *found = std::lower_bound(std::begin(laterThanUnicode9), end, character,
        [](const CharacterRange &range, char32_t value) { return range.last < value; });
    return found != end && character >= found->first;
}

struct MappedFreer {
    void operator()(utf8proc_uint8_t *text) const { std::free(text); }
};

utf8proc_option_t optionsOf(UnicodeForm form)
{
    const int composes = form == UnicodeForm::Nfc || form == UnicodeForm::Nfkc ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE;
    const int compatible = form == UnicodeForm::Nfkc || form == UnicodeForm::Nfkd ? UTF8PROC_COMPAT : 0;
    return utf8proc_option_t(UTF8PROC_STABLE | composes | compatible);
}

void appendForm(std::string &result, std::string_view text, UnicodeForm form)
{
    utf8proc_uint8_t *mapped = nullptr;
    const utf8proc_ssize_t bytes = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
        utf8proc_ssize_t(text.size()), &mapped, optionsOf(form));
    const std::unique_ptr<utf8proc_uint8_t, MappedFreer> owned(mapped);
    if (bytes >= 0)
        result.append(reinterpret_cast<const char *>(mapped), std::size_t(bytes));
    else
        result += text;
}

// Below U+0300 nothing changes in NFC, and below U+0080 in no form.
bool staysAsItIs(std::string_view text, UnicodeForm form)
{
    const std::uint8_t least = form == UnicodeForm::Nfc ? 0xcc : 0x80;
    return std::all_of(text.begin(), text.end(), [&](char c) { return std::uint8_t(c) < least; });
}

} // namespace

std::string inForm(UnicodeForm form, std::string_view text)
{
    if (staysAsItIs(text, form))
        return std::string(text);
    std::string result;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const DecodedCharacter next = firstCharacter(text.substr(at));
        if (isLaterThanUnicode9(next.character)) {
            appendForm(result, text.substr(begin, at - begin), form);
            result += text.substr(at, next.bytes);
            begin = at + next.bytes;
        }
        at += next.bytes;
    }
    appendForm(result, text.substr(begin), form);
    return result;
}

std::string withoutMarks(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const DecodedCharacter next = firstCharacter(text);
        const auto category = utf8proc_category(utf8proc_int32_t(next.character));
        const bool isMark = category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME
            && !isLaterThanUnicode9(next.character);
        const bool wasMark = next.character == 0x1cf2 || next.character == 0x1cf3;
        if (!isMark && !wasMark)
            result += text.substr(0, next.bytes);
        text.remove_prefix(next.bytes);
    }
    return result;
}

std::string inLowerCase(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const DecodedCharacter next = firstCharacter(text);
        if (next.character == 0x130) // the one letter that becomes two characters
            result += "i\u0307";
        else
            appendUtf8(result, lowerCase(next.character));
        text.remove_prefix(next.bytes);
    }
    return result;
}

} // namespace motley
