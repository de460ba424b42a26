// Each rank holds a range of the optimizer state, updates those parameters, and broadcasts them (ZeRO-1).
#pragma once

#include "engine/exchange/group.h"
#include "engine/exchange/shardranges.h"
#include "engine/optim/optimizer.h"

namespace motley {

class ShardedOptimizer {
public:
    // All ranks, with the same shares (one for each rank, not all 0). The parameters' tensors must stay where they are.
    ShardedOptimizer(
        const OptimizerSpec &spec, NamedTensors parameters, const std::vector<double> &shares, const Group &group);

    const NamedTensors &parameters() const { return m_parameters; }
    const ShardRanges &ranges() const { return m_ranges; }
    const std::vector<ParameterSlice> &held() const { return m_held; } // by this rank

    void gatherParameters() const; // every rank, after each update of its part

    // The whole optimizer state under the names that an optimizer without shards gives it, on the CPU.
    NamedTensors blank() const; // as it is at first
    NamedTensors gather(const NamedTensors &mine) const; // every rank; on rank 0 only, elsewhere nothing
    void scatter(const NamedTensors &whole, const NamedTensors &mine) const; // every rank: rank 0's whole to all parts

private:
    struct Segment {
        std::string name; // of a tensor of the whole optimizer state
        std::int64_t begin; // in it, flat
        std::int64_t numbers;
    };

    NumberRange rangeOf(int rank) const;
    std::vector<Segment> segmentsOf(int rank) const; // in the order of their names

    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    NamedTensors m_shapes; // of the parameters, without memory
    ShardRanges m_ranges;
    std::vector<ParameterSlice> m_held;
    const Group &m_group;
};

} // namespace motley
