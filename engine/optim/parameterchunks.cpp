#include "engine/optim/parameterchunks.h"

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t cacheNumbers = 1 << 14; // 64 KiB of each operand: five of them fit a core's cache
constexpr std::int64_t kernelNumbers = 1 << 25; // 128 MiB of each temporary copy on a GPU

at::Tensor flat(const at::Tensor &tensor)
{
    return tensor.detach().reshape(-1);
}

class PiecewiseRule : public UpdateRule {
public:
    PiecewiseRule(const NamedTensors &parameters, const std::vector<std::string> &memories, Change change)
        : m_pieces(parameters, memories), m_change(std::move(change))
    {
    }

    void apply(const Update &update) override
    {
        m_pieces.forEach([&](const Piece &piece) { m_change(piece, update); });
    }

    NamedTensors state() const override { return m_pieces.state(); }

private:
    Pieces m_pieces;
    Change m_change;
};

} // namespace

std::vector<at::Tensor> decayed(const Piece &piece, double weightDecay)
{
    return weightDecay == 0 ? piece.gradients : at::_foreach_add(piece.gradients, piece.parameters, weightDecay);
}

Pieces::Pieces(const NamedTensors &parameters, const std::vector<std::string> &memories) : m_parameters(parameters)
{
    for (const NamedTensor &parameter : parameters)
        TORCH_INTERNAL_ASSERT(parameter.tensor.is_contiguous(), parameter.name, " is not contiguous");
    for (const std::string &memory : memories)
        m_memories.emplace_back(memory, parameters);
    m_cuts = cutsOf(parameters, parameters.front().tensor.is_cpu() ? cacheNumbers : kernelNumbers);
    std::int64_t begin = 0;
    for (const Cuts &cuts : m_cuts) {
        m_pieces.push_back(pieceOf(cuts));
        m_pieces.back().index = m_pieces.size() - 1;
        m_pieces.back().begin = begin;
        for (const Cut &cut : cuts)
            begin += cut.end - cut.begin;
    }
}

// Large tensors are cut, small ones gathered.
std::vector<Pieces::Cuts> Pieces::cutsOf(const NamedTensors &parameters, std::int64_t most)
{
    std::vector<Cuts> pieces(1);
    std::int64_t room = most;
    for (std::size_t tensor = 0; tensor < parameters.size(); ++tensor) {
        const std::int64_t size = parameters[tensor].tensor.numel();
        for (std::int64_t begin = 0; begin < size;) {
            const std::int64_t end = std::min(size, begin + room);
            pieces.back().push_back({tensor, begin, end});
            room -= end - begin;
            begin = end;
            if (room == 0) {
                pieces.emplace_back();
                room = most;
            }
        }
    }
    if (pieces.back().empty())
        pieces.pop_back();
    return pieces;
}

Piece Pieces::pieceOf(const Cuts &cuts) const
{
    Piece piece;
    piece.memories.resize(m_memories.size());
    for (const Cut &cut : cuts) {
        piece.parameters.push_back(flat(m_parameters[cut.tensor].tensor).slice(0, cut.begin, cut.end));
        for (std::size_t i = 0; i < m_memories.size(); ++i)
            piece.memories[i].push_back(flat(m_memories[i].tensors()[cut.tensor]).slice(0, cut.begin, cut.end));
    }
    return piece;
}

void Pieces::forEach(const std::function<void(const Piece &)> &change)
{
    std::vector<at::Tensor> gradients = gradientsOf(m_parameters);
    std::transform(gradients.begin(), gradients.end(), gradients.begin(), flat);
    const auto work = [&](std::int64_t begin, std::int64_t end) {
        const torch::NoGradGuard noGradients; // each thread has its own
        for (auto i = std::size_t(begin); i < std::size_t(end); ++i) {
            Piece &piece = m_pieces[i];
            for (const Cut &cut : m_cuts[i])
                piece.gradients.push_back(gradients[cut.tensor].slice(0, cut.begin, cut.end));
            change(piece);
            piece.gradients.clear();
        }
    };
    const auto count = std::int64_t(m_pieces.size());
    if (m_parameters.front().tensor.is_cpu())
        at::parallel_for(0, count, 1, work);
    else
        work(0, count);
}

NamedTensors Pieces::state() const
{
    NamedTensors state;
    for (const Memories &memory : m_memories)
        memory.addTo(state);
    return state;
}

UpdateRulePointer makePiecewiseRule(
    const NamedTensors &parameters, const std::vector<std::string> &memories, Change change)
{
    return std::make_unique<PiecewiseRule>(parameters, memories, std::move(change));
}

} // namespace motley
