#include "engine/exchange/adasumpair.h"

#include <ATen/Dispatch.h>
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

// Elements that a GPU converts to float64 at a time.
constexpr std::int64_t pieceSize = 1 << 22;

// Of a and b of each tensor: shape (tensors, 2).
at::Tensor coefficients(const at::Tensor &products)
{
    const double smallest = std::sqrt(std::numeric_limits<double>::min());
    const at::Tensor dots = products.narrow(1, 0, 1);
    const at::Tensor norms = products.narrow(1, 1, 2);
    return at::where(norms < smallest, at::ones_like(norms), 1 - dots / (2 * norms));
}

// On a CPU one pass over both vectors, in sums that the compiler can keep in one vector register each.
template <typename Number>
void addProducts(const Number *a, const Number *b, std::int64_t size, double *products)
{
    constexpr int lanes = 8;
    double dot[lanes]{};
    double normOfA[lanes]{};
    double normOfB[lanes]{};
    const auto add = [&](std::int64_t i, int lane) {
        const auto x = double(a[i]);
        const auto y = double(b[i]);
        dot[lane] += x * y;
        normOfA[lane] += x * x;
        normOfB[lane] += y * y;
    };
    std::int64_t i = 0;
    for (; i + lanes <= size; i += lanes)
        for (int lane = 0; lane < lanes; ++lane)
            add(i + lane, lane);
    for (; i < size; ++i)
        add(i, 0);
    for (int lane = 0; lane < lanes; ++lane) {
        products[0] += dot[lane];
        products[1] += normOfA[lane];
        products[2] += normOfB[lane];
    }
}

} // namespace

// Calls visit(tensor, begin, size) for the part of each tensor that lies in the range; `begin` counts from its
// beginning.
template <typename Visit>
void AdasumPair::forEachTensor(const Visit &visit) const
{
    const auto first = std::upper_bound(borders.begin(), borders.end(), range.begin) - borders.begin() - 1;
    for (auto tensor = std::size_t(first); tensor + 1 < borders.size() && borders[tensor] < range.end; ++tensor) {
        const std::int64_t begin = std::max(borders[tensor], range.begin);
        const std::int64_t end = std::min(borders[tensor + 1], range.end);
        if (begin < end)
            visit(std::int64_t(tensor), begin - range.begin, end - begin);
    }
}

// Calls visit(tensor, a, b, begin) with pieces of both vectors in float64, which it may overwrite.
template <typename Visit>
void AdasumPair::forEachPiece(const Visit &visit) const
{
    const std::int64_t most = std::min(pieceSize, range.size());
    const at::Tensor room = at::empty({2, most}, a.options().dtype(at::kDouble));
    forEachTensor([&](std::int64_t tensor, std::int64_t begin, std::int64_t length) {
        for (const std::int64_t end = begin + length; begin < end; begin += most) {
            const std::int64_t size = std::min(most, end - begin);
            const at::Tensor pieceOfA = room[0].narrow(0, 0, size).copy_(a.narrow(0, begin, size));
            const at::Tensor pieceOfB = room[1].narrow(0, 0, size).copy_(b.narrow(0, begin, size));
            visit(tensor, pieceOfA, pieceOfB, begin);
        }
    });
}

at::Tensor AdasumPair::innerProducts() const
{
    const at::Tensor products = at::zeros({std::int64_t(borders.size()) - 1, 3}, a.options().dtype(at::kDouble));
    if (a.is_cpu()) {
        AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, a.scalar_type(), "adasum", [&] {
            forEachTensor([&](std::int64_t tensor, std::int64_t place, std::int64_t size) {
                addProducts(a.const_data_ptr<scalar_t>() + place, b.const_data_ptr<scalar_t>() + place, size,
                    products.mutable_data_ptr<double>() + 3 * tensor);
            });
        });
        return products;
    }
    forEachPiece([&](std::int64_t tensor, const at::Tensor &x, const at::Tensor &y, std::int64_t) {
        products[tensor].add_(at::stack({at::dot(x, y), at::dot(x, x), at::dot(y, y)}));
    });
    return products;
}

void AdasumPair::combineInto(const at::Tensor &result, const at::Tensor &products) const
{
    const at::Tensor factors = coefficients(products);
    if (a.is_cpu()) {
        AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, a.scalar_type(), "adasum", [&] {
            forEachTensor([&](std::int64_t tensor, std::int64_t place, std::int64_t size) {
                const double *factor = factors.const_data_ptr<double>() + 2 * tensor;
                const auto *x = a.const_data_ptr<scalar_t>() + place;
                const auto *y = b.const_data_ptr<scalar_t>() + place;
                auto *sum = result.mutable_data_ptr<scalar_t>() + place;
                for (std::int64_t i = 0; i < size; ++i)
                    sum[i] = scalar_t(factor[0] * double(x[i]) + factor[1] * double(y[i]));
            });
        });
        return;
    }
    forEachPiece([&](std::int64_t tensor, const at::Tensor &x, const at::Tensor &y, std::int64_t place) {
        x.mul_(factors[tensor][0]).addcmul_(y, factors[tensor][1]);
        result.narrow(0, place, x.numel()).copy_(x);
    });
}

} // namespace motley
