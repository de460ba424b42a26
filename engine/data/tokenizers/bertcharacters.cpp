#include "engine/data/tokenizers/bertcharacters.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace motley {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Punctuation, accents and format characters that Unicode gained or reclassified after version 8. The tokenizers of
// published models treat them as ordinary characters. Found by asking tokenizers 0.23 about every code point and
// comparing with Unicode 15; sorted.
constexpr Range laterThanUnicode8[] = {
    {0x061d, 0x061d},
    {0x07fd, 0x07fd},
    {0x0890, 0x0891},
    {0x0898, 0x089f},
    {0x08ca, 0x08e2},
    {0x09fd, 0x09fe},
    {0x0a76, 0x0a76},
    {0x0afa, 0x0aff},
    {0x0b55, 0x0b55},
    {0x0c04, 0x0c04},
    {0x0c3c, 0x0c3c},
    {0x0c77, 0x0c77},
    {0x0c84, 0x0c84},
    {0x0d00, 0x0d00},
    {0x0d3b, 0x0d3c},
    {0x0d81, 0x0d81},
    {0x0eba, 0x0eba},
    {0x0ece, 0x0ece},
    {0x180f, 0x180f},
    {0x1885, 0x1886},
    {0x1abf, 0x1ace},
    {0x1b7d, 0x1b7e},
    {0x1df6, 0x1dfb},
    {0x2e43, 0x2e4f},
    {0x2e52, 0x2e5d},
    {0xa82c, 0xa82c},
    {0xa8c5, 0xa8c5},
    {0xa8ff, 0xa8ff},
    {0xa9bd, 0xa9bd},
    {0x10d24, 0x10d27},
    {0x10eab, 0x10ead},
    {0x10efd, 0x10eff},
    {0x10f46, 0x10f50},
    {0x10f55, 0x10f59},
    {0x10f82, 0x10f89},
    {0x11070, 0x11070},
    {0x11073, 0x11074},
    {0x110c2, 0x110c2},
    {0x110cd, 0x110cd},
    {0x111cf, 0x111cf},
    {0x1123e, 0x1123e},
    {0x11241, 0x11241},
    {0x1133b, 0x1133b},
    {0x11438, 0x1143f},
    {0x11442, 0x11444},
    {0x11446, 0x11446},
    {0x1144b, 0x1144f},
    {0x1145a, 0x1145b},
    {0x1145d, 0x1145e},
    {0x11660, 0x1166c},
    {0x116b9, 0x116b9},
    {0x1182f, 0x11837},
    {0x11839, 0x1183b},
    {0x1193b, 0x1193c},
    {0x1193e, 0x1193e},
    {0x11943, 0x11946},
    {0x119d4, 0x119d7},
    {0x119da, 0x119db},
    {0x119e0, 0x119e0},
    {0x119e2, 0x119e2},
    {0x11a01, 0x11a0a},
    {0x11a33, 0x11a38},
    {0x11a3b, 0x11a47},
    {0x11a51, 0x11a56},
    {0x11a59, 0x11a5b},
    {0x11a8a, 0x11a96},
    {0x11a98, 0x11a9c},
    {0x11a9e, 0x11aa2},
    {0x11b00, 0x11b09},
    {0x11c30, 0x11c36},
    {0x11c38, 0x11c3d},
    {0x11c3f, 0x11c3f},
    {0x11c41, 0x11c45},
    {0x11c70, 0x11c71},
    {0x11c92, 0x11ca7},
    {0x11caa, 0x11cb0},
    {0x11cb2, 0x11cb3},
    {0x11cb5, 0x11cb6},
    {0x11d31, 0x11d36},
    {0x11d3a, 0x11d3a},
    {0x11d3c, 0x11d3d},
    {0x11d3f, 0x11d45},
    {0x11d47, 0x11d47},
    {0x11d90, 0x11d91},
    {0x11d95, 0x11d95},
    {0x11d97, 0x11d97},
    {0x11ef3, 0x11ef4},
    {0x11ef7, 0x11ef8},
    {0x11f00, 0x11f01},
    {0x11f36, 0x11f3a},
    {0x11f40, 0x11f40},
    {0x11f42, 0x11f4f},
    {0x11fff, 0x11fff},
    {0x12ff1, 0x12ff2},
    {0x13430, 0x13440},
    {0x13447, 0x13455},
    {0x16e97, 0x16e9a},
    {0x16f4f, 0x16f4f},
    {0x16fe2, 0x16fe2},
    {0x16fe4, 0x16fe4},
    {0x1cf00, 0x1cf2d},
    {0x1cf30, 0x1cf46},
    {0x1e000, 0x1e006},
    {0x1e008, 0x1e018},
    {0x1e01b, 0x1e021},
    {0x1e023, 0x1e024},
    {0x1e026, 0x1e02a},
    {0x1e08f, 0x1e08f},
    {0x1e130, 0x1e136},
    {0x1e2ae, 0x1e2ae},
    {0x1e2ec, 0x1e2ef},
    {0x1e4ec, 0x1e4ef},
    {0x1e944, 0x1e94a},
    {0x1e95e, 0x1e95f},
};

bool isLater(char32_t character)
{
    const auto *end = std::end(laterThanUnicode8);
    const auto *found = std::lower_bound(std::begin(laterThanUnicode8), end, character,
        [](const Range &range, char32_t value) { return range.last < value; });
    return found != end && character >= found->first;
}

utf8proc_category_t categoryOf(char32_t character)
{
    return utf8proc_category(utf8proc_int32_t(character));
}

} // namespace

bool isBertControl(char32_t character)
{
    const auto category = categoryOf(character);
    const bool control
        = category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_CO;
    return control && character != U'\t' && character != U'\n' && character != U'\r' && !isLater(character);
}

bool isBertPunctuation(char32_t character)
{
    if (character < 0x80)
        return character > U' ' && character < 0x7f
            && !((character >= U'0' && character <= U'9') || (character >= U'A' && character <= U'Z')
                || (character >= U'a' && character <= U'z'));
    if (character == 0x166d || character == 0x111c9) // were punctuation in Unicode 8
        return true;
    const auto category = categoryOf(character);
    return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO && !isLater(character);
}

bool isBertAccent(char32_t character)
{
    if (character < 0x300)
        return false;
    if (character == 0x111c9)
        return false;
    return character == 0x1734 || (categoryOf(character) == UTF8PROC_CATEGORY_MN && !isLater(character));
}

bool isBertChinese(char32_t character)
{
    constexpr Range ideographs[] = {{0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xf900, 0xfaff}, {0x20000, 0x2a6df},
        {0x2a700, 0x2b81f}, {0x2b920, 0x2ceaf}, {0x2f800, 0x2fa1f}};
    return character >= 0x3400 && std::any_of(std::begin(ideographs), std::end(ideographs), [=](const Range &range) {
        return character >= range.first && character <= range.last;
    });
}

} // namespace motley
