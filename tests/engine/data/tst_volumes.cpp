// Volumes as training examples: what is drawn from them, and files of them.
#include "engine/data/hdf5/hdf5writer.h"
#include "engine/data/volumes/labelfractions.h"
#include "engine/data/volumes/segmentpicture.h"
#include "engine/data/volumes/syntheticvolume.h"
#include "engine/data/volumes/volumedataset.h"
#include "engine/data/volumes/volumefile.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace motley;

class TestVolumes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsAllClassesEvenly();
    void showsOneExampleInManyWays_data();
    void showsOneExampleInManyWays();
    void drawsFromEachCut();
    void variesTheGrey();
    void keepsEvaluationTheSame();
    void passesOverWhatNobodyKnows();
    void refusesWhatCannotBeLearntFrom_data();
    void refusesWhatCannotBeLearntFrom();
    void readsABoxOfAFile();
    void refusesOtherFiles_data();
    void refusesOtherFiles();
    void paintsObjectsInTheirColours();

private:
    std::string write(const std::string &name, const std::string &rawName, Hdf5Writer::Stored rawType,
        const std::vector<std::int64_t> &slice, Hdf5Writer::Stored labelType, std::int64_t labelSlices);

    QTemporaryDir m_folder;
};

namespace {

// Two thick bars side by side along x, with nothing between them.
Volume twoBars(Zyx size)
{
    Volume volume{size, std::vector<std::uint8_t>(std::size_t(size.product()), 100), {}};
    for (std::int64_t i = 0; i < size.product(); ++i) {
        const std::int64_t y = size.positionOf(i).y;
        volume.labels.push_back(y < size.y / 2 - 1 ? 7 : y > size.y / 2 ? 9 : noObject);
    }
    return volume;
}

const FieldOfView smallView{{5, 5, 5}, {2, 2, 2}};

} // namespace

void TestVolumes::drawsAllClassesEvenly()
{
    const Volume volume = makeVolume({{32, 32, 32}, 12});
    const auto dataset = VolumeDataset::make(volume, {smallView, 5200, 100});
    QVERIFY(dataset);
    const auto classes = classifyByFraction(volume, smallView.reach(), 100);
    std::map<int, int> drawn;
    for (std::int64_t id = 0; id < dataset->size(); ++id)
        ++drawn[classes[volume.size.indexOf(dataset->centreOf(id, AugmentKey{1, 1}))]];
    QCOMPARE(drawn.count(noClass), std::size_t(0));
    const int each = 5200 / int(drawn.size());
    QVERIFY(drawn.size() > 5);
    for (const auto &[number, count] : drawn)
        QVERIFY(std::abs(count - each) <= 1);
    QVERIFY(dataset->centreOf(5, AugmentKey{1, 1}) == dataset->centreOf(5, AugmentKey{1, 1}));
    QVERIFY(dataset->centreOf(5, AugmentKey{1, 1}) != dataset->centreOf(5, AugmentKey{1, 2}));
}

void TestVolumes::showsOneExampleInManyWays_data()
{
    QTest::addColumn<bool>("isotropic");
    QTest::addColumn<std::size_t>("fewest"); // different patches of 100
    QTest::addColumn<double>("softening");
    QTest::addColumn<double>("insideWeight");
    QTest::addRow("rows and columns") << false << std::size_t(13) << 0.05 << 1.0;
    QTest::addRow("all axes") << true << std::size_t(30) << 0.02 << 3.0;
}

