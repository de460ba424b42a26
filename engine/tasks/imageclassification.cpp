#include "engine/tasks/imageclassification.h"

#include "engine/data/imagedataset.h"
#include "engine/models/imagemodel.h"
#include "engine/models/modelfolder.h"

#include <algorithm>
#include <map>

namespace motley {

namespace {

namespace functional = torch::nn::functional;

class ImageClassification : public Task {
public:
    ImageClassification(ModelConfig config, std::shared_ptr<ImageModel> model, ImageDataset training, ImageDataset test)
        : m_config(std::move(config)), m_model(std::move(model)), m_training(std::move(training)),
          m_test(std::move(test))
    {
    }

    torch::nn::Module &model() override { return *m_model; }
    std::string modelConfig() const override { return toJson(m_config); }
    const Dataset &trainingSet() const override { return m_training; }
    const Dataset &testSet() const override { return m_test; }

    std::string modelName() const override
    {
        const char *kind = m_config.model.kind == ModelSpec::Kind::ResNet18 ? "ResNet-18" : "small CNN";
        return kind + (", width " + std::to_string(m_config.model.width));
    }

    at::Tensor summedLoss(const Batch &batch) override
    {
        return functional::cross_entropy(m_model->forward(batch.inputs[0]), batch.targets[0],
            functional::CrossEntropyFuncOptions().reduction(torch::kSum));
    }

    std::size_t scoreCounts() const override { return 1; }

    Score score(const Batch &batch) override
    {
        const at::Tensor answers = m_model->forward(batch.inputs[0]);
        const at::Tensor loss = functional::cross_entropy(
            answers, batch.targets[0], functional::CrossEntropyFuncOptions().reduction(torch::kSum));
        const at::Tensor correct = answers.argmax(1).eq(batch.targets[0]).sum();
        return {loss.item<double>(), double(batch.samples), {correct.item<double>()}};
    }

    std::vector<Metric> metrics(const Score &sum) const override
    {
        return {{"accuracy", sum.counts[0] / std::max(sum.weight, 1.0), Metric::Unit::Fraction}};
    }

private:
    ModelConfig m_config;
    std::shared_ptr<ImageModel> m_model;
    ImageDataset m_training;
    ImageDataset m_test;
};

struct ImageSets {
    ImageDataset training;
    ImageDataset test;
};

Result<ImageSets> readSets(const JobSpec &job)
{
    const auto files = findDataFiles(job);
    if (!files)
        return tl::unexpected(files.error());
    std::map<std::string, std::string> pathOf;
    for (const DataFile &file : *files)
        pathOf[file.role] = file.path;
    auto training = ImageDataset::read(pathOf["train-images"], pathOf["train-labels"]);
    if (!training)
        return tl::unexpected(training.error());
    auto test = ImageDataset::read(pathOf["test-images"], pathOf["test-labels"]);
    if (!test)
        return tl::unexpected(test.error());
    if (test->height() != training->height() || test->width() != training->width())
        return fail("The test images in " + job.data.folder + " have another size than the training images.");
    if (test->classes() > training->classes())
        return fail("The test set in " + job.data.folder + " has labels that the training set lacks.");
    return ImageSets{std::move(*training), std::move(*test)};
}

constexpr std::int64_t smallestImage = 4; // two poolings halve it twice

OpenedTask open(const JobSpec &job)
{
    auto sets = readSets(job);
    if (!sets)
        return tl::unexpected(sets.error());
    if (std::min(sets->training.height(), sets->training.width()) < smallestImage)
        return fail("The images in " + job.data.folder + " are smaller than 4 by 4 pixels.");
    const PixelStatistics statistics = sets->training.statistics();
    ModelConfig config;
    config.task = job.task;
    config.model = job.model;
    config.height = sets->training.height();
    config.width = sets->training.width();
    config.classes = sets->training.classes();
    config.pixelMean = statistics.mean;
    config.pixelDeviation = statistics.deviation;
    sets->training.normaliseWith(statistics);
    sets->training.augment(job.data.augment);
    sets->test.normaliseWith(statistics);
    return std::make_unique<ImageClassification>(
        config, makeImageModel(config, job.seed), std::move(sets->training), std::move(sets->test));
}

OpenedTask reopen(const std::string &modelFolder, const std::string &dataFolder)
{
    auto stored = readModelFolder(modelFolder);
    if (!stored)
        return tl::unexpected(stored.error());
    JobSpec job;
    job.data.folder = dataFolder;
    auto sets = readSets(job);
    if (!sets)
        return tl::unexpected(sets.error());
    const ModelConfig &config = stored->config;
    if (sets->test.height() != config.height || sets->test.width() != config.width
        || sets->test.classes() > config.classes)
        return fail("The images in " + dataFolder + " are not of the size and classes that the model in " + modelFolder
            + " was trained for.");
    sets->test.normaliseWith({config.pixelMean, config.pixelDeviation});
    return std::make_unique<ImageClassification>(config, stored->model, ImageDataset(), std::move(sets->test));
}

} // namespace

TaskEntry imageClassification()
{
    return {"image-classification", "Tells what an image shows: one label for each image of an IDX data set.", open,
        reopen};
}

} // namespace motley
