#include "engine/data/images/imagefolderdataset.h"
#include "engine/data/images/picturecheck.h"
#include "engine/data/images/resample.h"
#include "engine/data/parallelfor.h"
#include "engine/job/datafiles.h"
#include "picturefixture.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <torch/types.h>

#include <atomic>
#include <filesystem>
#include <numeric>
#include <set>
#include <stdexcept>

using namespace motley;

class TestPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resamples_data();
    void resamples();
    void listsClassesInOrder();
    void listsThePicturesThatAreSent();
    void refusesFoldersWithoutPictures();
    void countsWhatItLeavesOut();
    void takesClassNamesAsText();
    void refusesAClassWhoseNameCannotBeStored();
    void findsUnreadablePicturesBeforehand();
    void seesASampleTheSameWayAlways();
    void changesWhatItSeesByKeyAlone();
    void namesTheBrokenPictureOfABatch();
    void worksOnEverythingOnce();

private:
    std::string path(const QString &name) const { return m_folder.filePath(name).toStdString(); }
    void fillFolder(const QString &name);

    QTemporaryDir m_folder;
};

void TestPictures::resamples_data()
{
    QTest::addColumn<QList<double>>("cutout"); // left, top, width, height
    QTest::addColumn<int>("side");
    QTest::addRow("as it is") << QList<double>{0, 0, 48, 48} << 48;
    QTest::addRow("half") << QList<double>{0, 0, 48, 48} << 24;
    QTest::addRow("a fifth, not in whole pixels") << QList<double>{3.3, 5.7, 33.3, 39.1} << 9;
    QTest::addRow("twice") << QList<double>{10, 10, 20, 20} << 40;
}

// A gradient stays a gradient at every size.
void TestPictures::resamples()
{
    QFETCH(QList<double>, cutout);
    QFETCH(int, side);
    const Picture picture = gradient(48, 48);
    const std::size_t plane = std::size_t(side) * std::size_t(side);
    std::vector<float> planes(3 * plane);
    resample(picture, {cutout[0], cutout[1], cutout[2], cutout[3]}, side, side, planes);
    for (int y = 1; y + 1 < side; ++y) { // pixels at the rim lack neighbours for the mean
        for (int x = 1; x + 1 < side; ++x) {
            const std::size_t i = std::size_t(y) * std::size_t(side) + std::size_t(x);
            const double right = cutout[0] + (x + 0.5) * cutout[2] / side - 0.5;
            const double down = cutout[1] + (y + 0.5) * cutout[3] / side - 0.5;
            QVERIFY(std::abs(double(planes[i]) - (40 + 160 * right / 48)) < 1.5);
            QVERIFY(std::abs(double(planes[plane + i]) - (40 + 160 * down / 48)) < 1.5);
            QVERIFY(std::abs(planes[2 * plane + i] - 90.0F) < 1e-3F);
        }
    }
}

void TestPictures::fillFolder(const QString &name)
{
    const QDir root(m_folder.filePath(name));
    QVERIFY(root.mkpath("cat/old"));
    QVERIFY(root.mkpath("ant"));
    QVERIFY(root.mkpath(".hidden"));
    QVERIFY(writePng(root.filePath("cat/2.png").toStdString(), gradient(30, 20, 10)));
    store(root.filePath("cat/old/1.JPG").toStdString(), jpegBytes(gradient(20, 30, 20)));
    store(root.filePath("ant/3.jpeg").toStdString(), jpegBytes(gradient(25, 25, 200)));
    store(root.filePath("ant/readme.txt").toStdString(), "not a picture");
    store(root.filePath("ant/.thumb.jpg").toStdString(), "hidden");
}

void TestPictures::listsClassesInOrder()
{
    fillFolder("list");
    const auto list = listPictures(path("list"));
    QVERIFY2(list, list ? "" : list.error().message.c_str());
    QCOMPARE(list->classes, (std::vector<std::string>{"ant", "cat"}));
    QCOMPARE(list->entries.size(), std::size_t(3));
    QCOMPARE(list->entries[0].path, path("list/ant/3.jpeg"));
    QCOMPARE(list->entries[0].label, 0);
    QCOMPARE(list->entries[2].path, path("list/cat/old/1.JPG"));
    QCOMPARE(list->entries[2].label, 1);
}