// Augmentation keeps the centre and the set of voxels, and labels move with their voxels.
void TestVolumes::showsOneExampleInManyWays()
{
    Volume volume = twoBars({16, 16, 16});
    for (std::size_t i = 0; i < volume.raw.size(); ++i)
        volume.raw[i] = std::uint8_t(volume.labels[i] * 10); // each grey value identifies a label
    QFETCH(bool, isotropic);
    QFETCH(std::size_t, fewest);
    QFETCH(double, softening);
    QFETCH(double, insideWeight);
    VolumeExamples examples{smallView, 100, 10};
    examples.isotropic = isotropic;
    examples.softening = softening;
    examples.insideWeight = insideWeight;
    const auto augmented = VolumeDataset::make(volume, examples);
    QVERIFY(augmented);
    std::set<std::vector<float>> views;
    for (std::int64_t id = 0; id < 100; ++id) {
        const Batch batch = augmented->batch(SampleIds{id}, AugmentKey{3, 1});
        const at::Tensor patch = batch.inputs[0][0][0];
        const at::Tensor probability = batch.targets[0][0][0];
        const at::Tensor weight = batch.targets[1][0][0];
        const Zyx centre = smallView.reach();
        const at::Tensor own = patch[centre.z][centre.y][centre.x];
        QVERIFY(patch.eq(own).equal(probability.eq(float(1 - softening))));
        QVERIFY(patch.ne(own).equal(probability.eq(float(softening))));
        QVERIFY(weight.equal(at::where(patch.eq(own), float(insideWeight), 1.0F)));
        const int grey = int(std::lround(own.item<double>() * 33 + 128));
        QVERIFY(grey == 70 || grey == 90);
        const at::Tensor flat = patch.contiguous();
        views.insert({flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()});
        std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> ways;
        for (int k = 0; k < int(moveCount); ++k) {
            const at::Tensor way = batch.inputs[1][0][k];
            ways.insert({way[0].item<std::int64_t>(), way[1].item<std::int64_t>(), way[2].item<std::int64_t>()});
        }
        QCOMPARE(ways.size(), moveCount);
    }
    QVERIFY2(views.size() >= fewest, qPrintable(QString::number(views.size())));
}

// Examples with a key come from all cuts that have an object; examples without a key come from the first cut.
void TestVolumes::drawsFromEachCut()
{
    std::vector<Volume> cuts(3, twoBars({16, 16, 16}));
    for (std::size_t cut = 0; cut < cuts.size(); ++cut)
        cuts[cut].raw.assign(cuts[cut].raw.size(), std::uint8_t(100 + cut));
    cuts[1].labels.assign(cuts[1].labels.size(), noObject);
    const auto dataset = VolumeDataset::make(cuts, {smallView, 100, 10, 0, 1});
    QVERIFY(dataset);
    std::map<int, int> drawn;
    for (std::int64_t id = 0; id < 100; ++id)
        ++drawn[dataset->batch(SampleIds{id}, AugmentKey{3, 1}).inputs[0].max().item<int>()];
    QCOMPARE(drawn.size(), std::size_t(2));
    QVERIFY(drawn[100] > 20);
    QVERIFY(drawn[102] > 20);
    for (std::int64_t id = 0; id < 100; ++id)
        QCOMPARE(dataset->batch(SampleIds{id}, std::nullopt).inputs[0].max().item<int>(), 100);
}

// The grey values are a linear function of the original ones, different in each example, with noise.
void TestVolumes::variesTheGrey()
{
    const Volume volume = makeVolume({{32, 32, 32}, 12});
    VolumeExamples examples{smallView, 100, 100};
    const auto plain = VolumeDataset::make(volume, examples);
    examples.greyVariation = 0.3;
    const auto varied = VolumeDataset::make(volume, examples);
    examples.noise = 0.5;
    const auto noisy = VolumeDataset::make(volume, examples);
    QVERIFY(plain);
    QVERIFY(varied);
    QVERIFY(noisy);
    std::set<double> scales;
    for (std::int64_t id = 0; id < 50; ++id) {
        const SampleIds ids{id};
        const AugmentKey key{3, 1};
        const at::Tensor seen = plain->batch(ids, key).inputs[0].flatten().to(at::kDouble);
        const at::Tensor lined = varied->batch(ids, key).inputs[0].flatten().to(at::kDouble);
        const at::Tensor far = seen - seen.mean();
        const double scale = (lined * far).sum().item<double>() / far.square().sum().item<double>();
        const double shift = (lined - scale * seen).mean().item<double>();
        QVERIFY(at::allclose(lined, scale * seen + shift, 1e-5, 1e-5));
        QVERIFY2(std::abs(scale - 1) <= 0.3, qPrintable(QString::number(shift)));
        QVERIFY2(std::abs(shift) <= 0.3 * 1.3, qPrintable(QString::number(shift)));
        scales.insert(scale);
        const at::Tensor around = noisy->batch(ids, key).inputs[0].flatten().to(at::kDouble) - lined;
        QVERIFY(std::abs(around.std().item<double>() - 0.5) < 0.1);
        QVERIFY(std::abs(around.mean().item<double>()) < 0.1);
        QVERIFY(noisy->batch(ids, std::nullopt).inputs[0].equal(plain->batch(ids, std::nullopt).inputs[0]));
    }
    QVERIFY(scales.size() > 45);
    QVERIFY(*scales.rbegin() - *scales.begin() > 0.4);
}

