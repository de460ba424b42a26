#include "engine/models/decoder/deltarule.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace motley {

namespace {

constexpr std::int64_t chunkTokens = 64;
constexpr double normEpsilon = 1e-6;

struct Chunking {
    std::int64_t tokens;
    std::int64_t length; // of a chunk
    std::int64_t padding;

    // [samples, tokens, ...] -> [samples, chunks, length, ...], filled up at the end.
    at::Tensor cut(const at::Tensor &x, double filling = 0) const
    {
        std::vector<std::int64_t> pads(std::size_t(2 * (x.dim() - 1)), 0);
        pads.back() = padding;
        return at::constant_pad_nd(x, pads, filling).unflatten(1, {(tokens + padding) / length, length});
    }

    // [samples, tokens, heads, ...] -> [samples, heads, chunks, length, ...], float32.
    at::Tensor perHead(const at::Tensor &x) const { return cut(x.to(at::kFloat)).movedim(3, 1); }
};

at::Tensor normalised(const at::Tensor &x)
{
    return x * at::rsqrt(x.square().sum(-1, /*keepdim=*/true) + normEpsilon);
}

// Which tokens and chunks belong to the same text; each broadcasts over [samples, heads, chunks, ...].
struct Borders {
    at::Tensor together; // [.., tokens, tokens]: two tokens
    at::Tensor goesOn; // [.., tokens, 1]: a token and the end of the chunk before
    at::Tensor reaches; // [.., tokens, 1]: a token and the end of its chunk
    at::Tensor whole; // [.., 1, 1]: the whole chunk and the end of the one before
};

Borders bordersOf(const Chunking &chunks, const at::Tensor &segments)
{
    constexpr double none = -1;
    const at::Tensor cut = chunks.cut(segments, none).unsqueeze(1);
    const at::Tensor last = cut.select(3, -1); // [samples, 1, chunks]
    const at::Tensor before = at::constant_pad_nd(last, {1, 0}, none).narrow(2, 0, last.size(2));
    return {cut.unsqueeze(4).eq(cut.unsqueeze(3)), cut.eq(before.unsqueeze(3)).unsqueeze(4),
        cut.eq(last.unsqueeze(3)).unsqueeze(4), last.eq(before).unsqueeze(3).unsqueeze(4)};
}

} // namespace

DeltaRuleOutputs gatedDeltaRule(const DeltaRuleInputs &inputs)
{
    const std::int64_t tokens = inputs.query.size(1);
    const std::int64_t length = std::min(chunkTokens, tokens);
    const Chunking chunks{tokens, length, (length - tokens % length) % length};
    const double scale = 1 / std::sqrt(double(inputs.query.size(3)));
    const at::Tensor query = chunks.perHead(normalised(inputs.query.to(at::kFloat)) * scale);
    const at::Tensor key = chunks.perHead(normalised(inputs.key.to(at::kFloat)));
    const at::Tensor value = chunks.perHead(inputs.value);
    const at::Tensor rate = chunks.perHead(inputs.rate).unsqueeze(-1);
    const at::Tensor decay = chunks.perHead(inputs.decay).cumsum(-1); // since the chunk's begin
    const Borders borders = inputs.segments.defined() ? bordersOf(chunks, inputs.segments) : Borders();

    // What is left of a token's part when a later one of the chunk reads it. Hidden before exp(), which would overflow.
    at::Tensor hidden = at::ones({length, length}, query.options().dtype(at::kBool)).triu(1);
    at::Tensor reading = decay.exp().unsqueeze(-1); // what is left of the memory before the chunk
    at::Tensor writing = (decay.slice(-1, -1) - decay).exp().unsqueeze(-1); // what is left at the chunk's end
    at::Tensor fading = decay.slice(-1, -1).exp().unsqueeze(-1);
    if (inputs.segments.defined()) {
        hidden = hidden.logical_or(borders.together.logical_not());
        reading = reading * borders.goesOn;
        writing = writing * borders.reaches;
        fading = fading * borders.whole;
    }
    const at::Tensor left = (decay.unsqueeze(-1) - decay.unsqueeze(-2))
                                .masked_fill(hidden, -std::numeric_limits<float>::infinity())
                                .exp();
    // The tokens of a chunk write one after the other; a triangular system solves for all at once.
    const at::Tensor keys = key * rate;
    const at::Tensor system = at::matmul(keys, key.transpose(-1, -2)) * left;
    const auto solved = [&](const at::Tensor &right) {
        return at::linalg_solve_triangular(system, right, /*upper=*/false, /*left=*/true, /*unitriangular=*/true);
    };
    const at::Tensor written = solved(value * rate);
    const at::Tensor recalled = solved(keys * reading);
    const at::Tensor inside = at::matmul(query, key.transpose(-1, -2)) * left;
    const at::Tensor asking = query * reading;
    const at::Tensor telling = (key * writing).transpose(-1, -2);

    at::Tensor memory = inputs.memory;
    if (!memory.defined())
        memory = at::zeros({query.size(0), query.size(1), query.size(4), value.size(4)}, query.options());
    std::vector<at::Tensor> outputs;
    for (std::int64_t chunk = 0; chunk < query.size(2); ++chunk) {
        const auto of = [&](const at::Tensor &x) { return x.select(2, chunk); };
        const at::Tensor added = of(written) - at::matmul(of(recalled), memory);
        outputs.push_back(at::matmul(of(asking), memory) + at::matmul(of(inside), added));
        memory = memory * of(fading) + at::matmul(of(telling), added);
    }
    const at::Tensor output = at::stack(outputs, 2).flatten(2, 3).narrow(2, 0, tokens).transpose(1, 2);
    return {output, memory};
}

} // namespace motley
