#include "engine/training/checkpoint/resume.h"

#include "engine/base/words/firstfew.h"
#include "engine/job/continuefiles.h"
#include "engine/job/hetseq/hetseqgradient.h"
#include "engine/job/jobchanges.h"
#include "engine/training/checkpoint/checkpointloader.h"
#include "engine/training/checkpoint/foreigncheckpoint.h"
#include "engine/training/checkpoint/groupedstate.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;

bool exists(const std::string &path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

// A run folder has its checkpoints in a folder of their own.
std::string checkpointRoot(const std::string &path)
{
    const std::string inside = path + "/checkpoints";
    return exists(inside) ? inside : path;
}

// A folder counts as a checkpoint by any of its signs, so that one without its manifest is refused as not whole and not
// taken for a folder of weights.
bool isCheckpoint(const std::string &path)
{
    for (const char *file : {"/manifest.json", "/optimizer.safetensors", "/state.json"})
        if (exists(path + file))
            return true;
    return !checkpointSteps(checkpointRoot(path)).empty();
}

// What other programs save and no model here computes with.
bool isBuffer(const std::string &name)
{
    constexpr std::array<std::string_view, 4> endings{
        ".num_batches_tracked", ".position_ids", ".attn.bias", ".attn.masked_bias"};
    return std::any_of(endings.begin(), endings.end(), [&](auto ending) { return name.ends_with(ending); });
}

// Whether it is GPT-2's output layer where that is no more than a copy of the embeddings.
bool isCopyOfEmbeddings(const NamedTensor &item, const NamedTensors &model)
{
    const at::Tensor *embeddings = findTensor(model, "transformer.wte.weight");
    return item.name == "lm_head.weight" && embeddings && embeddings->sizes() == item.tensor.sizes()
        && at::equal(embeddings->cpu(), item.tensor.to(embeddings->scalar_type()));
}

// What of `read` the model has no place for, such as further layers, in a sentence; empty: nothing.
std::string describeUnread(const NamedTensors &model, const NamedTensors &read, const std::string &from)
{
    constexpr std::size_t mostNamed = 5;
    std::vector<std::string> unread;
    for (const NamedTensor &item : read)
        if (!findTensor(model, item.name) && !isBuffer(item.name) && !isCopyOfEmbeddings(item, model))
            unread.push_back(item.name);
    if (unread.empty())
        return {};
    return std::to_string(unread.size()) + (unread.size() == 1 ? " tensor in " : " tensors in ") + from
        + (unread.size() == 1 ? " has" : " have") + " no place in the job's model and "
        + (unread.size() == 1 ? "is" : "are") + " left out: " + firstFew(unread, mostNamed) + ".";
}

// Copies the model's tensors from `read`, which may have another order and further tensors. A warning names these.
Result<void> loadStateDict(
    const NamedTensors &model, const NamedTensors &read, const std::string &from, std::vector<std::string> &warnings)
{
    NamedTensors chosen;
    for (const NamedTensor &wanted : model) {
        const at::Tensor *found = findTensor(read, wanted.name);
        if (!found)
            return fail(from + " has no tensor \"" + wanted.name + "\", which the job's model needs.");
        chosen.push_back({wanted.name, found->to(wanted.tensor.scalar_type())});
    }
    if (const auto copied = copyInto(model, chosen); !copied)
        return fail(from + " does not fit the job's model: " + copied.error().message);
    if (std::string unread = describeUnread(model, read, from); !unread.empty())
        warnings.push_back(std::move(unread));
    return {};
}

bool fits(const NamedTensor &wanted, const NamedTensors &read)
{
    return std::any_of(read.begin(), read.end(), [&](const NamedTensor &item) {
        return item.name == wanted.name && item.tensor.sizes() == wanted.tensor.sizes()
            && item.tensor.scalar_type() == wanted.tensor.scalar_type();
    });
}

NamedTensors chosenFrom(const NamedTensors &read, const NamedTensors &wanted)
{
    NamedTensors chosen;
    for (const NamedTensor &target : wanted)
        for (const NamedTensor &item : read)
            if (item.name == target.name)
                chosen.push_back(item);
    return chosen;
}

// Loads one part of the state. False, with nothing loaded: a tensor of it is missing or does not fit.
bool loadPart(const StatePart &part, const NamedTensors &read)
{
    const auto here = [&](const NamedTensor &wanted) { return fits(wanted, read); };
    return std::all_of(part.tensors.begin(), part.tensors.end(), here)
        && copyInto(part.tensors, chosenFrom(read, part.tensors)).has_value();
}

std::string doesNotFit(const StatePart &part)
{
    return "The checkpoint's state does not fit " + part.name + " of this job, which begins anew.";
}

// Where the optimizer state is of another number of groups than this run has, makes it fit.
void fitGroups(NamedTensors &optimizer, const NamedTensors &wanted, std::vector<std::string> &warnings)
{
    const int saved = groupsIn(optimizer);
    const int groups = groupsIn(wanted);
    if (saved == groups)
        return;
    optimizer = regrouped(optimizer, wanted);
    warnings.push_back("The checkpoint has the optimizer states of " + std::to_string(saved)
        + (saved == 1 ? " group" : " groups") + " of ranks, and there "
        + (groups == 1 ? "is 1" : "are " + std::to_string(groups))
        + " now: each begins with their mean, and what was each group's own is lost.");
}

bool hasSameSamples(const CheckpointState &saved, std::int64_t trainSamples)
{
    return saved.trainSamples.value_or(trainSamples) == trainSamples;
}

bool hasSameSteps(
    const CheckpointState &saved, const JobSpec &job, std::int64_t trainSamples, const PerEpoch &stepsPerEpoch)
{
    return saved.job.batch == job.batch && saved.job.seed == job.seed && saved.job.order == job.order
        && hasSameSamples(saved, trainSamples) && saved.stepsPerEpoch == stepsPerEpoch.later();
}

// Where samples come otherwise than in the run of the checkpoint: why, in half a sentence.
std::string whyOtherOrder(const CheckpointState &saved, std::int64_t trainSamples)
{
    if (hasSameSamples(saved, trainSamples))
        return "Its samples come in another order";
    return "It was a run on " + std::to_string(*saved.trainSamples) + " training samples, and there are "
        + std::to_string(trainSamples) + " now";
}

// Where the checkpoint was trained beside other frozen weights; empty: beside the same.
std::string describeOtherFrozen(const CheckpointState &saved, const StateTensors &state)
{
    if (!saved.frozenHash || *saved.frozenHash == state.frozenHash)
        return {};
    return "The adapter in the checkpoint was trained on other weights than those that this job starts from.";
}

// With other data, the steps after the checkpoint would take samples that its epoch has had, and leave out others.
Result<void> checkSameData(const CheckpointState &saved, std::int64_t trainSamples, const PerEpoch &stepsPerEpoch)
{
    constexpr const char *remedy = " Bring the data back, or start a run with continueFrom, which goes back to the "
                                   "beginning of the epoch it was in.";
    if (!hasSameSamples(saved, trainSamples))
        return fail("The checkpoint is of a run on " + std::to_string(*saved.trainSamples)
            + " training samples, but there are " + std::to_string(trainSamples) + " now." + remedy);
    if (saved.stepsPerEpoch != stepsPerEpoch.later())
        return fail("The checkpoint is of a run with " + std::to_string(saved.stepsPerEpoch)
            + " steps an epoch, but the data have " + std::to_string(stepsPerEpoch.later()) + " now." + remedy);
    return {};
}

Result<ResumePoint> continueCheckpoint(LoadedCheckpoint loaded, const JobSpec &job, std::int64_t trainSamples,
    const PerEpoch &stepsPerEpoch, const StateTensors &state)
{
    const CheckpointState &saved = loaded.state.progress;
    if (taskName(saved.job.task) != taskName(job.task))
        return fail(loaded.folder + " is of the task " + taskName(saved.job.task) + ", this job of "
            + taskName(job.task) + "; set continueFrom.weightsOnly if its weights are wanted.");
    ResumePoint resumed{saved.step, {}, {}, loaded.refusals};
    if (const auto read = loadStateDict(state.model, loaded.state.model, loaded.folder, resumed.warnings); !read)
        return tl::unexpected(read.error());
    if (std::string other = describeOtherFrozen(saved, state); !other.empty())
        resumed.warnings.push_back(std::move(other));
    std::string changes;
    for (const std::string &change : changesBetween(saved.job, job))
        changes += (changes.empty() ? " with other settings: " : ", ") + change;
    resumed.notes.push_back(
        "Goes on from step " + std::to_string(saved.step) + " of the run \"" + saved.job.name + "\"" + changes + ".");
    fitGroups(loaded.state.optimizer, joined(state.others), resumed.warnings);
    // Different optimizers may use the same name for different state.
    const bool sameMethod = saved.job.optimizer.kind == job.optimizer.kind;
    for (const StatePart &part : state.others)
        if ((part.name == optimizerPart && !sameMethod) || !loadPart(part, loaded.state.optimizer))
            resumed.warnings.push_back(doesNotFit(part));
    if (!hasSameSteps(saved, job, trainSamples, stepsPerEpoch)) {
        const std::int64_t alike = saved.stepsPerEpoch > 0 ? saved.step / saved.stepsPerEpoch : 0;
        const std::int64_t epochs = saved.epochsDone.value_or(alike);
        resumed.step = stepsPerEpoch.sumOf(epochs);
        resumed.notes.push_back(whyOtherOrder(saved, trainSamples) + ", so it goes on with the first step of epoch "
            + std::to_string(epochs + 1) + ", which is step " + std::to_string(resumed.step + 1) + ".");
    }
    return resumed;
}

Result<ResumePoint> continueForeignCheckpoint(const JobSpec &job, const StateTensors &state, std::int64_t rowLength)
{
    const std::string &path = job.continueFrom.path.path;
    const auto work = readForeignCheckpoint(path, state.model, job.task, rowLength);
    if (!work)
        return tl::unexpected(work.error());
    std::vector<std::string> warnings;
    if (const auto read = loadStateDict(state.model, work->model, path, warnings); !read)
        return tl::unexpected(read.error());
    if (job.continueFrom.weightsOnly || work->updates == 0)
        return ResumePoint{0, {}, {"Begins with the weights in " + path + "."}, std::move(warnings)};
    ResumePoint resumed{work->updates, {},
        {"Goes on after update " + std::to_string(work->updates) + " in " + path
            + ". HetSeq keeps no place in the data: it is where a run of this job would be after as many steps."},
        std::move(warnings)};
    const double divisor = work->gradientDivisor.value_or(1);
    if (!work->gradientDivisor && !work->optimizer.empty())
        resumed.notes.push_back("The state of the optimizer is taken as one of mean gradients: the file has no command "
                                "line of HetSeq, which would say by what they were divided.");
    if (divisor > 0 && divisor != 1)
        resumed.notes.push_back("HetSeq divided its gradients by " + inWords(divisor)
            + ": the state of the optimizer is converted to mean gradients. Its epsilon must be too; "
              "`motley-engine import hetseq` does it.");
    for (const StatePart &part : state.others)
        if (!loadPart(part, work->optimizer))
            resumed.warnings.push_back(doesNotFit(part));
    return resumed;
}

} // namespace