// Links to folders count as the folders: in a class, as a class, and back to where they lie.
void TestPictures::listsThePicturesThatAreSent()
{
    fillFolder("elsewhere");
    fillFolder("linked/train");
    QVERIFY(QFile::link(m_folder.filePath("elsewhere/cat"), m_folder.filePath("linked/train/cat/more")));
    QVERIFY(QFile::link(m_folder.filePath("elsewhere/ant"), m_folder.filePath("linked/train/bee")));
    QVERIFY(QFile::link("..", m_folder.filePath("linked/train/cat/up")));
    QVERIFY(QFile::link("..", m_folder.filePath("linked/train/again")));
    const auto list = listPictures(path("linked/train"));
    QVERIFY2(list, list ? "" : list.error().message.c_str());
    QCOMPARE(list->classes, (std::vector<std::string>{"ant", "bee", "cat"}));
    std::set<std::string> read;
    for (const ImageFolder::Entry &entry : list->entries)
        read.insert(entry.path);
    QCOMPARE(list->entries.size(), std::size_t(6));

    const auto files = findDataFiles(ImageSpec{{}, {path("linked")}});
    QVERIFY2(files, files ? "" : files.error().message.c_str());
    std::set<std::string> sent;
    for (const DataFile &file : *files)
        if (!file.path.ends_with(".txt"))
            sent.insert(file.path);
    QCOMPARE(read, sent);
}

void TestPictures::refusesFoldersWithoutPictures()
{
    fillFolder("train");
    const auto missing = listPictures(path("nowhere"));
    QVERIFY(!missing);
    QVERIFY(missing.error().message.find("nowhere") != std::string::npos);
    QVERIFY(QDir(m_folder.path()).mkpath("empty"));
    const auto empty = listPictures(path("empty"));
    QVERIFY(!empty);
    QVERIFY(empty.error().message.find("no subfolders") != std::string::npos);
    QVERIFY(QDir(m_folder.path()).mkpath("train/dog"));
    const auto classless = listPictures(path("train"));
    QVERIFY(!classless);
    QVERIFY(classless.error().message.find("dog") != std::string::npos);
    const auto unknown = listPictures(path("train"), {"cat"});
    QVERIFY(!unknown);
    QVERIFY(unknown.error().message.find("\"ant\"") != std::string::npos);
}

void TestPictures::countsWhatItLeavesOut()
{
    fillFolder("left");
    store(path("left/cat/4.bmp"), "BM");
    store(path("left/cat/5.BMP"), "BM");
    const auto list = listPictures(path("left"));
    QVERIFY(list);
    QCOMPARE(list->entries.size(), std::size_t(3));
    QCOMPARE(QString::fromStdString(describeLeftOut(*list, "left")),
        "3 files in left are left out, as only .jpg, .jpeg and .png are read: 2 .bmp, 1 .txt.");
    QVERIFY(describeLeftOut(ImageFolder(), "left").empty());

    store(path("left/6.png"), "in no class");
    store(path("left/notes.md"), "no picture");
    const auto classless = listPictures(path("left"), {"ant", "cat", "dog"});
    QVERIFY(classless);
    QCOMPARE(classless->entries.size(), std::size_t(3));
    QCOMPARE(QString::fromStdString(describeLeftOut(*classless, "left")),
        "3 files in left are left out, as only .jpg, .jpeg and .png are read: 2 .bmp, 1 .txt. "
        "1 picture in left lies in no folder of a class and is left out.");
}

void TestPictures::takesClassNamesAsText()
{
    const std::string composed = "caf\u00e9";
    const std::string decomposed = "cafe\u0301"; // what macOS stores
    const QDir root(m_folder.filePath("names"));
    const std::vector<std::string> folders{"train/" + composed, "train/ tea", "test/" + decomposed, "test/tea "};
    for (const std::string &name : folders) {
        QVERIFY(root.mkpath(QString::fromStdString(name)));
        QVERIFY(writePng(root.filePath(QString::fromStdString(name + "/1.png")).toStdString(), gradient(8, 8)));
    }
    const auto training = listPictures(path("names/train"));
    QVERIFY2(training, training ? "" : training.error().message.c_str());
    QCOMPARE(training->classes, (std::vector<std::string>{composed, "tea"}));
    const auto test = listPictures(path("names/test"), training->classes);
    QVERIFY2(test, test ? "" : test.error().message.c_str());
    QCOMPARE(test->entries.size(), std::size_t(2));
    QCOMPARE(test->entries[0].label, 0);
    QCOMPARE(test->entries[1].label, 1);

    QVERIFY(root.mkpath(QString::fromStdString("train/" + decomposed)));
    const auto twice = listPictures(path("names/train"));
    QVERIFY(!twice);
    QVERIFY2(twice.error().message.find("one name") != std::string::npos, twice.error().message.c_str());
}

