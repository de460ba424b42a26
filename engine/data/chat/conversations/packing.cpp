#include "engine/data/chat/conversations/packing.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace motley {

PackingPlan packRows(std::span<const std::int64_t> lengths, std::int64_t longest)
{
    PackingPlan plan;
    std::vector<PackedRow> rows;
    for (std::size_t row = 0; row < lengths.size(); ++row) {
        if (lengths[row] <= 0)
            continue;
        rows.push_back({std::int64_t(row), std::min(lengths[row], longest), 0});
        plan.tokens += rows.back().length;
    }
    std::stable_sort(rows.begin(), rows.end(),
        [](const PackedRow &left, const PackedRow &right) { return left.length > right.length; });
    std::set<std::pair<std::int64_t, std::size_t>> spaces; // tokens that are free, and the sequence
    for (PackedRow &row : rows) {
        const auto fits = spaces.lower_bound({row.length, 0});
        const std::size_t sequence = fits == spaces.end() ? plan.sequences.size() : fits->second;
        if (fits == spaces.end())
            plan.sequences.emplace_back();
        else
            spaces.erase(fits);
        row.begin = plan.sequences[sequence].length();
        plan.sequences[sequence].rows.push_back(row);
        if (const std::int64_t space = longest - plan.sequences[sequence].length(); space > 0)
            spaces.emplace(space, sequence);
    }
    return plan;
}

std::vector<std::int64_t> positionsOf(const PackedSequence &sequence, std::int64_t length)
{
    std::vector<std::int64_t> positions(std::size_t(length), 0);
    for (const PackedRow &row : sequence.rows) {
        const auto begin = positions.begin() + std::ptrdiff_t(row.begin);
        std::iota(begin, begin + std::ptrdiff_t(row.length), 0);
    }
    return positions;
}

std::vector<std::int64_t> segmentsOf(const PackedSequence &sequence, std::int64_t length)
{
    std::vector<std::int64_t> segments(std::size_t(length), -1);
    for (std::size_t i = 0; i < sequence.rows.size(); ++i) {
        const auto begin = segments.begin() + std::ptrdiff_t(sequence.rows[i].begin);
        std::fill(begin, begin + std::ptrdiff_t(sequence.rows[i].length), std::int64_t(i));
    }
    return segments;
}

} // namespace motley
