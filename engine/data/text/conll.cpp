#include "engine/data/text/conll.h"

#include "engine/data/tokenizers/labelname.h"
#include "engine/data/tokenizers/textlines.h"

#include <algorithm>
#include <set>

namespace motley {

namespace {

constexpr std::size_t mostConllBytes = std::size_t(1) << 30;

std::vector<std::string_view> columnsOf(std::string_view line)
{
    const bool tabs = line.find('\t') != std::string_view::npos;
    std::vector<std::string_view> columns;
    for (std::size_t first = 0; first <= line.size();) {
        const std::size_t end = std::min(line.find(tabs ? '\t' : ' ', first), line.size());
        if (tabs || end > first)
            columns.push_back(line.substr(first, end - first));
        first = end + 1;
    }
    return columns;
}

} // namespace

Result<std::vector<TaggedSentence>> readConll(const std::string &path)
{
    const auto lines = readLines(path, mostConllBytes);
    if (!lines)
        return tl::unexpected(lines.error());
    std::vector<TaggedSentence> sentences;
    TaggedSentence sentence;
    const auto finish = [&] {
        if (!sentence.words.empty())
            sentences.push_back(std::move(sentence));
        sentence = {};
    };
    std::size_t expected = 0;
    std::int64_t firstLine = 0; // the line that set the expected number of columns
    for (std::size_t i = 0; i < lines->size(); ++i) {
        const std::string &line = (*lines)[i];
        const auto number = std::int64_t(i) + 1;
        if (isBlank(line) || line.compare(0, documentStart.size(), documentStart) == 0) {
            finish();
            continue;
        }
        const std::vector<std::string_view> columns = columnsOf(line);
        const std::string where = "Line " + std::to_string(number) + " of " + path + " has ";
        if (columns.size() < 2)
            return fail(where + "only one column; a word and its tag are needed.");
        if (expected == 0) {
            expected = columns.size();
            firstLine = number;
        }
        if (columns.size() != expected)
            return fail(where + std::to_string(columns.size()) + " columns, but line " + std::to_string(firstLine)
                + " has " + std::to_string(expected) + "; all must have the same.");
        std::string tag = labelName(columns.back());
        if (columns.front().empty() || tag.empty())
            return fail(where + "an empty " + (columns.front().empty() ? "word." : "tag."));
        if (sentence.words.empty())
            sentence.line = number;
        sentence.words.emplace_back(columns.front());
        sentence.tags.push_back(std::move(tag));
    }
    finish();
    if (sentences.empty())
        return fail(path + " has no sentence in it.");
    return sentences;
}

std::vector<std::string> tagsOf(const std::vector<TaggedSentence> &sentences)
{
    std::set<std::string> names;
    for (const TaggedSentence &sentence : sentences)
        names.insert(sentence.tags.begin(), sentence.tags.end());
    std::vector<std::string> tags;
    if (names.erase("O") > 0)
        tags.emplace_back("O");
    tags.insert(tags.end(), names.begin(), names.end());
    return tags;
}

} // namespace motley
