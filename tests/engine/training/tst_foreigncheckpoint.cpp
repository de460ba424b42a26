// Resuming from HetSeq's checkpoints gives the same steps as PyTorch. tests/reference/bert.py and torchfiles.py write
// the files.
#include "engine/job/hetseq/hetseqgradient.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/optim/gradientclipping.h"
#include "engine/optim/optimizer.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"
#include "engine/training/checkpoint/resume.h"
#include "tests/engine/models/bertfixture.h"

#include <QTemporaryDir>
#include <QTest>

#include <torch/types.h>

using namespace motley;

class ForeignCheckpointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesOnWithHetSeqsBert();
    void beginsAnewWithTheWeightsAlone();
    void goesOnWithAdadeltaOfOldTorch();
    void convertsStateOfDividedGradients_data();
    void convertsStateOfDividedGradients();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();

private:
    BertFixture m_fixture;
    QTemporaryDir m_folder;
};

namespace {

JobSpec jobAfter(const std::string &file)
{
    JobSpec job;
    job.continueFrom.path = file;
    return job;
}

OptimizerSpec adamW()
{
    OptimizerSpec spec;
    spec.kind = OptimizerSpec::Kind::AdamW;
    spec.weightDecay = 0.01;
    return spec;
}

// The model before HetSeq's updates.
std::shared_ptr<BertForPreTraining> earlierBert(const BertFixture &fixture)
{
    const auto files = readBertFolder(fixture.folder());
    return files ? openBertForPreTraining(*files, {}, 1)->model : nullptr;
}

Result<ResumePoint> begin(const JobSpec &job, const NamedTensors &model, const Optimizer &optimizer)
{
    return continueRun(job, 320, 10, {model, {{optimizerPart, optimizer.state()}}});
}

at::Tensor lossOf(BertForPreTraining &model, const BertFixture::Rows &batch)
{
    const auto masked = maskedTokens(batch.labels);
    const auto out = model.forward(batch.inputs, masked.rows);
    return at::cross_entropy_loss(out.words, masked.targets) + at::cross_entropy_loss(out.next, batch.next);
}

double stepOf(BertForPreTraining &model, Optimizer &optimizer, const BertFixture::Rows &batch)
{
    model.zero_grad();
    const at::Tensor loss = lossOf(model, batch);
    loss.backward();
    optimizer.step(1e-3);
    return loss.item<double>();
}

} // namespace

void ForeignCheckpointTest::goesOnWithHetSeqsBert()
{
    const auto model = earlierBert(m_fixture);
    Optimizer optimizer(adamW(), stateDict(*model));
    const auto begun = begin(jobAfter(m_fixture.folder() + "/hetseq.pt"), stateDict(*model), optimizer);
    QVERIFY2(begun, begun ? "" : begun.error().message.c_str());
    QCOMPARE(begun->step, std::int64_t(20));
    QCOMPARE(begun->notes.size(), std::size_t(2));
    QVERIFY(begun->notes.back().find("no command line of HetSeq") != std::string::npos);
    const at::Tensor expected = m_fixture.tensor("continued", "words") + m_fixture.tensor("continued", "next");
    for (int step = 0; step < 5; ++step) {
        const double loss = stepOf(*model, optimizer, m_fixture.batch(step));
        QVERIFY2(std::abs(loss - expected[step].item<double>()) < 1e-4, qPrintable(QString::number(loss)));
    }
}

void ForeignCheckpointTest::beginsAnewWithTheWeightsAlone()
{
    const auto model = earlierBert(m_fixture);
    Optimizer optimizer(adamW(), stateDict(*model));
    JobSpec job = jobAfter(m_fixture.folder() + "/hetseq.pt");
    job.continueFrom.weightsOnly = true;
    const auto begun = begin(job, stateDict(*model), optimizer);
    QVERIFY(begun);
    QCOMPARE(begun->step, std::int64_t(0));
    for (const NamedTensor &item : optimizer.state())
        QVERIFY2(item.tensor.count_nonzero().item<std::int64_t>() == 0, item.name.c_str());
}

