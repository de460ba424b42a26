// The look into a task's data while its path is typed: bounded, cancelled by the next word, and waited for by nobody.
#include "app/models/datapreview.h"
#include "app/pages/datapreviewcard.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace motley;

namespace {

TaskSpec textIn(const QString &path)
{
    LanguageModelSpec spec;
    spec.data.train = {path.toStdString()};
    return spec;
}

void makeFiles(const QString &folder, int count)
{
    QVERIFY(QDir().mkpath(folder));
    for (int i = 0; i < count; ++i) {
        QFile file(folder + QStringLiteral("/%1.txt").arg(i));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("words");
    }
}

} // namespace

class DataPreviewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsNoMoreFilesThanItMay()
    {
        const QTemporaryDir folder;
        makeFiles(folder.path(), 30);
        PreviewLimits limits;
        limits.entries = 10;
        const auto part = previewData(textIn(folder.path()), 1, limits);
        QVERIFY(part);
        QVERIFY(!part->isWhole);
        QCOMPARE(part->files, 10);
        const auto whole = previewData(textIn(folder.path()), 1);
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
        spec.data.train = {folder.filePath(QStringLiteral("text")).toStdString()};
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

    // "/" has more files than can be looked at while the user waits.
    void answersTheLastPathThatWasTyped()
    {
        auto card = std::make_unique<DataPreviewCard>();
        for (const char *typed : {"/", "/usr", "/usr/", "/usr/bin", "/usr/bin/", "/usr/bin/ls"})
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

QTEST_MAIN(DataPreviewTest)
#include "tst_datapreview.moc"
