// MNIST as in HetSeq: torchvision's old files, HetSeq's network and checkpoints. tests/reference/torchfiles.py writes
// the files.
#include "fixturerun.h"
#include "idxfixture.h"

#include "engine/data/images/picture.h"
#include "engine/job/datafiles.h"
#include "engine/tasks/imagesets.h"
#include "engine/tasks/torchimages.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"

#include <torch/types.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace motley;

class TorchImagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTorchvisionWrote();
    void findsThemWhereHetSeqDoes_data();
    void findsThemWhereHetSeqDoes();
    void namesWhatIsWrong_data();
    void namesWhatIsWrong();
    void saysWhichLabelsDoNotOccur();
    void saysWhichPicturesAreLeftOut();
    void trainsHetSeqsNetworkOnAnySplit();

private:
    QTemporaryDir m_folder;
};

namespace {

const std::string mnist = MOTLEY_TESTS "/fixtures/torchfiles/mnist";

JobSpec mnistJob()
{
    ImageSpec spec;
    spec.model = {ImageModelSpec::Kind::MnistNet, 8};
    spec.data.folder = mnist;
    JobSpec job;
    job.name = "mnist";
    job.task = spec;
    job.batch = 12;
    job.epochs = 5;
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::Adadelta);
    job.schedule.peak = 0.5;
    job.checkpoint.everySteps = 0;
    return job;
}

} // namespace

void TorchImagesTest::readsWhatTorchvisionWrote()
{
    const auto sets = openImages({mnist});
    QVERIFY2(sets, sets ? "" : sets.error().message.c_str());
    QCOMPARE(sets->training->size(), 48);
    QCOMPARE(sets->test->size(), 12);
    QCOMPARE(sets->config.classes, 3);
    const std::vector<std::int64_t> ids{5};
    for (const Dataset *set : {sets->training.get(), sets->test.get()}) { // test: before torch 1.6
        const Batch batch = set->batch(ids, {});
        QCOMPARE(batch.targets[0].item<std::int64_t>(), 5 % 3);
        const at::Tensor bytes
            = (batch.inputs[0] * sets->config.pixelDeviation + sets->config.pixelMean).mul(255).round().flatten();
        for (std::int64_t i = 0; i < 64; ++i)
            QCOMPARE(bytes[i].item<double>(), double(7 * (5 * 64 + i) % 251));
    }
}

void TorchImagesTest::findsThemWhereHetSeqDoes_data()
{
    QTest::addColumn<QString>("place");
    QTest::addRow("below the data") << "MNIST/processed";
    QTest::addRow("below MNIST") << "processed";
    QTest::addRow("there") << ".";
}

void TorchImagesTest::findsThemWhereHetSeqDoes()
{
    QFETCH(QString, place);
    const QTemporaryDir data;
    QVERIFY(QDir(data.path()).mkpath(place));
    for (const char *name : {"/training.pt", "/test.pt"})
        QVERIFY(QFile::copy(QString::fromStdString(mnist) + name, data.filePath(place) + name));
    JobSpec job = mnistJob();
    std::get<ImageSpec>(job.task).data.folder = data.path().toStdString();
    QVERIFY(openImages(std::get<ImageSpec>(job.task).data));
    const auto files = findDataFiles(job.task);
    QVERIFY(files);
    QCOMPARE(files->size(), std::size_t(2));
    QCOMPARE(files->front().relativePath, std::string("data.folder/training.pt"));
}

void TorchImagesTest::namesWhatIsWrong_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("part");
    QTest::addRow("floats") << "floats"
                            << "must be bytes (uint8)";
    QTest::addRow("short labels") << "short"
                                  << "must be whole numbers (int64)";
    QTest::addRow("negative label") << "negative"
                                    << "between 0 and 255";
    QTest::addRow("fewer labels") << "fewer"
                                  << "has 4 images, but";
    QTest::addRow("colours") << "colours"
                             << "4 dimensions instead of 3";
    QTest::addRow("one tensor") << "one"
                                << "must hold two tensors";
}

void TorchImagesTest::namesWhatIsWrong()
{
    QFETCH(QString, fault);
    QFETCH(QString, part);
    at::Tensor images = torch::zeros({4, 8, 8}, at::kByte);
    at::Tensor labels = torch::arange(4);
    if (fault == "floats")
        images = images.to(at::kFloat);
    if (fault == "short")
        labels = labels.to(at::kShort);
    if (fault == "negative")
        labels = labels - 1;
    if (fault == "fewer")
        labels = labels.slice(0, 0, 3);
    if (fault == "colours")
        images = torch::zeros({4, 3, 8, 8}, at::kByte);
    NamedTensors tensors{{"images", images}, {"labels", labels}};
    if (fault == "one")
        tensors.pop_back();
    const std::string file = m_folder.filePath(fault + ".pt").toStdString();
    QVERIFY(writeTorchFile(file, "data", tensors));
    const auto read = readTorchImages(file);
    QVERIFY(!read);
    QVERIFY2(read.error().message.find(part.toStdString()) != std::string::npos, read.error().message.c_str());
    QVERIFY2(read.error().message.find(file) != std::string::npos, read.error().message.c_str());
}

