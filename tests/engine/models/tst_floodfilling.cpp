#include "engine/data/sampler.h"
#include "engine/data/volumes/floodseeds.h"
#include "engine/data/volumes/syntheticvolume.h"
#include "engine/data/volumes/volumedataset.h"
#include "engine/models/volumes/floodfill.h"
#include "engine/models/volumes/floodfillwalk.h"
#include "tests/fixtures/patterned.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <torch/optim/adam.h>

#include <numeric>

using namespace motley;

namespace {

// The fraction of the segmented voxels that lie in the right cell: for each segment the one of which it has the most
// voxels.
double agreement(const std::vector<std::uint32_t> &cells, const std::vector<std::uint32_t> &segments)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> overlaps;
    std::int64_t voxels = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (segments[i] == noObject)
            continue;
        ++voxels;
        ++overlaps[{segments[i], cells[i]}];
    }
    std::map<std::uint32_t, std::int64_t> best;
    for (const auto &[pair, count] : overlaps)
        best[pair.first] = std::max(best[pair.first], count);
    const std::int64_t right = std::accumulate(best.begin(), best.end(), std::int64_t(0),
        [](std::int64_t sum, const auto &entry) { return sum + entry.second; });
    return double(right) / double(voxels);
}

} // namespace

class TestFloodFilling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void walksAsTorchDoes();
    void givesTheSameWhereverItsSamplesAre();
    void takesPartWithoutSamples();
    void learnsToFillCells();
};

