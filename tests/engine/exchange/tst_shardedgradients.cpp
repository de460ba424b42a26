// Ranks that keep shards of the gradients train as ranks that keep all gradients.
#include "engine/exchange/gradients/localnorm.h"
#include "engine/exchange/gradients/shardedgradients.h"
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
using Shares = std::vector<double>;
using Parts = std::vector<std::int64_t>;

namespace {

constexpr std::int64_t samples = 12;

// Two branches, one of which some ranks compute first and others last, and a parameter that nothing depends on.
struct Network {
    NamedTensors parameters;

    explicit Network(const Network *like = nullptr)
    {
        const std::pair<const char *, std::vector<std::int64_t>> shapes[] = {{"left", {40, 24}}, {"unused", {5}},
            {"right", {40, 20}}, {"bias", {24}}, {"second", {24, 30}}, {"last", {20, 30}}};
        torch::manual_seed(5);
        for (const auto &[name, shape] : shapes)
            parameters.push_back({name,
                (like ? like->parameters[parameters.size()].tensor.detach().clone() : torch::randn(shape) / 5)
                    .requires_grad_()});
    }

    const at::Tensor &operator[](std::size_t i) const { return parameters[i].tensor; }

    at::Tensor loss(const at::Tensor &x, bool leftFirst) const
    {
        const auto left = [&] { return at::mm((at::mm(x, (*this)[0]) + (*this)[3]).tanh(), (*this)[4]); };
        const auto right = [&] { return at::mm(at::mm(x, (*this)[2]).sigmoid(), (*this)[5]); };
        const at::Tensor one = leftFirst ? left() : right();
        const at::Tensor other = leftFirst ? right() : left();
        return (one * other).sum();
    }
};

std::int64_t numbersOf(const NamedTensors &tensors)
{
    std::int64_t numbers = 0;
    for (const NamedTensor &item : tensors)
        numbers += item.tensor.numel();
    return numbers;
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

bool isClose(double one, double other, double most)
{
    return one == other || std::abs(one - other) <= most * std::abs(other);
}

} // namespace

class ShardedGradientsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keepsTheSumsOfItsPart_data();
    void keepsTheSumsOfItsPart();
    void sendsIn16Bits();
    void trainsAsWithWholeGradients_data();
    void trainsAsWithWholeGradients();
    void goesOnInOtherParts();

private:
    std::string freshFolder() { return m_folder.filePath(QString("run-%1").arg(++m_runs)).toStdString(); }
    JobSpec job(Kind kind = Kind::AdamW) const;

    QTemporaryDir m_folder;
    int m_runs = 0;
};

void ShardedGradientsTest::initTestCase()
{
    at::set_num_threads(1);
    writeImageData(m_folder.path(), 300, 60);
}

JobSpec ShardedGradientsTest::job(Kind kind) const
{
    JobSpec job;
    job.name = "gradients";
    job.batch = 32;
    job.epochs = 4;
    job.maxSteps = 12;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 8}, {m_folder.path().toStdString(), true}};
    job.optimizer = usualOptimizer(kind);
    job.optimizer.weightDecay = 0.01;
    job.schedule.peak = 1e-3;
    job.checkpoint.everySteps = 6;
    job.memory.shard = MemorySpec::Shard::Always;
    return job;
}

void ShardedGradientsTest::keepsTheSumsOfItsPart_data()
{
    QTest::addColumn<Shares>("shares");
    QTest::addColumn<Parts>("parts");
    QTest::addColumn<int>("bucketBytes");
    QTest::addColumn<bool>("twoPasses");
    for (const bool twoPasses : {false, true})
        for (const int bucketBytes : {1 << 20, 3000, 4}) {
            const auto row = [&](const char *what, const Shares &shares, const Parts &parts) {
                QTest::addRow("%s, buckets of %d bytes%s", what, bucketBytes, twoPasses ? ", two passes" : "")
                    << shares << parts << bucketBytes << twoPasses;
            };
            if (bucketBytes == 4 && twoPasses)
                continue;
            row("alone", {1}, {12});
            row("two", {1, 2}, {8, 4});
            row("three", {1, 0.3, 4}, {2, 7, 3});
            row("nothing kept", {1, 0, 2}, {6, 4, 2});
            row("nothing computed", {1, 3}, {0, 12});
        }
}

