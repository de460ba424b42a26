#include "engine/tasks/torchscript.h"

#include "engine/base/textfile.h"
#include "engine/formats/modelorigin.h"
#include "engine/protocol/runfolder.h"
#include "engine/tasks/earlier/earlierparts.h"
#include "engine/tasks/madeup/madeupdata.h"
#include "engine/tasks/scriptmodule.h"
#include "engine/tasks/tensordataset.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/scriptcode.h"

#include <filesystem>

namespace motley {

namespace {

constexpr std::size_t largestScript = std::size_t(16) << 30; // bytes

class TorchScriptTask : public Task {
public:
    TorchScriptTask(TorchScriptSpec spec, std::string script, std::shared_ptr<ScriptModule> model,
        std::optional<TensorDataset> training, std::optional<TensorDataset> test, std::vector<std::string> metricNames,
        ModelParts parts, std::vector<std::string> notes)
        : m_spec(std::move(spec)), m_script(std::move(script)), m_model(std::move(model)),
          m_training(std::move(training)), m_test(std::move(test)), m_metricNames(std::move(metricNames)),
          m_parts(std::move(parts)), m_notes(std::move(notes))
    {
    }

    torch::nn::Module &model() override { return *m_model; }
    std::string modelName() const override
    {
        return std::filesystem::path(m_spec.model.script.path).filename().string();
    }
    std::string modelConfig() const override { return toJson(ModelOrigin{withoutPaths(m_spec)}); }
    std::vector<SideFile> modelFiles() const override
    {
        return {{RunFolder::scriptOfModel, m_script}, {partsFile, toJson(m_parts)}};
    }
    std::vector<std::string> notes() const override { return m_notes; }
    const Dataset &trainingSet() const override { return *m_training; }
    const Dataset *testSet() const override { return m_test ? &*m_test : nullptr; }

    // The mean over no samples would be NaN. Then the sum is 0, with a graph to every parameter, as the gradient
    // exchange of the ranks needs.
    at::Tensor summedLoss(const Batch &batch) override
    {
        if (batch.samples > 0)
            return m_model->forward(batch.inputs).loss * double(batch.samples);
        at::Tensor nothing = at::zeros({}, batch.inputs.front().options().dtype(at::kFloat));
        for (const at::Tensor &parameter : m_model->parameters())
            nothing = nothing + parameter.sum() * 0;
        return nothing;
    }

    std::size_t scoreCounts() const override { return m_metricNames.size(); }

    Score score(const Batch &batch) override
    {
        const ScriptModule::Answer answer = m_model->forward(batch.inputs);
        const double samples = double(batch.samples);
        Score score{answer.loss.item<double>() * samples, samples, {}};
        for (const std::string &name : m_metricNames) {
            const auto found = answer.metrics.find(name);
            if (found == answer.metrics.end())
                throw std::runtime_error("The model's forward returned no metric " + name + " this time.");
            score.counts.push_back(found->second * samples);
        }
        return score;
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        const double samples = std::max(sum.weight, 1.0);
        std::vector<Metric> metrics;
        for (std::size_t i = 0; i < m_metricNames.size(); ++i)
            metrics.push_back({m_metricNames[i], sum.counts[i] / samples, Metric::Unit::Number});
        if (metrics.empty())
            metrics.push_back({"loss", meanLoss(sum), Metric::Unit::Number, false});
        return metrics;
    }

private:
    TorchScriptSpec m_spec;
    std::string m_script; // the bytes of the TorchScript file
    std::shared_ptr<ScriptModule> m_model;
    std::optional<TensorDataset> m_training;
    std::optional<TensorDataset> m_test;
    std::vector<std::string> m_metricNames;
    ModelParts m_parts;
    std::vector<std::string> m_notes;
};

// Runs the model on one sample, to check that it works, and returns the names of its metrics.
Result<std::vector<std::string>> tryOut(ScriptModule &model, const TensorDataset &set, const std::string &script)
{
    const torch::NoGradGuard noGradients;
    try {
        model.eval();
        const std::int64_t first = 0;
        const auto answer = model.forward(set.batch({&first, 1}, std::nullopt).inputs);
        model.train();
        std::vector<std::string> names;
        for (const auto &[name, value] : answer.metrics)
            names.push_back(name);
        return names;
    } catch (const std::exception &problem) {
        return fail("The model in " + script + " does not take a batch of the data. Check data.names, and that forward "
                + "returns the mean loss.",
            wordsOf(problem));
    }
}

OpenedTask openScript(const TorchScriptSpec &spec, const std::string &script, std::optional<TensorDataset> training,
    std::optional<TensorDataset> test, const NamedTensors &weights, const EarlierModel &earlier)
{
    auto model = ScriptModule::load(script);
    if (!model)
        return tl::unexpected(model.error());
    if (!weights.empty())
        if (const auto copied = copyInto(stateDict(**model), weights); !copied)
            return fail("The weights beside " + script + " are of another model: " + copied.error().message);
    if ((*model)->parameters().empty())
        return fail("The model in " + script + " has no parameter that could be trained: none requires a gradient.");
    auto names = tryOut(**model, training ? *training : *test, script);
    if (!names)
        return tl::unexpected(names.error());
    auto bytes = readTextFile(script, largestScript);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const ModelParts parts{.script = hashOfCode(script)};
    const auto other = isOther(&ModelParts::script, parts, earlier);
    if (!other)
        return tl::unexpected(other.error());
    std::vector<std::string> notes;
    if (*other)
        notes.push_back("The code in " + script + " is not that which the weights in " + earlier.source
            + " were trained with, though its tensors are named alike: they may mean something else in it.");
    return std::make_unique<TorchScriptTask>(spec, std::move(*bytes), std::move(*model), std::move(training),
        std::move(test), std::move(*names), parts, std::move(notes));
}

OpenedTask openTorchScript(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<TorchScriptSpec>(job.task);
    auto training = TensorDataset::read(spec.data.train.path, spec.data.names);
    if (!training)
        return tl::unexpected(training.error());
    std::optional<TensorDataset> test;
    if (!spec.data.test.empty()) {
        auto read = TensorDataset::read(spec.data.test.path, spec.data.names);
        if (!read)
            return tl::unexpected(read.error());
        test = std::move(*read);
    }
    return openScript(spec, spec.model.script.path, std::move(*training), std::move(test), {}, earlier);
}

OpenedTask reopenTorchScript(const std::string &modelFolder, const TaskSpec &task, const std::string &testData)
{
    const auto &spec = std::get<TorchScriptSpec>(task);
    const auto weights = readSafetensors(modelFolder + "/model.safetensors");
    if (!weights)
        return tl::unexpected(weights.error());
    auto test = TensorDataset::read(testData, spec.data.names);
    if (!test)
        return tl::unexpected(test.error());
    return openScript(spec, modelFolder + "/" + RunFolder::scriptOfModel, std::nullopt, std::move(*test), *weights, {});
}

} // namespace

TaskEntry torchScript()
{
    return {TorchScriptSpec::name, "Trains a model of your own: a TorchScript file whose forward returns the loss.",
        "a safetensors or HDF5 file of tensors", openTorchScript, reopenTorchScript,
        [](const TaskSpec &) {
            return ModelUse{"evaluate", "FOLDER --data test.safetensors"};
        },
        nullptr, makeUpData<TorchScriptSpec>};
}

} // namespace motley
