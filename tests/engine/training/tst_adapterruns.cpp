// Whole runs that train an adapter, while the model's own weights stay as they are.
#include "adaptertask.h"
#include "engine/device/devicememory.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/plan/memorymodel.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/training/profiling/measurememory.h"
#include "fixturerun.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

constexpr std::int64_t adapterNumbers = 3360;

Result<std::unique_ptr<Task>> openUsual(const JobSpec &job)
{
    return openAdapterTask(job);
}

bool contains(const QByteArray &text, const char *words)
{
    return text.contains(words);
}

} // namespace

class TestAdapterRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsTheSameOnAnySplit_data();
    void learnsTheSameOnAnySplit();
    void savesWhatPeftReads();
    void keepsOnlyTheAdapterInCheckpoints();
    void resumesAsIfItHadNeverStopped();
    void doesNotResumeBesideOtherWeights();
    void doesNotTrainBesideOtherWeights();
    void sendsGradientsIn16Bits_data();
    void sendsGradientsIn16Bits();
    void joinsUpdatesByAdasum();
    void countsOnlyWhatIsTrained();
    void continuesAnAdapterOfPeft();

private:
    QString freshFolder() { return m_folder.filePath(QString("run-%1").arg(++m_runs)); }
    RunRequest request(const JobSpec &job, const std::vector<std::int64_t> &shares)
    {
        RunRequest request{job, shares, freshFolder().toStdString()};
        request.open = openUsual;
        return request;
    }

    QTemporaryDir m_folder;
    int m_runs = 0;
};

void TestAdapterRuns::learnsTheSameOnAnySplit_data()
{
    QTest::addColumn<QList<qint64>>("shares");
    QTest::addColumn<qint64>("microbatch");
    QTest::addColumn<bool>("recomputes");
    QTest::addColumn<bool>("shards");
    QTest::newRow("micro-batches of one") << QList<qint64>{8} << qint64(1) << false << false;
    QTest::newRow("micro-batches of two") << QList<qint64>{8} << qint64(2) << false << false;
    QTest::newRow("recomputed") << QList<qint64>{8} << qint64(4) << true << false;
    QTest::newRow("two ranks") << QList<qint64>{5, 3} << qint64(0) << false << false;
    QTest::newRow("two ranks in parts") << QList<qint64>{6, 2} << qint64(2) << true << false;
    QTest::newRow("three ranks") << QList<qint64>{4, 3, 1} << qint64(0) << false << false;
    QTest::newRow("three ranks with parts of the state") << QList<qint64>{4, 3, 1} << qint64(2) << false << true;
}

void TestAdapterRuns::learnsTheSameOnAnySplit()
{
    QFETCH(QList<qint64>, shares);
    QFETCH(qint64, microbatch);
    QFETCH(bool, recomputes);
    QFETCH(bool, shards);
    const RunResult alone = runRanks(request(adapterJob(), {8}));
    QVERIFY2(alone.problem().isEmpty(), alone.problem());
    QCOMPARE(alone.steps().size(), std::size_t(15));
    QVERIFY2(alone.steps().back().loss < 0.9 * alone.steps().front().loss,
        qPrintable(QString::number(alone.steps().back().loss)));
    RunRequest split = request(adapterJob(), {shares.begin(), shares.end()});
    split.microbatch = microbatch;
    split.recomputing.assign(std::size_t(shares.size()), recomputes);
    if (shards)
        split.stateShares = {0.5, 0.3, 0.2};
    const RunResult result = runRanks(split);
    QVERIFY2(result.problem().isEmpty(), result.problem());
    QVERIFY2(largestDifference(alone, result) < 1e-4, qPrintable(QString::number(largestDifference(alone, result))));
}

void TestAdapterRuns::savesWhatPeftReads()
{
    const RunRequest wanted = request(adapterJob(), {5, 3});
    const RunResult result = runRanks(wanted);
    QVERIFY2(result.problem().isEmpty(), result.problem());
    const std::string folder = wanted.folder + "/model";
    QVERIFY(!QFile::exists(QString::fromStdString(folder + "/model.safetensors")));
    QVERIFY(QFile::exists(QString::fromStdString(folder + "/motley.json")));
    QFile card(QString::fromStdString(folder + "/README.md"));
    QVERIFY(card.open(QIODevice::ReadOnly));
    const QByteArray text = card.readAll();
    QVERIFY2(text.contains("library_name: peft") && text.contains("from peft import PeftModel"), text);
    const auto adapter = readPeftFolder(folder);
    QVERIFY2(adapter, adapter ? "" : adapter.error().message.c_str());
    QCOMPARE(adapter->tensors.size(), std::size_t(42));
    const auto model = baseOfAdapterTask();
    QVERIFY(addAdapters(*model, *adapter));
    std::int64_t changed = 0;
    for (const AdaptedLayer &item : adaptedLayers(*model))
        changed += item.adapter->second().any().item<bool>() ? 1 : 0;
    QCOMPARE(changed, 21);
}

