// The attention of CUDA that keeps no scores (Rabe and Staats 2021), with the memory that torch's kernels for it take.
#include "counting.h"
#include "shadows.h"

#include <ATen/native/transformers/attention.h>
#include <ATen/SDPBackend.h>
#include <torch/library.h>
#include <torch/types.h>

#include <array>
#include <atomic>
#include <cmath>

namespace simulated {

namespace {

using Results = std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor>;

constexpr std::int64_t sumsUnit = 32; // queries; kernels write sums for whole ones

std::atomic<bool> fuses{false};

std::int64_t chooseAttention(const at::Tensor &query, const at::Tensor &key, const at::Tensor &,
    const std::optional<at::Tensor> &mask, double dropout, bool, std::optional<double>, bool)
{
    const bool fits = fuses && mask && dropout == 0 && at::isReducedFloatingType(query.scalar_type())
        && query.size(1) == key.size(1) && query.size(3) % 8 == 0;
    return std::int64_t(fits ? at::SDPBackend::efficient_attention : at::SDPBackend::math);
}

// As its kernels lay it out: tokens before heads.
at::Tensor byTokens(const at::Tensor &like)
{
    return at::empty({like.size(0), like.size(2), like.size(1), like.size(3)}, like.options()).transpose(1, 2);
}

double scaleOf(const at::Tensor &query, std::optional<double> scale)
{
    return scale.value_or(1 / std::sqrt(double(query.size(3))));
}

at::Tensor wide(const at::Tensor &tensor)
{
    return onCpu(tensor).to(at::kFloat);
}

at::Tensor scoresOf(const at::Tensor &query, const at::Tensor &key, const at::Tensor &bias, double scale)
{
    return at::matmul(wide(query), wide(key).transpose(2, 3)) * scale + wide(bias);
}

Results attention(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const std::optional<at::Tensor> &bias, bool keepsSums, double, bool, std::optional<double> scale)
{
    finish(launch(query.device().index(), {{query, false}, {key, false}, {value, false}, {*bias, false}},
        "aten::_scaled_dot_product_efficient_attention"));
    const std::int64_t queries = query.size(2);
    const at::Tensor out = byTokens(query);
    const at::Tensor sums
        = at::empty({query.size(0), query.size(1), keepsSums ? (queries + sumsUnit - 1) / sumsUnit * sumsUnit : 0},
            query.options().dtype(at::kFloat));
    if (!onlyCounts()) {
        const at::Tensor scores = scoresOf(query, key, *bias, scaleOf(query, scale));
        onCpu(out).copy_(at::matmul(scores.softmax(-1), wide(value)));
        if (keepsSums)
            onCpu(sums).narrow(2, 0, queries).copy_(scores.logsumexp(-1));
    }
    const auto seed = query.options().dtype(at::kLong);
    return {out, sums, at::empty({}, seed), at::empty({}, seed)};
}

Results attentionBackward(const at::Tensor &gradient, const at::Tensor &query, const at::Tensor &key,
    const at::Tensor &value, const at::Tensor &bias, const at::Tensor &out, const at::Tensor &sums, const at::Tensor &,
    const at::Tensor &, double, std::array<bool, 4> wanted, bool, std::optional<double> scale)
{
    TORCH_CHECK(!wanted[3], "The simulated attention gives its mask no gradient.");
    finish(launch(query.device().index(),
        {{gradient, false}, {query, false}, {key, false}, {value, false}, {bias, false}, {out, false}, {sums, false}},
        "aten::_scaled_dot_product_efficient_attention_backward"));
    const at::Tensor toQuery = byTokens(query), toKey = byTokens(key), toValue = byTokens(value);
    const auto single = query.options().dtype(at::kFloat);
    const at::Tensor products = at::empty({query.size(0), query.size(1), query.size(2)}, single);
    const at::Tensor wideQuery = at::empty(query.sizes(), single); // its gradient, until all keys have added theirs
    if (!onlyCounts()) {
        const double factor = scaleOf(query, scale);
        const at::Tensor shares
            = (scoresOf(query, key, bias, factor) - onCpu(sums).narrow(2, 0, query.size(2)).unsqueeze(3)).exp();
        const at::Tensor given = wide(gradient);
        const at::Tensor ofShares = at::matmul(given, wide(value).transpose(2, 3));
        const at::Tensor mean = (given * wide(out)).sum(-1, /*keepdim=*/true);
        const at::Tensor ofScores = shares * (ofShares - mean) * factor;
        onCpu(toQuery).copy_(at::matmul(ofScores, wide(key)));
        onCpu(toKey).copy_(at::matmul(ofScores.transpose(2, 3), wide(query)));
        onCpu(toValue).copy_(at::matmul(shares.transpose(2, 3), given));
    }
    return {toQuery, toKey, toValue, at::Tensor()};
}

const bool isChosen = [] {
    at::native::_fused_sdp_choice_stub.set_cuda_dispatch_ptr(&chooseAttention);
    return true;
}();

} // namespace

void fuseAttention(bool wanted)
{
    fuses = wanted;
}

TORCH_LIBRARY_IMPL(aten, CUDA, library)
{
    library.impl("_scaled_dot_product_efficient_attention", TORCH_FN(attention));
    library.impl("_scaled_dot_product_efficient_attention_backward", TORCH_FN(attentionBackward));
}

} // namespace simulated
