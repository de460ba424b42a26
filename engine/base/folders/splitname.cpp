#include "engine/base/folders/splitname.h"

#include <map>
#include <string_view>

namespace motley {

namespace {

char small(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter;
}

// Bytes above 127 are of letters in UTF-8.
bool isLetter(char letter)
{
    return (small(letter) >= 'a' && small(letter) <= 'z') || (letter & 0x80) != 0;
}

std::optional<Split> splitOfWord(const std::string &word)
{
    static const std::map<std::string, Split> splits{{"train", Split::Training}, {"training", Split::Training},
        {"valid", Split::Validation}, {"validation", Split::Validation}, {"val", Split::Validation},
        {"test", Split::Test}, {"testing", Split::Test}};
    const auto found = splits.find(word);
    return found == splits.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Split> splitOfPart(std::string_view part)
{
    std::string word;
    for (const char letter : part) {
        if (isLetter(letter)) {
            word += small(letter);
            continue;
        }
        if (const auto split = splitOfWord(word))
            return split;
        word.clear();
    }
    return splitOfWord(word);
}

} // namespace

std::optional<Split> splitOf(const std::string &name)
{
    std::string_view left = name;
    while (!left.empty()) {
        const std::size_t slash = left.rfind('/');
        const bool isWhole = slash == std::string_view::npos;
        if (const auto split = splitOfPart(isWhole ? left : left.substr(slash + 1)))
            return split;
        left = isWhole ? std::string_view() : left.substr(0, slash);
    }
    return std::nullopt;
}

} // namespace motley
