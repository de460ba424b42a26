// Runs that begin with decoders of many families, as they lie in Hugging Face's folders.
#include "decoderjob.h"
#include "engine/inference/averagedmodel.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/training/evaluatemodel.h"
#include "fixturerun.h"
#include "tests/fixtures/referencepython.h"

#include <QTemporaryDir>
#include <QTest>

#include <torch/torch.h>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

void verify(const RunResult &run)
{
    for (const auto &outcome : run.outcomes)
        QVERIFY2(outcome, outcome ? "" : (outcome.error().message + " " + outcome.error().detail).c_str());
}

} // namespace

class DecoderTasksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheCurveOfOneRank_data() { addFamilies({"llama", "qwen3", "gemma3", "gemma4", "qwen3_5"}); }
    void givesTheCurveOfOneRank();
    void trainsInSixteenBits_data() { addAllFamilies(); }
    void trainsInSixteenBits();
    void writesTheFolderAsItCame_data() { addAllFamilies(); }
    void writesTheFolderAsItCame();
    void goesOnFromItsOwnFolder();
    void averagesTheText();
    void resumesFromACheckpoint();

private:
    QString fresh() { return m_folder.filePath(QString::number(++m_folders)); }
    QString folderOf(const QString &family, bool begins = true)
    {
        const QString folder = fresh();
        writeDecoderFolder(family, folder, begins);
        return folder;
    }

    QTemporaryDir m_folder;
    int m_folders = 0;
};

void DecoderTasksTest::givesTheCurveOfOneRank()
{
    QFETCH(QString, family);
    const QString folder = folderOf(family);
    if (family == "qwen3_5" || family == "gemma4")
        steadyNorms(folder);
    const JobSpec job = jobOf(decoderTask(folder), 20);
    const RunResult alone = runRanks({job, {decoderBatch}, fresh().toStdString()});
    verify(alone);
    const auto expected = alone.steps();
    QCOMPARE(expected.size(), std::size_t(20));
    QVERIFY(expected.back().loss < expected.front().loss);
    struct Split {
        std::vector<std::int64_t> shares;
        std::int64_t microbatch;
        std::vector<bool> recomputing;
    };
    const Split splits[] = {{{decoderBatch}, decoderBatch / 2, {true}}, {{decoderBatch}, decoderBatch / 4, {}},
        {{decoderBatch}, decoderBatch / 8, {}}, {{12, 4}, 3, {true, false}}, {{10, 0, 6}, 5, {}}};
    for (const Split &split : splits) {
        RunRequest request{job, split.shares, fresh().toStdString()};
        request.microbatch = split.microbatch;
        request.recomputing = split.recomputing;
        const RunResult run = runRanks(request);
        verify(run);
        if (QTest::currentTestFailed())
            return;
        const double largest = largestDifference(alone, run);
        qInfo("%zu ranks, passes of %lld: %.2g, loss %.3f to %.3f", split.shares.size(),
            static_cast<long long>(split.microbatch), largest, expected.front().loss, expected.back().loss);
        QVERIFY(largest < 1e-4);
    }
}

void DecoderTasksTest::trainsInSixteenBits()
{
    QFETCH(QString, family);
    JobSpec job = jobOf(decoderTask(folderOf(family)), 3);
    const RunResult wide = runRanks({job, {decoderBatch}, fresh().toStdString()});
    verify(wide);
    job.precision.kind = PrecisionSpec::Kind::BFloat16;
    const RunResult narrow = runRanks({job, {decoderBatch}, fresh().toStdString()});
    verify(narrow);
    if (QTest::currentTestFailed())
        return;
    const double difference = largestDifference(wide, narrow);
    QVERIFY2(difference > 0 && difference < 0.03, qPrintable(QString::number(difference)));
}

void DecoderTasksTest::writesTheFolderAsItCame()
{
    QFETCH(QString, family);
    const QString folder = folderOf(family);
    QJsonObject config = jsonIn(folder + "/config.json");
    config["a_key_of_tomorrow"] = QJsonValue(); // of no meaning here, but nothing may be lost
    auto stored = *readSafetensors((folder + "/model.safetensors").toStdString());
    for (NamedTensor &item : stored)
        item.tensor = item.tensor.to(at::kBFloat16);
    QVERIFY(writeSafetensors((folder + "/model.safetensors").toStdString(), stored));
    const JobSpec job = jobOf(decoderTask(folder), 2);
    const QString run = fresh();
    const RunResult trained = runRanks({job, {decoderBatch}, run.toStdString()});
    verify(trained);
    if (QTest::currentTestFailed())
        return;
    const QString model = run + "/model";
    for (const char *file :
        {"/tokenizer.json", "/tokenizer_config.json", "/generation_config.json", "/chat_template.jinja"})
        QCOMPARE(bytesOf(model + file), bytesOf(folder + file));
    QJsonObject came = jsonIn(folder + "/config.json");
    QJsonObject written = jsonIn(model + "/config.json");
    QCOMPARE(written["dtype"].toString(), QString("float32"));
    came["dtype"] = "float32";
    if (came.contains("text_config")) {
        QJsonObject inside = came["text_config"].toObject();
        if (inside.contains("dtype"))
            inside["dtype"] = "float32";
        came["text_config"] = inside;
    }
    QCOMPARE(written, came);

    const auto read = readSafetensors((model + "/model.safetensors").toStdString());
    QVERIFY(read);
    QCOMPARE(read->size(), stored.size());
    int changed = 0;
    for (const NamedTensor &item : stored) {
        const at::Tensor *found = findTensor(*read, item.name);
        QVERIFY2(found, item.name.c_str());
        const bool isOfText = !family.endsWith("-inside") || item.name.find("language_model") != std::string::npos
            || item.name.find("lm_head") != std::string::npos;
        if (!isOfText) {
            QVERIFY(found->scalar_type() == at::kBFloat16);
            QVERIFY(at::equal(*found, item.tensor));
        } else {
            QVERIFY(found->scalar_type() == at::kFloat);
            changed += !at::equal(*found, item.tensor.to(at::kFloat));
        }
    }
    QVERIFY(changed > 0);
    const auto again = evaluateModel({model.toStdString(), (folder + "/text.txt").toStdString(), {}}, {}, 1);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QVERIFY(std::abs(again->loss - trained.lastEvaluation()->loss) < 1e-6);
}

