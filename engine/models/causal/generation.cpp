#include "engine/models/causal/generation.h"

#include "engine/base/keyedrandom.h"

#include <algorithm>
#include <limits>

namespace motley {

namespace {

constexpr std::uint64_t generation = 0x73616d70; // random stream, distinct from those of training

std::vector<double> uniformNumbers(std::uint64_t seed, std::int64_t rows, std::int64_t position)
{
    std::vector<double> numbers;
    for (std::int64_t row = 0; row < rows; ++row) {
        Random random{seed, generation, std::uint64_t(row), std::uint64_t(position)};
        numbers.push_back(double(random.next() >> 11) * 0x1p-53);
    }
    return numbers;
}

} // namespace

at::Tensor generate(CausalLanguageModel &model, const at::Tensor &prompt, const GenerationSpec &spec)
{
    TORCH_CHECK(prompt.dim() == 2 && prompt.size(1) > 0, "generation: a prompt of at least one token is needed");
    const torch::NoGradGuard noGradients;
    const std::int64_t rows = prompt.size(0);
    const std::int64_t positions = model.positions();
    const at::Tensor text = at::empty({rows, prompt.size(1) + spec.newTokens}, prompt.options());
    text.narrow(1, 0, prompt.size(1)).copy_(prompt);
    std::int64_t tokens = prompt.size(1);
    std::int64_t known = 0; // tokens of the text that are in the caches or were dropped from them
    auto caches = model.caches();
    at::Tensor ended = at::zeros({rows}, prompt.options().dtype(at::kBool));
    const at::Tensor ends = at::tensor(spec.endIds, at::kLong).to(prompt.device());
    while (tokens < text.size(1) && (spec.endIds.empty() || !ended.all().item<bool>())) {
        if (caches[0].tokens() + tokens - known > positions) {
            caches = model.caches();
            known = tokens - (positions + 1) / 2;
        }
        const std::int64_t inCaches = caches[0].tokens();
        if (inCaches > 0 && !model.keepsCaches(inCaches, inCaches + tokens - known)) {
            caches = model.caches();
            known -= inCaches;
        }
        const at::Tensor hidden = model.extend(text.slice(1, known, tokens), caches);
        known = tokens;
        const at::Tensor scores = model.predict(hidden.select(1, -1));
        if (spec.neverId)
            scores.select(-1, *spec.neverId).fill_(-std::numeric_limits<float>::infinity());
        at::Tensor next = sampleTokens(scores, spec.sampling, uniformNumbers(spec.seed, rows, tokens));
        if (!spec.endIds.empty()) {
            next = next.masked_fill(ended, spec.endIds.front());
            ended = ended.logical_or(at::isin(next, ends));
        }
        text.select(1, tokens++).copy_(next);
        if (spec.wrote)
            spec.wrote(next[0].item<std::int64_t>());
    }
    return text.narrow(1, 0, tokens).clone();
}

std::vector<std::int32_t> continuation(
    CausalLanguageModel &model, const std::vector<std::int32_t> &ids, const GenerationSpec &spec)
{
    const at::Device device = model.parameters().back().device(); // a table of words may be in the host's memory
    const at::Tensor prompt = at::tensor(ids, at::kInt).to(at::kLong).unsqueeze(0).to(device);
    const at::Tensor written
        = generate(model, prompt, spec)[0].slice(0, std::int64_t(ids.size())).cpu().to(at::kInt).contiguous();
    std::vector<std::int32_t> after(
        written.const_data_ptr<std::int32_t>(), written.const_data_ptr<std::int32_t>() + written.numel());
    const auto &ends = spec.endIds;
    if (!after.empty() && std::find(ends.begin(), ends.end(), after.back()) != ends.end())
        after.pop_back();
    return after;
}

} // namespace motley