void TestVolumes::keepsEvaluationTheSame()
{
    const auto dataset = VolumeDataset::make(makeVolume({{32, 32, 32}, 12}), {smallView, 50, 100});
    QVERIFY(dataset);
    const Batch together = dataset->batch(SampleIds{4, 7, 30}, std::nullopt);
    const Batch alone = dataset->batch(SampleIds{7}, std::nullopt);
    for (std::size_t i = 0; i < 2; ++i) {
        QVERIFY(together.inputs[i][1].equal(alone.inputs[i][0]));
        QVERIFY(together.targets[i][1].equal(alone.targets[i][0]));
    }
    QVERIFY(together.targets[1].eq(1).all().item<bool>());
    QCOMPARE(dataset->batch({}, std::nullopt).inputs[0].size(0), 0);
}

void TestVolumes::passesOverWhatNobodyKnows()
{
    Volume volume = twoBars({16, 16, 16});
    for (std::uint32_t &label : volume.labels)
        label = label == 9 ? excludedLabel : label;
    const auto classes = classifyByFraction(volume, smallView.reach(), 10);
    for (std::size_t i = 0; i < classes.size(); ++i)
        QCOMPARE(classes[i] == excludedClass, volume.labels[i] == excludedLabel);
    const auto dataset = VolumeDataset::make(volume, {smallView, 20, 10});
    QVERIFY(dataset);
    const Batch batch = dataset->batch(SampleIds{0, 1, 2, 3, 4, 5, 6, 7}, AugmentKey{1, 1});
    QVERIFY(batch.targets[1].eq(0).any().item<bool>());
    QVERIFY(batch.targets[1].eq(1).any().item<bool>());
}

void TestVolumes::refusesWhatCannotBeLearntFrom_data()
{
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("view");
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("smallest");
    QTest::addColumn<QString>("words");
    QTest::addRow("even view") << 16 << 6 << 2 << 10 << "odd sizes";
    QTest::addRow("step beyond the view") << 16 << 5 << 3 << 10 << "steps from 1";
    QTest::addRow("no room") << 8 << 5 << 2 << 10 << "8 x 8 x 8 voxels has no room for an example of 9 x 9 x 9";
    QTest::addRow("only small objects") << 16 << 5 << 2 << 100000 << "No object of at least 100000";
}

void TestVolumes::refusesWhatCannotBeLearntFrom()
{
    QFETCH(int, side);
    QFETCH(int, view);
    QFETCH(int, step);
    QFETCH(int, smallest);
    QFETCH(QString, words);
    const auto dataset
        = VolumeDataset::make(twoBars({side, side, side}), {{{view, view, view}, {step, step, step}}, 10, smallest});
    QVERIFY(!dataset);
    QVERIFY2(dataset.error().message.find(words.toStdString()) != std::string::npos, dataset.error().message.c_str());
}

std::string TestVolumes::write(const std::string &name, const std::string &rawName, Hdf5Writer::Stored rawType,
    const std::vector<std::int64_t> &slice, Hdf5Writer::Stored labelType, std::int64_t labelSlices)
{
    const std::string path = m_folder.filePath(QString::fromStdString(name)).toStdString();
    auto writer = Hdf5Writer::create(path);
    std::int64_t voxels = 1;
    for (const std::int64_t side : slice)
        voxels *= side;
    std::vector<std::int64_t> numbers;
    for (std::int64_t i = 0; i < 5 * voxels; ++i)
        numbers.push_back(i % 100);
    const bool written = writer && writer->addDataset(rawName, rawType, slice, 2)
        && writer->addDataset("labels", labelType, slice, 2) && writer->append<std::int64_t>(rawName, numbers)
        && writer->append<std::int64_t>("labels", {numbers.data(), std::size_t(labelSlices * voxels)})
        && writer->finish();
    return written ? path : "could not be written";
}

