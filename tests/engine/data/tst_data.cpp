#include "idxfixture.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/dataloader.h"
#include "engine/data/hetseqorder.h"
#include "engine/data/images/idxfile.h"
#include "engine/data/images/imagedataset.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#include <numeric>
#include <set>

using namespace motley;

class TestData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsTheSameNumbersEverywhere();
    void takesEachSampleOncePerEpoch_data();
    void takesEachSampleOncePerEpoch();
    void knowsThePlaceOfAStep();
    void hasABatchOfItsOwnInEveryEpoch();
    void choosesByStepAlone();
    void keepsTheOrderOfTheDataAtFirst();
    void hasHetSeqsBatchesInNumpysOrder();
    void fillsBatchesByWorkWithSamplesOfOneLength();
    void hashesIdsInOrder_data();
    void hashesIdsInOrder();
    void cutsSharesInProportion_data();
    void cutsSharesInProportion();
    void cutsUnequalSamplesByWork();
    void readsIdxPlainAndCompressed();
    void refusesHostileIdx_data();
    void refusesHostileIdx();
    void refusesSetsThatDoNotBelongTogether();
    void normalisesAndAugmentsBySampleAlone();
    void prefetchesTheStepsOfItsRank();

private:
    QString write(const QString &name, const QByteArray &bytes);

    QTemporaryDir m_folder;
};

QString TestData::write(const QString &name, const QByteArray &bytes)
{
    const QString path = m_folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

// A change of these numbers would change every run that ever was.
void TestData::drawsTheSameNumbersEverywhere()
{
    Random random{1, 2, 3};
    const std::uint64_t first = random.next();
    QCOMPARE(Random({1, 2, 3}).next(), first);
    QVERIFY(Random({1, 3, 2}).next() != first);
    QVERIFY(Random({1, 2}).next() != first);
    QCOMPARE(sampleHash(ShuffledSamples(1, 60000, 256).ids(1)), std::string("d418a089b7259b9b"));
    QCOMPARE(sampleHash(ShuffledSamples(42, 1000, 100).ids(25)), std::string("8be9831825272fd9"));
}

void TestData::takesEachSampleOncePerEpoch_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("batch");
    QTest::addRow("even") << 100 << 20;
    QTest::addRow("short last batch") << 103 << 20;
    QTest::addRow("batch of the whole set") << 50 << 50;
    QTest::addRow("batch above the set") << 50 << 64;
    QTest::addRow("one sample") << 1 << 8;
}

void TestData::takesEachSampleOncePerEpoch()
{
    QFETCH(int, size);
    QFETCH(int, batch);
    ShuffledSamples sampler(3, size, batch);
    std::vector<SampleIds> orders;
    for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
        SampleIds order;
        for (std::int64_t i = 1; i <= sampler.stepsPerEpoch().in(1); ++i) {
            const SampleIds ids = sampler.ids(epoch * sampler.stepsPerEpoch().in(1) + i);
            order.insert(order.end(), ids.begin(), ids.end());
        }
        QCOMPARE(order.size(), std::size_t(size));
        QCOMPARE(std::set<std::int64_t>(order.begin(), order.end()).size(), std::size_t(size));
        QCOMPARE(*std::max_element(order.begin(), order.end()), size - 1);
        orders.push_back(order);
    }
    QVERIFY(size == 1 || orders[0] != orders[1]);
}

void TestData::knowsThePlaceOfAStep()
{
    const ShuffledSamples sampler(1, 103, 20); // 6 steps an epoch
    QCOMPARE(sampler.stepsPerEpoch().in(1), 6);
    QVERIFY((sampler.position(1) == StepPosition{1, 1, 0, false}));
    QVERIFY((sampler.position(6) == StepPosition{6, 1, 5, true}));
    QVERIFY((sampler.position(7) == StepPosition{7, 2, 0, false}));
}

