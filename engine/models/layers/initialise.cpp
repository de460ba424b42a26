#include "engine/models/layers/initialise.h"

#include "engine/base/keyedrandom.h"
#include "engine/models/layers/syncbatchnorm.h"

#include <cmath>

namespace motley {

namespace {

constexpr std::uint64_t initialisation = 0x696e6974; // random stream, distinct from those of the samples

void fillIn24Bits(const at::Tensor &tensor, double bound, Random &random)
{
    float *values = tensor.data_ptr<float>();
    for (std::int64_t i = 0; i < tensor.numel(); ++i)
        values[i] = float((double(random.next() >> 40) * 0x1p-23 - 1.0) * bound);
}

double evenBound(const at::Tensor &weight)
{
    const double inputs = double(weight[0].numel());
    const double outputs = double(weight.numel()) / double(weight.size(1));
    return std::sqrt(6.0 / (inputs + outputs));
}

bool normalises(const torch::nn::Module &module)
{
    return module.as<SyncBatchNorm>() != nullptr || module.as<torch::nn::LayerNormImpl>() != nullptr;
}

template <typename Bound>
void fillOwn(torch::nn::Module &module, Random &random, const Bound &bound)
{
    if (normalises(module))
        return;
    for (at::Tensor &parameter : module.parameters(/*recurse=*/false)) {
        if (parameter.dim() >= 2)
            fillIn24Bits(parameter, bound(parameter), random);
        else
            parameter.zero_();
    }
}

template <typename Bound>
void initialise(torch::nn::Module &model, std::uint64_t seed, const Bound &bound)
{
    const torch::NoGradGuard noGradients;
    Random random{seed, initialisation};
    fillOwn(model, random, bound);
    // modules() could include the model itself only if a shared_ptr owned it.
    for (const auto &module : model.modules(/*include_self=*/false))
        fillOwn(*module, random, bound);
}

} // namespace

void initialiseForRelu(torch::nn::Module &model, std::uint64_t seed)
{
    initialise(model, seed, [](const at::Tensor &weight) { return std::sqrt(6.0 / double(weight[0].numel())); });
}

void initialiseEvenly(torch::nn::Module &model, std::uint64_t seed)
{
    initialise(model, seed, evenBound);
}

void initialiseTransformer(torch::nn::Module &model, std::uint64_t seed)
{
    const double ofTokens = 0.02 * std::sqrt(3.0);
    initialise(model, seed, [=](const at::Tensor &weight) { return weight.dim() == 3 ? ofTokens : evenBound(weight); });
}

} // namespace motley
