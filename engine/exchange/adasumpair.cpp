#include "engine/exchange/adasumpair.h"

#include <ATen/ops/dot.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

// Elements that are converted to float64 at a time: on a CPU as many as stay in its cache.
std::int64_t pieceSize(const at::Tensor &tensor)
{
    return tensor.is_cpu() ? 1 << 14 : 1 << 22;
}

// Of a and b of each tensor: shape (tensors, 2).
at::Tensor coefficients(const at::Tensor &products)
{
    const double smallest = std::sqrt(std::numeric_limits<double>::min());
    const at::Tensor dots = products.narrow(1, 0, 1);
    const at::Tensor norms = products.narrow(1, 1, 2);
    return at::where(norms < smallest, at::ones_like(norms), 1 - dots / (2 * norms));
}

} // namespace

// Calls visit(tensor, a, b, begin) with pieces of both vectors in float64, which it may overwrite; `begin` counts from
// the beginning of the range.
template <typename Visit>
void AdasumPair::forEachPiece(const Visit &visit) const
{
    const std::int64_t most = std::min(pieceSize(a), range.size());
    const at::Tensor room = at::empty({2, most}, a.options().dtype(at::kDouble));
    const auto first = std::upper_bound(borders.begin(), borders.end(), range.begin) - borders.begin() - 1;
    for (std::size_t tensor = std::size_t(first); tensor + 1 < borders.size() && borders[tensor] < range.end;
         ++tensor) {
        const std::int64_t end = std::min(borders[tensor + 1], range.end);
        for (std::int64_t begin = std::max(borders[tensor], range.begin); begin < end; begin += most) {
            const std::int64_t size = std::min(most, end - begin);
            const std::int64_t place = begin - range.begin;
            const at::Tensor pieceOfA = room[0].narrow(0, 0, size).copy_(a.narrow(0, place, size));
            const at::Tensor pieceOfB = room[1].narrow(0, 0, size).copy_(b.narrow(0, place, size));
            visit(std::int64_t(tensor), pieceOfA, pieceOfB, place);
        }
    }
}

at::Tensor AdasumPair::innerProducts() const
{
    const at::Tensor products = at::zeros({std::int64_t(borders.size()) - 1, 3}, a.options().dtype(at::kDouble));
    forEachPiece([&](std::int64_t tensor, const at::Tensor &x, const at::Tensor &y, std::int64_t) {
        products[tensor].add_(at::stack({at::dot(x, y), at::dot(x, x), at::dot(y, y)}));
    });
    return products;
}

void AdasumPair::combineInto(const at::Tensor &result, const at::Tensor &products) const
{
    const at::Tensor factors = coefficients(products);
    forEachPiece([&](std::int64_t tensor, const at::Tensor &x, const at::Tensor &y, std::int64_t place) {
        x.mul_(factors[tensor][0]).addcmul_(y, factors[tensor][1]);
        result.narrow(0, place, x.numel()).copy_(x);
    });
}

} // namespace motley
