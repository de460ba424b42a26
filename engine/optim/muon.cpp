// Muon (Jordan 2024): momentum whose singular values are all brought to about one. Steps have the size of AdamW's (Liu
// et al. 2025), so that one learning rate serves the matrices and the parameters that AdamW updates.
#include "engine/optim/optimizerstate.h"
#include "engine/optim/updaterule.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>

namespace motley {

namespace {

constexpr int iterations = 5;
constexpr double smallestNorm = 1e-7;
constexpr double usualStep = 0.2; // root mean square of AdamW's steps at a learning rate of one

class WithoutTf32 {
public:
    WithoutTf32() : m_before(at::globalContext().allowTF32CuBLAS()) { at::globalContext().setAllowTF32CuBLAS(false); }
    ~WithoutTf32() { at::globalContext().setAllowTF32CuBLAS(m_before); }
    WithoutTf32(const WithoutTf32 &) = delete;
    WithoutTf32 &operator=(const WithoutTf32 &) = delete;

private:
    bool m_before;
};

// Newton-Schulz iteration with a polynomial that is steepest at 0, not exact at 1. It computes in the parameters' own
// precision, where other implementations use bfloat16, and without TF32: with so few bits the steps of machines of
// different kinds would differ.
at::Tensor orthogonal(const at::Tensor &matrix)
{
    const WithoutTf32 precise;
    const bool tall = matrix.size(0) > matrix.size(1);
    at::Tensor near = tall ? matrix.t() : matrix;
    near = near / near.norm().clamp_min(smallestNorm);
    for (int i = 0; i < iterations; ++i) {
        const at::Tensor square = at::mm(near, near.t());
        const at::Tensor change = at::addmm(square, square, square, /*beta=*/-4.7750, /*alpha=*/2.0315);
        near = at::addmm(near, change, near, /*beta=*/3.4445);
    }
    return tall ? near.t() : near;
}

class Muon : public UpdateRule {
public:
    Muon(const OptimizerSpec &spec, const NamedTensors &matrices)
        : m_spec(spec), m_parameters(matrices), m_values(tensorsOf(matrices)), m_momentum("momentum", matrices)
    {
    }

    void apply(const Update &update) override
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const at::Tensor &values = m_values[i];
            const at::Tensor gradient = m_parameters[i].tensor.grad();
            const at::Tensor &momentum = m_momentum.tensors()[i];
            momentum.lerp_(gradient, 1 - m_spec.momentum);
            const at::Tensor way = m_spec.nesterov ? gradient.lerp(momentum, m_spec.momentum) : momentum;
            const at::Tensor step = orthogonal(way.flatten(1)); // a convolution: one row for each of its outputs
            values.mul_(1 - update.learningRate * m_spec.weightDecay);
            const double size = usualStep * std::sqrt(double(std::max(step.size(0), step.size(1))));
            values.add_(step.reshape(values.sizes()), -update.learningRate * size);
        }
    }

    NamedTensors state() const override
    {
        NamedTensors state;
        m_momentum.addTo(state);
        return state;
    }

private:
    OptimizerSpec m_spec;
    NamedTensors m_parameters;
    std::vector<at::Tensor> m_values;
    OptimizerState m_momentum;
};

} // namespace

UpdateRulePointer makeMuon(const OptimizerSpec &spec, const NamedTensors &matrices)
{
    return std::make_unique<Muon>(spec, matrices);
}

} // namespace motley