void TestData::hasABatchOfItsOwnInEveryEpoch()
{
    ShuffledSamples growing(1, 103, PerEpoch({20, 40, 103})); // 6 steps, 3, 1, 1, ...
    QVERIFY((growing.position(6) == StepPosition{6, 1, 5, true}));
    QVERIFY((growing.position(7) == StepPosition{7, 2, 0, false}));
    QVERIFY((growing.position(9) == StepPosition{9, 2, 2, true}));
    QVERIFY((growing.position(10) == StepPosition{10, 3, 0, true}));
    QVERIFY((growing.position(12) == StepPosition{12, 5, 0, true}));
    QCOMPARE(growing.stepsPerEpoch().sumOf(2), 9);
    QCOMPARE(growing.stepsPerEpoch().sumOf(5), 12);
    // Another batch size cuts an epoch differently, but does not change its order.
    SampleIds inTwenties;
    for (std::int64_t step = 7; step <= 12; ++step)
        for (const std::int64_t id : ShuffledSamples(1, 103, 20).ids(step))
            inTwenties.push_back(id);
    SampleIds inForties;
    for (std::int64_t step = 7; step <= 9; ++step)
        for (const std::int64_t id : growing.ids(step))
            inForties.push_back(id);
    QCOMPARE(inForties, inTwenties);
    QCOMPARE(growing.ids(8).size(), std::size_t(40));
    QCOMPARE(growing.ids(11).size(), std::size_t(103));

    HetSeqOrder groups(19940802, 19, PerEpoch({6, 8}), 2);
    QCOMPARE(groups.ids(4), (SampleIds{14, 15})); // the same as with batches of 6 in all epochs
    QCOMPARE(groups.ids(5), (SampleIds{2, 3, 8, 9, 18, 12, 13})); // groups 1, 4, 9, 6 of 1 4 9 6 8 3 7 0 5 2
    QVERIFY((groups.position(7) == StepPosition{7, 2, 2, true}));

    LengthBuckets byLength(3, {5, 1, 9, 3}, PerEpoch({9, 18}), 2);
    QVERIFY((byLength.position(3) == StepPosition{3, 2, 0, true}));
    QCOMPARE(byLength.ids(2), SampleIds{2});
    QCOMPARE(byLength.ids(3), (SampleIds{1, 3, 0, 2}));
}

void TestData::choosesByStepAlone()
{
    ShuffledSamples inOrder(9, 500, 32);
    std::vector<SampleIds> expected;
    for (std::int64_t step = 1; step <= 40; ++step)
        expected.push_back(inOrder.ids(step));
    ShuffledSamples backwards(9, 500, 32);
    for (std::int64_t step = 40; step >= 1; --step)
        QVERIFY(backwards.ids(step) == expected[std::size_t(step - 1)]);
    QVERIFY(ShuffledSamples(10, 500, 32).ids(1) != expected[0]);
}

void TestData::keepsTheOrderOfTheDataAtFirst()
{
    ShuffledSamples sampler(3, 10, 4, 1);
    QCOMPARE(sampler.ids(1), (SampleIds{0, 1, 2, 3}));
    QCOMPARE(sampler.ids(3), (SampleIds{8, 9}));
    QCOMPARE(sampler.ids(4), ShuffledSamples(3, 10, 4).ids(4)); // epoch 2 is shuffled
    LengthBuckets byLength(3, {5, 1, 9, 3}, 9, 1);
    QCOMPARE(byLength.ids(1), (SampleIds{1, 3, 0}));
    QCOMPARE(byLength.ids(2), SampleIds{2});
}

