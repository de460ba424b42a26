// Reads tagged sentences in CoNLL format: one word per line, in the first column, with its tag in the last column, and
// a blank line between sentences.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

inline constexpr std::string_view documentStart = "-DOCSTART-"; // first word of a line between documents

struct TaggedSentence {
    std::vector<std::string> words;
    std::vector<std::string> tags; // one for each word (labelName())
    std::int64_t line = 0; // line of the first word in the file, from 1
    std::vector<std::string> entities{}; // one for each word if read by readMentions(); otherwise empty

    bool operator==(const TaggedSentence &) const = default;
};

// Columns are separated by tabs, or by spaces in lines without tabs. Every line must have as many columns as the first
// one, at least two. -DOCSTART- lines are skipped. Errors name the file and the line.
Result<std::vector<TaggedSentence>> readConll(const std::string &path);

// All tags that occur, sorted by name after "O".
std::vector<std::string> tagsOf(const std::vector<TaggedSentence> &sentences);

} // namespace motley
