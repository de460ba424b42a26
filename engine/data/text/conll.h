// Words and their tags as CoNLL files have them: a word and its tag a line, in the first and the last column, a blank
// line between sentences.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

inline constexpr std::string_view documentStart = "-DOCSTART-"; // of a line between two documents

struct TaggedSentence {
    std::vector<std::string> words;
    std::vector<std::string> tags; // one for each word
    std::int64_t line = 0; // of the first word in its file, from 1
    std::vector<std::string> entities{}; // of engine/data/text/mentions.h: one for each word; otherwise none

    bool operator==(const TaggedSentence &) const = default;
};

// Columns are separated by tabs, or by spaces in a line without tabs. Every line must have as many as the first, at
// least two. -DOCSTART- lines are passed over. Errors name the file and the line.
Result<std::vector<TaggedSentence>> readConll(const std::string &path);

// All tags that occur: O first, the rest by name.
std::vector<std::string> tagsOf(const std::vector<TaggedSentence> &sentences);

} // namespace motley
