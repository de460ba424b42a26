#include "engine/tasks/imageclassification.h"

#include "engine/base/textfile.h"
#include "engine/data/images/imagefolderdataset.h"
#include "engine/models/images/imagemodel.h"
#include "engine/models/images/imagemodelfolder.h"
#include "engine/models/layers/tokenlosses.h"
#include "engine/tasks/examples/examplepicture.h"
#include "engine/tasks/examples/examples.h"
#include "engine/tasks/imagesets.h"
#include "engine/tasks/madeup/madeupdata.h"
#include "engine/tensorfiles/modelfolder.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::int64_t best = 5;
constexpr std::int64_t smallestForMnistNet = 6; // pixels: two convolutions take 4 away, pooling halves the rest

std::string nameOf(const ImageModelSpec &model)
{
    const std::string width = ", width " + std::to_string(model.width);
    switch (model.kind) {
    case ImageModelSpec::Kind::SmallCnn:
        return "small CNN" + width;
    case ImageModelSpec::Kind::MnistNet:
        return "MNISTNet" + width;
    case ImageModelSpec::Kind::ResNet18:
        return "ResNet-18" + width;
    case ImageModelSpec::Kind::ResNet50:
        return "ResNet-50" + width;
    case ImageModelSpec::Kind::VisionTransformer:
        break;
    }
    return "Vision Transformer, " + std::to_string(model.layers) + " layers of " + std::to_string(model.width);
}

class ImageClassification : public Task {
public:
    ImageClassification(ImageModelConfig config, std::shared_ptr<ImageModel> model, ImageSets sets)
        : m_config(std::move(config)), m_model(std::move(model)), m_sets(std::move(sets))
    {
    }

    torch::nn::Module &model() override { return *m_model; }
    std::string modelConfig() const override { return toJson(m_config); }
    std::string modelName() const override { return nameOf(m_config.model); }
    std::vector<std::string> notes() const override { return m_sets.notes; }
    const Dataset &trainingSet() const override { return *m_sets.training; }
    const Dataset *testSet() const override { return m_sets.test.get(); }

    at::Tensor summedLoss(const Batch &batch) override
    {
        return lossOf(m_model->forwardToLearn(batch.inputs[0], batch.keys), batch.targets[0]);
    }

    std::size_t scoreCounts() const override { return 2; }

    Score score(const Batch &batch) override
    {
        const at::Tensor answers = m_model->forward(batch.inputs[0]);
        const at::Tensor &labels = batch.targets[0];
        const at::Tensor among = std::get<1>(answers.topk(std::min(best, m_config.classes), 1));
        const at::Tensor chosen = answers.argmax(1);
        return {lossOf(answers, labels).item<double>(), double(batch.samples),
            {chosen.eq(labels).sum().item<double>(), among.eq(labels.unsqueeze(1)).sum().item<double>()},
            confusionOf(labels.cpu(), chosen.cpu())};
    }

    std::vector<std::string> classes() const override
    {
        std::vector<std::string> names;
        if (m_config.classes <= std::int64_t(mostCountedClasses))
            for (std::int64_t label = 0; label < m_config.classes; ++label)
                names.push_back(nameOfClass(label));
        return names;
    }

    std::int64_t shownExamples() const override { return usualExamples; }

    std::vector<TestExample> examples(const Batch &batch) override
    {
        const at::Tensor chosen = m_model->forward(batch.inputs[0]).argmax(1).cpu();
        const at::Tensor labels = batch.targets[0].cpu();
        std::vector<TestExample> examples;
        for (std::int64_t i = 0; i < batch.samples; ++i) {
            const auto expected = labels[i].item<std::int64_t>();
            const auto predicted = chosen[i].item<std::int64_t>();
            examples.push_back({batch.ids[std::size_t(i)], {}, {nameOfClass(expected)}, {nameOfClass(predicted)},
                expected == predicted ? 1 : 0, examplePicture(levelsOf(batch.inputs[0][i].cpu())), {}, {}});
        }
        return examples;
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        const double samples = std::max(sum.weight, 1.0);
        std::vector<Metric> metrics{{"accuracy", sum.counts[0] / samples, Metric::Unit::Fraction}};
        if (m_config.classes > best)
            metrics.push_back({"top5Accuracy", sum.counts[1] / samples, Metric::Unit::Fraction});
        return metrics;
    }

private:
    std::string nameOfClass(std::int64_t label) const
    {
        const auto &names = m_config.classNames;
        return std::size_t(label) < names.size() ? shownText(names[std::size_t(label)]) : std::to_string(label);
    }

