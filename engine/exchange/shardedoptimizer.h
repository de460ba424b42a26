// What the optimizer remembers in parts, one on each rank, which updates the parameters that it remembers and hands
// them to the others.
#pragma once

#include "engine/exchange/group.h"
#include "engine/exchange/shardranges.h"
#include "engine/optim/optimizer.h"

namespace motley {

class StateShards {
public:
    // All ranks, with the same shares (one for each rank, not all 0). The parameters' tensors must stay where they are.
    StateShards(
        const OptimizerSpec &spec, NamedTensors parameters, const std::vector<double> &shares, const Group &group);

    const NamedTensors &parameters() const { return m_parameters; }
    const StateCuts &cuts() const { return m_cuts; }
    const std::vector<ParameterPart> &held() const { return m_held; } // by this rank

    void gatherParameters() const; // every rank, after each update of its part

    // The whole memory under the names that an optimizer without parts gives it, on the CPU.
    NamedTensors blank() const; // as it is at first
    NamedTensors gather(const NamedTensors &mine) const; // every rank; on rank 0 only, elsewhere nothing
    void scatter(const NamedTensors &whole, const NamedTensors &mine) const; // every rank: rank 0's whole to all parts

private:
    struct Piece {
        std::string name; // of a tensor of the whole memory
        std::int64_t begin; // in it, flat
        std::int64_t numbers;
    };

    NumberRange rangeOf(int rank) const;
    std::vector<Piece> piecesOf(int rank) const; // in the order of their names

    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    NamedTensors m_shapes; // of the parameters, without memory
    StateCuts m_cuts;
    std::vector<ParameterPart> m_held;
    const Group &m_group;
};

} // namespace motley
