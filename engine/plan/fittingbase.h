// In how many bits the frozen weights below an adapter fit into the memory of all devices. The bits belong to the job:
// were they a rank's, the curve would depend on who computes what.
#pragma once

#include "engine/plan/fitmemory.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace motley {

Quantization bitsOf(const MemoryReport &memory); // that were measured; None: 16 or 32, or there is no frozen base

// The report as if the base had other bits: it alone differs.
MemoryReport inBits(const MemoryReport &memory, Quantization bits);

bool isKnown(const RankNeeds &rank); // its measurement and its memory
MemoryReport leastOf(const RankNeeds &rank); // with recomputed activations where the rank may recompute them

// The most tokens of a sequence of the job, a fine-tune of a language model, that the rank holds: as many at once as
// the job says, else one. `memory`: in place of its measurement, which is of the job's sequences. Whole multiples
// of 64.
std::int64_t longestContext(const JobSpec &job, const RankNeeds &rank, const MemoryReport &memory);

struct FittingBase {
    std::optional<Quantization> finest; // that all devices hold; nullopt: not even the fewest bits fit
    // The first rank that does not hold the next finer bits, and what it lacks for them; nullopt: there are none finer.
    std::optional<std::size_t> rank;
    std::int64_t lacking = 0; // bytes, for one sample at once

    bool operator==(const FittingBase &) const = default;
};

// `ranks`: as measured (needsOf()). nullopt: there is no frozen base, or some device or its memory is not measured.
std::optional<FittingBase> fittingBase(const JobSpec &job, const std::vector<RankNeeds> &ranks);

// Errors: a fine-tune of which a device cannot hold even one sample at once, and what would help. Ranks whose memory is
// not known are taken to hold it.
Result<void> checkHolds(
    const JobSpec &job, const std::vector<RankNeeds> &ranks, const std::vector<CandidateMachine> &machines);

} // namespace motley
