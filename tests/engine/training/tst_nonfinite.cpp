// What a run does where a loss, a gradient or a weight is not finite: it leaves out the step, goes back to its last
// checkpoint, and ends with the reason. No file ever holds such weights.
#include "imageruns.h"

#include "engine/job/continuefiles.h"
#include "engine/tensorfiles/safetensors.h"

#include <torch/types.h>

#include <QDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace motley;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The same loss with a gradient of NaN: the root of zero has an infinite slope.
at::Tensor withoutGradient(const at::Tensor &loss, torch::nn::Module &model)
{
    return loss + (model.parameters().front().sum() * 0).sqrt();
}

// A loss that is spoilt in passes first to last.
LossChange spoilt(std::int64_t first, std::int64_t last)
{
    return [=](std::int64_t pass, const at::Tensor &loss, torch::nn::Module &model) {
        return pass >= first && pass <= last ? withoutGradient(loss, model) : loss;
    };
}

bool areFinite(const QString &file)
{
    const auto tensors = readSafetensors(file.toStdString());
    if (!tensors || tensors->empty())
        return false;
    for (const NamedTensor &item : *tensors)
        if (item.tensor.is_floating_point() && !at::isfinite(item.tensor).all().item<bool>())
            return false;
    return true;
}

std::vector<std::int64_t> numbersOf(const std::vector<StepDone> &steps)
{
    std::vector<std::int64_t> numbers;
    for (const StepDone &step : steps)
        numbers.push_back(step.step);
    return numbers;
}

} // namespace

class TestNonFinite : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesOutAStepWhoseGradientIsNotFinite_data();
    void leavesOutAStepWhoseGradientIsNotFinite();
    void leavesOutAStepWhoseLossOverflows();
    void keepsTheStatisticsOfAStepThatItLeavesOut();
    void goesBackToTheLastCheckpointOnce();
    void endsWhereGoingBackDoesNotHelp();
    void neverSavesWeightsThatAreNotFinite();

private:
    JobSpec job() const
    {
        JobSpec job = m_runs.job();
        job.maxSteps = 20;
        job.checkpoint.everySteps = 10;
        return job;
    }

    ImageRuns m_runs;
};

void TestNonFinite::leavesOutAStepWhoseGradientIsNotFinite_data()
{
    QTest::addColumn<QList<int>>("shares");
    QTest::addColumn<bool>("sharded");
    QTest::addRow("one rank") << QList<int>{32} << false;
    QTest::addRow("one of two ranks") << QList<int>{20, 12} << false;
    QTest::addRow("one of two ranks, in shards") << QList<int>{20, 12} << true;
}

void TestNonFinite::leavesOutAStepWhoseGradientIsNotFinite()
{
    QFETCH(QList<int>, shares);
    QFETCH(bool, sharded);
    const QString folder = m_runs.freshFolder();
    RunRequest request{job(), {shares.begin(), shares.end()}, folder.toStdString()};
    if (sharded)
        request.job.memory.shard = MemorySpec::Shard::Always;
    request.changeLoss = spoilt(5, 6);
    const RunResult run = runRanks(request);
    QVERIFY2(run.problem().isEmpty(), run.problem());
    const auto steps = run.steps();
    QCOMPARE(steps.size(), std::size_t(20));
    for (const StepDone &step : steps) {
        QCOMPARE(step.skipped, step.step == 5 || step.step == 6);
        QVERIFY(std::isfinite(step.loss));
    }
    QVERIFY(areFinite(folder + "/checkpoints/step-20/model.safetensors"));
    QVERIFY(areFinite(folder + "/checkpoints/step-20/optimizer.safetensors"));
    QVERIFY(run.warned("step 5"));
}

void TestNonFinite::leavesOutAStepWhoseLossOverflows()
{
    RunRequest request{job(), {20, 12}, m_runs.freshFolder().toStdString()};
    request.job.precision.kind = PrecisionSpec::Kind::Float16;
    request.job.precision.lossScale = 64;
    request.changeLoss = [](std::int64_t pass, const at::Tensor &loss, torch::nn::Module &) {
        return pass == 5 ? loss * infinity : loss;
    };
    const RunResult run = runRanks(request);
    QVERIFY2(run.problem().isEmpty(), run.problem());
    const auto steps = run.steps();
    QCOMPARE(steps.size(), std::size_t(20));
    QVERIFY(steps[4].skipped);
    QVERIFY(!steps[5].skipped);
    QCOMPARE(*steps[5].lossScale, 32.0);
}

