#include "engine/tasks/causal/rowcounts.h"

#include "engine/data/chat/conversations/conversation.h"
#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t mostReasons = 20; // as templates can make one of each row
constexpr std::size_t longestReason = 500; // bytes
constexpr const char *nothingLearned = "No answer of the assistant is in it.";

void addReason(const TrainingRow &row, std::vector<LeftOutRows> &leftOut)
{
    const auto same = [&](const LeftOutRows &each) { return each.why == row.leftOut; };
    auto found = std::find_if(leftOut.begin(), leftOut.end(), same);
    if (found == leftOut.end() && leftOut.size() < mostReasons)
        found = leftOut.insert(found, LeftOutRows{row.leftOut, 0, row.where});
    if (found == leftOut.end()) {
        found = std::prev(leftOut.end());
        found->why = "Other reasons.";
    }
    ++found->rows;
}

std::string shortened(std::string why)
{
    if (why.size() <= longestReason)
        return why;
    why.resize(longestReason);
    why.resize(why.size() - unfinishedUtf8(why));
    return why + "…";
}

std::string rowsAre(std::int64_t count)
{
    return std::to_string(count) + (count == 1 ? " row is" : " rows are");
}

std::string leftOutSentence(const std::string &what, const LeftOutRows &each)
{
    return "Of the " + what + ", " + rowsAre(each.rows) + " left out: " + each.why + " ("
        + (each.rows == 1 ? "" : "first ") + each.first + ").";
}

} // namespace

void measureRow(const TrainingTokens &tokens, std::int64_t length, TrainingRow &row)
{
    const auto all = std::int64_t(tokens.ids.size());
    const auto &learned = tokens.learned;
    row.tokens = std::min(all, length);
    row.cutTokens = all - row.tokens;
    row.learned = std::count(learned.begin(), learned.begin() + std::ptrdiff_t(row.tokens), 1);
    if (std::count(learned.begin(), learned.end(), 1) == 0)
        leaveOut(nothingLearned, row);
}

void leaveOut(const std::string &why, TrainingRow &row)
{
    row.leftOut = shortened(why);
    row.isWithoutAnswer = why == nothingLearned || why == noAnswer;
}

void countRow(const TrainingRow &row, RowCounts &counts)
{
    ++counts.rows;
    if (row.isWithoutAnswer) {
        ++counts.withoutAnswer;
    } else if (!row.leftOut.empty()) {
        addReason(row, counts.leftOut);
    } else if (row.cutTokens > 0) {
        ++counts.cutRows;
        counts.cutTokens += row.cutTokens;
    }
}

std::int64_t rowsKept(const RowCounts &counts)
{
    std::int64_t kept = counts.rows - counts.withoutAnswer;
    for (const LeftOutRows &each : counts.leftOut)
        kept -= each.rows;
    return kept;
}

std::vector<std::string> sentencesOn(
    const RowCounts &counts, const std::string &what, std::int64_t length, const std::string &firstWithoutAnswer)
{
    std::vector<std::string> sentences;
    if (counts.withoutAnswer > 0)
        sentences.push_back(leftOutSentence(what, {noAnswer, counts.withoutAnswer, firstWithoutAnswer}));
    for (const LeftOutRows &each : counts.leftOut)
        sentences.push_back(leftOutSentence(what, each));
    if (counts.cutRows > 0)
        sentences.push_back("Of the " + what + ", " + rowsAre(counts.cutRows) + " longer than " + std::to_string(length)
            + " tokens and cut: they lose " + std::to_string(counts.cutTokens)
            + " tokens, which a larger model.context keeps.");
    return sentences;
}

} // namespace motley