// The orders are those of numpy 2.4: numpy.random.seed(19940802 + epoch), then numpy.random.shuffle() of [[0], [1], ...
// [9]]. With 19 samples in groups of two, the last group has one.
void TestData::hasHetSeqsBatchesInNumpysOrder()
{
    HetSeqOrder order(19940802, 19, 6, 2);
    QCOMPARE(order.stepsPerEpoch().in(1), 4);
    QCOMPARE(order.ids(1), (SampleIds{4, 5, 6, 7, 8, 9})); // groups 2, 3, 4 of 2 3 4 5 6 8 0 1 9 7
    QCOMPARE(order.ids(3), (SampleIds{0, 1, 2, 3, 18}));
    QCOMPARE(order.ids(4), (SampleIds{14, 15}));
    QCOMPARE(order.ids(5), (SampleIds{2, 3, 8, 9, 18})); // groups 1, 4, 9 of 1 4 9 6 8 3 7 0 5 2
    HetSeqOrder curriculum(19940802, 19, 6, 2, 1);
    QCOMPARE(curriculum.ids(1), (SampleIds{0, 1, 2, 3, 4, 5}));
    QCOMPARE(curriculum.ids(5), order.ids(5));
}

void TestData::fillsBatchesByWorkWithSamplesOfOneLength()
{
    std::vector<std::int64_t> costs;
    Random random{5};
    for (int i = 0; i < 400; ++i)
        costs.push_back(1 + std::int64_t(random.below(60)));
    constexpr std::int64_t batch = 256;
    LengthBuckets sampler(3, costs, batch);
    std::vector<SampleIds> orders;
    for (std::int64_t epoch = 0; epoch < 2; ++epoch) {
        SampleIds order;
        std::int64_t padded = 0;
        for (std::int64_t i = 1; i <= sampler.stepsPerEpoch().in(1); ++i) {
            const SampleIds ids = sampler.ids(epoch * sampler.stepsPerEpoch().in(1) + i);
            std::int64_t work = 0;
            std::int64_t longest = 0;
            for (const std::int64_t id : ids) {
                work += costs[std::size_t(id)];
                longest = std::max(longest, costs[std::size_t(id)]);
            }
            QVERIFY(work <= batch);
            padded += longest * std::int64_t(ids.size()) - work;
            order.insert(order.end(), ids.begin(), ids.end());
        }
        QCOMPARE(std::set<std::int64_t>(order.begin(), order.end()).size(), costs.size());
        QCOMPARE(order.size(), costs.size());
        QVERIFY(padded * 20 < std::accumulate(costs.begin(), costs.end(), std::int64_t(0)));
        orders.push_back(order);
    }
    QVERIFY(orders[0] != orders[1]);
    QVERIFY(LengthBuckets(3, costs, batch).ids(7) == sampler.ids(7));
    QCOMPARE(LengthBuckets(1, {900}, batch).ids(1), SampleIds{0}); // larger than a batch, used all the same
}

void TestData::hashesIdsInOrder_data()
{
    QTest::addColumn<QList<int>>("ids");
    QTest::addColumn<QString>("hash");
    QTest::addRow("none") << QList<int>{} << "2d06800538d394c2"; // XXH3 of no bytes
    QTest::addRow("zero") << QList<int>{0} << "c77b3abb6f87acd9";
    QTest::addRow("ascending") << QList<int>{1, 2, 3} << "7c68b4906e7ea780";
    QTest::addRow("descending") << QList<int>{3, 2, 1} << "1e553d3734a99c33";
}

void TestData::hashesIdsInOrder()
{
    QFETCH(QList<int>, ids);
    QFETCH(QString, hash);
    QCOMPARE(QString::fromStdString(sampleHash({ids.begin(), ids.end()})), hash);
}

void TestData::cutsSharesInProportion_data()
{
    QTest::addColumn<QList<int>>("shares");
    QTest::addColumn<int>("samples");
    QTest::addColumn<QList<int>>("sizes");
    QTest::addRow("whole batch") << QList<int>{13, 7, 4} << 24 << QList<int>{13, 7, 4};
    QTest::addRow("half a batch") << QList<int>{12, 8, 4} << 12 << QList<int>{6, 4, 2};
    QTest::addRow("one sample") << QList<int>{3, 1} << 1 << QList<int>{0, 1};
    QTest::addRow("zero share") << QList<int>{5, 0, 3} << 5 << QList<int>{3, 0, 2};
    QTest::addRow("nobody has a share") << QList<int>{0, 0} << 7 << QList<int>{7, 0};
    QTest::addRow("no samples") << QList<int>{3, 1} << 0 << QList<int>{0, 0};
}

