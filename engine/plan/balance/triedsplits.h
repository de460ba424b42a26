// The splits that a run has had since its machines last changed, and how long steps took with each. Measured times
// correct predicted ones: under a quota of processor time a rank with little work looks as fast as its processor is,
// and only a larger share shows when the quota is used up.
#pragma once

#include <cstdint>
#include <vector>

namespace motley {

struct TriedSplit {
    std::vector<std::int64_t> shares;
    double seconds = 0; // mean time of the slowest rank
    double error = 0; // standard error of the mean

    double atMost() const { return seconds + error; }
};

class TriedSplits {
public:
    void add(TriedSplit split); // replaces what was measured earlier with the same shares
    void clear() { m_splits.clear(); }

    const TriedSplit *fastest() const; // null: none was tried
    // Whether these shares are within 3 % of the batch of ones that were tried and were not the fastest.
    bool wereSlower(const std::vector<std::int64_t> &shares) const;

private:
    std::vector<TriedSplit> m_splits;
};

// Whether each rank's share differs by at most this part of the batch.
bool areNear(const std::vector<std::int64_t> &one, const std::vector<std::int64_t> &other, double part);

} // namespace motley