void ShardedGradientsTest::keepsTheSumsOfItsPart()
{
    QFETCH(Shares, shares);
    QFETCH(Parts, parts);
    QFETCH(int, bucketBytes);
    QFETCH(bool, twoPasses);
    const at::Tensor data = torch::randn({samples, 40});
    const Network whole;
    whole.loss(data, true).backward();
    double largest = 0;
    for (const NamedTensor &parameter : whole.parameters)
        if (parameter.tensor.grad().defined())
            largest = std::max(largest, parameter.tensor.grad().abs().max().item<double>());
    const ShardRanges cuts = makeShardRanges(numbersOf(whole.parameters), shares);

    std::vector<std::string> problems(shares.size());
    runAsRanks(int(shares.size()), [&](Group &group) {
        const auto rank = std::size_t(group.rank());
        std::string &problem = problems[rank];
        const Network mine(&whole);
        const std::int64_t first = std::accumulate(parts.begin(), parts.begin() + group.rank(), std::int64_t(0));
        const at::Tensor x = data.slice(0, first, first + parts[rank]);
        const auto held = slicesOf(mine.parameters, {cuts[rank], cuts[rank + 1]});
        ShardedGradients exchange(group, mine.parameters, cuts, held, bucketBytes);
        LocalNorm localNorm;
        for (int step = 0; step < 3; ++step) {
            for (const NamedTensor &parameter : mine.parameters)
                parameter.tensor.mutable_grad().reset();
            for (const ParameterSlice &part : held)
                part.values.mutable_grad().reset();
            const std::int64_t half = twoPasses ? x.size(0) / 2 : 0;
            if (half > 0)
                mine.loss(x.slice(0, 0, half), rank % 2 == 0).backward();
            const at::Tensor loss = mine.loss(x.slice(0, half), rank % 2 == 0);
            exchange.begin(localNorm.measure());
            exchange.backward(loss);
            std::size_t kept = 0;
            for (std::size_t i = 0; i < mine.parameters.size(); ++i) {
                const std::string &name = mine.parameters[i].name;
                const auto part = std::find_if(
                    held.begin(), held.end(), [&](const ParameterSlice &item) { return item.name == name; });
                if (mine[i].grad().defined() != (part != held.end() && part->isWhole()))
                    problem += name + " has or lacks a gradient; ";
                if (part == held.end())
                    continue;
                ++kept;
                const at::Tensor expected
                    = whole[i].grad().defined() ? whole[i].grad() : at::zeros_like(whole[i].detach());
                const at::Tensor difference = part->values.grad().view({-1}) - part->cut(expected);
                if (!(difference.abs().max().item<double>() <= 1e-6 * largest))
                    problem += name + " differs; ";
            }
            if (kept != held.size())
                problem += "not all that is held has a gradient; ";
            if (!group.isAlone()) {
                const Network own(&whole);
                own.loss(x, true).backward();
                double square = 0;
                for (const NamedTensor &parameter : own.parameters)
                    if (parameter.tensor.grad().defined())
                        square += parameter.tensor.grad().square().sum().item<double>();
                if (!isClose(localNorm.square(), square, 1e-5))
                    problem += "its own length is another; ";
            }
        }
    });
    for (const std::string &problem : problems)
        QVERIFY2(problem.empty(), problem.c_str());
}

// What a rank keeps are float32 numbers as near to the sums as 16 bits are.
void ShardedGradientsTest::sendsIn16Bits()
{
    const at::Tensor data = torch::randn({samples, 40});
    const Network whole;
    whole.loss(data, true).backward();
    const ShardRanges cuts = makeShardRanges(numbersOf(whole.parameters), {1, 2, 1});
    std::vector<std::string> problems(3);
    runAsRanks(3, [&](Group &group) {
        const auto rank = std::size_t(group.rank());
        const Network mine(&whole);
        const auto held = slicesOf(mine.parameters, {cuts[rank], cuts[rank + 1]});
        ShardedGradients exchange(group, mine.parameters, cuts, held, 3000, at::kBFloat16);
        exchange.begin({});
        exchange.backward(mine.loss(data.slice(0, 4 * group.rank(), 4 * group.rank() + 4), true));
        for (const ParameterSlice &part : held)
            for (std::size_t i = 0; i < whole.parameters.size(); ++i) {
                if (whole.parameters[i].name != part.name || !whole[i].grad().defined())
                    continue;
                const at::Tensor sums = part.values.grad().view({-1}), expected = part.cut(whole[i].grad());
                const double error = ((sums - expected).norm() / expected.norm()).item<double>();
                if (sums.scalar_type() != at::kFloat || !(error > 1e-5 && error < 6e-3))
                    problems[rank] += part.name + " is off by " + std::to_string(error) + "; ";
            }
    });
    for (const std::string &problem : problems)
        QVERIFY2(problem.empty(), problem.c_str());
}