void TestData::cutsSharesInProportion()
{
    QFETCH(QList<int>, shares);
    QFETCH(int, samples);
    QFETCH(QList<int>, sizes);
    std::int64_t reached = 0;
    for (int rank = 0; rank < shares.size(); ++rank) {
        const Range range = cutShare({shares.begin(), shares.end()}, rank, samples);
        QCOMPARE(range.first, reached);
        QCOMPARE(range.size(), sizes[rank]);
        reached = range.last;
    }
    QCOMPARE(reached, samples);
}

void TestData::cutsUnequalSamplesByWork()
{
    const std::vector<std::int64_t> shares{3, 0, 1};
    const std::vector<std::int64_t> same(40, 7);
    const std::vector<std::int64_t> growing{1, 1, 2, 2, 3, 3, 4, 4, 10, 10}; // 40 in all
    std::int64_t reached = 0;
    std::vector<std::int64_t> work;
    for (int rank = 0; rank < 3; ++rank) {
        QCOMPARE(cutShare(shares, rank, same), cutShare(shares, rank, 40));
        const Range range = cutShare(shares, rank, growing);
        QCOMPARE(range.first, reached);
        reached = range.last;
        work.push_back(std::accumulate(growing.begin() + range.first, growing.begin() + range.last, std::int64_t(0)));
    }
    QCOMPARE(reached, 10);
    QCOMPARE(work, (std::vector<std::int64_t>{30, 0, 10}));
    QCOMPARE(cutShare({0, 0}, 0, growing), (Range{0, 10}));
    QCOMPARE(cutShare({1, 1}, 1, std::vector<std::int64_t>{}), (Range{0, 0}));
}

void TestData::readsIdxPlainAndCompressed()
{
    const QByteArray bytes = idxBytes({2, 3}, "abcdef");
    const QString compressed = write("small.gz", gzipped(bytes));
    for (const QString &path : {write("small", bytes), compressed}) {
        const auto array = readIdx(path.toStdString());
        QVERIFY(array);
        QCOMPARE(array->sizes, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(array->bytes, (std::vector<std::uint8_t>{'a', 'b', 'c', 'd', 'e', 'f'}));
    }
}

void TestData::refusesHostileIdx_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const QByteArray good = idxBytes({2, 3}, "abcdef");
    QTest::addRow("empty") << QByteArray() << "not an IDX file";
    QTest::addRow("text") << QByteArray("hello, world") << "not an IDX file";
    QTest::addRow("floats") << QByteArray("\0\0\x0d\x01\0\0\0\x01xxxx", 12) << "unsigned bytes";
    QTest::addRow("no dimensions") << QByteArray("\0\0\x08\0", 4) << "dimensions";
    QTest::addRow("255 dimensions") << QByteArray("\0\0\x08\xff", 4) << "dimensions";
    QTest::addRow("cut in the header") << good.left(9) << "ends inside its header";
    QTest::addRow("cut in the data") << good.left(good.size() - 1) << "ends after 5 of 6";
    QTest::addRow("longer than it says") << good + "x"
                                         << "longer";
    QTest::addRow("claims 4 GiB, holds 6 bytes") << idxBytes({-1}, "abcdef") << "more than a file of 14 bytes";
    QTest::addRow("claims 4 GiB in a small gzip")
        << gzipped(idxBytes({-1}, QByteArray(9000, 0))) << "claims 4294967295 bytes, more than a file of";
    QTest::addRow("claims 2^128 bytes") << idxBytes({-1, -1, -1, -1}, "abcdef") << "more than 8 GiB";
    QByteArray compressed("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
    QTest::addRow("gzip header without data") << compressed << "";
    QTest::addRow("gzip with garbage") << compressed + QByteArray(40, '\xff') << "";
}

void TestData::refusesHostileIdx()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const QString path = write("hostile", bytes);
    const auto array = readIdx(path.toStdString());
    QVERIFY(!array);
    const QString message = QString::fromStdString(array.error().message);
    QVERIFY2(message.contains(path), qPrintable(message));
    QVERIFY2(message.contains(words), qPrintable(message));
}

