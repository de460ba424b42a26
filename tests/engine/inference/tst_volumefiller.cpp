// `motley-engine fill`, with a network whose weights are set by hand: bright voxels belong to the object.
#include "engine/data/hdf5/hdf5file.h"
#include "engine/data/hdf5/hdf5writer.h"
#include "engine/data/images/picture.h"
#include "engine/data/volumes/volume.h"
#include "engine/models/volumes/floodfillingnetwork.h"
#include "engine/protocol/filling/fillingline.h"
#include "engine/tensorfiles/modelfolder.h"
#include "tests/engine/agent/loopbackrun.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <set>

using namespace motley;

class VolumeFillerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsBothBlocks();
    void fillsABox();
    void tellsProgramsHowFarItIs();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }
    std::vector<std::int64_t> labelsIn(const char *name, Zyx size) const;

    QTemporaryDir m_folder;
};

namespace {

constexpr Zyx whole{20, 28, 48};

struct Block {
    Zyx first;
    Zyx last; // exclusive

    bool holds(Zyx position) const
    {
        return position.z >= first.z && position.y >= first.y && position.x >= first.x && position.z < last.z
            && position.y < last.y && position.x < last.x;
    }
};
constexpr Block left{{4, 6, 5}, {16, 22, 19}};
constexpr Block right{{5, 7, 29}, {15, 21, 42}};

void writeVolume(const std::string &path, bool labelled)
{
    std::vector<std::uint8_t> raw;
    std::vector<std::int64_t> labels;
    for (std::int64_t i = 0; i < whole.product(); ++i) {
        const Zyx position = whole.positionOf(i);
        labels.push_back(left.holds(position) ? 7 : right.holds(position) ? 9 : 0);
        raw.push_back(labels.back() > 0 ? 250 : 5);
    }
    auto file = Hdf5Writer::create(path);
    QVERIFY(file->addDataset("raw", Hdf5Writer::Stored::UInt8, {whole.y, whole.x}, 4));
    QVERIFY(file->append<std::uint8_t>("raw", raw));
    if (labelled) {
        QVERIFY(file->addDataset("labels", Hdf5Writer::Stored::UInt32, {whole.y, whole.x}, 4));
        QVERIFY(file->append<std::int64_t>("labels", labels));
    }
    QVERIFY(file->finish());
}

void writeModel(const std::string &folder)
{
    const torch::NoGradGuard noGradients;
    VolumeSpec spec;
    spec.model = {2, 2, 9, 2};
    spec.data.smallestObject = 100;
    FloodFillingNetwork network({spec.model.depth, spec.model.features}, 1);
    for (const auto &parameter : network.named_parameters()) {
        at::Tensor value = parameter.value();
        value.zero_();
        if (parameter.key() == "conv0_a.weight" || parameter.key() == "conv0_b.weight")
            value[0][0][1][1][1] = value[1][1][1][1][1] = 1; // passes on the brightness and the logit
        else if (parameter.key() == "conv_lom.weight")
            value.flatten().copy_(torch::tensor({20.0f, -1.1f})); // raises new voxels most: the walk goes on
        else if (parameter.key() == "conv_lom.bias")
            value[0] = -5;
    }
    const std::string origin = toJson(ModelOrigin{spec});
    QVERIFY(writeModelFolder(folder, network, origin, {{"motley.json", origin}}));
}

} // namespace

std::vector<std::int64_t> VolumeFillerTest::labelsIn(const char *name, Zyx size) const
{
    const auto file = Hdf5File::open(path(name).toStdString());
    std::vector<std::int64_t> labels(std::size_t(size.product()));
    if (!file || file->layout("labels")->sizes != std::vector<std::int64_t>{size.z, size.y, size.x}
        || !file->readRows<std::int64_t>("labels", 0, size.z, labels))
        qFatal("%s holds no labels of the right size", name);
    return labels;
}

void VolumeFillerTest::initTestCase()
{
    writeVolume(path("volume.h5").toStdString(), true);
    writeVolume(path("unlabelled.h5").toStdString(), false);
    writeModel(path("model").toStdString());
}