void ForeignCheckpointTest::goesOnWithAdadeltaOfOldTorch()
{
    const std::string files = MOTLEY_TESTS "/fixtures/torchfiles/adadelta";
    const NamedTensors model{{"weight", at::zeros({3, 4})}, {"bias", at::zeros({3})}};
    Optimizer optimizer(usualOptimizer(OptimizerSpec::Kind::Adadelta), model);
    const auto begun = begin(jobAfter(files + ".pt"), model, optimizer);
    QVERIFY2(begun, begun ? "" : begun.error().message.c_str());
    QCOMPARE(begun->step, std::int64_t(3)); // the step of the last of two optimizers
    QCOMPARE(begun->notes.size(), std::size_t(2));
    QVERIFY(begun->notes.back().find("no command line of HetSeq") != std::string::npos);
    const auto expected = readSafetensors(files + ".safetensors");
    QVERIFY(expected);
    const auto named = [&](const std::string &name) {
        return std::find_if(expected->begin(), expected->end(), [&](const auto &item) {
            return item.name == name;
        })->tensor;
    };
    for (const NamedTensor &item : model)
        item.tensor.mutable_grad() = named(item.name + ".gradient");
    optimizer.step(0.5);
    for (const NamedTensor &item : model)
        QVERIFY2(at::allclose(item.tensor, named(item.name), 1e-6, 1e-7), item.name.c_str());
}

void ForeignCheckpointTest::convertsStateOfDividedGradients_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("kind");
    QTest::addRow("Adam") << "divided-adam" << int(OptimizerSpec::Kind::HetSeqAdam);
    QTest::addRow("Adadelta") << "divided-adadelta" << int(OptimizerSpec::Kind::Adadelta);
}

void ForeignCheckpointTest::convertsStateOfDividedGradients()
{
    QFETCH(QString, file);
    QFETCH(int, kind);
    constexpr double divisor = 2;
    const std::string path = MOTLEY_TESTS "/fixtures/torchfiles/" + file.toStdString();
    JobSpec job = jobAfter(path + ".pt");
    job.task = TaggingSpec{};
    job.schedule.peak = 0.1;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind(kind));
    job.optimizer.epsilon = 1e-3;
    if (job.optimizer.kind == OptimizerSpec::Kind::Adadelta)
        job.optimizer.weightDecay = 0.01;
    convertToMeanGradients(job, {.sampleSize = divisor, .parts = 1, .averages = true});
    const NamedTensors model{{"weight", at::zeros({3, 4})}, {"bias", at::zeros({3})}};
    Optimizer optimizer(job.optimizer, model);
    const auto begun = begin(job, model, optimizer);
    QVERIFY2(begun, begun ? "" : begun.error().message.c_str());
    QCOMPARE(begun->step, std::int64_t(3));
    QVERIFY2(begun->notes.back().find("divided its gradients by 2") != std::string::npos, begun->notes.back().c_str());
    const auto expected = readSafetensors(path + ".safetensors");
    QVERIFY(expected);
    for (const NamedTensor &item : model)
        item.tensor.mutable_grad() = *findTensor(*expected, item.name + ".gradient");
    optimizer.step(job.schedule.peak);
    for (const NamedTensor &item : model)
        QVERIFY2(at::allclose(item.tensor, *findTensor(*expected, item.name), 1e-6, 1e-7), item.name.c_str());
}

void ForeignCheckpointTest::saysWhatDoesNotFit_data()
{
    QTest::addColumn<int>("kind");
    QTest::addRow("momentum") << int(OptimizerSpec::Kind::Sgd);
    QTest::addRow("Adadelta") << int(OptimizerSpec::Kind::Adadelta);
    QTest::addRow("largest squares") << int(OptimizerSpec::Kind::AdamW);
}

void ForeignCheckpointTest::saysWhatDoesNotFit()
{
    QFETCH(int, kind);
    OptimizerSpec spec = usualOptimizer(OptimizerSpec::Kind(kind));
    spec.amsgrad = spec.kind == OptimizerSpec::Kind::AdamW;
    const auto model = earlierBert(m_fixture);
    Optimizer optimizer(spec, stateDict(*model));
    const auto begun = begin(jobAfter(m_fixture.folder() + "/hetseq.pt"), stateDict(*model), optimizer);
    QVERIFY(begun);
    QCOMPARE(begun->step, std::int64_t(20));
    QCOMPARE(begun->warnings.size(), std::size_t(1));
    QVERIFY(begun->warnings[0].find("begins anew") != std::string::npos);
    for (const NamedTensor &item : optimizer.state())
        QVERIFY2(item.tensor.count_nonzero().item<std::int64_t>() == 0, item.name.c_str());
}

QTEST_APPLESS_MAIN(ForeignCheckpointTest)
#include "tst_foreigncheckpoint.moc"
