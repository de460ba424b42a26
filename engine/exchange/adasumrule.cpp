#include "engine/exchange/adasumrule.h"

#include "engine/exchange/adasumtree.h"

#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <torch/types.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr std::int64_t deviceSlice = 1 << 20; // elements of each row that a GPU converts to float64 at a time
constexpr std::int64_t hostSlice = 1 << 15; // that a processor's thread takes at a time
constexpr int block = 256; // that it converts at a time: those of a few rows fit into its first cache

double dotOfBlock(const double *a, const double *b)
{
    constexpr int lanes = 8; // which the compiler keeps in vector registers
    std::array<double, lanes> sums{};
    for (int i = 0; i < block; i += lanes)
        for (int lane = 0; lane < lanes; ++lane)
            sums[std::size_t(lane)] += a[i + lane] * b[i + lane];
    double sum = 0;
    for (const double one : sums)
        sum += one;
    return sum;
}

// `products`: zeros of shape (rows, rows), of which only one triangle is filled.
template <typename Number>
void addProducts(const std::vector<const Number *> &rows, std::int64_t size, double *products)
{
    const std::size_t count = rows.size();
    std::vector<double> inDouble(count * block);
    for (std::int64_t begin = 0; begin < size; begin += block) {
        const std::int64_t length = std::min<std::int64_t>(block, size - begin);
        for (std::size_t row = 0; row < count; ++row) {
            double *converted = inDouble.data() + row * block;
            std::copy_n(rows[row] + begin, length, converted);
            std::fill(converted + length, converted + block, 0.0);
        }
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                products[i * count + j] += dotOfBlock(inDouble.data() + i * block, inDouble.data() + j * block);
    }
}

template <typename Number>
void addRows(const std::vector<const Number *> &rows, std::int64_t size, const double *weights, Number *result)
{
    std::array<double, block> sums{};
    for (std::int64_t begin = 0; begin < size; begin += block) {
        const std::int64_t length = std::min<std::int64_t>(block, size - begin);
        sums.fill(0);
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::int64_t i = 0; i < length; ++i)
                sums[std::size_t(i)] += weights[row] * double(rows[row][begin + i]);
        for (std::int64_t i = 0; i < length; ++i)
            result[begin + i] = Number(sums[std::size_t(i)]);
    }
}

template <typename Number>
std::vector<const Number *> placesIn(const std::vector<at::Tensor> &rows, std::int64_t begin)
{
    std::vector<const Number *> rowsHere;
    for (const at::Tensor &row : rows)
        rowsHere.push_back(row.const_data_ptr<Number>() + begin);
    return rowsHere;
}

// The weights of A(a, b) of two weighted sums of the same rows.
at::Tensor weightsOfPair(const at::Tensor &a, const at::Tensor &b, const at::Tensor &products)
{
    const double smallest = std::sqrt(std::numeric_limits<double>::min());
    constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
    const auto terms
        = [&](const at::Tensor &x, const at::Tensor &y) { return x.unsqueeze(2) * products * y.unsqueeze(1); };
    const at::Tensor dot = terms(a, b).sum({1, 2}).unsqueeze(1);
    const auto weighted = [&](const at::Tensor &x) {
        const at::Tensor squares = terms(x, x);
        const at::Tensor norm = squares.sum({1, 2}).unsqueeze(1);
        const at::Tensor vanishes
            = (norm < smallest).logical_or(norm < rounding * squares.abs().sum({1, 2}).unsqueeze(1));
        return x * at::where(vanishes, at::ones_like(norm), 1 - dot / (2 * norm));
    };
    return weighted(a) + weighted(b);
}

} // namespace

