#include "engine/exchange/gradients/localnorm.h"

#include <torch/types.h>

#include <vector>

namespace motley {

GradientExchange::OnBucket LocalNorm::measure()
{
    m_squares.clear();
    return [this](std::size_t bucket, const at::Tensor &gradients) { m_squares[bucket] = gradients.dot(gradients); };
}

double LocalNorm::square() const
{
    std::vector<at::Tensor> squares;
    for (const auto &[bucket, square] : m_squares)
        squares.push_back(square);
    return squares.empty() ? 0 : at::stack(squares).to(at::kDouble).sum().item<double>();
}

} // namespace motley
