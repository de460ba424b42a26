#include "engine/data/dataset.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/hetseqorder.h"

#include <torch/types.h>

namespace motley {

namespace {

constexpr std::uint64_t networkStream = 1; // fourth word of the random key, which data sets do not use

template <typename Change>
std::vector<at::Tensor> changed(const std::vector<at::Tensor> &tensors, const Change &change)
{
    std::vector<at::Tensor> results;
    results.reserve(tensors.size());
    for (const at::Tensor &tensor : tensors)
        results.push_back(change(tensor));
    return results;
}

template <typename Change>
Batch withTensors(const Batch &batch, const Change &change)
{
    Batch made = batch;
    made.inputs = changed(batch.inputs, change);
    made.targets = changed(batch.targets, change);
    if (batch.keys.defined())
        made.keys = change(batch.keys);
    return made;
}

} // namespace

Batch Batch::slice(std::int64_t first, std::int64_t last) const
{
    const auto part = [=](const at::Tensor &tensor) { return tensor.slice(0, first, last); };
    return {changed(inputs, part), changed(targets, part), last - first, wholeWeight, wholeSecondWeight,
        keys.defined() ? part(keys) : keys};
}

Batch Batch::pinned() const
{
    return withTensors(*this, [](const at::Tensor &tensor) { return tensor.pin_memory(); });
}

Batch Batch::to(at::Device device) const
{
    if (device.is_cpu())
        return *this;
    return withTensors(*this, [=](const at::Tensor &tensor) {
        return (tensor.is_pinned() ? tensor : tensor.pin_memory()).to(device, /*non_blocking=*/true);
    });
}

at::Tensor sampleKeys(std::span<const std::int64_t> ids, AugmentKey key)
{
    at::Tensor keys = at::empty({std::int64_t(ids.size())}, at::kLong);
    std::int64_t *values = keys.data_ptr<std::int64_t>();
    for (const std::int64_t id : ids)
        *values++ = std::int64_t(Random{key.seed, std::uint64_t(key.epoch), std::uint64_t(id), networkStream}.next());
    return keys;
}

double Dataset::divisor(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const
{
    const double first = weight(ids, key);
    return first == 0 && secondWeight(ids, key) > 0 ? 1 : first;
}

std::unique_ptr<Sampler> Dataset::sampler(std::uint64_t seed, std::int64_t batch, const OrderSpec &order) const
{
    const PerEpoch batches = batchesOf(order, batch);
    if (order.kind == OrderSpec::Kind::HetSeq)
        return std::make_unique<HetSeqOrder>(seed, size(), batches, order.groupSize, order.unshuffledEpochs);
    return std::make_unique<ShuffledSamples>(seed, size(), batches, order.unshuffledEpochs);
}

} // namespace motley