void ShardedGradientsTest::trainsAsWithWholeGradients_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<Parts>("parts");
    QTest::addColumn<Shares>("shares");
    QTest::addColumn<QString>("special");
    const auto row = [](const char *tag, Kind kind, const Parts &parts, const Shares &shares, const char *special) {
        QTest::addRow("%s", tag) << int(kind) << parts << shares << special;
    };
    const std::pair<const char *, Kind> kinds[] = {{"adamw", Kind::AdamW}, {"sgd with momentum", Kind::Sgd},
        {"adafactor", Kind::Adafactor}, {"lamb", Kind::Lamb}, {"muon", Kind::Muon}};
    for (const auto &[name, kind] : kinds)
        row(name, kind, {20, 8, 4}, {1, 3, 0.5}, "");
    row("alone", Kind::AdamW, {32}, {1}, "");
    row("two", Kind::AdamW, {24, 8}, {1, 5}, "");
    row("no samples", Kind::AdamW, {32, 0}, {1, 2}, "");
    row("no part", Kind::AdamW, {20, 12}, {0, 1}, "");
    row("clipped norm", Kind::AdamW, {20, 8, 4}, {1, 3, 0.5}, "norm");
    row("clipped values", Kind::Sgd, {20, 12}, {0, 1}, "values");
    row("overflowing float16", Kind::AdamW, {20, 12}, {0, 1}, "float16");
    row("micro-batches", Kind::AdamW, {24, 8}, {1, 5}, "micro-batches");
    row("normalised over the batch", Kind::Sgd, {24, 8}, {1, 5}, "resnet");
}

void ShardedGradientsTest::trainsAsWithWholeGradients()
{
    QFETCH(int, kind);
    QFETCH(Parts, parts);
    QFETCH(Shares, shares);
    QFETCH(QString, special);
    JobSpec job = this->job(Kind(kind));
    RunRequest request{job, parts, freshFolder()};
    request.job.memory.shard = MemorySpec::Shard::Never;
    if (special == "norm")
        request.job.clipNorm = 0.05;
    else if (special == "values")
        request.job.optimizer.clipValue = 0.001;
    else if (special == "float16")
        request.job.precision = {PrecisionSpec::Kind::Float16, false, 16777216};
    else if (special == "micro-batches")
        request.microbatch = 5;
    else if (special == "resnet")
        std::get<ImageSpec>(request.job.task).model = {ImageModelSpec::Kind::ResNet18, 4};
    const RunResult whole = runRanks(request);
    const std::string wholeFolder = std::exchange(request.folder, freshFolder());
    request.job.memory.shard = MemorySpec::Shard::Always;
    request.stateShares = shares;
    const RunResult sharded = runRanks(request);
    for (const RunResult *run : {&whole, &sharded})
        for (const auto &outcome : run->outcomes)
            QVERIFY2(outcome, outcome ? "" : (outcome.error().message + outcome.error().detail).c_str());

    const double most = 1e-6;
    const auto expected = whole.steps();
    const auto steps = sharded.steps();
    QCOMPARE(expected.size(), std::size_t(12));
    QCOMPARE(steps.size(), expected.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].skipped, expected[i].skipped);
        QCOMPARE(steps[i].lossScale, expected[i].lossScale);
        QVERIFY(isClose(steps[i].loss, expected[i].loss, most));
        QVERIFY(isClose(steps[i].gradientNorm, expected[i].gradientNorm, 1e-5));
        QCOMPARE(steps[i].noiseScale.has_value(), expected[i].noiseScale.has_value());
    }
    QCOMPARE(expected.front().skipped, special == "float16");
    for (const char *file : {"optimizer", "model"}) {
        const std::string path = "/checkpoints/step-6/" + std::string(file) + ".safetensors";
        const auto one = readSafetensors(request.folder + path);
        const auto other = readSafetensors(wholeFolder + path);
        QVERIFY(one);
        QVERIFY(other);
        QCOMPARE(one->size(), other->size());
        QVERIFY(largestDifference(*one, *other) <= most);
    }
}

void ShardedGradientsTest::goesOnInOtherParts()
{
    JobSpec job = this->job();
    RunRequest request{job, {20, 8, 4}, freshFolder()};
    request.stateShares = {1, 3, 0.5};
    const auto expected = runRanks(request).steps();
    QCOMPARE(expected.size(), std::size_t(12));
    request.resumeFrom = request.folder + "/checkpoints/step-6";
    request.folder = freshFolder();
    const auto same = runRanks(request).steps();
    RunRequest other{job, {8, 24}, freshFolder(), request.resumeFrom};
    other.stateShares = {2, 1};
    const auto two = runRanks(other).steps();
    other = {job, {32}, freshFolder(), request.resumeFrom};
    other.job.memory.shard = MemorySpec::Shard::Never;
    const auto alone = runRanks(other).steps();
    for (std::size_t i = 0; i < 6; ++i) {
        QCOMPARE(same.at(i).loss, expected[6 + i].loss); // resuming with the same split gives the same bits
        QVERIFY(isClose(two.at(i).loss, expected[6 + i].loss, 1e-5));
        QVERIFY(isClose(alone.at(i).loss, expected[6 + i].loss, 1e-5));
    }
}

QTEST_GUILESS_MAIN(ShardedGradientsTest)
#include "tst_shardedgradients.moc"
