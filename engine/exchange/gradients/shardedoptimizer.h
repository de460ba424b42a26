// Each rank holds a range of the optimizer state, updates those parameters, and broadcasts them (ZeRO-1).
#pragma once

#include "engine/exchange/gradients/shardranges.h"
#include "engine/exchange/group.h"
#include "engine/optim/optimizer.h"

namespace motley {

class ShardedOptimizer {
public:
    // Every rank constructs it with the same shares, one for each rank, not all 0. The parameters' tensors must stay
    // where they are.
    ShardedOptimizer(const OptimizerSpec &spec, NamedTensors parameters, const std::vector<double> &shares, int rank);

    const NamedTensors &parameters() const { return m_parameters; }
    const ShardRanges &ranges() const { return m_ranges; }
    const std::vector<ParameterSlice> &held() const { return m_held; } // slices that this rank updates

    // Broadcasts each rank's part to all; every rank calls it after its update.
    void gatherParameters(Group &group) const;

    // The whole optimizer state, under the names that an optimizer without shards gives it, on the CPU.
    NamedTensors blank() const; // as it is before the first update: zeros
    // Every rank must call it with its own state; rank 0 gets the whole, the others an empty list.
    NamedTensors gather(Group &group, const NamedTensors &mine) const;
    // Every rank must call it: `whole`, which only rank 0 needs, is copied into every rank's `mine`.
    void scatter(Group &group, const NamedTensors &whole, const NamedTensors &mine) const;

private:
    struct Segment {
        std::string name; // of a tensor of the whole optimizer state
        std::int64_t begin; // index of its first element in that tensor, flattened
        std::int64_t numbers;
    };

    NumberRange rangeOf(int rank) const;
    std::vector<Segment> segmentsOf(int rank) const; // in the order of their names

    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    NamedTensors m_shapes; // the parameters as shapes without memory
    ShardRanges m_ranges;
    std::vector<ParameterSlice> m_held;
};

} // namespace motley
