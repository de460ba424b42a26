#include "engine/models/layers/keyeddropout.h"

#include "engine/base/keyedrandom.h"
#include "engine/models/layers/keyeddropoutkernel.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>

#include <algorithm>
#include <vector>

namespace motley {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr std::uint64_t dropoutPurpose = 0x64726f70; // random stream, distinct from that of augmentation
constexpr std::int64_t dropoutGrain = 1 << 14; // least elements per thread

// Maps a contiguous tensor to positions in its samples: runs of elements with consecutive positions.
class Positions {
public:
    Positions(at::IntArrayRef sizes, at::IntArrayRef widest)
    {
        const auto dimensions = std::int64_t(sizes.size());
        std::int64_t stride = 1;
        bool inRun = true;
        for (std::int64_t d = dimensions - 1; d >= 1; --d) {
            if (inRun)
                m_run *= sizes[d];
            else
                m_outer.push_back({sizes[d], stride});
            const std::int64_t width = widest.empty() ? sizes[d] : widest[d - 1];
            TORCH_CHECK(width >= sizes[d], "keyed dropout: a sample is wider than the widest");
            inRun = inRun && width == sizes[d];
            stride *= width;
            m_perSample *= sizes[d];
        }
    }

    std::int64_t run() const { return m_run; }
    std::int64_t perSample() const { return m_perSample; }

    std::uint32_t ofRun(std::int64_t run) const // position of its first element in the sample
    {
        std::int64_t offset = 0;
        for (const auto &[size, stride] : m_outer) {
            offset += run % size * stride;
            run /= size;
        }
        return std::uint32_t(offset);
    }

private:
    struct Dimension {
        std::int64_t size;
        std::int64_t stride;
    };
    std::int64_t m_run = 1;
    std::int64_t m_perSample = 1;
    std::vector<Dimension> m_outer; // from the innermost to the outermost
};

void dropOnCpu(const at::Tensor &from, const at::Tensor &to, double p, const at::Tensor &keys, std::uint64_t layer,
    at::IntArrayRef widest)
{
    const Positions positions(from.sizes(), widest);
    const DropoutRate rate = dropoutRate(p);
    const std::int64_t run = positions.run();
    const std::int64_t runsPerSample = run == 0 ? 0 : positions.perSample() / run;
    const float *source = from.const_data_ptr<float>();
    float *target = to.data_ptr<float>();
    const at::Tensor keysHere = keys.contiguous();
    const std::int64_t *key = keysHere.const_data_ptr<std::int64_t>();
    at::parallel_for(0, from.numel(), dropoutGrain, [&](std::int64_t begin, std::int64_t end) {
        while (begin < end) {
            const std::int64_t number = begin / run;
            const std::int64_t inRun = begin % run;
            const std::int64_t count = std::min(end - begin, run - inRun);
            const DropoutStream stream = dropoutStream(std::uint64_t(key[number / runsPerSample]), layer);
            dropElements(source + begin, target + begin, count,
                positions.ofRun(number % runsPerSample) + std::uint32_t(inRun), stream, rate);
            begin += count;
        }
    });
}

at::Tensor shiftedRight(const at::Tensor &word, std::int64_t bits) // logical shift, as of an unsigned number
{
    return word.__rshift__(bits).bitwise_and((std::int64_t(1) << (64 - bits)) - 1);
}

at::Tensor mixed(at::Tensor word)
{
    word = word.bitwise_xor(shiftedRight(word, 30)) * std::int64_t(0xbf58476d1ce4e5b9);
    word = word.bitwise_xor(shiftedRight(word, 27)) * std::int64_t(0x94d049bb133111eb);
    return word.bitwise_xor(shiftedRight(word, 31));
}

at::Tensor withFactors(
    const at::Tensor &x, double p, const at::Tensor &keys, std::uint64_t layer, at::IntArrayRef widest)
{
    if (!x.is_cpu())
        return x * composedDropoutFactors(x.sizes(), p, keys, layer, widest).to(x.scalar_type());
    if (x.scalar_type() == at::kFloat) {
        const at::Tensor from = x.contiguous();
        at::Tensor to = at::empty_like(from);
        dropOnCpu(from, to, p, keys, layer, widest);
        return to;
    }
    const at::Tensor factors = at::ones(x.sizes(), x.options().dtype(at::kFloat));
    dropOnCpu(factors, factors, p, keys, layer, widest);
    return x * factors.to(x.scalar_type());
}

struct KeyedDropout : torch::autograd::Function<KeyedDropout> {
    static at::Tensor forward(AutogradContext *context, const at::Tensor &x, double p, const at::Tensor &keys,
        std::int64_t layer, std::vector<std::int64_t> widest)
    {
        context->save_for_backward({keys});
        context->saved_data["p"] = p;
        context->saved_data["layer"] = layer;
        at::Tensor dropped = withFactors(x, p, keys, std::uint64_t(layer), widest);
        context->saved_data["widest"] = std::move(widest);
        return dropped;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const at::Tensor keys = context->get_saved_variables()[0];
        const auto widest = context->saved_data["widest"].toIntVector();
        return {withFactors(gradients[0], context->saved_data["p"].toDouble(), keys,
                    std::uint64_t(context->saved_data["layer"].toInt()), widest),
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

at::Tensor composedDropoutFactors(
    at::IntArrayRef sizes, double p, const at::Tensor &keys, std::uint64_t layer, at::IntArrayRef widest)
{
    const auto options = keys.options();
    const auto dimensions = std::int64_t(sizes.size());
    const auto along = [&](std::int64_t d) {
        std::vector<std::int64_t> shape(sizes.size(), 1);
        shape[std::size_t(d)] = sizes[std::size_t(d)];
        return shape;
    };
    constexpr std::int64_t low = 0xffffffff;
    at::Tensor offset = at::zeros(std::vector<std::int64_t>(sizes.size(), 1), options);
    std::int64_t stride = 1;
    for (std::int64_t d = dimensions - 1; d >= 1; --d) {
        offset = offset + (at::arange(sizes[std::size_t(d)], options) * stride).view(along(d));
        stride *= widest.empty() ? sizes[std::size_t(d)] : widest[std::size_t(d - 1)];
    }
    // Computes the same as dropoutStream() and dropInline() in keyeddropoutkernel.cpp, with 32-bit numbers in the lower
    // half of 64-bit ones.
    const auto salt = std::int64_t(dropoutLayerWord(layer));
    const at::Tensor word = mixed(keys + salt).view(along(0));
    at::Tensor h = (offset * std::int64_t(0x9e3779b9) + word).bitwise_and(low);
    h = h.bitwise_xor(h.__rshift__(16));
    h = (h * std::int64_t(0x21f0aaad) + shiftedRight(word, 32)).bitwise_and(low);
    h = h.bitwise_xor(h.__rshift__(15));
    h = (h * std::int64_t(0xd35a2d97)).bitwise_and(low);
    h = h.bitwise_xor(h.__rshift__(15));
    const DropoutRate rate = dropoutRate(p);
    return h.__rshift__(1).ge(std::int64_t(rate.threshold)).to(at::kFloat) * double(rate.scale);
}

at::Tensor Dropout::operator()(const at::Tensor &x, double p, std::uint64_t layer, at::IntArrayRef widest) const
{
    return keys.defined() ? keyedDropout(x, p, keys, layer, widest) : x;
}

} // namespace motley
