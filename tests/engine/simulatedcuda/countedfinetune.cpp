#include "countedfinetune.h"

#include "engine/models/causal/chunkedloss.h"
#include "engine/models/decoder/decoder.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/models/lora/lora.h"
#include "engine/models/quantization/nf4weight.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/causal/packedtexts.h"

#include <torch/types.h>

#include <stdexcept>
#include <utility>

namespace motley {

namespace {

constexpr std::int64_t sequences = 16;

template <typename T>
T required(Result<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().message);
    return std::move(*result);
}

std::shared_ptr<const PackedWeight> packedAnew(const Projection &layer, at::Device device)
{
    const auto on = [&](at::ScalarType type) { return at::TensorOptions().dtype(type).device(device); };
    const std::int64_t numbers = layer.outputs() * layer.inputs();
    Nf4Parts parts;
    const std::int64_t scales = (numbers + parts.block - 1) / parts.block;
    parts.packed = at::empty({(numbers + 1) / 2}, on(at::kByte));
    parts.scales = at::empty({scales}, on(at::kByte));
    parts.nestedScales = at::empty({(scales + parts.nestedBlock - 1) / parts.nestedBlock}, on(at::kFloat));
    parts.map = nf4Map().clone();
    parts.nestedMap = dynamicMap().clone();
    parts.offset = at::zeros({1});
    return std::make_shared<const Nf4Weight>(std::move(parts), layer.outputs(), layer.inputs(), at::kBFloat16);
}

std::shared_ptr<Decoder> makeDecoder(const CountedShape &shape, std::uint64_t seed, at::Device device)
{
    const torch::NoGradGuard noGradients;
    const auto model = std::make_shared<Decoder>(required(parseDecoderConfig(shape.config)));
    for (const auto &[name, layer] : linearLayers(*model))
        if (name != "lm_head")
            layer->pack(packedAnew(*layer, device));
    for (at::Tensor &weight : model->parameters())
        if (weight.scalar_type() == at::kFloat && weight.is_cpu() && weight.numel() > 1 && weight.stride(0) == 0)
            weight.set_data(at::empty(weight.sizes(), at::TensorOptions().dtype(at::kBFloat16).device(device)));
    LoraConfig adapter;
    adapter.rank = shape.rank;
    adapter.alpha = shape.rank;
    required(addAdapters(*model, adapter, seed).map([] { return 0; }));
    widenForTraining(*model, PrecisionSpec::Kind::BFloat16);
    recomputeActivations(*model);
    model->to(device);
    return model;
}

PackedTexts makeTexts(std::int64_t context)
{
    const std::int64_t half = context / 2;
    const TrainingTokens row{TokenIds(std::size_t(half), 1), std::vector<std::uint8_t>(std::size_t(half), 1)};
    return {{row}, std::vector<PackedSequence>(sequences, {{{0, half, 0}, {0, half, half}}}), context};
}

class CountedFineTune : public Task {
public:
    CountedFineTune(const CountedShape &shape, std::uint64_t seed, at::Device device)
        : m_model(makeDecoder(shape, seed, device)), m_texts(makeTexts(shape.context))
    {
    }

    torch::nn::Module &model() override { return *m_model; }
    std::string modelName() const override { return m_model->name(); }
    std::string modelConfig() const override { return {}; }
    const Dataset &trainingSet() const override { return m_texts; }
    const Dataset *testSet() const override { return nullptr; }
    std::size_t scoreCounts() const override { return 0; }
    Score score(const Batch &batch) override { return {summedLoss(batch).item<double>(), 0, {}}; }
    std::vector<Metric> metrics(const Score &) const override { return {}; }

    at::Tensor summedLoss(const Batch &batch) override
    {
        return summedWordLoss(m_model->head(hidden(batch), batch.keys), batch.targets[0]);
    }
    LogitBytes logitBytes(const Batch &batch) override
    {
        const torch::NoGradGuard noGradients;
        const Batch none = batch.slice(0, 0);
        const OutputHead head = m_model->head(hidden(none), none.keys);
        return {bytesOfLogits(head, labelledTokens(batch.targets[0])), mostBytesOfLogits(head)};
    }

private:
    at::Tensor hidden(const Batch &batch)
    {
        return m_model->forwardTexts(batch.inputs[0], batch.inputs[1], batch.keys);
    }

    std::shared_ptr<Decoder> m_model;
    PackedTexts m_texts;
};

} // namespace

JobSpec countedJob(const CountedShape &shape)
{
    LanguageModelSpec task;
    task.model.start = "folder";
    task.model.context = int(shape.context);
    task.model.quantization = Quantization::Nf4;
    task.data.format = LanguageModelData::Format::Conversations;
    task.adapter.rank = shape.rank;
    JobSpec job;
    job.task = task;
    job.batch = 1;
    job.precision.kind = PrecisionSpec::Kind::BFloat16;
    job.clipNorm = 1;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.schedule.peak = 2e-4;
    return job;
}

std::unique_ptr<Task> openCounted(const CountedShape &shape, at::Device device)
{
    return std::make_unique<CountedFineTune>(shape, countedJob(shape).seed, device);
}

} // namespace motley
