#include "engine/models/quantization/int8weight.h"

#include "engine/models/quantization/blockscales.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>

namespace motley {

namespace {

constexpr double greatest = 127; // as far below zero as above it

} // namespace

Int8Weight::Int8Weight(const at::Tensor &weight) : PackedWeight(weight.size(0), weight.size(1), weight.scalar_type())
{
    const at::Tensor wide = weight.detach().to(at::kFloat);
    const at::Tensor most = wide.abs().amax(1).clamp_min(std::numeric_limits<float>::min());
    m_numbers = (wide * (greatest / most).unsqueeze(1)).round_().clamp_(-greatest, greatest).to(at::kChar);
    m_scales = most / greatest;
}

std::int64_t Int8Weight::bytesFor(std::int64_t outputs, std::int64_t inputs)
{
    return outputs * inputs + outputs * std::int64_t(sizeof(float));
}

at::Tensor Int8Weight::dense() const
{
    const at::Tensor all = at::empty({outputs(), inputs()}, m_scales.options().dtype(type()));
    const std::int64_t rows = std::max<std::int64_t>(1, numbersAtOnce / std::max<std::int64_t>(1, inputs()));
    for (std::int64_t first = 0; first < outputs(); first += rows) {
        const std::int64_t count = std::min(rows, outputs() - first);
        const at::Tensor wide = m_numbers.narrow(0, first, count).to(at::kFloat);
        all.narrow(0, first, count).copy_(wide.mul_(m_scales.narrow(0, first, count).unsqueeze(1)));
    }
    return all;
}

} // namespace motley
