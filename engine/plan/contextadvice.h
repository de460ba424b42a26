// How long the sequences of a fine-tune may be, by the memory of its devices, and what would let them be longer.
#pragma once

#include "engine/plan/fittingbase.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace motley {

struct RankRoom {
    std::int64_t bytes = 0; // that its tensors may fill
    std::int64_t longest = 0; // as longestContext(); 0: not even a short one
    std::optional<std::int64_t> kept{}; // bytes of the activations of one sequence of the job; nullopt: not measured
    std::optional<std::int64_t> recomputed{}; // the same, where they are computed again

    bool operator==(const RankRoom &) const = default;
};

// A change of the job that spares memory.
struct MemoryRemedy {
    enum class Kind { Recompute, Int8, Nf4, ShorterRows, SmallerRank };

    Kind kind = Kind::Recompute;
    std::int64_t to = 0; // tokens of a sequence, or the adapter's rank; 0: the kind has no number
    std::optional<std::int64_t> spared{}; // bytes on the device that limits; nullopt: not measured
    std::optional<std::int64_t> longest{}; // tokens of a sequence that all devices would hold; nullopt: not known

    bool operator==(const MemoryRemedy &) const = default;
};

struct ContextAdvice {
    std::int64_t context = 0; // tokens of the job's sequences
    Quantization bits = Quantization::None; // of the job
    std::vector<RankRoom> ranks; // in the order of the candidates
    std::size_t tightest = 0; // the rank that holds the shortest sequences
    std::optional<FittingBase> base{}; // nullopt: there are no weights below an adapter that may have other bits
    std::vector<MemoryRemedy> remedies; // the one that spares most first; one that was not measured before all

    std::int64_t longest() const { return ranks[tightest].longest; } // that all devices hold

    bool operator==(const ContextAdvice &) const = default;
};

// nullopt: the job is no fine-tune of a language model, or some device or its memory is not measured.
std::optional<ContextAdvice> adviseOnContext(const JobSpec &job, const std::vector<CandidateMachine> &machines);

} // namespace motley
