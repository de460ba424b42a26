#include "engine/tasks/rows/rowcounts.h"

#include "engine/data/tokenizers/utf8.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t mostReasons = 20; // as templates can make one of each row
constexpr std::size_t longestReason = 500; // bytes

void leaveOut(const TrainingRow &row, std::vector<LeftOutRows> &leftOut)
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

} // namespace

void countRow(const TrainingRow &row, RowCounts &counts)
{
    ++counts.rows;
    if (row.isWithoutAnswer) {
        ++counts.withoutAnswer;
    } else if (!row.leftOut.empty()) {
        leaveOut(row, counts.leftOut);
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

std::string shortReason(std::string why)
{
    if (why.size() <= longestReason)
        return why;
    why.resize(longestReason);
    why.resize(why.size() - unfinishedUtf8(why));
    return why + "…";
}

} // namespace motley
