// Each rank holds a range of the optimizer state, updates those parameters, and broadcasts them (ZeRO-1). A mirror
// holds the range of another rank too: it makes the same update of the same gradients, so no state travels while nobody
// is lost.
#pragma once

#include "engine/exchange/gradients/shardmoves.h"
#include "engine/exchange/gradients/shardranges.h"
#include "engine/exchange/group.h"
#include "engine/optim/optimizer.h"

namespace motley {

// A range that a rank holds, and the slices of the parameters in it.
struct Shard {
    int owner = 0; // the rank whose update of it counts
    NumberRange range;
    std::vector<ParameterSlice> slices;
};

// The state of an optimizer that has a range alone, as it names it.
struct ShardState {
    NumberRange range;
    NamedTensors tensors;
};

class ShardedOptimizer {
public:
    // Every rank constructs it with the same shares, one for each rank, not all 0, and the same mirrors: index = rank,
    // the other rank that holds its range too; empty: there are none. The parameters' tensors must stay where they are.
    ShardedOptimizer(const OptimizerSpec &spec, NamedTensors parameters, const std::vector<double> &shares, int rank,
        std::vector<int> mirrors = {});

    const NamedTensors &parameters() const { return m_parameters; }
    const ShardRanges &ranges() const { return m_ranges; }
    const std::vector<int> &mirrors() const { return m_mirrors; }
    const std::vector<ParameterSlice> &held() const
    {
        return m_shards.front().slices;
    } // that this rank updates for all
    const std::vector<Shard> &shards() const { return m_shards; } // first its own, then those that it mirrors
    std::vector<NumberRange> rangesOf(int rank) const; // of all its shards, in the same order

    // Broadcasts each rank's part to all; every rank calls it after its update. Where a rank is lost meanwhile, each
    // has its own shards as it has updated them.
    void gatherParameters(Group &group) const;
    // Every rank must call it: broadcasts this range of the parameters. Other ranks take it in one piece after the
    // other, once the piece has come, if they are to.
    static void broadcastRange(Group &group, const NamedTensors &parameters, NumberRange range, int root, bool takesIt);

    // The whole optimizer state, under the names that an optimizer without shards gives it, on the CPU.
    NamedTensors blank() const; // as it is before the first update: zeros
    // Every rank must call it with its own state; rank 0 gets the whole, the others an empty list.
    NamedTensors gather(Group &group, const NamedTensors &mine) const;
    // Every rank must call it: `whole`, which only rank 0 needs, is copied into every rank's `mine`, of each of its
    // shards.
    void scatter(Group &group, const NamedTensors &whole, const std::vector<NamedTensors> &mine) const;
    // Every rank must call it, with the same moves: copies from what this rank held into what it holds now. What
    // belongs to no parameter comes from `root`.
    void move(Group &group, const std::vector<ShardMove> &moves, int root, const std::vector<ShardState> &from,
        const std::vector<ShardState> &to) const;

private:
    struct Segment {
        std::string name; // of a tensor of the whole optimizer state
        std::int64_t begin; // index of its first element in that tensor, flattened
        std::int64_t numbers;
    };

    NumberRange rangeOf(int rank) const;
    std::vector<Segment> segmentsOf(NumberRange range) const; // in the order of their names
    at::Tensor find(const Segment &segment, NumberRange range, const std::vector<ShardState> &states) const;

    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    NamedTensors m_shapes; // the parameters as shapes without memory
    ShardRanges m_ranges;
    std::vector<int> m_mirrors;
    std::vector<Shard> m_shards;
};

} // namespace motley