    // The numbers of an input as they were in the picture: from 0 to 255.
    at::Tensor levelsOf(const at::Tensor &input) const
    {
        if (m_config.classNames.empty())
            return (input * m_config.pixelDeviation + m_config.pixelMean) * 255;
        const PictureView view; // whose mean and deviation all pictures in folders have
        const auto ofColours = [](const std::array<double, 3> &numbers) {
            return at::tensor(numbers, at::kFloat).view({3, 1, 1});
        };
        return (input * ofColours(view.deviation) + ofColours(view.mean)) * 255;
    }

    std::vector<double> confusionOf(const at::Tensor &labels, const at::Tensor &chosen) const
    {
        if (m_config.classes > std::int64_t(mostCountedClasses))
            return {};
        std::vector<double> counts(std::size_t(m_config.classes * m_config.classes));
        const auto right = labels.accessor<std::int64_t, 1>();
        const auto predicted = chosen.accessor<std::int64_t, 1>();
        for (std::int64_t i = 0; i < labels.size(0); ++i)
            ++counts[std::size_t(right[i] * m_config.classes + predicted[i])];
        return counts;
    }

    static at::Tensor lossOf(const at::Tensor &answers, const at::Tensor &labels)
    {
        return summedLabelLoss(answers, labels);
    }

    ImageModelConfig m_config;
    std::shared_ptr<ImageModel> m_model;
    ImageSets m_sets;
};

Result<void> checkShape(const ImageModelSpec &model, const ImageModelConfig &config)
{
    if (model.kind == ImageModelSpec::Kind::MnistNet && std::min(config.width, config.height) < smallestForMnistNet)
        return fail("HetSeq's network for MNIST takes images of at least 6 by 6 pixels. Choose another model.kind.");
    if (model.kind != ImageModelSpec::Kind::VisionTransformer)
        return {};
    if (config.height != config.width)
        return fail("A Vision Transformer takes square images, but these are " + std::to_string(config.width) + " by "
            + std::to_string(config.height) + " pixels. Choose another model.kind.");
    if (config.width % model.patch != 0)
        return fail("The field model.patch must divide the side of the images, but " + std::to_string(model.patch)
            + " does not divide " + std::to_string(config.width) + ".");
    if (model.width % headWidth(model) != 0)
        return fail(
            "The field model.width must be a multiple of 64, or below 64, but is " + std::to_string(model.width) + ".");
    return {};
}

// The configuration of the earlier model; nullopt: there is none, or it is of another task.
std::optional<ImageModelConfig> imageConfigOf(const EarlierModel &earlier)
{
    if (!earlier.has("config.json"))
        return std::nullopt;
    const auto config = readTextFile(earlier.folder + "/config.json", 1 << 20).and_then([](const std::string &text) {
        return parseImageModelConfig(text);
    });
    return config ? std::optional(*config) : std::nullopt;
}

OpenedTask openImageClassification(const JobSpec &job, const EarlierModel &earlier)
{
    const auto &spec = std::get<ImageSpec>(job.task);
    const auto known = imageConfigOf(earlier);
    auto sets = known ? openImages(spec.data, *known, earlier.source) : openImages(spec.data);
    if (!sets)
        return tl::unexpected(sets.error());
    if (const auto good = checkShape(spec.model, sets->config); !good)
        return tl::unexpected(good.error());
    if (earlier.isUnknown())
        sets->notes.push_back(noteOnUnknown(earlier, "classes"));
    ImageModelConfig config = sets->config;
    config.model = spec.model;
    return std::make_unique<ImageClassification>(config, makeImageModel(config, job.seed), std::move(*sets));
}

OpenedTask reopenImageClassification(const std::string &modelFolder, const TaskSpec &, const std::string &testData)
{
    auto stored = readImageModelFolder(modelFolder);
    if (!stored)
        return tl::unexpected(stored.error());
    auto sets = openTestImages(testData, stored->config);
    if (!sets)
        return tl::unexpected(sets.error());
    return std::make_unique<ImageClassification>(stored->config, stored->model, std::move(*sets));
}

} // namespace

TaskEntry imageClassification()
{
    return {ImageSpec::name, "Tells what an image shows: one label for each image.",
        "the folder of the IDX files, or of pictures in a folder for each class", openImageClassification,
        reopenImageClassification,
        [](const TaskSpec &) {
            return ModelUse{"classify", "FOLDER pictures/"};
        },
        nullptr, makeUpData<ImageSpec>};
}

} // namespace motley