Result<ResumePoint> resumeRun(const std::string &checkpoint, const JobSpec &job, std::int64_t trainSamples,
    const PerEpoch &stepsPerEpoch, const StateTensors &state)
{
    auto loaded = loadCheckpoint(checkpoint, Damaged::SetAside);
    if (!loaded)
        return tl::unexpected(loaded.error());
    const CheckpointState &saved = loaded->state.progress;
    if (const auto same = checkSameRun(saved.job, job); !same)
        return tl::unexpected(same.error());
    if (const auto same = checkSameData(saved, trainSamples, stepsPerEpoch); !same)
        return tl::unexpected(same.error());
    if (const std::string other = describeOtherFrozen(saved, state); !other.empty())
        return fail(other + " Give the job the model that the run began with.");
    ResumePoint resumed{saved.step, saved.tests, {}, {}};
    fitGroups(loaded->state.optimizer, joined(state.others), resumed.warnings);
    const auto read = copyInto(state.model, loaded->state.model).and_then([&] {
        return copyInto(joined(state.others), loaded->state.optimizer);
    });
    if (!read)
        return tl::unexpected(read.error());
    for (const std::string &refusal : loaded->refusals)
        resumed.warnings.push_back(refusal + " An older checkpoint is used instead.");
    return resumed;
}

Result<ResumePoint> continueRun(const JobSpec &job, std::int64_t trainSamples, const PerEpoch &stepsPerEpoch,
    const StateTensors &state, std::int64_t rowLength)
{
    const std::string &path = job.continueFrom.path.path;
    if (!isCheckpoint(path))
        return continueForeignCheckpoint(job, state, rowLength);
    const auto loaded = loadCheckpoint(checkpointRoot(path));
    if (!loaded)
        return tl::unexpected(loaded.error());
    if (!job.continueFrom.weightsOnly)
        return continueCheckpoint(*loaded, job, trainSamples, stepsPerEpoch, state);
    ResumePoint begun{0, {}, {"Begins with the weights in " + loaded->folder + "."}, loaded->refusals};
    if (const auto read = loadStateDict(state.model, loaded->state.model, loaded->folder, begun.warnings); !read)
        return tl::unexpected(read.error());
    return begun;
}

} // namespace motley
