// Which part of a global batch is a rank's.
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

// Rank r's part of `samples` samples: those after the parts of ranks 0 to r-1, in proportion to the shares. With
// samples == sum of the shares it is the share itself. Without any share, rank 0 takes all.
Range cutShare(const std::vector<std::int64_t> &shares, int rank, std::int64_t samples);

// The same where samples are not of one size: parts of about equal work for each share. costs[i] > 0 is that of the
// i-th sample of the batch.
Range cutShare(const std::vector<std::int64_t> &shares, int rank, const std::vector<std::int64_t> &costs);

} // namespace motley