void TestVolumes::readsABoxOfAFile()
{
    using Stored = Hdf5Writer::Stored;
    const auto file = inspectVolume(write("good.h5", "raw", Stored::UInt8, {6, 7}, Stored::UInt32, 5));
    QVERIFY2(file, file ? "" : file.error().message.c_str());
    QVERIFY((file->size == Zyx{5, 6, 7}));
    QVERIFY(file->hasLabels);
    const auto box = readVolume(*file, {1, 2, 3}, {3, 2, 4});
    QVERIFY2(box, box ? "" : box.error().message.c_str());
    for (std::int64_t i = 0; i < box->size.product(); ++i) {
        const auto number = std::int64_t(file->size.indexOf(Zyx{1, 2, 3} + box->size.positionOf(i))) % 100;
        QCOMPARE(std::int64_t(box->raw[std::size_t(i)]), number);
        QCOMPARE(std::int64_t(box->labels[std::size_t(i)]), number);
    }
    QVERIFY(readSlices(*file, 0, 5)->box({1, 2, 3}, {3, 2, 4}).raw == box->raw);
    QVERIFY(!readVolume(*file, {3, 0, 0}, {3, 6, 7}));
    QVERIFY(!readVolume(*file, {-1, 0, 0}, {3, 6, 7}));
}

void TestVolumes::refusesOtherFiles_data()
{
    using Stored = Hdf5Writer::Stored;
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const std::string &path, const char *words) {
        QTest::addRow("%s", name) << QString::fromStdString(path) << words;
    };
    row("absent", m_folder.filePath("absent.h5").toStdString(), "absent.h5");
    row("no raw", write("a.h5", "grey", Stored::UInt8, {6, 7}, Stored::UInt32, 5), "raw");
    row("flat", write("b.h5", "raw", Stored::UInt8, {6}, Stored::UInt32, 5), "three");
    row("signed raw", write("c.h5", "raw", Stored::Int32, {6, 7}, Stored::UInt32, 5), "another type");
    row("labels with fractions", write("d.h5", "raw", Stored::UInt8, {6, 7}, Stored::Float32, 5), "another type");
    row("fewer labels", write("e.h5", "raw", Stored::UInt8, {6, 7}, Stored::UInt32, 4), "belong together");
}

void TestVolumes::refusesOtherFiles()
{
    QFETCH(QString, path);
    QFETCH(QString, words);
    const auto file = inspectVolume(path.toStdString());
    QVERIFY(!file);
    QVERIFY2(file.error().message.find(words.toStdString()) != std::string::npos, file.error().message.c_str());
}

void TestVolumes::paintsObjectsInTheirColours()
{
    const Volume volume = twoBars({4, 8, 6});
    const auto picture = drawSegments(volume, {volume.labels}, 2);
    QVERIFY(picture);
    QCOMPARE(picture->width, 6 + 4 + 6);
    QCOMPARE(picture->height, 8 + 4 + 8);
    const auto pixel = [&](std::int64_t y, std::int64_t x) {
        const auto at = picture->rgb.begin() + (y * picture->width + x) * 3;
        return std::vector<int>{at[0], at[1], at[2]};
    };
    QCOMPARE(pixel(0, 0), (std::vector<int>{100, 100, 100})); // the image alone
    QVERIFY(pixel(0, 10) != pixel(7, 10)); // two objects
    QCOMPARE(pixel(0, 10), pixel(12, 10)); // the same object in two slices
    QCOMPARE(pixel(4, 10), (std::vector<int>{100, 100, 100})); // no object
    QCOMPARE(pixel(9, 0), (std::vector<int>{255, 255, 255})); // between slices
    QVERIFY(!drawSegments({{1, 1, 16385}, std::vector<std::uint8_t>(16385), {}}, {}, 1));
}

QTEST_GUILESS_MAIN(TestVolumes)
#include "tst_volumes.moc"
