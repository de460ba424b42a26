// Ranks that hold shards of the optimizer state train as ranks that hold the whole state.
#include "engine/exchange/gradients/shardedoptimizer.h"
#include "engine/tensorfiles/safetensors.h"
#include "fixturerun.h"
#include "idxfixture.h"

#include <torch/types.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace motley;
using Kind = OptimizerSpec::Kind;

namespace {

constexpr int steps = 100;
constexpr double rate = 0.01;
using Gradients = std::vector<std::vector<at::Tensor>>; // [step][parameter]

OptimizerSpec specOf(Kind kind)
{
    OptimizerSpec spec = usualOptimizer(kind);
    spec.weightDecay = 0.01;
    return spec;
}

NamedTensors someParameters()
{
    torch::manual_seed(3);
    const std::pair<const char *, std::vector<std::int64_t>> shapes[]
        = {{"wte.weight", {50, 8}}, {"first.weight", {37, 12}}, {"first.bias", {37}}, {"filters", {6, 3, 3, 3}},
            {"last.weight", {20, 30}}, {"last.bias", {20}}};
    NamedTensors parameters;
    for (const auto &[name, shape] : shapes)
        parameters.push_back({name, torch::randn(shape)});
    return parameters;
}

NamedTensors copyOf(const NamedTensors &parameters)
{
    NamedTensors copy;
    for (const NamedTensor &parameter : parameters)
        copy.push_back({parameter.name, parameter.tensor.detach().clone().requires_grad_()});
    return copy;
}

Gradients gradientsFor(const NamedTensors &parameters)
{
    Gradients gradients(steps);
    for (auto &ofStep : gradients)
        for (const NamedTensor &parameter : parameters)
            ofStep.push_back(torch::randn(parameter.tensor.sizes()));
    return gradients;
}

void takeStep(Optimizer &optimizer, const NamedTensors &parameters, const std::vector<at::Tensor> &gradients)
{
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i].tensor.mutable_grad() = gradients[i].clone();
    optimizer.step(rate);
}

void takeStep(Optimizer &optimizer, const NamedTensors &parameters, const std::vector<ParameterSlice> &held,
    const std::vector<at::Tensor> &gradients)
{
    for (const ParameterSlice &part : held)
        for (std::size_t i = 0; i < parameters.size(); ++i)
            if (parameters[i].name == part.name)
                part.values.mutable_grad() = part.cut(gradients[i].clone()).view(part.values.sizes());
    optimizer.step(rate);
}

std::int64_t bytesOf(const NamedTensors &tensors)
{
    std::int64_t bytes = 0;
    for (const NamedTensor &item : tensors)
        bytes += std::int64_t(item.tensor.nbytes());
    return bytes;
}

double largestNumber(const NamedTensors &tensors)
{
    double largest = 0;
    for (const NamedTensor &item : tensors)
        largest = std::max(largest, item.tensor.abs().max().item<double>());
    return largest;
}

double largestDifference(const NamedTensors &some, const NamedTensors &others)
{
    double largest = 0;
    for (const NamedTensor &item : some)
        for (const NamedTensor &other : others)
            if (item.name == other.name)
                largest = std::max(largest, (item.tensor - other.tensor).abs().max().item<double>());
    return largest;
}

bool areTheSame(const NamedTensors &some, const NamedTensors &others)
{
    return some.size() == others.size() && std::all_of(some.begin(), some.end(), [&](const NamedTensor &item) {
        return std::any_of(others.begin(), others.end(),
            [&](const NamedTensor &other) { return item.name == other.name && at::equal(item.tensor, other.tensor); });
    });
}

} // namespace

class ShardedOptimizerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void updatesAsTheWhole_data();
    void updatesAsTheWhole();
    void handsItsStateOn_data();
    void handsItsStateOn();
    void trainsAndResumesAsWithoutParts();

private:
    QTemporaryDir m_folder;
};