void TestData::refusesSetsThatDoNotBelongTogether()
{
    const auto path = [&](const QString &name, const QByteArray &bytes) { return write(name, bytes).toStdString(); };
    const auto images = path("images", idxBytes({2, 1, 2}, "abcd"));
    const auto labels = path("labels", idxBytes({2}, QByteArray(2, '\1')));
    QVERIFY(ImageDataset::read(images, labels));
    QVERIFY(!ImageDataset::read(labels, images));
    QVERIFY(!ImageDataset::read(images, path("labels3", idxBytes({3}, QByteArray(3, '\1')))));
    QVERIFY(!ImageDataset::read(path("none", idxBytes({0, 1, 2}, "")), path("nolabels", idxBytes({0}, ""))));
    QVERIFY(!ImageDataset::read(m_folder.filePath("absent").toStdString(), labels));
}

void TestData::normalisesAndAugmentsBySampleAlone()
{
    writeImageData(m_folder.path(), 50, 10);
    auto dataset = ImageDataset::read(m_folder.filePath("train-images-idx3-ubyte").toStdString(),
        m_folder.filePath("train-labels-idx1-ubyte").toStdString());
    QVERIFY(dataset);
    dataset->normaliseWith(dataset->statistics());
    dataset->augment(true);
    SampleIds all(50);
    std::iota(all.begin(), all.end(), 0);
    const at::Tensor plain = dataset->batch(all, std::nullopt).inputs[0];
    QVERIFY(std::abs(plain.mean().item<double>()) < 1e-4);
    QVERIFY(std::abs(plain.std(false).item<double>() - 1) < 1e-4);

    const AugmentKey key{5, 2};
    const at::Tensor together = dataset->batch(all, key).inputs[0];
    const at::Tensor single = dataset->batch(SampleIds{31}, key).inputs[0];
    QVERIFY(at::equal(together[31], single[0]));
    QVERIFY(!at::equal(together, plain));
    QVERIFY(!at::equal(together, dataset->batch(all, AugmentKey{5, 3}).inputs[0]));
    QCOMPARE(dataset->batch(SampleIds{}, key).inputs[0].size(0), 0);
}

void TestData::prefetchesTheStepsOfItsRank()
{
    writeImageData(m_folder.path(), 50, 10);
    const auto dataset = ImageDataset::read(m_folder.filePath("train-images-idx3-ubyte").toStdString(),
        m_folder.filePath("train-labels-idx1-ubyte").toStdString());
    QVERIFY(dataset);
    DataLoader first(*dataset, {1, 16, {12, 4}, 0, 2, 9});
    DataLoader second(*dataset, {1, 16, {12, 4}, 1, 2, 9});
    ShuffledSamples sampler(1, 50, 16);
    for (std::int64_t step = 2; step <= 9; ++step) {
        const auto a = first.next();
        const auto b = second.next();
        QVERIFY(a);
        QVERIFY(b);
        QCOMPARE(a->position.step, step);
        QCOMPARE(a->sampleHash, b->sampleHash);
        const SampleIds ids = sampler.ids(step);
        QCOMPARE(a->batch.samples + b->batch.samples, std::int64_t(ids.size()));
        const at::Tensor joined = at::cat({a->batch.inputs[0], b->batch.inputs[0]});
        QVERIFY(at::equal(joined, dataset->batch(ids, std::nullopt).inputs[0]));
    }
    const DataLoader unread(*dataset, {1, 16, {16}, 0, 1, 1000}); // destroyed with its thread waiting
}

QTEST_GUILESS_MAIN(TestData)
#include "tst_data.moc"