void DecoderTasksTest::goesOnFromItsOwnFolder()
{
    const QString run = fresh();
    JobSpec job = jobOf(decoderTask(folderOf("gemma3-inside")), 3);
    const RunResult before = runRanks({job, {decoderBatch}, run.toStdString()});
    verify(before);
    auto &task = std::get<LanguageModelSpec>(job.task);
    task.model.start = (run + "/model").toStdString();
    job.schedule.peak = 0;
    job.maxSteps = 1;
    const QString again = fresh();
    const RunResult after = runRanks({job, {8, 8}, again.toStdString()});
    verify(after);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(std::abs(before.lastEvaluation()->loss - after.lastEvaluation()->loss) < 1e-6);
    for (const char *file : {"/config.json", "/tokenizer.json", "/model.safetensors"})
        QCOMPARE(bytesOf(again + "/model" + file), bytesOf(run + "/model" + file));
}

// Checkpoints hold what is trained; what sees comes of the model's folder.
void DecoderTasksTest::averagesTheText()
{
    const QString run = fresh();
    JobSpec job = jobOf(decoderTask(folderOf("gemma3-inside")), 3);
    job.checkpoint.everySteps = 1;
    job.checkpoint.keep = 3;
    verify(runRanks({job, {decoderBatch}, run.toStdString()}));
    const std::string folder = fresh().toStdString();
    const auto written = writeAveragedModel(
        {{(run + "/checkpoints/step-1").toStdString(), (run + "/checkpoints/step-3").toStdString()}, {}, folder});
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    const auto averaged = *readSafetensors(folder + "/model.safetensors");
    const auto last = *readSafetensors((run + "/model/model.safetensors").toStdString());
    QCOMPARE(averaged.size(), last.size());
    int changed = 0;
    for (std::size_t i = 0; i < last.size(); ++i) {
        QCOMPARE(averaged[i].name, last[i].name);
        changed += !at::equal(averaged[i].tensor, last[i].tensor);
    }
    const auto isOfTower = [](const NamedTensor &item) { return item.name.find("vision") != std::string::npos; };
    QVERIFY(changed > 0);
    QVERIFY(std::any_of(last.begin(), last.end(), isOfTower));
}

void DecoderTasksTest::resumesFromACheckpoint()
{
    const QString run = fresh();
    JobSpec job = jobOf(decoderTask(folderOf("qwen3")), 6);
    job.checkpoint.everySteps = 3;
    const RunResult whole = runRanks({job, {decoderBatch}, run.toStdString()});
    verify(whole);
    RunRequest rest{job, {10, 6}, fresh().toStdString()};
    QVERIFY(QDir(run + "/checkpoints/step-6").removeRecursively());
    rest.resumeFrom = (run + "/checkpoints").toStdString();
    const RunResult resumed = runRanks(rest);
    verify(resumed);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(resumed.steps().size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(std::abs(resumed.steps()[i].loss - whole.steps()[i + 3].loss) < 1e-4);
    QVERIFY(resumed.warnings().empty());

    job.continueFrom = {run.toStdString(), true};
    job.maxSteps = 1;
    job.schedule.peak = 0;
    const RunResult continued = runRanks({job, {decoderBatch}, fresh().toStdString()});
    verify(continued);
    QVERIFY(continued.warnings().empty());
}

class DecoderTasksInTransformers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensWhatARunWrote_data()
    {
        addFamilies(
            {"llama", "qwen3", "gemma3", "qwen3_5-inside", "gemma3-inside", "gemma4-inside", "ministral3-inside"});
    }
    void opensWhatARunWrote();

private:
    QTemporaryDir m_folder;
};

// A run that changes nothing, so that transformers must compute what it computed before.
void DecoderTasksInTransformers::opensWhatARunWrote()
{
    QFETCH(QString, family);
    const QString folder = m_folder.filePath(family);
    writeDecoderFolder(family, folder);
    JobSpec job = jobOf(decoderTask(folder), 1);
    job.schedule.peak = 0;
    const QString run = m_folder.filePath(family + "-run");
    verify(runRanks({job, {decoderBatch}, run.toStdString()}));
    if (QTest::currentTestFailed())
        return;
    const QByteArray said = saidByReference({MOTLEY_TESTS "/reference/decoders.py", "--check", run + "/model",
        QStringLiteral(MOTLEY_TESTS "/fixtures/decoders/") + family});
    QVERIFY2(said.endsWith("same\n"), said.constData());
}

int main(int argc, char *argv[])
{
    return runTests<DecoderTasksTest, DecoderTasksInTransformers>(argc, argv);
}

#include "tst_decodertasks.moc"