// tests/reference/floodfilling.py computed one example at a time; here all are computed at once.
void TestFloodFilling::walksAsTorchDoes()
{
    QFile file(QStringLiteral(MOTLEY_TESTS "/fixtures/floodfilling.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject expected = QJsonDocument::fromJson(file.readAll()).object();

    const FieldOfView view{{7, 9, 9}, {2, 3, 2}};
    FloodFillingNetwork network({3, 4}, 1);
    fillWithPattern(network);
    for (auto &parameter : network.named_parameters()) {
        const torch::NoGradGuard noGradients;
        if (parameter.key() == "conv_lom.weight")
            parameter.value().mul_(2);
        if (parameter.key() == "conv_lom.bias")
            parameter.value().fill_(5);
    }

    constexpr std::int64_t examples = 4;
    const Zyx patch = view.patch();
    const auto patches = [&](int stream) {
        std::vector<at::Tensor> all;
        for (int i = 0; i < examples; ++i)
            all.push_back(pattern(patch.product(), stream + i).view({1, patch.z, patch.y, patch.x}));
        return at::stack(all);
    };
    at::Tensor inside = patches(200).gt(-0.4);
    const Zyx centre = view.reach();
    inside.select(2, centre.z).select(2, centre.y).select(2, centre.x).fill_(true);
    at::Tensor order = at::empty({examples, std::int64_t(moveCount), 3}, at::kLong);
    const auto ways = moves(view.step);
    for (int i = 0; i < examples; ++i) {
        for (int k = 0; k < int(moveCount); ++k) {
            const Zyx way = ways[std::size_t((5 * k + 7 * i) % 26)];
            order[i][k] = torch::tensor({way.z, way.y, way.x});
        }
    }
    const Batch batch{{patches(100), order},
        {at::where(inside, torch::tensor(insideProbability), torch::tensor(outsideProbability)),
            patches(300).gt(-0.9).to(at::kFloat)},
        examples};

    const FloodFillWalk walked = walk(network, batch, view);
    const auto near = [](double value, double wanted) {
        return std::abs(value - wanted) <= 1e-4 * std::max(1.0, std::abs(wanted));
    };
    QVERIFY(near(walked.summedLoss.item<double>(), expected["loss"].toDouble()));
    for (int i = 0; i < examples; ++i)
        QVERIFY(near(walked.logits[i].sum(at::kDouble).item<double>(), expected["logitSums"].toArray()[i].toDouble()));
    const FloodFillCounts counts{expected["tp"].toInt(), expected["tn"].toInt(), expected["fp"].toInt(),
        expected["fn"].toInt(), expected["correct"].toInt(), expected["missed"].toInt(), expected["spurious"].toInt()};
    QVERIFY(walked.counts == counts);
    QVERIFY(counts.spuriousMoves > 0);
    QVERIFY(counts.missedMoves > 0); // otherwise the test would compare little

    walked.summedLoss.backward();
    double squares = 0;
    for (const at::Tensor &parameter : network.parameters())
        squares += parameter.grad().to(at::kDouble).square().sum().item<double>();
    QVERIFY(near(std::sqrt(squares), expected["gradientNorm"].toDouble()));
}

void TestFloodFilling::givesTheSameWhereverItsSamplesAre()
{
    const FieldOfView view{{9, 9, 9}, {2, 2, 2}};
    auto dataset = VolumeDataset::make(makeVolume({{32, 32, 32}, 12}), {view, 64, 100});
    QVERIFY(dataset);
    FloodFillingNetwork network({2, 4}, 1);
    for (auto &parameter : network.named_parameters()) {
        const torch::NoGradGuard noGradients;
        if (parameter.key() == "conv_lom.bias")
            parameter.value().fill_(6); // a high logit everywhere, so that the walk makes every move
    }
    const Batch whole = dataset->batch(SampleIds{3, 14, 15, 9, 26}, AugmentKey{1, 1});
    const FloodFillWalk together = walk(network, whole, view);
    FloodFillCounts counts;
    double loss = 0;
    for (const auto &[first, last] : {std::pair{0, 3}, std::pair{3, 4}, std::pair{4, 5}}) {
        const FloodFillWalk part = walk(network, whole.slice(first, last), view);
        counts += part.counts;
        loss += part.summedLoss.item<double>();
    }
    QVERIFY(together.counts == counts);
    QVERIFY(counts.correctMoves > 0);
    QVERIFY(std::abs(together.summedLoss.item<double>() - loss) < 1e-5 * loss);
}

void TestFloodFilling::takesPartWithoutSamples()
{
    const FieldOfView view{{9, 9, 9}, {2, 2, 2}};
    const auto dataset = VolumeDataset::make(makeVolume({{32, 32, 32}, 12}), {view, 64, 100});
    QVERIFY(dataset);
    FloodFillingNetwork network({2, 4}, 1);
    const FloodFillWalk walked = walk(network, dataset->batch({}, std::nullopt), view);
    QCOMPARE(walked.summedLoss.item<double>(), 0.0);
    walked.summedLoss.backward();
    for (const at::Tensor &parameter : network.parameters()) {
        QVERIFY(parameter.grad().defined());
        QVERIFY(parameter.grad().eq(0).all().item<bool>());
    }
}

// All of flood filling on a small scale: examples, training, and the segmentation of a volume outside the training set.
void TestFloodFilling::learnsToFillCells()
{
    at::set_num_threads(1);
    const FieldOfView view{{9, 9, 9}, {2, 2, 2}};
    const auto dataset = VolumeDataset::make(makeVolume({{48, 48, 48}, 14, 10, 1}), {view, 4000, 100});
    QVERIFY(dataset);
    FloodFillingNetwork network({3, 8}, 1);
    torch::optim::Adam optimizer(network.parameters(), torch::optim::AdamOptions(4e-3));
    SampleIds ids(8);
    for (std::int64_t step = 0; step < 150; ++step) {
        std::iota(ids.begin(), ids.end(), step * 8);
        optimizer.zero_grad();
        (walk(network, dataset->batch(ids, AugmentKey{1, 1}), view).summedLoss / 8.0).backward();
        optimizer.param_groups().front().options().set_lr(4e-3 * (1 - step / 150.0));
        optimizer.step();
    }

    const Volume unseen = makeVolume({{32, 40, 40}, 14, 10, 2});
    const auto test = VolumeDataset::make(unseen, {view, 64, 100});
    QVERIFY(test);
    SampleIds all(64);
    std::iota(all.begin(), all.end(), 0);
    const torch::NoGradGuard noGradients;
    const FloodFillCounts counts = walk(network, test->batch(all, std::nullopt), view).counts;
    QVERIFY2(counts.f1() > 0.8, qPrintable(QString::number(counts.f1())));

    const auto seeds = findSeeds(unseen);
    FloodFillOptions options;
    options.view = view;
    options.smallestSegment = 100;
    const Segmentation found = floodFill(network, unseen, seeds, options);
    QVERIFY2(found.segments >= 4, qPrintable(QString::number(found.segments)));
    QCOMPARE(*std::max_element(found.labels.begin(), found.labels.end()), std::uint32_t(found.segments));
    const double right = agreement(unseen.labels, found.labels);
    qInfo("F1 %.3f, %d segments, %.3f of the voxels right", counts.f1(), int(found.segments), right);
    // So short a training leaves some neighbours joined.
    QVERIFY2(right > 0.4, qPrintable(QString::number(right)));
}

QTEST_GUILESS_MAIN(TestFloodFilling)
#include "tst_floodfilling.moc"