// Names of files may be of any bytes, those of classes are kept in the model's JSON.
void TestPictures::refusesAClassWhoseNameCannotBeStored()
{
    const std::string folder = path("bytes");
    std::filesystem::create_directories(folder + "/tea");
    QVERIFY(writePng(folder + "/tea/caf\xe9.png", gradient(8, 8)));
    const auto list = listPictures(folder);
    QVERIFY2(list, list ? "" : list.error().message.c_str());
    QCOMPARE(list->entries.front().path, folder + "/tea/caf\xe9.png");
    QCOMPARE(ImageFolderDataset(*list, {}).batch(SampleIds{0}, std::nullopt).samples, 1);
    std::filesystem::rename(folder + "/tea", folder + "/caf\xe9");
    const auto refused = listPictures(folder);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("is not UTF-8") != std::string::npos, refused.error().message.c_str());
    std::filesystem::remove_all(folder); // QTemporaryDir would leave it
}

void TestPictures::findsUnreadablePicturesBeforehand()
{
    fillFolder("check");
    const auto whole = checkPictures(*listPictures(path("check")));
    QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
    QCOMPARE(*whole, 3);
    QCOMPARE(*checkPictures(*listPictures(path("check")), std::chrono::milliseconds(0)), 0);
    for (int i = 0; i < 9; ++i)
        store(path(QString("check/cat/gif%1.jpeg").arg(i)), "GIF89a");
    const auto broken = checkPictures(*listPictures(path("check")));
    QVERIFY(!broken);
    const QString words = QString::fromStdString(broken.error().message);
    QVERIFY2(words.startsWith("9 of 12 pictures cannot be read"), qPrintable(words));
    QVERIFY2(words.contains("gif2.jpeg is a GIF picture"), qPrintable(words));
    QVERIFY2(!words.contains("gif3.jpeg"), qPrintable(words));
}

void TestPictures::seesASampleTheSameWayAlways()
{
    fillFolder("same");
    PictureView view;
    view.side = 16;
    view.augment = true;
    view.threads = 3;
    const ImageFolderDataset dataset(*listPictures(path("same")), view);
    const AugmentKey key{5, 2};
    const Batch together = dataset.batch(SampleIds{0, 1, 2}, key);
    QCOMPARE(together.inputs[0].sizes().vec(), (std::vector<std::int64_t>{3, 3, 16, 16}));
    QCOMPARE(together.targets[0][2].item<std::int64_t>(), 1);
    view.threads = 1;
    const ImageFolderDataset oneThread(*listPictures(path("same")), view);
    for (std::int64_t id = 0; id < 3; ++id)
        QVERIFY(at::equal(together.inputs[0][id], oneThread.batch(SampleIds{id}, key).inputs[0][0]));
    QCOMPARE(dataset.batch(SampleIds{}, key).inputs[0].size(0), 0);
}

void TestPictures::changesWhatItSeesByKeyAlone()
{
    fillFolder("keys");
    PictureView view;
    view.side = 16;
    view.augment = true;
    const ImageFolderDataset dataset(*listPictures(path("keys")), view);
    const auto seen = [&](std::optional<AugmentKey> key) { return dataset.batch(SampleIds{1}, key).inputs[0]; };
    QVERIFY(!at::equal(seen(AugmentKey{5, 2}), seen(AugmentKey{5, 3})));
    QVERIFY(!at::equal(seen(AugmentKey{5, 2}), seen(AugmentKey{6, 2})));
    QVERIFY(at::equal(seen(std::nullopt), seen(std::nullopt)));
    // Blue is 10 in the whole middle of this picture, so the value does not depend on the place.
    const double blue = (10 / 255.0 - view.mean[2]) / view.deviation[2];
    QVERIFY(at::allclose(seen(std::nullopt)[0][2], at::full({16, 16}, blue), 1e-3, 1e-3));
}

void TestPictures::namesTheBrokenPictureOfABatch()
{
    fillFolder("broken-batch");
    store(path("broken-batch/ant/3.jpeg"), "\xff\xd8\xff");
    const ImageFolderDataset dataset(*listPictures(path("broken-batch")), {});
    QVERIFY(dataset.batch(SampleIds{1, 2}, std::nullopt).samples == 2);
    try {
        dataset.batch(SampleIds{1, 0, 2}, std::nullopt);
        QFAIL("a broken picture went through");
    } catch (const std::runtime_error &failure) {
        QVERIFY(std::string(failure.what()).find("ant/3.jpeg") != std::string::npos);
    }
}

void TestPictures::worksOnEverythingOnce()
{
    for (const int threads : {1, 2, 8}) {
        std::vector<std::atomic<int>> times(100);
        inParallel(100, threads, [&](std::int64_t i) { ++times[std::size_t(i)]; });
        for (const auto &count : times)
            QCOMPARE(count.load(), 1);
    }
    inParallel(0, 4, [](std::int64_t) { QFAIL("there is nothing to do"); });
}

QTEST_GUILESS_MAIN(TestPictures)
#include "tst_pictures.moc"
