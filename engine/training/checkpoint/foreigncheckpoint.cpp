#include "engine/training/checkpoint/foreigncheckpoint.h"

#include "engine/job/hetseq/hetseqgradient.h"
#include "engine/models/bert/bertnames.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"

#include <torch/types.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

namespace motley {

namespace {

namespace fs = std::filesystem;

// HetSeq and fairseq keep the model under the first of these keys, beside much else.
constexpr std::string_view nestedModel = "model/";
constexpr std::string_view history = "optimizer_history/";
constexpr std::string_view optimizer = "last_optimizer_state/";
constexpr std::string_view arguments = "args/";

// State of HetSeq's two optimizers: PyTorch's names and ours, and the power of the gradient's unit that it is in.
struct StateName {
    const char *theirs;
    const char *ours;
    int power;
};
constexpr StateName stateNames[] = {{"exp_avg", "mean", 1}, {"exp_avg_sq", "meanSquare", 2},
    {"square_avg", "meanSquare", 2}, {"acc_delta", "meanSquareStep", 2}};

// HetSeq and Hugging Face have names of their own for BERT's tensors.
Result<NamedTensors> inNamesOf(const NamedTensors &model, NamedTensors read)
{
    const bool isBert = std::any_of(
        model.begin(), model.end(), [](const NamedTensor &item) { return item.name.rfind("bert.", 0) == 0; });
    return isBert ? toBertNames(read) : Result<NamedTensors>(std::move(read));
}

std::optional<std::int64_t> number(const TorchContents &file, const std::string &name)
{
    const auto found = file.numbers.find(name);
    return found == file.numbers.end() ? std::nullopt : std::optional(found->second);
}

// The number of updates of the newest optimizer in the file's history; 0: it has none.
std::int64_t updatesIn(const TorchContents &file)
{
    std::int64_t updates = 0;
    for (int i = 0;; ++i) {
        const auto found = number(file, std::string(history) + std::to_string(i) + "/num_updates");
        if (!found)
            return std::max<std::int64_t>(updates, 0);
        updates = *found;
    }
}

double argument(const TorchContents &file, const std::string &name, double otherwise)
{
    const auto found = number(file, std::string(arguments) + name);
    return found ? double(*found) : otherwise;
}

// By which HetSeq divided the mean gradients, as the command line in its checkpoint says. nullopt: there is none, known
// by an argument that HetSeq alone has. 0: it varied, where batches are of words and not of sentences.
std::optional<double> gradientDivisorIn(const TorchContents &file, const TaskSpec &task, std::int64_t rowLength)
{
    if (!number(file, std::string(arguments) + "distributed_gpus"))
        return std::nullopt;
    double parts = 1; // the last of the list, which holds in the end
    for (int i = 0; const auto found = number(file, std::string(arguments) + "update_freq/" + std::to_string(i)); ++i)
        parts = double(*found);
    const double sentences
        = hetSeqBatch(argument(file, "max_sentences", 0), argument(file, "required_batch_size_multiple", 1));
    const HetSeqGradient gradient{hetSeqSampleSize(task, double(rowLength), sentences),
        parts * argument(file, "distributed_world_size", 1), argument(file, "fast_stat_sync", 0) != 0};
    return gradient.divisor();
}

// The file's optimizer state under our names. PyTorch keys the state by numbers, the parameters' places in the model or
// their addresses at the time, and lists these numbers in the order of the parameters. `parameters`: the model's,
// without tied copies. Empty: the file has not one number for each parameter. `divisor`: of its gradients.
NamedTensors optimizerIn(
    const TorchContents &file, const NamedTensors &parameters, std::int64_t updates, double divisor)
{
    const std::string group = std::string(optimizer) + "param_groups/0/params/";
    if (number(file, group + std::to_string(parameters.size())) || !(divisor > 0))
        return {};
    NamedTensors state{{"steps", torch::tensor(updates, at::kLong)}};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto index = number(file, group + std::to_string(i));
        if (!index)
            return {};
        const std::string front = std::string(optimizer) + "state/" + std::to_string(*index) + "/";
        for (const auto &[theirs, ours, power] : stateNames)
            if (const at::Tensor *moment = findTensor(file.tensors, front + theirs))
                state.push_back({std::string(ours) + "." + parameters[i].name, moment->mul(std::pow(divisor, power))});
    }
    return state;
}

Result<ForeignCheckpoint> workIn(
    const TorchContents &file, const NamedTensors &model, const TaskSpec &task, std::int64_t rowLength)
{
    NamedTensors nested;
    for (const NamedTensor &item : file.tensors)
        if (item.name.rfind(nestedModel, 0) == 0)
            nested.push_back({item.name.substr(nestedModel.size()), item.tensor});
    auto named = inNamesOf(model, nested.empty() ? file.tensors : nested);
    if (!named)
        return tl::unexpected(named.error());
    const std::int64_t updates = updatesIn(file);
    const auto divisor = gradientDivisorIn(file, task, rowLength);
    return ForeignCheckpoint{*named, optimizerIn(file, *named, updates, divisor.value_or(1)), updates, divisor};
}

} // namespace

Result<ForeignCheckpoint> readForeignCheckpoint(
    const std::string &path, const NamedTensors &model, const TaskSpec &task, std::int64_t rowLength)
{
    std::error_code ignored;
    const std::string file = fs::is_directory(path, ignored) ? path + "/model.safetensors" : path;
    if (holdsAdapter(path))
        return fail(path + " holds an adapter: go on with it by adapter.start, and with its model by model.start.");
    if (!fs::exists(file, ignored))
        return fail(path + " is not a run, checkpoint, model folder or file of weights.");
    if (fs::path(file).extension() != ".safetensors")
        return readTorchContents(file).and_then(
            [&](const TorchContents &contents) { return workIn(contents, model, task, rowLength); });
    return readSafetensors(file)
        .and_then([&](NamedTensors read) { return inNamesOf(model, std::move(read)); })
        .map([](NamedTensors named) {
            return ForeignCheckpoint{std::move(named), {}, 0, {}};
        });
}

} // namespace motley
