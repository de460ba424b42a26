#include "engine/tasks/madeup/madeupwords.h"

#include <algorithm>

namespace motley {

namespace {

constexpr int madeUpWords = 20000; // including duplicates

} // namespace

std::vector<std::string> makeWords(Random &random)
{
    std::vector<std::string> words;
    for (int i = 0; i < madeUpWords; ++i) {
        std::string word;
        for (std::uint64_t syllables = 1 + random.below(4); syllables > 0; --syllables) {
            word += madeUpConsonants[random.below(madeUpConsonants.size())];
            word += madeUpVowels[random.below(madeUpVowels.size())];
        }
        words.push_back(word);
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

std::string makeSentence(Random &random, const std::vector<std::string> &words)
{
    std::string text;
    for (std::uint64_t length = 8 + random.below(17); length > 0; --length)
        text += words[random.below(words.size())] + (length > 1 ? " " : ".");
    return text;
}

} // namespace motley
