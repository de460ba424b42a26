#include "engine/tasks/volumesegmentation.h"

#include "engine/base/words/firstfew.h"
#include "engine/data/volumes/coarservolume.h"
#include "engine/data/volumes/volumedataset.h"
#include "engine/data/volumes/volumefile.h"
#include "engine/formats/modelorigin.h"
#include "engine/models/volumes/floodfillwalk.h"
#include "engine/tasks/examples/examplepicture.h"
#include "engine/tasks/examples/examples.h"
#include "engine/tasks/madeup/madeupdata.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"

#include <cmath>
#include <sstream>

namespace motley {

namespace {

FieldOfView viewOf(const VolumeModelSpec &model)
{
    return {{model.view, model.view, model.view}, {model.step, model.step, model.step}};
}

class VolumeSegmentation : public Task {
public:
    VolumeSegmentation(VolumeSpec spec, std::shared_ptr<FloodFillingNetwork> network, VolumeDataset training,
        std::optional<VolumeDataset> test, std::vector<std::string> notes)
        : m_spec(std::move(spec)), m_network(std::move(network)), m_training(std::move(training)),
          m_test(std::move(test)), m_notes(std::move(notes))
    {
    }

    torch::nn::Module &model() override { return *m_network; }
    std::string modelConfig() const override { return toJson(ModelOrigin{withoutPaths(m_spec)}); }
    std::vector<std::string> notes() const override { return m_notes; }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset *testSet() const override { return m_test ? &*m_test : nullptr; }

    std::string modelName() const override
    {
        return "flood-filling network, depth " + std::to_string(m_spec.model.depth) + ", "
            + std::to_string(m_spec.model.features) + " features";
    }

    at::Tensor summedLoss(const Batch &batch) override
    {
        return walk(*m_network, batch, viewOf(m_spec.model)).summedLoss;
    }

    std::int64_t testedAtOnce() const override { return 8; }
    std::size_t scoreCounts() const override { return 7; }

    Score score(const Batch &batch) override
    {
        const FloodFillWalk walked = walk(*m_network, batch, viewOf(m_spec.model));
        const FloodFillCounts &counts = walked.counts;
        return {walked.summedLoss.item<double>(), double(batch.samples),
            {double(counts.truePositives), double(counts.trueNegatives), double(counts.falsePositives),
                double(counts.falseNegatives), double(counts.correctMoves), double(counts.missedMoves),
                double(counts.spuriousMoves)}};
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        const auto count = [&](std::size_t i) { return std::int64_t(std::llround(sum.counts[i])); };
        const FloodFillCounts counts{count(0), count(1), count(2), count(3), count(4), count(5), count(6)};
        const auto number = Metric::Unit::Number;
        return {{"f1", counts.f1(), Metric::Unit::Fraction}, {"precision", counts.precision(), Metric::Unit::Fraction},
            {"recall", counts.recall(), Metric::Unit::Fraction},
            {"accuracy", counts.accuracy(), Metric::Unit::Fraction},
            {"correctMoves", double(counts.correctMoves), number},
            {"missedMoves", double(counts.missedMoves), number, false},
            {"spuriousMoves", double(counts.spuriousMoves), number, false}};
    }

    // Each takes up to 27 passes of the network.
    std::int64_t shownExamples() const override { return 6; }

