#include "engine/exchange/gradients/localnorm.h"

#include <torch/types.h>

#include <vector>

namespace motley {

GradientExchange::OnBucket LocalNorm::measure()
{
    m_squares.clear();
    return [this](std::size_t bucket, const at::Tensor &gradients) {
        const at::Tensor wide = gradients.to(at::kFloat);
        m_squares[bucket] = wide.dot(wide);
    };
}

double LocalNorm::square() const
{
    std::vector<at::Tensor> squares;
    for (const auto &[bucket, square] : m_squares)
        squares.push_back(square);
    return squares.empty() ? 0 : at::stack(squares).to(at::kDouble).sum().item<double>();
}

} // namespace motley