void TestAdapterRuns::keepsOnlyTheAdapterInCheckpoints()
{
    JobSpec job = adapterJob();
    job.checkpoint.everySteps = 15;
    const RunRequest wanted = request(job, {5, 3});
    const RunResult result = runRanks(wanted);
    QVERIFY2(result.problem().isEmpty(), result.problem());
    QCOMPARE(result.checkpoints().size(), std::size_t(1));
    const QDir checkpoints(QString::fromStdString(wanted.folder + "/checkpoints"));
    const QStringList names = checkpoints.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(names.size(), 1);
    const std::string folder = checkpoints.filePath(names.front()).toStdString();
    std::int64_t numbers = 0;
    const NamedTensors saved = *readSafetensors(folder + "/model.safetensors");
    for (const NamedTensor &item : saved) {
        QVERIFY2(item.name.find(".lora_") != std::string::npos, item.name.c_str());
        numbers += item.tensor.numel();
    }
    QCOMPARE(numbers, adapterNumbers);
    std::int64_t state = 0;
    const NamedTensors optimizer = *readSafetensors(folder + "/optimizer.safetensors");
    for (const NamedTensor &item : optimizer)
        state += item.tensor.numel();
    QCOMPARE(state, 2 * adapterNumbers + 1); // two means of each, and the count of steps
}

void TestAdapterRuns::resumesAsIfItHadNeverStopped()
{
    const RunResult whole = runRanks(request(adapterJob(), {5, 3}));
    QVERIFY2(whole.problem().isEmpty(), whole.problem());
    RunRequest first = request(adapterJob(), {5, 3});
    first.stopAfterStep = 6;
    QVERIFY(runRanks(first).problem().isEmpty());
    RunRequest second = request(adapterJob(), {2, 2, 4});
    second.resumeFrom = first.folder + "/checkpoints";
    const RunResult rest = runRanks(second);
    QVERIFY2(rest.problem().isEmpty(), rest.problem());
    const auto steps = whole.steps();
    const auto after = rest.steps();
    QVERIFY(!after.empty() && after.size() < steps.size());
    for (std::size_t i = 0; i < after.size(); ++i)
        QVERIFY(std::abs(after[i].loss - steps[steps.size() - after.size() + i].loss) < 1e-4 * after[i].loss);
}

void TestAdapterRuns::doesNotResumeBesideOtherWeights()
{
    RunRequest first = request(adapterJob(), {8});
    first.stopAfterStep = 6;
    QVERIFY(runRanks(first).problem().isEmpty());
    RunRequest second = request(adapterJob(), {8});
    second.resumeFrom = first.folder + "/checkpoints";
    second.open = [](const JobSpec &job) { return openAdapterTask(job, 1e-3); };
    const QByteArray problem = runRanks(second).problem();
    QVERIFY2(contains(problem, "The adapter in the checkpoint was trained on other weights"), problem);
}

void TestAdapterRuns::doesNotTrainBesideOtherWeights()
{
    RunRequest wanted = request(adapterJob(), {5, 3});
    wanted.openOnLast = [](const JobSpec &job) { return openAdapterTask(job, 1e-3); };
    const QByteArray problem = runRanks(wanted).problem();
    QVERIFY2(contains(problem, "Rank 1 on here has other weights of the model that the adapter is for"), problem);
}

void TestAdapterRuns::sendsGradientsIn16Bits_data()
{
    QTest::addColumn<QList<qint64>>("shares");
    QTest::addColumn<bool>("shards");
    QTest::newRow("two ranks") << QList<qint64>{5, 3} << false;
    QTest::newRow("three ranks") << QList<qint64>{4, 3, 1} << false;
    QTest::newRow("three ranks with parts of the state") << QList<qint64>{4, 3, 1} << true;
}

