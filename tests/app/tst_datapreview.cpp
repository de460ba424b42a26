// The look into a task's data while its path is typed: bounded, cancelled by the next word, and waited for by nobody.
#include "app/data/datapreview.h"
#include "app/pages/datapreviewcard.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include <cmath>
#include <memory>

using namespace motley;

namespace {

TaskSpec textIn(const QString &path)
{
    LanguageModelSpec spec;
    spec.data.train = {path.toStdString()};
    return spec;
}

TaskSpec picturesIn(const QString &folder)
{
    return ImageSpec{{}, {{folder.toStdString()}}};
}

void makeFiles(const QString &folder, int count)
{
    QVERIFY(QDir().mkpath(folder));
    for (int i = 0; i < count; ++i) {
        QFile file(folder + QStringLiteral("/%1.txt").arg(i));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("words").repeated(30)); // more than the context of a model
    }
}

} // namespace

class DataPreviewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsNoMoreFilesThanItMay()
    {
        const QTemporaryDir folder;
        makeFiles(folder.filePath(QStringLiteral("train")), 30);
        PreviewLimits limits;
        limits.entries = 10;
        const auto part = previewData(picturesIn(folder.path()), 1, limits);
        QVERIFY(part);
        QVERIFY(!part->isWhole);
        QCOMPARE(part->files, 9); // in a folder, which is an entry too
        const auto whole = previewData(picturesIn(folder.path()), 1);
        QVERIFY(whole);
        QVERIFY(whole->isWhole);
        QCOMPARE(whole->files, 30);
    }

    void endsWhenItIsToldTo()
    {
        std::stop_source stop;
        stop.request_stop();
        PreviewLimits limits;
        limits.stop = stop.get_token();
        const auto preview = previewData(textIn(QStringLiteral("/usr")), 1, limits);
        QVERIFY(preview);
        QVERIFY(!preview->isWhole);
        QCOMPARE(preview->files, 0);
    }

    // The readers of models look into no folder inside a model folder.
    void staysOutOfTheFoldersInAModelFolder()
    {
        const QTemporaryDir folder;
        makeFiles(folder.filePath(QStringLiteral("model/old")), 30);
        makeFiles(folder.filePath(QStringLiteral("text")), 1);
        QFile config(folder.filePath(QStringLiteral("model/config.json")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        LanguageModelSpec spec;
        spec.model.start = {folder.filePath(QStringLiteral("model")).toStdString()};
        spec.data.train = {folder.filePath(QStringLiteral("text/0.txt")).toStdString()};
        PreviewLimits limits;
        limits.entries = 10;
        const auto preview = previewData(spec, 1, limits);
        QVERIFY(preview);
        QVERIFY(preview->isWhole);
        QCOMPARE(preview->files, 2);
    }

    void findsWhatTheMachinesWouldFind_data();
    void findsWhatTheMachinesWouldFind();
    void takesGoodData();
    void findsAnImageFileThatWasCutShort_data();
    void findsAnImageFileThatWasCutShort();
    void unpacksNoWholeImageFile();

    // "/" has more files than can be looked at while the user waits.
    void answersTheLastPathThatWasTyped()
    {
        auto card = std::make_unique<DataPreviewCard>();
        for (const char *typed : {"/", "/usr", "/usr/", "/usr/bin", "/usr/lib/", "/usr/lib/os-release"})
            card->load(textIn(QString::fromLatin1(typed)));
        QTRY_VERIFY_WITH_TIMEOUT(card->isGood(), 20000);
        QVERIFY(card->problem().isEmpty());
        card->load(textIn(QStringLiteral("/")));
        card->lookNow();
        card.reset(); // waits for no look
    }
};

namespace {

QString write(const QTemporaryDir &folder, const char *name, const QByteArray &content)
{
    QFile file(folder.filePath(QLatin1String(name)));
    return QDir().mkpath(QFileInfo(file).path()) && file.open(QIODevice::WriteOnly)
            && file.write(content) == content.size()
        ? file.fileName()
        : QString();
}

struct Given {
    QByteArray vocabulary = "[PAD]\n[UNK]\n";
    QByteArray tags = "Ada B-PER\nruns O\n\nShe O\nrests O\n";
    QByteArray german = "ja\nnein\n";
    QByteArray english = "yes\nno\n";
};

TaggingSpec tagging(const QTemporaryDir &folder, const Given &given)
{
    TaggingSpec spec;
    write(folder, "bert/config.json", "{}");
    write(folder, "bert/model.safetensors", "weights");
    if (!given.vocabulary.isEmpty())
        write(folder, "bert/vocab.txt", given.vocabulary);
    spec.model.start = {folder.filePath(QStringLiteral("bert")).toStdString()};
    spec.data.train = {write(folder, "train.conll", given.tags).toStdString()};
    spec.data.test = {write(folder, "test.conll", Given().tags).toStdString()};
    return spec;
}

TranslationSpec translation(const QTemporaryDir &folder, const Given &given)
{
    TranslationSpec spec;
    spec.data.trainSource = {write(folder, "train.de", given.german).toStdString()};
    spec.data.trainTarget = {write(folder, "train.en", given.english).toStdString()};
    spec.data.testSource = {write(folder, "test.de", Given().german).toStdString()};
    spec.data.testTarget = {write(folder, "test.en", Given().english).toStdString()};
    return spec;
}

QString problemOf(const TaskSpec &task)
{
    const auto preview = previewData(task, 1);
    return preview ? QString() : QString::fromStdString(preview.error().message);
}

} // namespace

Q_DECLARE_METATYPE(Given)

void DataPreviewTest::findsWhatTheMachinesWouldFind_data()
{
    QTest::addColumn<bool>("tags");
    QTest::addColumn<Given>("given");
    QTest::addColumn<QStringList>("words");
    QTest::addRow("a model without its tokenizer")
        << true << Given{.vocabulary = {}} << QStringList{"bert", "vocab.txt", "tokenizer.json"};
    QTest::addRow("a first line without a tag")
        << true << Given{.tags = "\nAda\nruns O\n"} << QStringList{"Line 2 of", "train.conll", "no tag"};
    QTest::addRow("a last line without a tag")
        << true << Given{.tags = "Ada O\nruns\n\n"} << QStringList{"last line of", "train.conll"};
    QTest::addRow("no sentence") << true << Given{.tags = "\n\n"} << QStringList{"train.conll", "no sentence"};
    QTest::addRow("fewer translations") << false << Given{.english = "yes\n"}
                                        << QStringList{"train.de has 2 lines", "train.en has 1"};
    QTest::addRow("one more, without an end of line")
        << false << Given{.english = "yes\nno\nmaybe"} << QStringList{"train.de has 2 lines", "train.en has 3"};
    QTest::addRow("nothing to translate") << false << Given{.german = {}, .english = {}} << QStringList{"train.de"};
}

void DataPreviewTest::findsWhatTheMachinesWouldFind()
{
    QFETCH(bool, tags);
    QFETCH(Given, given);
    QFETCH(QStringList, words);
    const QTemporaryDir folder;
    const QString problem = tags ? problemOf(tagging(folder, given)) : problemOf(translation(folder, given));
    for (const QString &word : words)
        QVERIFY2(problem.contains(word), qPrintable(problem));
}

void DataPreviewTest::takesGoodData()
{
    const QTemporaryDir folder;
    QCOMPARE(problemOf(tagging(folder, {})), QString());
    QCOMPARE(problemOf(translation(folder, {})), QString());
}

namespace {

constexpr int side = 28; // pixels
constexpr int images = 4000;

QByteArray idx(const QByteArray &shape, const QByteArray &content)
{
    return QByteArray::fromHex(shape) + content;
}

QByteArray packed(const QByteArray &content)
{
    const QString path = QDir::tempPath() + QStringLiteral("/packed-%1.gz").arg(QCoreApplication::applicationPid());
    const gzFile file = gzopen(path.toLocal8Bit().constData(), "wb");
    gzwrite(file, content.constData(), static_cast<unsigned>(content.size()));
    gzclose(file);
    QFile written(path);
    const QByteArray bytes = written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
    written.remove();
    return bytes;
}

// Noise, which no packing makes shorter.
QByteArray trainingImages()
{
    QByteArray pixels(images * side * side, Qt::Uninitialized);
    QRandomGenerator random(1);
    for (char &pixel : pixels)
        pixel = static_cast<char>(random.bounded(256));
    return idx("00000803"
               "00000fa0"
               "0000001c"
               "0000001c",
        pixels);
}

TaskSpec imagesIn(const QTemporaryDir &folder, const char *name, const QByteArray &training)
{
    const QByteArray labels = idx("00000801"
                                  "00000fa0",
        QByteArray(images, 1));
    write(folder, name, training);
    write(folder, "train-labels-idx1-ubyte", labels);
    write(folder, "t10k-images-idx3-ubyte", "not looked at");
    write(folder, "t10k-labels-idx1-ubyte", labels);
    return ImageSpec{{}, {folder.path().toStdString()}};
}

} // namespace

void DataPreviewTest::findsAnImageFileThatWasCutShort_data()
{
    QTest::addColumn<bool>("isPacked");
    QTest::addColumn<double>("part");
    for (const bool isPacked : {false, true})
        for (const double part : {0.001, 0.5, 0.9999, 1.0})
            QTest::addRow("%s, %.2f %%", isPacked ? "packed" : "plain", 100 * part) << isPacked << part;
}

void DataPreviewTest::findsAnImageFileThatWasCutShort()
{
    QFETCH(bool, isPacked);
    QFETCH(double, part);
    const QTemporaryDir folder;
    const char *name = isPacked ? "train-images-idx3-ubyte.gz" : "train-images-idx3-ubyte";
    QByteArray file = isPacked ? packed(trainingImages()) : trainingImages();
    file.truncate(std::llround(part * static_cast<double>(file.size())));
    const QString problem = problemOf(imagesIn(folder, name, file));
    QCOMPARE(problem.contains(QStringLiteral("ends before its last image")), part < 1);
    QCOMPARE(problem.isEmpty(), part == 1);
}

// A damaged middle is met only by who unpacks all of it.
void DataPreviewTest::unpacksNoWholeImageFile()
{
    const QTemporaryDir folder;
    QByteArray file = packed(trainingImages());
    std::fill_n(file.begin() + file.size() / 2, 1000, '\0');
    QCOMPARE(problemOf(imagesIn(folder, "train-images-idx3-ubyte.gz", file)), QString());
}

QTEST_MAIN(DataPreviewTest)
#include "tst_datapreview.moc"
