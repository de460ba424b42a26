// A step during which memory runs out is repeated, and counts once: its gradients, its statistics and its exchange.
#include "engine/device/devicememory.h"
#include "engine/exchange/gradients/localnorm.h"
#include "engine/exchange/gradients/replicatedgradients.h"
#include "engine/exchange/gradients/shardedgradients.h"
#include "engine/tasks/registry.h"
#include "engine/training/step/sumthenupdate.h"
#include "fixturerun.h"
#include "idxfixture.h"
#include "memoryjob.h"
#include "slowtask.h"
#include "tests/fixtures/threadsasranks.h"

#include <torch/types.h>

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <new>

using namespace motley;

namespace {
constexpr std::int64_t roomy = 0; // no limit
}

class InterruptedStepTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { limitMemory(at::kCPU, roomy); }
    void repeatsTheSameStep();
    void countsStatisticsOnce_data();
    void countsStatisticsOnce();
    void resumesAnExchangeThatFailedHalfway_data();
    void resumesAnExchangeThatFailedHalfway();

private:
    JobSpec job() const { return memoryJob(m_folder.path().toStdString()); }

    QTemporaryDir m_folder;
};

void InterruptedStepTest::initTestCase()
{
    writeImageData(m_folder.path(), 600, 60);
    countMemory(at::kCPU);
}

void InterruptedStepTest::repeatsTheSameStep()
{
    const auto task = openTask(job());
    QVERIFY(task);
    Group group = Group::alone();
    const auto gradientsWith = [&](std::int64_t limit, StepResult &taken) {
        DataLoader data((*task)->trainingSet(), {1, 64, {64}, 0, 1, 1});
        const auto ready = data.next();
        TrainingState state(**task, {{}, 0, 0, {}, at::kCPU});
        SumThenUpdate step(state, group);
        limitMemory(at::kCPU, limit);
        const auto result = step.run({*ready}); // no optimizer step follows: the parameters stay as they are
        limitMemory(at::kCPU, roomy);
        if (result)
            taken = *result;
        std::vector<at::Tensor> gradients;
        for (const at::Tensor &parameter : (*task)->model().parameters())
            gradients.push_back(parameter.grad().clone());
        return gradients;
    };
    StepResult whole;
    StepResult parts;
    const std::int64_t before = usedMemory(at::kCPU);
    restartPeak(at::kCPU);
    const auto expected = gradientsWith(roomy, whole);
    const std::int64_t needed = peakMemory(at::kCPU) - before;
    QVERIFY(!whole.newMicrobatch);
    const auto gradients = gradientsWith(usedMemory(at::kCPU) + needed / 2, parts);
    QVERIFY(parts.newMicrobatch);
    QVERIFY(*parts.newMicrobatch == 32 || *parts.newMicrobatch == 16);
    QVERIFY(std::abs(parts.mine.summedLoss - whole.mine.summedLoss) < 1e-5 * whole.mine.summedLoss);
    for (std::size_t i = 0; i < gradients.size(); ++i)
        QVERIFY(at::allclose(gradients[i], expected[i], 1e-4, 1e-6));
}

void InterruptedStepTest::countsStatisticsOnce_data()
{
    QTest::addColumn<bool>("fits");
    QTest::addRow("a repeated step") << false;
    QTest::addRow("a step that is left out") << true;
}

// Running statistics after two steps, of which the first runs out of memory after a forward pass, or has a loss that is
// no number.
void InterruptedStepTest::countsStatisticsOnce()
{
    QFETCH(bool, fits);
    JobSpec job = this->job();
    std::get<ImageSpec>(job.task).model = {ImageModelSpec::Kind::ResNet18, 4};
    Group group = Group::alone();
    const auto statisticsWith = [&](std::int64_t microbatch, bool fails) {
        const LossChange change = [&](std::int64_t pass, const at::Tensor &loss, torch::nn::Module &) {
            if (fails && pass == 1 && !fits)
                throw std::bad_alloc();
            return fails && pass == 1 ? loss * std::numeric_limits<double>::quiet_NaN() : loss;
        };
        SlowTask task(std::move(openTask(job).value()), std::chrono::microseconds(0), change);
        task.model().train();
        DataLoader data(task.trainingSet(), {1, 64, {64}, 0, 1, 2});
        TrainingState state(task, {{}, 0, microbatch, {}, at::kCPU});
        SumThenUpdate step(state, group);
        for (int i = 0; i < 2; ++i) {
            const auto ready = data.next();
            if (i == 0 && fits && !fails)
                continue;
            const auto taken = step.run({ready.value()});
            if (i == 0 && fails && (!taken || taken->skipped != fits || taken->newMicrobatch.has_value() == fits))
                return std::vector<at::Tensor>();
        }
        std::vector<at::Tensor> statistics;
        for (const at::Tensor &buffer : task.model().buffers())
            statistics.push_back(buffer.clone());
        return statistics;
    };
    const auto once = fits ? statisticsWith(0, false) : statisticsWith(32, false);
    const auto statistics = statisticsWith(0, true);
    QVERIFY(!once.empty());
    QCOMPARE(statistics.size(), once.size());
    for (std::size_t i = 0; i < once.size(); ++i)
        QVERIFY(at::equal(statistics[i], once[i]));
}

