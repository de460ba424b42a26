// BLEU (Papineni et al. 2002) as sacreBLEU (Post 2018) computes it unless told otherwise: cased words as mteval-v13a
// cuts them, up to four in a row, exponential smoothing, one reference for each translation.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// Of any number of translations: what their BLEU is made of adds up.
struct BleuCounts {
    static constexpr std::size_t longest = 4; // words in a row

    std::int64_t words = 0; // of the translations
    std::int64_t referenceWords = 0;
    std::array<std::int64_t, longest> sequences{}; // of 1 to 4 words in the translations
    std::array<std::int64_t, longest> matches{}; // of these, those that the references have too

    BleuCounts &operator+=(const BleuCounts &other);
    bool operator==(const BleuCounts &) const = default;
};

BleuCounts countBleu(std::string_view translation, std::string_view reference);
double bleu(const BleuCounts &counts); // 0 to 100; 0 where nothing matches

std::vector<std::string> bleuWords(std::string_view text);

} // namespace motley