// Normalisation keeps running means, which the forward pass moves.
void TestNonFinite::keepsTheStatisticsOfAStepThatItLeavesOut()
{
    const QString folder = m_runs.freshFolder();
    RunRequest request{job(), {32}, folder.toStdString()};
    request.job.task = ImageSpec{{ImageModelSpec::Kind::ResNet18, 4}, {m_runs.dataFolder(), true}};
    request.changeLoss
        = [weight = at::Tensor()](std::int64_t pass, const at::Tensor &loss, torch::nn::Module &model) mutable {
              at::Tensor first = model.parameters().front().data(); // which autograd does not watch
              if (pass == 4) { // so that pass 5 normalises over infinite numbers
                  weight = first.clone();
                  first.fill_(infinity);
              } else if (pass == 5) {
                  first.copy_(weight);
              }
              return loss;
          };
    request.job.nonFinite.skips = 3;
    const RunResult run = runRanks(request);
    QVERIFY2(run.problem().isEmpty(), run.problem());
    QVERIFY(run.steps()[4].skipped);
    QVERIFY(areFinite(folder + "/checkpoints/step-20/model.safetensors"));
}

void TestNonFinite::goesBackToTheLastCheckpointOnce()
{
    const QString folder = m_runs.freshFolder();
    RunRequest request{job(), {20, 12}, folder.toStdString()};
    request.job.nonFinite.skips = 2;
    request.changeLoss = spoilt(13, 15);
    const RunResult run = runRanks(request);
    QVERIFY2(run.problem().isEmpty(), run.problem());
    const auto numbers = numbersOf(run.steps());
    const std::vector<std::int64_t> expected{
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    QCOMPARE(numbers, expected);
    QVERIFY(run.warned("goes back to the checkpoint of step 10"));
    const RunResult plain = m_runs.run(job(), {20, 12});
    QCOMPARE(run.steps().back().loss, plain.steps().back().loss); // as if nothing had been
    QVERIFY(areFinite(folder + "/model/model.safetensors"));
}

void TestNonFinite::endsWhereGoingBackDoesNotHelp()
{
    const QString folder = m_runs.freshFolder();
    RunRequest request{job(), {20, 12}, folder.toStdString()};
    request.job.nonFinite.skips = 2;
    request.changeLoss = spoilt(13, 1000);
    const RunResult run = runRanks(request);
    for (const auto &outcome : run.outcomes) {
        QVERIFY(!outcome);
        QVERIFY(outcome.error().kind == RankFailed::Kind::NonFinite);
        QVERIFY2(outcome.error().message.find("steps 11 to 13") != std::string::npos, outcome.error().message.c_str());
    }
    QCOMPARE(checkpointSteps((folder + "/checkpoints").toStdString()), (std::vector<std::int64_t>{10}));
    QVERIFY(areFinite(folder + "/checkpoints/step-10/model.safetensors"));

    request.folder = m_runs.freshFolder().toStdString();
    request.changeLoss = spoilt(5, 1000);
    const RunResult withoutCheckpoint = runRanks(request);
    QVERIFY2(withoutCheckpoint.problem().contains("no checkpoint"), withoutCheckpoint.problem());
}

void TestNonFinite::neverSavesWeightsThatAreNotFinite()
{
    const QString folder = m_runs.freshFolder();
    RunRequest request{job(), {32}, folder.toStdString()};
    request.changeLoss = [](std::int64_t pass, const at::Tensor &loss, torch::nn::Module &model) {
        if (pass == 20) // after the forward pass: the loss is finite
            model.parameters().front().data().fill_(infinity);
        return loss;
    };
    const RunResult run = runRanks(request);
    QVERIFY2(run.problem().isEmpty(), run.problem());
    QVERIFY(run.warned("goes back to the checkpoint of step 10"));
    const QStringList checkpoints = QDir(folder + "/checkpoints").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &checkpoint : checkpoints)
        QVERIFY(areFinite(folder + "/checkpoints/" + checkpoint + "/model.safetensors"));
    QVERIFY(areFinite(folder + "/model/model.safetensors"));
}

QTEST_APPLESS_MAIN(TestNonFinite)
#include "tst_nonfinite.moc"
