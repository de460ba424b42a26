// Which rows share a sequence, so that little of the memory and time of a step goes to padding: best fit decreasing
// (Johnson 1973), as TRL's packing "bfd".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace motley {

struct PackedRow {
    std::int64_t row = 0; // index among those that were given
    std::int64_t length = 0; // tokens that are trained: all, or the first ones of a row that was cut
    std::int64_t begin = 0; // in its sequence

    bool operator==(const PackedRow &) const = default;
};

struct PackedSequence {
    std::vector<PackedRow> rows; // one after the other, without gaps

    std::int64_t length() const { return rows.empty() ? 0 : rows.back().begin + rows.back().length; }
};

struct PackingPlan {
    std::vector<PackedSequence> sequences;
    std::int64_t tokens = 0; // in all sequences
};

// The same for the same lengths on every machine: rows of one length keep their order, and of sequences with equally
// little space the first is taken. O(n log n). `longest` > 0: tokens of a sequence, to which longer rows are cut.
PackingPlan packRows(std::span<const std::int64_t> lengths, std::int64_t longest);

// Of each token of the sequence, padded to `length`: its position, which begins anew with each row, and the number of
// the row it belongs to, from 0; padding has position 0 and the number -1.
std::vector<std::int64_t> positionsOf(const PackedSequence &sequence, std::int64_t length);
std::vector<std::int64_t> segmentsOf(const PackedSequence &sequence, std::int64_t length);

} // namespace motley