// 50 steps learn as with gradients in 32 bits; the ranks stay alike, or the run would have ended.
void TestAdapterRuns::sendsGradientsIn16Bits()
{
    QFETCH(QList<qint64>, shares);
    QFETCH(bool, shards);
    JobSpec job = adapterJob();
    job.epochs = 10;
    const auto result = [&](ExchangeSpec::Gradients sent) {
        job.exchange.gradients = sent;
        RunRequest wanted = request(job, {shares.begin(), shares.end()});
        if (shards)
            wanted.stateShares = {0.5, 0.3, 0.2};
        return runRanks(wanted);
    };
    const RunResult wide = result(ExchangeSpec::Gradients::Float32), narrow = result(ExchangeSpec::Gradients::BFloat16);
    for (const RunResult *run : {&wide, &narrow}) {
        QVERIFY2(run->problem().isEmpty(), run->problem());
        QCOMPARE(run->steps().size(), std::size_t(50));
    }
    const double difference = largestDifference(wide, narrow);
    qInfo("losses from %.4f to %.4f, at most %.2g apart", wide.steps().front().loss, wide.steps().back().loss,
        difference);
    QVERIFY(difference > 0);
    QVERIFY2(difference < 1e-2, qPrintable(QString::number(difference)));
}

void TestAdapterRuns::joinsUpdatesByAdasum()
{
    JobSpec job = adapterJob();
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    job.optimizer.averageDecay = 0.5;
    RunRequest wanted = request(job, {4, 3, 1});
    wanted.groups = {0, 1, 1};
    const RunResult result = runRanks(wanted);
    QVERIFY2(result.problem().isEmpty(), result.problem());
    QVERIFY(result.steps().back().loss < 0.95 * result.steps().front().loss);
    QVERIFY(readPeftFolder(wanted.folder + "/model"));
}

void TestAdapterRuns::countsOnlyWhatIsTrained()
{
    const JobSpec job = adapterJob();
    countMemory(at::kCPU);
    const auto task = openAdapterTask(job);
    QVERIFY(task);
    const auto memory = measureMemory(**task, job, job.batch, at::kCPU);
    QVERIFY2(memory, memory ? "" : memory.error().message.c_str());
    constexpr std::int64_t bytes = adapterNumbers * std::int64_t(sizeof(float));
    QCOMPARE(memory->parameterBytes, bytes);
    QCOMPARE(memory->stateBytes, 2 * bytes + 8);
    QCOMPARE(copiedBytes(*memory), 3 * bytes + 8);
    std::int64_t model = 0;
    for (const NamedTensor &item : stateDict((*task)->model()))
        model += std::int64_t(item.tensor.nbytes());
    QVERIFY(memory->heldBytes >= model);
}

void TestAdapterRuns::continuesAnAdapterOfPeft()
{
    JobSpec job = adapterJob();
    auto &adapter = std::get<LanguageModelSpec>(job.task).adapter;
    adapter = {};
    adapter.start.path = MOTLEY_TESTS "/fixtures/lora/llama-patterns";
    job.maxSteps = 1;
    job.schedule.peak = 0;
    const RunRequest still = request(job, {5, 3});
    const RunResult kept = runRanks(still);
    QVERIFY2(kept.problem().isEmpty(), kept.problem());
    const NamedTensors theirs = *readSafetensors(adapter.start.path + "/adapter_model.safetensors");
    const auto written = readPeftFolder(still.folder + "/model");
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    QCOMPARE(written->tensors.size(), theirs.size());
    for (const NamedTensor &item : written->tensors)
        QVERIFY2(at::equal(*findTensor(theirs, item.name), item.tensor), item.name.c_str());
    const auto config = readPeftFolder(adapter.start.path)->config;
    QCOMPARE(
        written->config.scaleOf("model.layers.1.self_attn.v_proj"), config.scaleOf("model.layers.1.self_attn.v_proj"));
    job.maxSteps = 0;
    job.schedule.peak = 1e-2;
    const RunResult further = runRanks(request(job, {5, 3}));
    QVERIFY2(further.problem().isEmpty(), further.problem());
    QVERIFY(further.steps().back().loss < 0.95 * further.steps().front().loss);
}

QTEST_GUILESS_MAIN(TestAdapterRuns)

#include "tst_adapterruns.moc"
