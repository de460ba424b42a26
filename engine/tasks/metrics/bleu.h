// BLEU (Papineni et al. 2002) with the defaults of sacreBLEU (Post 2018): cased words as split by mteval-v13a, n-grams
// of up to four words, exponential smoothing, one reference for each translation.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

// The counts from which BLEU is computed; those of several translations add up.
struct BleuCounts {
    static constexpr std::size_t longest = 4; // words of an n-gram

    std::int64_t words = 0; // in the translations
    std::int64_t referenceWords = 0;
    std::array<std::int64_t, longest> sequences{}; // n-grams of 1 to 4 words in the translations
    std::array<std::int64_t, longest> matches{}; // of these n-grams, those that occur in the references

    BleuCounts &operator+=(const BleuCounts &other);
    bool operator==(const BleuCounts &) const = default;
};

// The counts of one translation.
BleuCounts countBleu(std::string_view translation, std::string_view reference);
double bleu(const BleuCounts &counts); // 0 to 100; 0 if there are no matches

std::vector<std::string> bleuWords(std::string_view text); // as split by mteval-v13a

} // namespace motley