// One wrong byte among the labels makes 256 classes.
void TorchImagesTest::saysWhichLabelsDoNotOccur()
{
    const QString folder = m_folder.filePath("wrong-label");
    QVERIFY(QDir().mkpath(folder));
    writeImageData(folder, 40, 8);
    QVERIFY(openImages({folder.toStdString()})->notes.empty());
    QFile labels(folder + "/train-labels-idx1-ubyte");
    QVERIFY(labels.open(QIODevice::ReadWrite));
    QVERIFY(labels.seek(labels.size() - 1));
    QVERIFY(labels.putChar('\xff'));
    labels.close();
    const auto sets = openImages({folder.toStdString()});
    QVERIFY(sets);
    QCOMPARE(sets->notes.size(), std::size_t(1));
    const QString note = QString::fromStdString(sets->notes.front());
    QVERIFY2(note.contains("256 classes, but only 5 of them occur. The label 255 stands at 1"), qPrintable(note));
}

void TorchImagesTest::saysWhichPicturesAreLeftOut()
{
    const QDir folder(m_folder.filePath("left-out"));
    for (const char *part : {"train", "test"}) {
        QVERIFY(folder.mkpath(QString(part) + "/cat"));
        QVERIFY(writePng(
            folder.filePath(QString(part) + "/cat/1.png").toStdString(), {2, 2, std::vector<std::uint8_t>(12)}));
        QFile other(folder.filePath(QString(part) + "/cat/2.bmp"));
        QVERIFY(other.open(QIODevice::WriteOnly));
    }
    const auto sets = openImages({folder.path().toStdString()});
    QVERIFY2(sets, sets ? "" : sets.error().message.c_str());
    QCOMPARE(sets->notes.size(), std::size_t(2));
    for (std::size_t i = 0; i < 2; ++i) {
        const QString note = QString::fromStdString(sets->notes[i]);
        QVERIFY2(note.contains(i == 0 ? "left-out/train" : "left-out/test"), qPrintable(note));
        QVERIFY2(note.contains("1 .bmp"), qPrintable(note));
    }
}

void TorchImagesTest::trainsHetSeqsNetworkOnAnySplit()
{
    const JobSpec job = mnistJob();
    const auto run = [&](const std::vector<std::int64_t> &shares, const char *folder) {
        return runRanks({job, shares, m_folder.filePath(folder).toStdString()});
    };
    const RunResult alone = run({12}, "alone");
    const RunResult split = run({7, 4, 1}, "split");
    QVERIFY2(split.outcomes[2], split.problem().constData());
    const auto steps = alone.steps();
    QCOMPARE(steps.size(), std::size_t(20));
    QVERIFY(steps.back().loss < 0.9 * steps.front().loss);
    for (std::size_t i = 0; i < steps.size(); ++i) // dropout is keyed by sample, so it does not depend on the rank
        QVERIFY2(std::abs(split.steps()[i].loss - steps[i].loss) < 1e-4 * steps[i].loss,
            qPrintable(QString("step %1: %2, %3").arg(i + 1).arg(split.steps()[i].loss).arg(steps[i].loss)));

    const auto trained = readSafetensors(m_folder.filePath("alone/model/model.safetensors").toStdString());
    QVERIFY(trained);
    std::vector<std::string> names;
    for (const NamedTensor &item : *trained)
        names.push_back(item.name);
    std::sort(names.begin(), names.end());
    QCOMPARE(names,
        (std::vector<std::string>{"conv1.bias", "conv1.weight", "conv2.bias", "conv2.weight", "fc1.bias", "fc1.weight",
            "fc2.bias", "fc2.weight"}));
    const std::string checkpoint = m_folder.filePath("checkpoint_last.pt").toStdString();
    QVERIFY(writeTorchFile(checkpoint, "model", *trained)); // in HetSeq's layout
    JobSpec onward = job;
    onward.epochs = 1;
    onward.continueFrom.path = checkpoint;
    const RunResult went = runRanks({onward, {12}, m_folder.filePath("onward").toStdString()});
    QVERIFY2(went.outcomes[0], went.problem().constData());
    QVERIFY(went.steps().front().loss < 0.9 * steps.front().loss);
}

QTEST_GUILESS_MAIN(TorchImagesTest)
#include "tst_torchimages.moc"
