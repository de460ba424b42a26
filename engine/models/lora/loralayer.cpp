#include "engine/models/lora/loralayer.h"

#include <ATen/autocast_mode.h>
#include <ATen/ops/linear.h>

namespace motley {

LoraLayer::Matrix::Matrix(std::int64_t from, std::int64_t to)
    : weight(register_parameter("weight", at::zeros({to, from}, at::kFloat)))
{
}

LoraLayer::LoraLayer(Projection &layer, const LoraLayerOptions &options)
    : m_options(options), m_first(std::make_shared<Matrix>(layer.inputs(), options.rank)),
      m_second(std::make_shared<Matrix>(options.rank, layer.outputs()))
{
    layer.register_module("lora_A", m_first);
    layer.register_module("lora_B", m_second);
}

at::Tensor LoraLayer::inner(const at::Tensor &x, const Dropout &dropout, bool training) const
{
    const bool drops = training && m_options.dropout > 0;
    TORCH_CHECK(!drops || dropout.keys.defined(), "an adapter with dropout needs a dropout key for each sample");
    const bool converts = at::autocast::is_autocast_enabled(x.device().type());
    const at::Tensor input = converts ? x : x.to(at::kFloat);
    const at::Tensor kept = drops ? dropout(input, m_options.dropout, m_options.dropoutLayer) : input;
    return at::linear(kept, first()) * m_options.scale; // the fewest numbers are scaled
}

at::Tensor LoraLayer::weight() const
{
    return at::mm(second(), first()) * m_options.scale;
}

} // namespace motley
