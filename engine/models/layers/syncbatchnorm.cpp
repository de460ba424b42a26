#include "engine/models/layers/syncbatchnorm.h"

#include "engine/models/layers/channelkernel.h"

#include <ATen/Parallel.h>

#include <algorithm>

namespace motley {

namespace {

constexpr double epsilon = 1e-5;
constexpr double momentum = 0.1;

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct Statistics {
    at::Tensor mean; // float, per channel
    at::Tensor variance; // float, per channel, biased
    at::Tensor samples; // one double: pixels per channel over all ranks
};

// Whether x has a format for which channelkernel.h processes the values in one pass; ATen's general operations take
// several.
bool isPlain(const at::Tensor &x)
{
    return x.is_cpu() && x.scalar_type() == at::kFloat && x.numel() > 0
        && (x.is_contiguous() || x.is_contiguous(at::MemoryFormat::ChannelsLast));
}

constexpr std::int64_t grain = 1 << 14; // least numbers per thread

ChannelLayout layoutOf(const at::Tensor &plain)
{
    ChannelLayout layout;
    layout.channels = plain.size(1);
    layout.sideBySide = !plain.is_contiguous();
    layout.width = layout.sideBySide ? layout.channels : plain.size(2) * plain.size(3);
    layout.planes = plain.numel() / layout.width;
    return layout;
}

std::int64_t grainOf(const ChannelLayout &layout)
{
    return std::max<std::int64_t>(grain / layout.width, 1);
}

// Sums of the first tensor and of the product of both, over plain values: double [2, channels]. ATen's fused kernels
// would round them to float, which becomes visible in the gradients of deep networks when the batch is split in another
// way.
at::Tensor channelSums(const at::Tensor &first, const at::Tensor &second)
{
    const ChannelLayout layout = layoutOf(first);
    at::Tensor parts = at::zeros({at::get_num_threads(), 2, layout.channels}, at::kDouble);
    double *const part = parts.data_ptr<double>();
    at::parallel_for(0, layout.planes, grainOf(layout), [&](std::int64_t begin, std::int64_t end) {
        double *const sums = part + at::get_thread_num() * 2 * layout.channels;
        sumChannels(first.const_data_ptr<float>(), second.const_data_ptr<float>(), layout, begin, end, sums,
            sums + layout.channels);
    });
    return parts.sum(0);
}

// Sums of this rank's values and of their squares: double [2, channels].
at::Tensor momentSums(const at::Tensor &input)
{
    if (isPlain(input))
        return channelSums(input, input);
    const auto [variance, mean]
        = at::var_mean(input.to(at::kFloat), at::IntArrayRef{0, 2, 3}, /*correction=*/at::Scalar(0));
    const at::Tensor exactMean = mean.to(at::kDouble);
    return at::stack({exactMean, variance.to(at::kDouble) + exactMean.square()}) * (input.numel() / input.size(1));
}

void addUp(at::Tensor &tensor, const SharedSum *shared)
{
    if (shared)
        shared->sum(tensor);
}

// Mean and variance over the values of all ranks. The sums are all-reduced in double, so that the result does not
// depend on the split. Nothing here waits for a GPU.
Statistics globalStatistics(const at::Tensor &input, const SharedSum *shared)
{
    const std::int64_t channels = input.size(1);
    const auto count = double(input.numel() / channels);
    at::Tensor sums = at::zeros({2 * channels + 1}, input.options().dtype(at::kDouble));
    if (count > 0) {
        sums.narrow(0, 0, 2 * channels).copy_(momentSums(input).flatten());
        sums.narrow(0, 2 * channels, 1).fill_(count);
    }
    addUp(sums, shared);
    const at::Tensor samples = sums[2 * channels];
    const at::Tensor divisor = samples.clamp_min(1);
    const at::Tensor mean = sums.narrow(0, 0, channels) / divisor;
    const at::Tensor variance = (sums.narrow(0, channels, channels) / divisor - mean.square()).clamp_min(0);
    return {mean.to(at::kFloat), variance.to(at::kFloat), samples};
}

at::Tensor perChannel(const at::Tensor &values)
{
    return values.view({1, -1, 1, 1});
}

// Sums of the gradient and of the gradient times the distance from the mean, over this rank's values: double [2,
// channels].
at::Tensor localSums(const at::Tensor &gradient, const at::Tensor &input, const at::Tensor &mean)
{
    if (!isPlain(input)) {
        const at::Tensor ofGradient = gradient.sum({0, 2, 3}, false, at::kDouble);
        const at::Tensor ofProduct = (gradient * (input - perChannel(mean))).sum({0, 2, 3}, false, at::kDouble);
        return at::stack({ofGradient, ofProduct});
    }
    const at::Tensor sums = channelSums(gradient, input);
    return at::stack({sums[0], sums[1] - sums[0] * mean});
}

// gradient * scale + input * slope + offset, where scale, slope and offset have one number for each channel.
at::Tensor combined(const at::Tensor &gradient, const at::Tensor &scale, const at::Tensor &input,
    const at::Tensor &slope, const at::Tensor &offset)
{
    if (!isPlain(input))
        return at::addcmul(perChannel(offset), gradient, perChannel(scale)).addcmul_(input, perChannel(slope));
    at::Tensor result = at::empty_like(input);
    const ChannelLayout layout = layoutOf(input);
    const at::Tensor factors = at::stack({scale, slope, offset});
    const float *factor = factors.const_data_ptr<float>();
    at::parallel_for(0, layout.planes, grainOf(layout), [&](std::int64_t begin, std::int64_t end) {
        combineChannels(gradient.const_data_ptr<float>(), input.const_data_ptr<float>(), result.data_ptr<float>(),
            layout, {factor, factor + layout.channels, factor + 2 * layout.channels}, begin, end);
    });
    return result;
}

struct Normalise : torch::autograd::Function<Normalise> {
    static at::Tensor forward(AutogradContext *context, const at::Tensor &input, const at::Tensor &weight,
        const at::Tensor &bias, const Statistics &statistics, const c10::intrusive_ptr<SharedSum> &shared)
    {
        context->save_for_backward({input, weight, statistics.mean, statistics.variance, statistics.samples});
        if (shared)
            context->saved_data["sum"] = c10::IValue::make_capsule(shared);
        return at::batch_norm(
            input, weight, bias, statistics.mean, statistics.variance, /*training=*/false, momentum, epsilon, false);
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const variable_list saved = context->get_saved_variables();
        const at::Tensor &input = saved[0];
        const at::Tensor &weight = saved[1];
        const at::Tensor &mean = saved[2];
        const at::Tensor inverse = (saved[3] + epsilon).rsqrt();
        const at::Tensor samples = saved[4].clamp_min(1);
        const auto kept = context->saved_data["sum"]; // none where there are no other ranks
        const at::Tensor gradient = gradients[0].contiguous(input.suggest_memory_format());
        const at::Tensor local = localSums(gradient, input, mean);
        at::Tensor global = local.clone();
        if (kept.isCapsule())
            addUp(global, static_cast<const SharedSum *>(kept.toCapsule().get()));
        const at::Tensor means = (global / samples).to(at::kFloat);
        const at::Tensor scale = inverse * weight;
        const at::Tensor slope = -scale * inverse.square() * means[1];
        const at::Tensor offset = -scale * means[0] - slope * mean;
        const at::Tensor toInput = combined(gradient, scale, input, slope, offset);
        return {toInput, local[1].to(at::kFloat) * inverse, local[0].to(at::kFloat), {}, {}};
    }
};

} // namespace

SyncBatchNorm::SyncBatchNorm(std::int64_t channels)
    : m_weight(register_parameter("weight", torch::ones(channels))),
      m_bias(register_parameter("bias", torch::zeros(channels))),
      m_runningMean(register_buffer("running_mean", torch::zeros(channels))),
      m_runningVariance(register_buffer("running_var", torch::ones(channels)))
{
}

at::Tensor SyncBatchNorm::forward(const at::Tensor &input)
{
    if (!is_training() || (!m_sum && !input.is_cpu()))
        return at::batch_norm(
            input, m_weight, m_bias, m_runningMean, m_runningVariance, is_training(), momentum, epsilon, false);
    Statistics statistics;
    {
        const torch::NoGradGuard noGradients;
        statistics = globalStatistics(input, m_sum.get());
        const at::Tensor amount = (statistics.samples > 0).to(at::kFloat) * momentum; // 0 if no rank has samples
        const at::Tensor unbiased = statistics.samples / (statistics.samples - 1).clamp_min(1);
        m_runningMean.lerp_(statistics.mean, amount);
        m_runningVariance.lerp_((statistics.variance * unbiased).to(at::kFloat), amount);
    }
    return Normalise::apply(input, m_weight, m_bias, statistics, m_sum);
}

bool hasSyncBatchNorm(const torch::nn::Module &model)
{
    const auto modules = model.modules();
    return std::any_of(
        modules.begin(), modules.end(), [](const auto &module) { return module->template as<SyncBatchNorm>(); });
}

void shareStatistics(torch::nn::Module &model, const AllReduceFunction &sum)
{
    const auto shared = sum ? c10::make_intrusive<SharedSum>(sum) : c10::intrusive_ptr<SharedSum>();
    for (const auto &module : model.modules()) {
        auto *layer = module->as<SyncBatchNorm>();
        if (!layer)
            continue;
        if (layer->m_sum)
            layer->m_sum->sum = nullptr;
        layer->m_sum = shared;
    }
}

} // namespace motley
