// Words and sentences of no language, pronounceable, so that word pieces can be learned from them as from one.
#pragma once

#include "engine/base/keyedrandom.h"

#include <string>
#include <string_view>
#include <vector>

namespace motley {

// A syllable of a made-up word is one of each.
constexpr std::string_view madeUpConsonants = "bcdfghjklmnprstvwz";
constexpr std::string_view madeUpVowels = "aeiou";

std::vector<std::string> makeWords(Random &random); // some 20,000 of one to four syllables, ascending
std::string makeSentence(Random &random, const std::vector<std::string> &words); // 8 to 24 of them

} // namespace motley