void ShardedOptimizerTest::initTestCase()
{
    at::set_num_threads(1);
    writeImageData(m_folder.path(), 300, 60);
}

void ShardedOptimizerTest::updatesAsTheWhole_data()
{
    QTest::addColumn<int>("kind");
    const std::pair<const char *, Kind> kinds[] = {{"sgd", Kind::Sgd}, {"adam", Kind::Adam}, {"adamw", Kind::AdamW},
        {"hetseq-adam", Kind::HetSeqAdam}, {"adadelta", Kind::Adadelta}, {"adagrad", Kind::Adagrad},
        {"adamax", Kind::Adamax}, {"rmsprop", Kind::RmsProp}, {"adafactor", Kind::Adafactor}, {"lamb", Kind::Lamb},
        {"lion", Kind::Lion}, {"muon", Kind::Muon}};
    for (const auto &[name, kind] : kinds)
        QTest::addRow("%s", name) << int(kind);
}

void ShardedOptimizerTest::updatesAsTheWhole()
{
    QFETCH(int, kind);
    const OptimizerSpec spec = specOf(Kind(kind));
    const NamedTensors begin = someParameters();
    const Gradients gradients = gradientsFor(begin);
    const NamedTensors expected = copyOf(begin);
    Optimizer whole(spec, expected);
    for (const auto &ofStep : gradients)
        takeStep(whole, expected, ofStep);
    const double wholeBytes = double(bytesOf(whole.state()));
    // Of last.weight, the largest tensor: cuts between tensors are at most that far from the requested ones.
    constexpr double tensorBytes = 600 * 4;

    const std::vector<double> splits[] = {{1, 1}, {5, 1, 2}, {1, 0, 3}, {0, 1}};
    for (const std::vector<double> &shares : splits) {
        const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
        std::vector<double> differences(shares.size(), 1);
        std::vector<double> tooMuch(shares.size(), 1); // bytes beyond the prediction
        runAsRanks(int(shares.size()), [&](Group &group) {
            const auto rank = std::size_t(group.rank());
            const NamedTensors mine = copyOf(begin);
            const ShardedOptimizer shards(spec, mine, shares, group.rank());
            Optimizer optimizer(spec, mine, shards.held());
            for (const auto &ofStep : gradients) {
                takeStep(optimizer, mine, shards.held(), ofStep);
                shards.gatherParameters(group);
            }
            differences[rank] = largestDifference(mine, expected) / largestNumber(expected);
            const double cutAside = needsWholeTensors(spec) ? 2 * tensorBytes : 2 * 256;
            tooMuch[rank] = double(bytesOf(optimizer.state())) - 1.05 * wholeBytes * shares[rank] / sum - cutAside - 8;
        });
        for (std::size_t rank = 0; rank < shares.size(); ++rank) {
            QVERIFY2(differences[rank] <= 1e-7, qPrintable(QString::number(differences[rank])));
            QVERIFY2(tooMuch[rank] <= 0, qPrintable(QString::number(tooMuch[rank])));
        }
    }
}

void ShardedOptimizerTest::handsItsStateOn_data()
{
    QTest::addColumn<int>("kind");
    QTest::addRow("adamw") << int(Kind::AdamW);
    QTest::addRow("adafactor") << int(Kind::Adafactor);
    QTest::addRow("lamb") << int(Kind::Lamb);
    QTest::addRow("muon") << int(Kind::Muon);
}

