// Files of conversations as people have them: JSONL, a row a line, or a JSON list of rows; alone or several in a
// folder.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chat/conversations/conversation.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace motley {

constexpr std::size_t longestConversationFile = std::size_t(4) << 30; // bytes
constexpr std::size_t longestConversationRow = 16 << 20; // bytes

struct ConversationCounts {
    std::int64_t files = 0;
    std::int64_t rows = 0; // read
    std::vector<std::string> passedOver{}; // files of a test beside files of validation

    std::vector<std::string> sentences() const; // for people
};

struct ConversationRow {
    std::string where; // "line 3 of train.jsonl"
    Result<TrainingText> text; // the Error: why nothing can be learned from it
    bool isHeldOut = false; // to be tested on
};

struct Conversations {
    std::vector<ConversationRow> training;
    std::vector<ConversationRow> heldOut;
    ConversationCounts counts;
};

// Reads the .jsonl and .json files of a folder, at any depth, or one file of any name. In a folder those whose names
// are of validation or "dev" (splitOf()) are held out, or if there are none those of a test. Otherwise of each file the
// part `heldOut` (0 to below 1) is, by drawnFraction(). Errors name the file and line, and what would be right: a line
// that is no JSON, no row at all of which something can be learned, too long.
Result<Conversations> readConversations(const std::string &path, double heldOut);

// The same rows in the same order, up to the first for which `onRow` returns false. Errors as above, but for a file
// without any row to learn from.
Result<ConversationCounts> forEachConversation(
    const std::string &path, double heldOut, const std::function<bool(ConversationRow)> &onRow);

} // namespace motley
