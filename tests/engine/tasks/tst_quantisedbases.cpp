// What a job with weights in fewer bits makes of a model's folder, and what is refused.
#include "decoderjob.h"
#include "engine/inference/mergeadapter.h"
#include "engine/models/lora/quantisedbase.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/registry.h"
#include "fixturerun.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;

class QuantisedBasesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void computesAsItLearned_data();
    void computesAsItLearned();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
    void warnsOfQwenInFourBits();
    void trainsInSixteenBits();

private:
    QString fresh() { return m_folder.filePath(QString::number(++m_folders)); }
    LanguageModelSpec taskOf(const QString &family, Quantization bits, bool isPacked = false);

    QTemporaryDir m_folder;
    int m_folders = 0;
};

LanguageModelSpec QuantisedBasesTest::taskOf(const QString &family, Quantization bits, bool isPacked)
{
    const QString folder = fresh();
    writeDecoderFolder(family, folder);
    if (isPacked)
        for (const char *file : {"/config.json", "/model.safetensors"})
            writeBytes(folder + file, bytesOf(QStringLiteral(MOTLEY_TESTS "/fixtures/quantised/llama-nf4") + file));
    steadyNorms(folder);
    LanguageModelSpec task = decoderTask(folder);
    task.adapter.rank = 4;
    task.model.quantization = bits;
    return task;
}

void QuantisedBasesTest::computesAsItLearned_data()
{
    QTest::addColumn<int>("bits"); // Quantization
    QTest::addColumn<bool>("isPacked"); // in its files
    QTest::addColumn<QString>("note"); // of the merge
    QTest::newRow("16 bits") << int(Quantization::None) << false << "";
    QTest::newRow("8 bits") << int(Quantization::Int8) << false << "in 8 bits";
    QTest::newRow("4 bits") << int(Quantization::Nf4) << false << "in 4 bits";
    QTest::newRow("4 bits in its files") << int(Quantization::None) << true << "in 4 bits";
}

// The adapter is opened on the weights that it learned beside, and merged into these.
void QuantisedBasesTest::computesAsItLearned()
{
    QFETCH(int, bits);
    QFETCH(bool, isPacked);
    QFETCH(QString, note);
    const LanguageModelSpec task = taskOf("llama", Quantization(bits), isPacked);
    JobSpec job = jobOf(task, 4);
    job.schedule.peak = 2e-2;
    const RunRequest request{job, {16}, fresh().toStdString()};
    const RunResult run = runRanks(request);
    QVERIFY2(run.outcomes.front(), run.outcomes.front() ? "" : run.outcomes.front().error().message.c_str());
    const std::string adapter = request.folder + "/model";
    const auto opened = readCausalModel(adapter);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    const Quantization used = isPacked ? Quantization::Nf4 : Quantization(bits);
    QCOMPARE(quantizationOf(*opened->model), used);
    const std::string merged = fresh().toStdString();
    const auto said = mergeAdapter(adapter, task.model.start.path, merged);
    QVERIFY2(said, said ? "" : said.error().message.c_str());
    QCOMPARE(QString::fromStdString(*said).isEmpty(), note.isEmpty());
    QVERIFY2(QString::fromStdString(*said).contains(note), said->c_str());
    const auto whole = readCausalModel(merged);
    QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
    QCOMPARE(quantizationOf(*whole->model), Quantization::None);
    const torch::NoGradGuard noGradients;
    const at::Tensor ids = (at::arange(24) * 7 % 29 + 3).view({1, 24});
    opened->model->eval();
    whole->model->eval();
    const at::Tensor theirs = whole->model->predict(whole->model->forward(ids));
    QVERIFY(at::allclose(opened->model->predict(opened->model->forward(ids)), theirs, 1e-4, 1e-5));
    const auto plain = readCausalModel(task.model.start.path);
    QVERIFY(!at::allclose(plain->model->predict(plain->model->forward(ids)), theirs, 1e-3, 1e-3));
}

void QuantisedBasesTest::refusesWhatCannotBe_data()
{
    QTest::addColumn<int>("bits"); // Quantization
    QTest::addColumn<bool>("isPacked");
    QTest::addColumn<QString>("whole"); // modules to save
    QTest::addColumn<int>("rank");
    QTest::addColumn<QString>("says");
    const int none = int(Quantization::None);
    QTest::newRow("no adapter") << none << true << "" << 0 << "adapter.rank";
    QTest::newRow("other bits") << int(Quantization::Int8) << true << "" << 4 << "NF4";
    QTest::newRow("trained as a whole") << none << true << "down_proj" << 4 << "adapter.modulesToSave";
}

void QuantisedBasesTest::refusesWhatCannotBe()
{
    QFETCH(int, bits);
    QFETCH(bool, isPacked);
    QFETCH(QString, whole);
    QFETCH(int, rank);
    QFETCH(QString, says);
    LanguageModelSpec task = taskOf("llama", Quantization(bits), isPacked);
    task.adapter.rank = rank;
    task.adapter.modulesToSave = whole.toStdString();
    const auto opened = openTask(jobOf(task, 2));
    QVERIFY(!opened);
    QVERIFY2(QString::fromStdString(opened.error().message).contains(says), opened.error().message.c_str());
}

void QuantisedBasesTest::warnsOfQwenInFourBits()
{
    const auto notesOf = [&](const QString &family, Quantization bits) {
        std::string all;
        for (const std::string &note : (*openTask(jobOf(taskOf(family, bits), 2)))->notes())
            all += note;
        return QString::fromStdString(all);
    };
    QVERIFY(notesOf("qwen3_5", Quantization::Nf4).contains("Qwen 3.5 loses more in 4 bits"));
    QVERIFY(!notesOf("qwen3_5", Quantization::Int8).contains("4 bits"));
    QVERIFY(!notesOf("llama", Quantization::Nf4).contains("4 bits"));
}

// As most jobs on GPUs do. The base is packed as the file has it, whatever the job computes in.
void QuantisedBasesTest::trainsInSixteenBits()
{
    LanguageModelSpec task = taskOf("llama", Quantization::Nf4);
    JobSpec job = jobOf(task, 12);
    job.schedule.peak = 2e-2;
    std::vector<double> losses;
    for (const auto kind : {PrecisionSpec::Kind::Float32, PrecisionSpec::Kind::BFloat16}) {
        job.precision.kind = kind;
        const RunResult run = runRanks({job, {11, 5}, fresh().toStdString()});
        QVERIFY2(run.outcomes.front(), run.outcomes.front() ? "" : run.outcomes.front().error().message.c_str());
        const auto steps = run.steps();
        QVERIFY(steps.back().loss < steps.front().loss);
        losses.push_back(steps.back().loss);
    }
    QVERIFY(std::abs(losses[1] - losses[0]) < 0.02 * losses[0]);
}

QTEST_GUILESS_MAIN(QuantisedBasesTest)
#include "tst_quantisedbases.moc"
