// The jobs that speed on a GPU is judged by have the shapes that their names promise.
#include "engine/base/textfile.h"
#include "engine/bench/targets/targetjobs.h"
#include "engine/data/text/bertdataset.h"
#include "engine/formats/bertconfig.h"
#include "engine/tasks/registry.h"

#include <torch/nn/module.h>

#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace motley;

class TargetJobsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesBertLargeOnLongRows();
    void makesGpt2WithAllItsTokens();

private:
    QTemporaryDir m_folder;
};

namespace {

Batch firstSamples(const Task &task, std::int64_t count)
{
    std::vector<std::int64_t> ids(static_cast<std::size_t>(count));
    std::iota(ids.begin(), ids.end(), 0);
    return task.trainingSet().batch(ids, std::nullopt);
}

std::vector<std::int64_t> sizesOf(const at::Tensor &tensor)
{
    return tensor.sizes().vec();
}

} // namespace

// The model is too large for a test, so the task is opened with a smaller one.
void TargetJobsTest::makesBertLargeOnLongRows()
{
    const auto job = makeTargetJob("bert-large-512", m_folder.path().toStdString());
    QVERIFY2(job, job ? "" : job.error().message.c_str());
    QVERIFY(validate(*job));
    const std::string file = std::get<BertSpec>(job->task).model.config.path;
    auto config = parseBertConfig(readTextFile(file).value()).value();
    QCOMPARE(std::int64_t(config.layers), std::int64_t(24));
    QCOMPARE(std::int64_t(config.hiddenSize), std::int64_t(1024));
    QCOMPARE(std::int64_t(config.heads), std::int64_t(16));
    QCOMPARE(std::int64_t(config.intermediateSize), std::int64_t(4096));
    QCOMPARE(std::int64_t(config.vocabulary), std::int64_t(30522));
    config.layers = 1;
    config.hiddenSize = config.intermediateSize = 32;
    QVERIFY(writeTextFile(file, toJson(config)));
    const auto task = openTask(*job);
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    const Batch batch = firstSamples(**task, job->batch);
    QCOMPARE(sizesOf(batch.inputs[BertDataset::Ids]), (std::vector<std::int64_t>{16, 512}));
    QCOMPARE(sizesOf(batch.inputs[BertDataset::Positions]), (std::vector<std::int64_t>{16, 80}));
}

void TargetJobsTest::makesGpt2WithAllItsTokens()
{
    auto job = makeTargetJob("gpt2-124m-1024", m_folder.path().toStdString());
    QVERIFY2(job, job ? "" : job.error().message.c_str());
    QVERIFY(validate(*job));
    auto &shape = std::get<LanguageModelSpec>(job->task).model;
    QCOMPARE(std::int64_t(shape.layers), std::int64_t(12));
    QCOMPARE(std::int64_t(shape.heads), std::int64_t(12));
    QCOMPARE(std::int64_t(shape.width), std::int64_t(768));
    shape.layers = shape.heads = 1;
    shape.width = 8;
    const auto task = openTask(*job);
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    QCOMPARE(sizesOf((*task)->model().parameters().front()), (std::vector<std::int64_t>{50257, 8}));
    QCOMPARE(sizesOf(firstSamples(**task, job->batch).inputs[0]), (std::vector<std::int64_t>{8, 1024}));
}

QTEST_GUILESS_MAIN(TargetJobsTest)
#include "tst_targetjobs.moc"