void InterruptedStepTest::resumesAnExchangeThatFailedHalfway_data()
{
    QTest::addColumn<bool>("inParts");
    QTest::addRow("whole gradients") << false;
    QTest::addRow("gradients in parts") << true;
}

// Three layers, each larger than a bucket. Rank 1 runs out of memory after the all-reduce of the last layer's gradient
// has begun.
void InterruptedStepTest::resumesAnExchangeThatFailedHalfway()
{
    QFETCH(bool, inParts);
    constexpr std::int64_t width = 600;
    constexpr std::int64_t numbers = 3 * width * width;
    const ShardRanges cuts{0, inParts ? numbers * 2 / 5 : numbers, numbers};
    const at::Tensor samples = torch::randn({8, width});
    std::vector<at::Tensor> weights;
    for (int i = 0; i < 3; ++i)
        weights.push_back(torch::randn({width, width}) / std::sqrt(double(width)));
    const auto lossOf = [](const at::Tensor &x, const std::vector<at::Tensor> &layers, const at::Tensor &first) {
        return at::mm(at::mm(first.defined() ? first : at::mm(x, layers[0]), layers[1]).tanh(), layers[2])
            .square()
            .sum();
    };
    const auto gradientsOf = [&](const at::Tensor &x) {
        std::vector<at::Tensor> own;
        for (const at::Tensor &weight : weights)
            own.push_back(weight.clone().requires_grad_());
        lossOf(x, own, {}).backward();
        for (at::Tensor &weight : own)
            weight = weight.grad();
        return own;
    };
    const std::vector<at::Tensor> expected = gradientsOf(samples);

    const double largest = at::hstack({expected[0], expected[1], expected[2]}).abs().max().item<double>();
    std::vector<std::string> problems(2);
    std::vector<int> interruptions(2, 0);
    runAsRanks(2, [&](Group &group) {
        const int rank = group.rank();
        std::vector<at::Tensor> layers;
        NamedTensors parameters;
        for (const at::Tensor &weight : weights) {
            layers.push_back(weight.clone().requires_grad_());
            parameters.push_back({std::to_string(layers.size()), layers.back()});
        }
        const auto held = slicesOf(parameters,
            inParts ? NumberRange{cuts[std::size_t(rank)], cuts[std::size_t(rank) + 1]} : NumberRange{0, numbers});
        const std::unique_ptr<GradientExchange> made = inParts
            ? std::unique_ptr<GradientExchange>(new ShardedGradients(group, parameters, cuts, held, 1 << 20))
            : std::make_unique<ReplicatedGradients>(group, layers);
        GradientExchange &exchange = *made;
        LocalNorm localNorm;
        const at::Tensor mine = samples.slice(0, 4 * rank, 4 * rank + 4);
        double localSquaredNorm = 0;
        for (const at::Tensor &gradient : gradientsOf(mine))
            localSquaredNorm += gradient.square().sum().item<double>();
        for (const bool fails : {false, rank == 1, false, rank == 1}) {
            const auto drop = [&] {
                for (const at::Tensor &layer : layers)
                    layer.mutable_grad().reset();
            };
            drop();
            const at::Tensor first = at::mm(mine, layers[0]);
            if (fails)
                first.register_hook([](const at::Tensor &) -> at::Tensor { throw std::bad_alloc(); });
            const at::Tensor loss = lossOf(mine, layers, first);
            exchange.begin(localNorm.measure());
            try {
                exchange.backward(loss);
            } catch (const std::bad_alloc &) {
                ++interruptions[std::size_t(rank)];
                const auto resumed = exchange.resumeAfterFailure([&]() -> Result<void> {
                    drop();
                    for (const int begin : {0, 2})
                        lossOf(mine.slice(0, begin, begin + 2), layers, {}).backward();
                    return {};
                });
                if (!resumed)
                    problems[std::size_t(rank)] += "not resumed; ";
            }
            if (std::abs(localNorm.square() / localSquaredNorm - 1) > 1e-5)
                problems[std::size_t(rank)] += fails ? "own gradient, failing; " : "own gradient; ";
            for (const ParameterSlice &part : held) {
                const at::Tensor wanted = part.cut(expected[std::stoul(part.name) - 1]);
                if ((part.values.grad().view({-1}) - wanted).abs().max().item<double>() > 1e-5 * largest)
                    problems[std::size_t(rank)] += "layer " + part.name + (fails ? " failing; " : "; ");
            }
        }
    });
    QCOMPARE(interruptions, (std::vector<int>{0, 2}));
    QVERIFY2(problems[0].empty(), (problems[0] + "| " + problems[1]).c_str());
    QVERIFY2(problems[1].empty(), (problems[0] + "| " + problems[1]).c_str());
}

QTEST_GUILESS_MAIN(InterruptedStepTest)
#include "tst_interruptedstep.moc"