    // The slice through the middle of each.
    std::vector<TestExample> examples(const Batch &batch) override
    {
        const at::Tensor found
            = walk(*m_network, batch, viewOf(m_spec.model)).logits.ge(logitOf(moveProbability)).cpu();
        const at::Tensor wanted = batch.targets[0].gt(0.5).cpu();
        const at::Tensor counted = batch.targets[1].gt(0).cpu();
        const at::Tensor images = batch.inputs[0].cpu() * m_spec.data.deviation + m_spec.data.mean;
        const auto middleOf = [](const at::Tensor &voxels) { return voxels.select(1, voxels.size(1) / 2); };
        std::vector<TestExample> examples;
        for (std::int64_t i = 0; i < batch.samples; ++i) {
            const auto voxels
                = [&](const at::Tensor &which) { return which.logical_and(counted[i]).sum().item<std::int64_t>(); };
            FloodFillCounts counts;
            counts.truePositives = voxels(found[i].logical_and(wanted[i]));
            counts.falsePositives = voxels(found[i].logical_and(wanted[i].logical_not()));
            counts.falseNegatives = voxels(wanted[i].logical_and(found[i].logical_not()));
            examples.push_back({batch.ids[std::size_t(i)], {}, {}, {}, counts.f1(), examplePicture(middleOf(images[i])),
                examplePicture(middleOf(wanted[i]) * 255), examplePicture(middleOf(found[i]) * 255)});
        }
        return examples;
    }

private:
    VolumeSpec m_spec;
    std::shared_ptr<FloodFillingNetwork> m_network;
    VolumeDataset m_training;
    std::optional<VolumeDataset> m_test;
    std::vector<std::string> m_notes;
};

VolumeExamples examplesOf(const VolumeSpec &spec, std::int64_t count, bool augment)
{
    VolumeExamples examples;
    examples.view = viewOf(spec.model);
    examples.count = count;
    examples.smallestObject = spec.data.smallestObject;
    examples.mean = spec.data.mean;
    examples.deviation = spec.data.deviation;
    examples.softening = spec.data.softening;
    examples.insideWeight = spec.data.insideWeight;
    examples.augment = augment;
    examples.isotropic = spec.data.isotropic;
    examples.greyVariation = spec.data.greyVariation;
    examples.noise = spec.data.noise;
    return examples;
}

// The volume downsampled by `scale`; with augmentation once for each offset within the first cube.
std::vector<Volume> cutsOf(Volume volume, std::int64_t scale, bool augment)
{
    std::vector<Volume> cuts;
    if (scale == 1) {
        cuts.push_back(std::move(volume));
        return cuts;
    }
    const Zyx cube{scale, scale, scale};
    for (std::int64_t i = 0; i < (augment ? cube.product() : 1); ++i)
        cuts.push_back(coarser(volume, scale, cube.positionOf(i)));
    return cuts;
}

// Reads slices first to last - 1, counted after scaling.
Result<VolumeDataset> readPart(
    const VolumeFile &file, std::int64_t scale, std::int64_t first, std::int64_t last, const VolumeExamples &examples)
{
    auto volume = readSlices(file, first * scale, last * scale);
    if (!volume)
        return tl::unexpected(volume.error());
    auto set = VolumeDataset::make(cutsOf(std::move(*volume), scale, examples.augment), examples);
    if (!set)
        return fail("Slices " + std::to_string(first * scale) + " to " + std::to_string(last * scale - 1) + " of "
                + file.path + ": " + set.error().message,
            set.error().detail);
    return set;
}

Result<VolumeFile> inspect(const std::string &path)
{
    auto file = inspectVolume(path);
    if (file && !file->hasLabels)
        return fail(path + " has no data set \"labels\", which training and tests need.");
    return file;
}

// What scaling leaves out at the ends of the volume.
std::vector<std::string> notesOnScale(const VolumeFile &file, std::int64_t scale)
{
    const Zyx rest{file.size.z % scale, file.size.y % scale, file.size.x % scale};
    if (rest == Zyx())
        return {};
    return {"The sides of the volume in " + file.path + " are no multiples of data.scale, " + std::to_string(scale)
        + ": the last " + std::to_string(rest.z) + " slices, " + std::to_string(rest.y) + " rows and "
        + std::to_string(rest.x) + " columns are left out of the test and, without data.augment, of training."};
}

// What voxels were to the weights that the run begins with, where they are something else now.
Result<std::vector<std::string>> notesOnVoxels(const VolumeData &data, const EarlierModel &earlier)
{
    if (!earlier.has("motley.json"))
        return std::vector<std::string>();
    const auto origin = readModelOrigin(earlier.folder);
    if (!origin)
        return tl::unexpected(origin.error());
    const auto *before = std::get_if<VolumeSpec>(&origin->task);
    if (!before)
        return std::vector<std::string>();
    std::vector<std::string> others;
    const auto compare = [&](const char *field, double was, double now) {
        std::ostringstream words;
        words << "data." << field << " " << was << ", not " << now;
        if (was != now)
            others.push_back(words.str());
    };
    compare("scale", double(before->data.scale), double(data.scale));
    compare("mean", before->data.mean, data.mean);
    compare("deviation", before->data.deviation, data.deviation);
    if (others.empty())
        return others;
    return std::vector<std::string>{"The weights in " + earlier.source + " were trained with "
        + firstFew(others, others.size()) + ": the voxels that they see now are others."};
}

OpenedTask openVolumeSegmentation(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<VolumeSpec>(job.task);
    if (const auto good = validate(viewOf(spec.model)); !good)
        return tl::unexpected(good.error());
    const auto file = inspect(spec.data.volume.path);
    if (!file)
        return tl::unexpected(file.error());
    const std::int64_t slices = file->size.z / spec.data.scale;
    const std::int64_t learnt = slices - std::int64_t(std::llround(double(slices) * spec.data.testPart));
    auto training
        = readPart(*file, spec.data.scale, 0, learnt, examplesOf(spec, spec.data.examples, spec.data.augment));
    if (!training)
        return tl::unexpected(training.error());
    auto test = readPart(*file, spec.data.scale, learnt, slices, examplesOf(spec, spec.data.testExamples, false));
    if (!test)
        return tl::unexpected(test.error());
    auto notes = notesOnVoxels(spec.data, earlier);
    if (!notes)
        return tl::unexpected(notes.error());
    for (std::string &note : notesOnScale(*file, spec.data.scale))
        notes->push_back(std::move(note));
    auto network
        = std::make_shared<FloodFillingNetwork>(FloodFillingStack{spec.model.depth, spec.model.features}, job.seed);
    return std::make_unique<VolumeSegmentation>(
        spec, std::move(network), std::move(*training), std::move(*test), std::move(*notes));
}

OpenedTask reopenVolumeSegmentation(const std::string &modelFolder, const TaskSpec &task, const std::string &testData)
{
    const auto &spec = std::get<VolumeSpec>(task);
    if (const auto good = validate(viewOf(spec.model)); !good)
        return tl::unexpected(good.error());
    const auto file = inspect(testData);
    if (!file)
        return tl::unexpected(file.error());
    const auto examples = examplesOf(spec, spec.data.testExamples, false);
    auto test = readPart(*file, spec.data.scale, 0, file->size.z / spec.data.scale, examples);
    if (!test)
        return tl::unexpected(test.error());
    const std::string tensorFile = modelFolder + "/model.safetensors";
    const auto tensors = readSafetensors(tensorFile);
    if (!tensors)
        return tl::unexpected(tensors.error());
    auto network = std::make_shared<FloodFillingNetwork>(FloodFillingStack{spec.model.depth, spec.model.features}, 0);
    if (const auto copied = copyInto(stateDict(*network), *tensors); !copied)
        return fail(tensorFile + " does not fit motley.json: " + copied.error().message);
    VolumeDataset training = *test;
    return std::make_unique<VolumeSegmentation>(
        spec, std::move(network), std::move(training), std::move(*test), notesOnScale(*file, spec.data.scale));
}

} // namespace

TaskEntry volumeSegmentation()
{
    return {VolumeSpec::name, "Finds which voxels belong to one object, with a flood-filling network.",
        "an HDF5 file with the data sets raw and labels", openVolumeSegmentation, reopenVolumeSegmentation,
        [](const TaskSpec &) {
            return ModelUse{"fill", "FOLDER volume.h5 --out found.h5"};
        },
        nullptr, makeUpData<VolumeSpec>};
}

} // namespace motley
