// Parameters, their gradients and what a rule remembers of each, in pieces that all operations of a rule work on before
// the next: on a CPU as many numbers as its cache holds, every thread with pieces of its own; on a GPU whole tensors
// by the dozen, so that one kernel serves many and temporary copies stay small. Where the cuts are depends on the
// shapes alone, so any number of threads computes the same bits.
#pragma once

#include "engine/optim/optimizerstate.h"
#include "engine/optim/updaterule.h"

#include <functional>

namespace motley {

struct Piece {
    std::vector<at::Tensor> parameters;
    std::vector<at::Tensor> gradients;
    std::vector<std::vector<at::Tensor>> memories; // in the order of their names
    std::size_t index = 0; // among the pieces
    std::int64_t begin = 0; // in all parameters laid one behind the other
};

// The gradients with weightDecay times the parameters added.
std::vector<at::Tensor> decayed(const Piece &piece, double weightDecay);

class Pieces {
public:
    // Parameters must be contiguous and stay where they are.
    Pieces(const NamedTensors &parameters, const std::vector<std::string> &memories);

    // The change works on its piece alone: on a CPU several run at once.
    void forEach(const std::function<void(const Piece &)> &change);

    std::size_t count() const { return m_pieces.size(); }
    NamedTensors state() const;

private:
    struct Cut {
        std::size_t tensor;
        std::int64_t begin;
        std::int64_t end;
    };
    using Cuts = std::vector<Cut>;

    static std::vector<Cuts> cutsOf(const NamedTensors &parameters, std::int64_t most);
    Piece pieceOf(const Cuts &cuts) const;

    NamedTensors m_parameters;
    std::vector<Memories> m_memories;
    std::vector<Cuts> m_cuts; // of each piece
    std::vector<Piece> m_pieces; // without gradients, which may lie elsewhere at the next update
};

// A rule by which every number changes for itself.
using Change = std::function<void(const Piece &, const Update &)>;
UpdateRulePointer makePiecewiseRule(
    const NamedTensors &parameters, const std::vector<std::string> &memories, Change change);

} // namespace motley