// Resharding moves the optimizer state without changing a bit, and all shards together are the state of one rank.
void ShardedOptimizerTest::handsItsStateOn()
{
    QFETCH(int, kind);
    const OptimizerSpec spec = specOf(Kind(kind));
    const NamedTensors begin = someParameters();
    const Gradients gradients = gradientsFor(begin);
    const NamedTensors expected = copyOf(begin);
    Optimizer whole(spec, expected);
    takeStep(whole, expected, gradients[0]);
    takeStep(whole, expected, gradients[1]);

    NamedTensors first;
    NamedTensors second;
    runAsRanks(3, [&](Group &group) {
        const NamedTensors mine = copyOf(begin);
        const ShardedOptimizer shards(spec, mine, {1, 2, 1}, group.rank());
        Optimizer optimizer(spec, mine, shards.held());
        for (int step = 0; step < 2; ++step) {
            takeStep(optimizer, mine, shards.held(), gradients[std::size_t(step)]);
            shards.gatherParameters(group);
        }
        const NamedTensors gathered = shards.gather(group, optimizer.state());
        if (group.rank() == 0)
            first = gathered;
        const ShardedOptimizer others(spec, mine, {7, 0, 2}, group.rank());
        const Optimizer again(spec, mine, others.held());
        others.scatter(group, gathered, {again.state()});
        const NamedTensors back = others.gather(group, again.state());
        if (group.rank() == 0)
            second = back;
    });
    QVERIFY(areTheSame(first, second));
    QCOMPARE(first.size(), whole.state().size());
    QVERIFY(largestDifference(first, whole.state()) < 1e-7);
    const NamedTensors resumed = copyOf(expected);
    const Optimizer next(spec, resumed);
    QVERIFY(copyInto(next.state(), first)); // a rank that holds the whole state can continue from it
}

void ShardedOptimizerTest::trainsAndResumesAsWithoutParts()
{
    JobSpec job;
    job.name = "shards";
    job.batch = 32;
    job.epochs = 4;
    job.maxSteps = 20;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 8}, {m_folder.path().toStdString(), true}};
    job.optimizer = specOf(Kind::AdamW);
    job.schedule.peak = 1e-3;
    job.checkpoint.everySteps = 10;
    job.memory.shard = MemorySpec::Shard::Never;
    const auto folder = [&](const char *name) { return m_folder.filePath(name).toStdString(); };
    const auto expected = runRanks({job, {24, 8}, folder("whole")}).steps();
    QCOMPARE(expected.size(), std::size_t(20));

    RunRequest request{job, {20, 8, 4}, folder("parts")};
    request.job.memory.shard = MemorySpec::Shard::Always;
    request.stateShares = {1, 3, 0.5};
    const RunResult run = runRanks(request);
    for (const auto &outcome : run.outcomes)
        QVERIFY2(outcome, outcome ? "" : (outcome.error().message + outcome.error().detail).c_str());
    const auto steps = run.steps();
    QCOMPARE(steps.size(), expected.size());
    for (std::size_t i = 0; i < steps.size(); ++i)
        QVERIFY(std::abs(steps[i].loss - expected[i].loss) < 1e-5 * expected[i].loss);
    const auto whole = readSafetensors(folder("whole") + "/checkpoints/step-10/optimizer.safetensors");
    const auto parts = readSafetensors(folder("parts") + "/checkpoints/step-10/optimizer.safetensors");
    QVERIFY(whole);
    QVERIFY(parts);
    QCOMPARE(parts->size(), whole->size());
    QVERIFY(largestDifference(*parts, *whole) < 1e-5);

    RunRequest other{request.job, {16, 16}, folder("resumed"), folder("parts") + "/checkpoints/step-10"};
    other.stateShares = {1, 1};
    RunRequest alone{job, {32}, folder("alone"), folder("parts") + "/checkpoints/step-10"};
    for (const RunRequest &resumed : {other, alone}) {
        const RunResult second = runRanks(resumed);
        QVERIFY2(second.outcomes[0], second.outcomes[0] ? "" : second.outcomes[0].error().message.c_str());
        const auto rest = second.steps();
        QCOMPARE(rest.size(), std::size_t(10));
        for (std::size_t i = 0; i < rest.size(); ++i)
            QVERIFY(std::abs(rest[i].loss - expected[i + 10].loss) < 1e-5 * expected[i + 10].loss);
    }
}

QTEST_GUILESS_MAIN(ShardedOptimizerTest)
#include "tst_shardedoptimizer.moc"
