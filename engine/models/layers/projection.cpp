#include "engine/models/layers/projection.h"

#include "engine/models/layers/placeholder.h"

#include <ATen/autocast_mode.h>
#include <ATen/ops/linear.h>

namespace motley {

Projection::Projection(std::int64_t from, std::int64_t to, bool bias)
    : m_weight(register_parameter("weight", placeholder({to, from})))
{
    if (bias)
        m_bias = register_parameter("bias", placeholder({to}));
}

void Projection::pack(std::shared_ptr<const PackedWeight> packed)
{
    TORCH_CHECK(!m_packed && packed->outputs() == outputs() && packed->inputs() == inputs(),
        "a weight is packed once, and keeps its shape");
    m_packed = std::move(packed);
    m_weight = at::Tensor();
    parameters_.erase("weight");
    for (const PackedPart &part : m_packed->parts())
        register_parameter(part.name, part.tensor, /*requires_grad=*/false);
}

at::Tensor Projection::forward(const at::Tensor &x, const Dropout &dropout)
{
    const at::Tensor bias = m_bias.defined() ? inTypeOf(x, m_bias) : m_bias;
    const at::Tensor result = m_packed ? packedLinear(x, m_packed, bias) : at::linear(x, inTypeOf(x, m_weight), bias);
    if (!m_adapter)
        return result;
    at::Tensor added = at::linear(m_adapter->inner(x, dropout, is_training()), m_adapter->outer());
    if (added.scalar_type() != result.scalar_type())
        return (result + added).to(result.scalar_type());
    return added.add_(result); // both are as large as the result, so a third would be
}

at::Tensor inTypeOf(const at::Tensor &x, const at::Tensor &weight)
{
    return at::autocast::is_autocast_enabled(x.device().type()) ? weight : weight.to(x.scalar_type());
}

} // namespace motley
