// Cuts a global batch into the parts of the ranks.
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

struct Range {
    std::int64_t first = 0;
    std::int64_t last = 0; // one past the end

    std::int64_t size() const { return last - first; }
    bool operator==(const Range &) const = default;
};

// The indices of a rank's samples among `samples` samples: those after the parts of all lower ranks, in proportion to
// the shares. If the shares sum to `samples`, the part has the size of the share. If all shares are 0, rank 0 takes
// all.
Range cutShare(const std::vector<std::int64_t> &shares, int rank, std::int64_t samples);

// The indices of a rank's samples where samples cost different amounts of work: the parts have total costs in
// proportion to the shares. costs[i] > 0 is the cost of the i-th sample of the batch.
Range cutShare(const std::vector<std::int64_t> &shares, int rank, const std::vector<std::int64_t> &costs);

} // namespace motley
