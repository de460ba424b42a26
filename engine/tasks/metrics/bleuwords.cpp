// Splits text into words as NIST's mteval-v13a.pl does for Western languages, in its four passes, as sacreBLEU does.
#include "engine/data/tokenizers/utf8.h"
#include "engine/tasks/metrics/bleu.h"

#include <algorithm>

namespace motley {

namespace {

bool isDigit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool isPeriodOrComma(char byte)
{
    return byte == '.' || byte == ',';
}

// The ASCII symbols except ' , - and .
bool standsAlone(char byte)
{
    constexpr std::string_view symbols = "!\"#$%&()*+/:;<=>?@[\\]^_`{|}~";
    return symbols.find(byte) != std::string_view::npos;
}

// White space as in Python, which includes ASCII's separators.
bool separatesWords(char32_t character)
{
    return isSpace(character) || (character >= 0x1c && character <= 0x1f);
}

void replaceAll(std::string &text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

// Copies the text and rewrites each pair of bytes that satisfies `fit` by `join`. Pairs do not overlap.
template <typename Fit, typename Join>
std::string rewritePairs(std::string_view text, const Fit &fit, const Join &join)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (at + 1 < text.size() && fit(text[at], text[at + 1])) {
            join(result, text[at], text[at + 1]);
            at += 2;
        } else {
            result += text[at++];
        }
    }
    return result;
}

std::string_view withoutSpaceBehind(std::string_view text)
{
    std::size_t used = 0;
    for (std::size_t at = 0; at < text.size();) {
        const DecodedCharacter first = firstCharacter(text.substr(at));
        at += first.bytes;
        if (!separatesWords(first.character))
            used = at;
    }
    return text.substr(0, used);
}

std::vector<std::string> split(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    const auto finish = [&] {
        if (!word.empty())
            words.push_back(std::move(word));
        word.clear();
    };
    while (!text.empty()) {
        const DecodedCharacter first = firstCharacter(text);
        if (separatesWords(first.character))
            finish();
        else
            word += text.substr(0, first.bytes);
        text.remove_prefix(first.bytes);
    }
    finish();
    return words;
}

} // namespace

std::vector<std::string> bleuWords(std::string_view text)
{
    std::string line(withoutSpaceBehind(text));
    replaceAll(line, "<skipped>", "");
    replaceAll(line, "-\n", "");
    std::replace(line.begin(), line.end(), '\n', ' ');
    replaceAll(line, "&quot;", "\"");
    replaceAll(line, "&amp;", "&");
    replaceAll(line, "&lt;", "<");
    replaceAll(line, "&gt;", ">");

    std::string alone(" ");
    for (const char byte : line)
        alone += standsAlone(byte) ? std::string{' ', byte, ' '} : std::string{byte};
    alone += ' ';
    const std::string afterNoDigit = rewritePairs(
        alone, [](char first, char second) { return !isDigit(first) && isPeriodOrComma(second); },
        [](std::string &to, char first, char second) {
            to += {first, ' ', second, ' '};
        });
    const std::string beforeNoDigit = rewritePairs(
        afterNoDigit, [](char first, char second) { return isPeriodOrComma(first) && !isDigit(second); },
        [](std::string &to, char first, char second) {
            to += {' ', first, ' ', second};
        });
    const std::string dashAfterDigit = rewritePairs(
        beforeNoDigit, [](char first, char second) { return isDigit(first) && second == '-'; },
        [](std::string &to, char first, char second) {
            to += {first, ' ', second, ' '};
        });
    return split(dashAfterDigit);
}

} // namespace motley
