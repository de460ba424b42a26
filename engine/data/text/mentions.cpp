#include "engine/data/text/mentions.h"

#include "engine/data/tokenizers/textlines.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace motley {

namespace {

constexpr std::size_t mostMentionsBytes = std::size_t(2) << 30;
constexpr std::string_view noEntity = "--NME--";
constexpr std::string_view blanks = " \t\v\f\r\n";

std::vector<std::string_view> tabbedColumns(std::string_view line)
{
    std::vector<std::string_view> columns;
    for (std::size_t first = 0; first <= line.size();) {
        const std::size_t end = std::min(line.find('\t', first), line.size());
        columns.push_back(line.substr(first, end - first));
        first = end + 1;
    }
    return columns;
}

void replaceAll(std::string &text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

// Replaces \u and four hexadecimal digits by the character.
std::string withoutEscapes(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        std::uint16_t number = 0;
        const char *digits = text.data() + at + 2;
        if (text.substr(at, 2) == "\\u" && text.size() - at >= 6
            && std::from_chars(digits, digits + 4, number, 16).ptr == digits + 4) {
            const bool isHalf = number >= 0xd800 && number < 0xe000; // a surrogate, which alone is no character
            appendUtf8(result, isHalf ? replacementCharacter : char32_t(number));
            at += 6;
        } else {
            result += text[at++];
        }
    }
    return result;
}

// Without a tab each line would be one word, and no mention would be marked.
bool hasBlanksForTabs(const std::vector<std::string> &lines)
{
    const auto isText = [](const std::string &line) {
        return line.find_first_not_of(blanks) != std::string::npos && line.rfind(documentStart, 0) != 0;
    };
    const auto has = [&](char letter) {
        return std::any_of(lines.begin(), lines.end(),
            [&](const std::string &line) { return isText(line) && line.find(letter) != std::string::npos; });
    };
    return !has('\t') && has(' ');
}

} // namespace

std::vector<std::string> mentionTags()
{
    return {"B", "I", "O"};
}

Result<std::vector<TaggedSentence>> readMentions(const std::string &path)
{
    const auto lines = readLines(path, mostMentionsBytes);
    if (!lines)
        return tl::unexpected(lines.error());
    if (hasBlanksForTabs(*lines))
        return fail(path + " has no tabs, which separate the columns of a word of a mention.");
    std::vector<TaggedSentence> sentences;
    TaggedSentence sentence;
    const auto finish = [&] {
        if (!sentence.words.empty())
            sentences.push_back(std::move(sentence));
        sentence = {};
    };
    for (std::size_t i = 0; i < lines->size(); ++i) {
        const std::string &line = (*lines)[i];
        if (line.find_first_not_of(blanks) == std::string::npos || line.rfind(documentStart, 0) == 0) {
            finish();
            continue;
        }
        const std::vector<std::string_view> columns = tabbedColumns(line);
        const std::string where = "Line " + std::to_string(i + 1) + " of " + path + " has ";
        if (columns.size() != 1 && (columns.size() < 4 || columns.size() > 7))
            return fail(where + std::to_string(columns.size())
                + " columns; a word has one, a word of a mention four to seven.");
        const bool inMention = columns.size() > 1;
        if (columns[0].empty())
            return fail(where + "an empty word.");
        if (inMention && columns[1] != "B" && columns[1] != "I")
            return fail(where + "\"" + std::string(columns[1]) + "\" in its second column; B or I belongs there.");
        if (sentence.words.empty())
            sentence.line = std::int64_t(i) + 1;
        sentence.words.emplace_back(columns[0]);
        sentence.tags.emplace_back(inMention ? columns[1] : "O");
        const bool isLinked = inMention && columns[1] == "B" && columns[3] != noEntity;
        sentence.entities.push_back(isLinked ? entityName(columns[3]) : std::string());
    }
    finish();
    if (sentences.empty())
        return fail(path + " has no sentence in it.");
    return sentences;
}

std::string entityName(std::string_view name)
{
    const std::size_t first = name.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    std::string text = withoutEscapes(name.substr(first, name.find_last_not_of(blanks) - first + 1));
    replaceAll(text, "&amp;", "&");
    replaceAll(text, "&quot;", "\"");
    std::replace(text.begin(), text.end(), '_', ' ');
    const DecodedCharacter letter = firstCharacter(text);
    std::string upper;
    appendUtf8(upper, upperCase(letter.character));
    return upper + text.substr(letter.bytes);
}

Result<EntityNames> EntityNames::read(const std::string &file)
{
    const auto lines = readLines(file, mostMentionsBytes);
    if (!lines)
        return tl::unexpected(lines.error());
    if (lines->empty() || lines->size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
        return fail(file + " has " + (lines->empty() ? "no" : "too many") + " names of entities in it.");
    EntityNames names;
    names.m_size = std::int64_t(lines->size());
    for (std::size_t i = 0; i < lines->size(); ++i) {
        const std::string name = entityName((*lines)[i].substr(0, (*lines)[i].find('\t')));
        names.m_repeated += names.m_numbers.emplace(name, std::int32_t(i)).second ? 0 : 1;
    }
    return names;
}

std::int32_t EntityNames::find(const std::string &name) const
{
    const auto found = m_numbers.find(name);
    return found == m_numbers.end() ? unknownEntity : found->second;
}

} // namespace motley