void VolumeFillerTest::findsBothBlocks()
{
    const auto answer = runEngine({"fill", path("model"), path("volume.h5"), "--out", path("found.h5"), "--picture",
        path("found.png"), "--slices", "2", "--threads", "1"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto labels = labelsIn("found.h5", whole);
    std::set<std::int64_t> ofLeft;
    std::set<std::int64_t> ofRight;
    std::int64_t filled = 0;
    for (std::int64_t i = 0; i < whole.product(); ++i) {
        const Zyx position = whole.positionOf(i);
        const std::int64_t label = labels[std::size_t(i)];
        filled += label > 0 ? 1 : 0;
        if (left.holds(position))
            ofLeft.insert(label);
        else if (right.holds(position))
            ofRight.insert(label);
        else
            QCOMPARE(label, 0);
    }
    QVERIFY(ofLeft.size() == 1);
    QVERIFY(ofRight.size() == 1);
    QCOMPARE(*ofLeft.begin() + *ofRight.begin(), 3); // the labels are 1 and 2

    const QJsonObject report = QJsonDocument::fromJson(answer.output).object();
    QCOMPARE(report["segments"].toInt(), 2);
    QVERIFY(report["seeds"].toInt() >= 2);
    QVERIFY(report["looks"].toInt() > 10);
    QVERIFY(std::abs(report["filled"].toDouble() - double(filled) / double(whole.product())) < 1e-9);

    const auto picture = readPicture(path("found.png").toStdString());
    QVERIFY(picture);
    QVERIFY(picture->width >= 3 * whole.x);
    QVERIFY(picture->height >= 2 * whole.y); // image, labels, segments
}

void VolumeFillerTest::fillsABox()
{
    const Zyx size{18, 28, 24};
    const auto answer = runEngine({"fill", path("model"), path("unlabelled.h5"), "--first", "1,0,24", "--size",
        "18,0,0", "--out", path("box.h5"), "--threads", "1"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto labels = labelsIn("box.h5", size);
    for (std::int64_t i = 0; i < size.product(); ++i)
        QCOMPARE(labels[std::size_t(i)], right.holds(size.positionOf(i) + Zyx{1, 0, 24}) ? 1 : 0);
}

void VolumeFillerTest::tellsProgramsHowFarItIs()
{
    const auto answer = runEngine(
        {"fill", path("model"), path("volume.h5"), "--out", path("told.h5"), "--progress", "--threads", "1"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QList<QByteArray> lines = answer.output.trimmed().split('\n');
    const QJsonObject report = QJsonDocument::fromJson(lines.takeLast()).object();
    QVERIFY2(lines.size() >= 2, answer.output); // before the first seed and after the last, whatever the time between
    qint64 doneBefore = -1;
    for (const QByteArray &line : std::as_const(lines)) {
        const QJsonObject progress = QJsonDocument::fromJson(line).object();
        QCOMPARE(progress.keys(), QStringList({"done", "seeds", "segments"}));
        QCOMPARE(progress["seeds"], report["seeds"]);
        QVERIFY2(progress["done"].toInteger() > doneBefore, answer.output);
        doneBefore = progress["done"].toInteger();
    }
    QCOMPARE(QJsonDocument::fromJson(lines.first()).object()["done"].toInteger(-1), 0);
    QCOMPARE(doneBefore, report["seeds"].toInteger(-1));
    QCOMPARE(QJsonDocument::fromJson(lines.last()).object()["segments"].toInteger(-1), 2);
    QCOMPARE(answer.errors, QByteArray());

    const auto last = parseFillingLine(lines.last().toStdString()); // as a program reads them
    QVERIFY(last && std::get<FillingProgress>(*last) == (FillingProgress{doneBefore, doneBefore, 2}));
    const auto whole = parseFillingLine(answer.output.trimmed().split('\n').last().toStdString());
    QVERIFY(whole && std::get<FillingResult>(*whole).segments == 2);
    QVERIFY(!parseFillingLine("{\"done\":1}"));
}

void VolumeFillerTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("names");
    const QString model = path("model");
    const QString volume = path("volume.h5");
    const QString out = path("wrong.h5");
    const auto row = [](const char *name, QStringList words, int code, const char *thing) {
        QTest::addRow("%s", name) << words << code << QByteArray(thing);
    };
    row("no model", {"fill", "/nowhere/model", volume, "--out", out}, 1, "There is no folder /nowhere/model");
    row("no volume", {"fill", model, "/nowhere.h5", "--out", out}, 1, "/nowhere.h5");
    row("outside", {"fill", model, volume, "--size", "21,0,0", "--out", out}, 1, "which has 20 x 28 x 48 voxels");
    row("too small", {"fill", model, volume, "--size", "8,0,0", "--out", out}, 1,
        "volume.h5 is smaller than what the network sees");
    row("nowhere to write", {"fill", model, volume, "--out", "/nowhere/found.h5"}, 1, "/nowhere/found.h5");
    row("no output", {"fill", model, volume}, 2, "--out");
    row("two numbers", {"fill", model, volume, "--size", "1,2", "--out", out}, 2, "--size");
}

void VolumeFillerTest::saysWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, names);
    const auto answer = runEngine(arguments);
    QCOMPARE(answer.exitCode, exitCode);
    QVERIFY2(answer.errors.contains(names), answer.errors);
    QVERIFY(answer.output.isEmpty());
    QVERIFY(!QFile::exists(path("wrong.h5")));
    if (exitCode == 1)
        QCOMPARE(answer.errors.count('\n'), 1);
}

QTEST_GUILESS_MAIN(VolumeFillerTest)
#include "tst_volumefiller.moc"
