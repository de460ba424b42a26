// Parameters, their gradients and their optimizer state in chunks: an update rule does all its operations on one chunk
// before the next. On a CPU a chunk has as many elements as the cache holds, and every thread has chunks of its own; on
// a GPU it has whole tensors by the dozen, so that one kernel serves many and temporary copies stay small. The cuts
// depend on the shapes alone, so any number of threads computes the same bits.
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
    std::int64_t begin = 0; // index of its first element in all parameters laid end to end
};

// The gradients with weightDecay times the parameters added.
std::vector<at::Tensor> decayed(const ParameterChunk &chunk, double weightDecay);

class ParameterChunks {
public:
    // Parameters must be contiguous and stay where they are.
    ParameterChunks(const NamedTensors &parameters, const std::vector<std::string> &states);

    // Calls `change` with every chunk. On a CPU several calls run at once, so it may touch its chunk alone.
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
    std::vector<Cuts> m_cuts; // index = chunk
    std::vector<ParameterChunk> m_chunks; // without gradients, which may lie elsewhere at the next update
};

// A rule that updates every element from that element's gradient and state alone. `states`: the names of its state
// tensors, such as "mean", in the order of ParameterChunk::states.
using Change = std::function<void(const ParameterChunk &, const Update &)>;
UpdateRulePointer makeElementwiseRule(
    const NamedTensors &parameters, const std::vector<std::string> &states, Change change);

} // namespace motley
