#include "adaptertask.h"

#include "engine/data/text/languagemodeldataset.h"
#include "engine/models/causal/chunkedloss.h"
#include "engine/models/decoder/decoderfiles.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/models/lora/peftfolder.h"

namespace motley {

namespace {

const std::string base = MOTLEY_TESTS "/fixtures/decoders/llama";

class AdapterTask : public Task {
public:
    AdapterTask(OpenedDecoder opened, LoraConfig config, LanguageModelDataset data)
        : m_opened(std::move(opened)), m_config(std::move(config)), m_data(std::move(data))
    {
    }

    torch::nn::Module &model() override { return *m_opened.model; }
    std::string modelName() const override { return m_opened.model->name(); }
    std::string modelConfig() const override { return m_opened.config; }
    const Dataset &trainingSet() const override { return m_data; }
    const Dataset *testSet() const override { return &m_data; }
    std::optional<std::string> adapterConfig() const override
    {
        return peftConfig(*m_opened.model, m_config, {base, false});
    }

    at::Tensor summedLoss(const Batch &batch) override
    {
        Decoder &model = *m_opened.model;
        return summedWordLoss(model.head(model.forward(batch.inputs[0], batch.keys), batch.keys), batch.targets[0]);
    }

    std::size_t scoreCounts() const override { return 0; }
    Score score(const Batch &batch) override
    {
        return {summedLoss(batch).item<double>(), double(labelledTokens(batch.targets[0])), {}};
    }
    std::vector<Metric> metrics(const Score &) const override { return {}; }

private:
    OpenedDecoder m_opened;
    LoraConfig m_config;
    LanguageModelDataset m_data;
};

TokenIds madeUpText(std::int64_t tokens)
{
    TokenIds ids;
    for (std::int64_t i = 0; i < tokens; ++i)
        ids.push_back(std::int32_t(3 + (i * i + i / 7) % 23));
    return ids;
}

} // namespace

JobSpec adapterJob()
{
    LanguageModelSpec task;
    task.model.start.path = base;
    task.adapter.rank = 4;
    task.adapter.alpha = 8;
    task.adapter.dropout = 0.1;
    JobSpec job;
    job.name = "adapter";
    job.task = task;
    job.batch = 8;
    job.epochs = 3;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.schedule.peak = 2e-2;
    job.checkpoint.everySteps = 0;
    return job;
}

Result<std::unique_ptr<Task>> openAdapterTask(const JobSpec &job, double damage)
{
    auto opened = readDecoderFolder(base);
    if (!opened)
        return tl::unexpected(opened.error());
    const torch::NoGradGuard noGradients;
    opened->model->parameters()[3].view(-1)[5].add_(damage);
    const auto config = addAdapters(*opened->model, std::get<LanguageModelSpec>(job.task).adapter, job.seed);
    if (!config)
        return tl::unexpected(config.error());
    auto data = LanguageModelDataset::make(madeUpText(41 * 12), 12, LanguageModelDataset::Use::Training);
    if (!data)
        return tl::unexpected(data.error());
    return std::make_unique<AdapterTask>(*std::move(opened), *config, *std::move(data));
}

std::shared_ptr<Decoder> baseOfAdapterTask()
{
    return readDecoderFolder(base)->model;
}

} // namespace motley
