#include "engine/models/causal/tokensampling.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace motley {

namespace {

struct Candidate {
    double score = 0; // logit, then the unnormalised probability
    std::int64_t token = 0;
};

bool comesFirst(const Candidate &a, const Candidate &b)
{
    return a.score != b.score ? a.score > b.score : a.token < b.token;
}

std::size_t holdingProbability(const std::vector<Candidate> &sorted, double share)
{
    double all = 0;
    for (const Candidate &candidate : sorted)
        all += candidate.score;
    double held = 0;
    std::size_t count = 0;
    while (count < sorted.size() && held < share * all)
        held += sorted[count++].score;
    return std::max<std::size_t>(count, 1);
}

std::int64_t pick(const std::vector<Candidate> &candidates, double uniform)
{
    double all = 0;
    for (const Candidate &candidate : candidates)
        all += candidate.score;
    double left = uniform * all;
    for (const Candidate &candidate : candidates) {
        left -= candidate.score;
        if (left < 0)
            return candidate.token;
    }
    // Reached only by rounding, when the probabilities sum to slightly less than before.
    return std::find_if(candidates.rbegin(), candidates.rend(), [](const Candidate &last) {
        return last.score > 0;
    })->token;
}

std::int64_t sampleToken(std::span<const float> logits, const SamplingSpec &spec, double uniform)
{
    const auto most = std::int64_t(std::max_element(logits.begin(), logits.end()) - logits.begin());
    if (spec.temperature == 0)
        return most;
    std::vector<Candidate> candidates(logits.size());
    for (std::size_t i = 0; i < logits.size(); ++i)
        candidates[i] = {logits[i], std::int64_t(i)};
    const bool cuts = spec.topK > 0 && std::size_t(spec.topK) < candidates.size();
    const auto kept = candidates.begin() + (cuts ? spec.topK : std::int64_t(candidates.size()));
    if (cuts || spec.topP < 1)
        std::partial_sort(candidates.begin(), kept, candidates.end(), comesFirst);
    candidates.erase(kept, candidates.end());
    for (Candidate &candidate : candidates)
        candidate.score = std::exp((candidate.score - logits[std::size_t(most)]) / spec.temperature);
    if (spec.topP < 1)
        candidates.resize(holdingProbability(candidates, spec.topP));
    return pick(candidates, uniform);
}

} // namespace

Result<void> validate(const SamplingSpec &spec)
{
    if (!(spec.temperature >= 0) || !std::isfinite(spec.temperature))
        return fail("The temperature must be 0 or more.");
    if (spec.topK < 0)
        return fail("The number of tokens to choose among (top-k) must be 0, for all, or more.");
    if (!(spec.topP > 0 && spec.topP <= 1))
        return fail("The probability to choose among (top-p) must be above 0 and at most 1.");
    return {};
}

at::Tensor sampleTokens(const at::Tensor &logits, const SamplingSpec &spec, std::span<const double> uniform)
{
    TORCH_CHECK(logits.dim() == 2 && logits.size(1) > 0 && std::size_t(logits.size(0)) == uniform.size(),
        "sampling: one number is needed for each row");
    constexpr double never = -std::numeric_limits<double>::infinity();
    // NaNs, as from a model that diverged, cannot be sorted.
    const at::Tensor scores = logits.detach().to(at::kCPU, at::kFloat).nan_to_num(never, {}, never).contiguous();
    const auto width = std::size_t(scores.size(1));
    const at::Tensor tokens = at::empty({scores.size(0)}, at::kLong);
    for (std::size_t row = 0; row < uniform.size(); ++row) {
        const std::span<const float> ofRow(scores.const_data_ptr<float>() + row * width, width);
        tokens.data_ptr<std::int64_t>()[row] = sampleToken(ofRow, spec, uniform[row]);
    }
    return tokens.to(logits.device());
}

} // namespace motley
