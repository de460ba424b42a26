#include "engine/models/layers/keyeddropout.h"

#include "engine/base/keyedrandom.h"
#include "engine/models/layers/keyeddropoutkernel.h"
#include "engine/models/layers/keyeddropoutpositions.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>
#include <torch/types.h>

#include <algorithm>
#include <vector>

namespace motley {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::uint64_t dropoutPurpose = 0x64726f70; // random stream, distinct from that of augmentation
constexpr std::int64_t dropoutGrain = 1 << 14; // least elements per thread

void dropElementsOf(const at::Tensor &from, const at::Tensor &to, double p, const at::Tensor &keys, std::int64_t layer,
    at::IntArrayRef widest)
{
    const DropoutPositions positions = positionsIn(from.sizes(), widest);
    const DropoutRate rate = dropoutRate(p);
    const std::int64_t run = positions.run;
    const std::int64_t runsPerSample = run == 0 ? 0 : positions.perSample / run;
    const float *source = from.const_data_ptr<float>();
    float *target = to.data_ptr<float>();
    const at::Tensor keysHere = keys.contiguous();
    const std::int64_t *key = keysHere.const_data_ptr<std::int64_t>();
    at::parallel_for(0, from.numel(), dropoutGrain, [&](std::int64_t begin, std::int64_t end) {
        while (begin < end) {
            const std::int64_t number = begin / run;
            const std::int64_t inRun = begin % run;
            const std::int64_t count = std::min(end - begin, run - inRun);
            const DropoutStream stream
                = dropoutStream(std::uint64_t(key[number / runsPerSample]), std::uint64_t(layer));
            dropElements(source + begin, target + begin, count,
                positionOfRun(positions, unsigned(number % runsPerSample)) + unsigned(inRun), stream, rate);
            begin += count;
        }
    });
}

at::Tensor dropOnCpu(const at::Tensor &x, double p, const at::Tensor &keys, std::int64_t layer, at::IntArrayRef widest)
{
    if (x.scalar_type() == at::kFloat) {
        const at::Tensor from = x.contiguous();
        at::Tensor to = at::empty_like(from);
        dropElementsOf(from, to, p, keys, layer, widest);
        return to;
    }
    const at::Tensor factors = at::ones(x.sizes(), x.options().dtype(at::kFloat));
    dropElementsOf(factors, factors, p, keys, layer, widest);
    return (x * factors).to(x.scalar_type()); // rounded once
}

// The CUDA plug-in has the kernel for GPUs (engine/device/cuda/keyeddropout.cpp).
TORCH_LIBRARY(motley, library)
{
    library.def("keyed_dropout(Tensor x, float p, Tensor keys, int layer, int[] widest) -> Tensor");
}

TORCH_LIBRARY_IMPL(motley, CPU, library)
{
    library.impl("keyed_dropout", TORCH_FN(dropOnCpu));
}

at::Tensor withFactors(
    const at::Tensor &x, double p, const at::Tensor &keys, std::int64_t layer, at::IntArrayRef widest)
{
    static const auto kernel
        = c10::Dispatcher::singleton().findSchemaOrThrow("motley::keyed_dropout", "").typed<decltype(dropOnCpu)>();
    return kernel.call(x, p, keys, layer, widest);
}

struct KeyedDropout : torch::autograd::Function<KeyedDropout> {
    static at::Tensor forward(AutogradContext *context, const at::Tensor &x, double p, const at::Tensor &keys,
        std::int64_t layer, std::vector<std::int64_t> widest)
    {
        context->save_for_backward({keys});
        context->saved_data["p"] = p;
        context->saved_data["layer"] = layer;
        at::Tensor dropped = withFactors(x, p, keys, layer, widest);
        context->saved_data["widest"] = std::move(widest);
        return dropped;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const at::Tensor keys = context->get_saved_variables()[0];
        const auto widest = context->saved_data["widest"].toIntVector();
        return {withFactors(gradients[0], context->saved_data["p"].toDouble(), keys,
                    context->saved_data["layer"].toInt(), widest),
            {}, {}, {}, {}};
    }
};

} // namespace

at::Tensor dropoutKeys(std::uint64_t seed, std::int64_t epoch, std::span<const std::int64_t> sampleIds)
{
    const at::Tensor keys = at::empty({std::int64_t(sampleIds.size())}, at::kLong);
    auto *next = keys.data_ptr<std::int64_t>();
    for (const std::int64_t id : sampleIds)
        *next++ = std::int64_t(Random{seed, std::uint64_t(epoch), std::uint64_t(id), dropoutPurpose}.next());
    return keys;
}

at::Tensor keyedDropout(
    const at::Tensor &x, double p, const at::Tensor &keys, std::uint64_t layer, at::IntArrayRef widest)
{
    TORCH_CHECK(p >= 0 && p < 1, "keyed dropout: p must be at least 0 and below 1");
    TORCH_CHECK(keys.dim() == 1 && keys.scalar_type() == at::kLong && x.dim() >= 1 && keys.size(0) == x.size(0),
        "keyed dropout: one int64 key is needed for each sample");
    TORCH_CHECK(widest.empty() || std::int64_t(widest.size()) == x.dim() - 1,
        "keyed dropout: the widest sample has other dimensions");
    if (p == 0)
        return x;
    return KeyedDropout::apply(x, p, keys, std::int64_t(layer), widest.vec());
}

at::Tensor Dropout::operator()(const at::Tensor &x, double p, std::uint64_t layer, at::IntArrayRef widest) const
{
    return keys.defined() ? keyedDropout(x, p, keys, layer, widest) : x;
}

} // namespace motley
