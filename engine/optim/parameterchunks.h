// Parameters, their gradients and their optimizer state, in chunks that all operations of a rule work on before
// the next: on a CPU as many numbers as its cache holds, every thread with chunks of its own; on a GPU whole tensors
// by the dozen, so that one kernel serves many and temporary copies stay small. Where the cuts are depends on the
// shapes alone, so any number of threads computes the same bits.
#pragma once

#include "engine/optim/optimizerstate.h"
#include "engine/optim/updaterule.h"

#include <functional>

namespace motley {

struct ParameterChunk {
    std::vector<at::Tensor> parameters;
    std::vector<at::Tensor> gradients;
    std::vector<std::vector<at::Tensor>> states; // in the order of their names
    std::size_t index = 0; // among the chunks
    std::int64_t begin = 0; // in all parameters laid one behind the other
};

// The gradients with weightDecay times the parameters added.
std::vector<at::Tensor> decayed(const ParameterChunk &chunk, double weightDecay);

class ParameterChunks {
public:
    // Parameters must be contiguous and stay where they are.
    ParameterChunks(const NamedTensors &parameters, const std::vector<std::string> &states);

    // The change works on its chunk alone: on a CPU several run at once.
    void forEach(const std::function<void(const ParameterChunk &)> &change);

    std::size_t count() const { return m_chunks.size(); }
    NamedTensors state() const;

private:
    struct Cut {
        std::size_t tensor;
        std::int64_t begin;
        std::int64_t end;
    };
    using Cuts = std::vector<Cut>;

    static std::vector<Cuts> cutsOf(const NamedTensors &parameters, std::int64_t most);
    ParameterChunk chunkOf(const Cuts &cuts) const;

    NamedTensors m_parameters;
    std::vector<OptimizerState> m_states;
    std::vector<Cuts> m_cuts; // of each chunk
    std::vector<ParameterChunk> m_chunks; // without gradients, which may lie elsewhere at the next update
};

// A rule by which every number changes for itself.
using Change = std::function<void(const ParameterChunk &, const Update &)>;
UpdateRulePointer makeElementwiseRule(
    const NamedTensors &parameters, const std::vector<std::string> &states, Change change);

} // namespace motley
