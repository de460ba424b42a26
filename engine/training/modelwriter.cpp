#include "engine/training/modelwriter.h"

#include "engine/formats/modelorigin.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/training/modelcard.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <chrono>
#include <thread>
#include <utility>

namespace motley {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto retryInterval = std::chrono::seconds(1);
constexpr auto stopLimit = std::chrono::seconds(30); // for a disk to get room after a stop was asked for

} // namespace

std::int64_t countParameters(const torch::nn::Module &model)
{
    std::int64_t count = 0;
    for (const at::Tensor &parameter : model.parameters())
        count += parameter.numel();
    for (const auto &[name, layer] : linearLayers(model)) {
        if (!layer->packed())
            continue;
        count += layer->outputs() * layer->inputs();
        for (const PackedPart &part : layer->packed()->parts())
            count -= part.tensor.numel();
    }
    return count;
}

std::vector<SideFile> ModelWriter::files() const
{
    const JobSpec &job = m_context.launch.job;
    std::vector<SideFile> files = m_state.task.modelFiles();
    files.push_back({"motley.json", toJson(ModelOrigin{withoutPaths(job.task), job.precision})});
    return files;
}

Result<void> ModelWriter::write(const std::string &folder, const std::vector<std::int64_t> &shares)
{
    std::vector<SideFile> all = files();
    all.push_back({"README.md", card(shares)});
    if (const auto adapter = m_state.task.adapterConfig()) {
        const AveragedParameters averaged(m_state.updater);
        return writePeftFolder(folder, m_state.task.model(), *adapter, all);
    }
    const AveragedParameters averaged(m_state.updater);
    NamedTensors tensors = stateDict(m_state.task.model());
    const NamedTensors others = m_state.task.otherTensors();
    tensors.insert(tensors.end(), others.begin(), others.end());
    return writeModelFolder(folder, tensors, m_state.task.modelConfig(), all);
}

Result<void> ModelWriter::writeAtEnd(const std::vector<std::int64_t> &shares)
{
    const RankActivity::Phase phase(*m_context.activity, RankPhase::Saving);
    const auto isStopping = [&] { return m_context.stopRequested && m_context.stopRequested->load(); };
    std::optional<Clock::time_point> stopping;
    for (bool isSaid = false;;) {
        const auto saved = writeBoth(shares);
        if (isStopping() && !stopping)
            stopping = Clock::now();
        if (saved || (stopping && Clock::now() - *stopping >= stopLimit))
            return saved;
        if (!std::exchange(isSaid, true))
            m_context.emit(Warning{-1,
                "The model could not be saved. " + saved.error().message
                    + " This is tried again until it can; to end the run without it, stop it."});
        std::this_thread::sleep_for(retryInterval);
        m_context.activity->advance();
    }
}

// Where the model has averaged weights, the weights that training would go on with are saved beside them.
Result<void> ModelWriter::writeBoth(const std::vector<std::int64_t> &shares)
{
    const std::string folder = m_context.folder.model();
    const auto saved = write(folder, shares);
    if (!saved || m_state.options.optimizer.averageDecay == 0)
        return saved;
    return writeSafetensors(folder + "/unaveraged.safetensors", trainedStateDict(m_state.task.model()));
}

std::string ModelWriter::card(const std::vector<std::int64_t> &shares)
{
    constexpr std::int64_t mostBytes = std::int64_t(4) << 30; // of data, which are read in some ten seconds
    const LaunchSpec &launch = m_context.launch;
    if (!m_data)
        m_data = digestsOf(launch.job.task, mostBytes);
    return toMarkdown({launch.job, m_state.task.modelName(), countParameters(m_state.task.model()),
        m_state.progress.step, m_totalSteps, m_state.lastTest, launch.plan, shares, *m_data, MOTLEY_VERSION});
}

} // namespace motley
