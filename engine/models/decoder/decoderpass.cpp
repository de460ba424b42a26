#include "engine/models/decoder/decoderpass.h"

#include <torch/types.h>

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t leastBlocks = 2; // of a row: one alone would see what the whole row sees

} // namespace

Texts textsOf(const at::Tensor &segments)
{
    const at::Tensor begins = at::diff(segments, 1, 1, segments.narrow(1, 0, 1) - 1).ne(0);
    const at::Tensor places = at::arange(segments.size(1), segments.options()).expand_as(segments);
    return {begins.cumsum(1), places - std::get<0>(at::cummax(places * begins, 1))};
}

at::Tensor lengthsOf(const Texts &texts)
{
    const at::Tensor &numbers = texts.numbers;
    const at::Tensor counts = at::zeros({numbers.size(0), numbers.size(1) + 1}, numbers.options());
    return counts.scatter_add(1, numbers, at::ones_like(numbers)).gather(1, numbers);
}

Sight sightOf(const at::Tensor &positions, const at::Tensor &segments, std::int64_t before, std::int64_t window)
{
    const std::int64_t tokens = positions.size(1);
    const std::int64_t kept = window > 0 ? std::min(before, window - 1) : before;
    const std::int64_t keys = kept + tokens;
    if (!segments.defined() && (window == 0 || keys <= window) && (kept == 0 || tokens == 1))
        return {{}, tokens > 1};
    if (const std::int64_t block = queriesAtOnce(positions.device()); kept == 0 && tokens >= leastBlocks * block)
        return {{}, false, std::make_shared<const BlockSight>(blockSightOf(segments, positions, window, block))};
    const at::Tensor key = at::arange(keys, positions.options());
    const at::Tensor query = (at::arange(tokens, positions.options()) + kept).unsqueeze(1);
    at::Tensor sees = key.le(query);
    if (window > 0)
        sees = sees.logical_and(key.gt(query - window));
    if (segments.defined())
        sees = sees.logical_and(segments.unsqueeze(2).eq(segments.unsqueeze(1))).unsqueeze(1);
    return {sees, false};
}

} // namespace motley