// The part of each tensor that lies in the range, in slices that are not too long.
std::vector<AdasumRows::Slice> AdasumRows::slices(std::int64_t longest) const
{
    std::vector<Slice> found;
    const auto first = std::upper_bound(borders.begin(), borders.end(), range.begin) - borders.begin() - 1;
    for (auto tensor = std::size_t(first); tensor + 1 < borders.size() && borders[tensor] < range.end; ++tensor) {
        const std::int64_t end = std::min(borders[tensor + 1], range.end);
        for (std::int64_t begin = std::max(borders[tensor], range.begin); begin < end; begin += longest)
            found.push_back({std::int64_t(tensor), begin - range.begin, std::min(longest, end - begin)});
    }
    return found;
}

// Shape (rows, slice.size).
at::Tensor AdasumRows::inDouble(const Slice &slice) const
{
    const at::Tensor converted
        = at::empty({std::int64_t(rows.size()), slice.size}, rows.front().options().dtype(at::kDouble));
    for (std::size_t row = 0; row < rows.size(); ++row)
        converted[std::int64_t(row)].copy_(rows[row].narrow(0, slice.begin, slice.size));
    return converted;
}

at::Tensor AdasumRows::innerProducts() const
{
    const auto count = std::int64_t(rows.size());
    const auto options = rows.front().options().dtype(at::kDouble);
    const at::Tensor products = at::zeros({std::int64_t(borders.size()) - 1, count, count}, options);
    if (!rows.front().is_cpu()) {
        for (const Slice &slice : slices(deviceSlice)) {
            const at::Tensor numbers = inDouble(slice);
            products[slice.tensor].add_(at::mm(numbers, numbers.t()));
        }
        return products;
    }
    // Each slice has sums of its own, added up in order: the result does not depend on the number of threads.
    const std::vector<Slice> parts = slices(hostSlice);
    const at::Tensor ofParts = at::zeros({std::int64_t(parts.size()), count, count}, options);
    AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, rows.front().scalar_type(), "adasum", [&] {
        at::parallel_for(0, std::int64_t(parts.size()), 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const Slice &part = parts[std::size_t(i)];
                addProducts(placesIn<scalar_t>(rows, part.begin), part.size,
                    ofParts.mutable_data_ptr<double>() + i * count * count);
            }
        });
    });
    for (std::size_t i = 0; i < parts.size(); ++i)
        products[parts[i].tensor].add_(ofParts[std::int64_t(i)]);
    return (products + products.tril(-1).transpose(1, 2)).contiguous();
}

void AdasumRows::combineInto(const at::Tensor &result, const at::Tensor &weights) const
{
    if (!rows.front().is_cpu()) {
        for (const Slice &slice : slices(deviceSlice))
            result.narrow(0, slice.begin, slice.size).copy_(at::mv(inDouble(slice).t(), weights[slice.tensor]));
        return;
    }
    const std::vector<Slice> parts = slices(hostSlice);
    AT_DISPATCH_FLOATING_TYPES_AND2(at::kHalf, at::kBFloat16, result.scalar_type(), "adasum", [&] {
        at::parallel_for(0, std::int64_t(parts.size()), 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const Slice &part = parts[std::size_t(i)];
                addRows(placesIn<scalar_t>(rows, part.begin), part.size,
                    weights.const_data_ptr<double>() + part.tensor * weights.size(1),
                    result.mutable_data_ptr<scalar_t>() + part.begin);
            }
        });
    });
}

at::Tensor adasumWeights(const at::Tensor &products)
{
    const std::int64_t count = products.size(1);
    std::vector<at::Tensor> nodes;
    for (std::int64_t row = 0; row < count; ++row) {
        nodes.push_back(at::zeros({products.size(0), count}, products.options()));
        nodes.back().select(1, row).fill_(1);
    }
    auto core = std::size_t(adasumCore(int(count)));
    for (std::size_t extra = core; extra < nodes.size(); ++extra)
        nodes[extra - core] = weightsOfPair(nodes[extra - core], nodes[extra], products);
    for (; core > 1; core /= 2)
        for (std::size_t i = 0; i < core / 2; ++i)
            nodes[i] = weightsOfPair(nodes[2 * i], nodes[2 * i + 1], products);
    return nodes.front().contiguous();
}

} // namespace motley
