#include "batchnumbers.h"
#include "textfixture.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/rows/rowfiles.h"
#include "engine/data/text/bertdataset.h"
#include "engine/data/text/bertpretrainingbuilder.h"
#include "engine/data/text/documents.h"
#include "engine/data/tokenizers/wordpiece.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <numeric>

using namespace motley;

class TestBertBuilder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsSentences_data();
    void cutsSentences();
    void buildsRowsThatCanBeRead();
    void masksAsItShould();
    void buildsTheSameRowsAgain();
    void refusesTextsThatGiveNoRows_data();
    void refusesTextsThatGiveNoRows();

private:
    BertBuild buildOf(const std::string &text, const char *folder);

    QTemporaryDir m_folder;
};

void TestBertBuilder::cutsSentences_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    QTest::addRow("three") << "It rains. Does it? Yes!"
                           << "It rains.|Does it?|Yes!";
    QTest::addRow("quote") << "\"Stop!\" she said. \"Why?\""
                           << "\"Stop!\"|she said.|\"Why?\"";
    QTest::addRow("numbers") << "Pi is 3.14 or so..."
                             << "Pi is 3.14 or so...";
    QTest::addRow("spaced marks") << " It rains . It pours . "
                                  << "It rains .|It pours .";
    QTest::addRow("Chinese") << QString::fromUtf8("下雨了。真的吗？是") << QString::fromUtf8("下雨了。|真的吗？|是");
    QTest::addRow("blank") << " \t "
                           << "";
}

void TestBertBuilder::cutsSentences()
{
    QFETCH(QString, line);
    QFETCH(QString, expected);
    QStringList sentences;
    for (const std::string &sentence : sentencesOf(line.toStdString()))
        sentences << QString::fromStdString(sentence);
    QCOMPARE(sentences.join("|"), expected);
}

BertBuild TestBertBuilder::buildOf(const std::string &text, const char *folder)
{
    BertBuild build;
    build.texts = {writeIn(m_folder, "text.txt", text)};
    build.vocabulary = fixture("bert-vocab.txt");
    build.folder = m_folder.filePath(folder).toStdString();
    build.examples.length = 48;
    build.examples.mostPredictions = 8;
    return build;
}

std::string story(int documents)
{
    std::string text;
    Random random{11};
    const std::vector<std::string> words{"the", "cats", "are", "sleeping", "in", "warm", "garden", "running", "gone"};
    for (int document = 0; document < documents; ++document) {
        for (int sentence = 0; sentence < 12; ++sentence) {
            for (std::uint64_t i = 0; i < 4 + random.below(9); ++i)
                text += words[random.below(words.size())] + " ";
            text += sentence % 3 ? ". " : ".\n";
        }
        text += "\n\n";
    }
    return text;
}

void TestBertBuilder::buildsRowsThatCanBeRead()
{
    BertBuild build = buildOf(story(20), "built");
    build.texts.push_back(writeIn(m_folder, "more.txt", story(5)));
    const BertBuilt built = valueOf(buildBertRows(build));
    QCOMPARE(built.documents, 25);
    QCOMPARE(int(built.files.size()), 2);
    QVERIFY(built.files[1].ends_with("/train-1.hdf5"));
    const auto tokenizer = valueOf(WordPieceTokenizer::read(build.vocabulary));
    const auto rows
        = valueOf(BertDataset::open(valueOf(findTrainingRows(build.folder, 0)).paths, {{tokenizer.size(), 2}}));
    QCOMPARE(rows.size(), built.rows);
    QCOMPARE(rows.length(), 48);
    QCOMPARE(rows.weight(allIds(rows), std::nullopt), double(built.predictions));
    const Batch batch = rows.batch(allIds(rows), std::nullopt);
    const auto &special = tokenizer.specials();
    for (std::int64_t row = 0; row < rows.size(); ++row) {
        const auto ids = numbersOf(batch.inputs[BertDataset::Ids][row]);
        const auto segments = numbersOf(batch.inputs[BertDataset::Segments][row]);
        const auto mask = numbersOf(batch.inputs[BertDataset::Mask][row]);
        const auto used = std::accumulate(mask.begin(), mask.end(), std::int64_t(0));
        QCOMPARE(ids[0], special.classify);
        QCOMPARE(std::count(ids.begin(), ids.end(), special.separate), 2);
        QCOMPARE(ids[std::size_t(used) - 1], special.separate);
        const auto second = std::find(segments.begin(), segments.end(), 1) - segments.begin();
        QCOMPARE(ids[std::size_t(second) - 1], special.separate);
        QVERIFY(used - second >= 2);
        QVERIFY(second >= 3);
        QVERIFY(std::all_of(ids.begin() + used, ids.end(), [&](std::int64_t id) { return id == special.pad; }));
    }
}

void TestBertBuilder::masksAsItShould()
{
    BertBuild build = buildOf(story(60), "masks");
    build.copies = 4;
    const BertBuilt built = valueOf(buildBertRows(build));
    const auto tokenizer = valueOf(WordPieceTokenizer::read(build.vocabulary));
    const auto rows = valueOf(BertDataset::open(built.files, {{tokenizer.size(), 2}}));
    const Batch batch = rows.batch(allIds(rows), std::nullopt);
    const at::Tensor predicted = batch.targets[BertDataset::MaskedIds].ne(BertDataset::ignored);
    const at::Tensor expected = batch.targets[BertDataset::MaskedIds].masked_select(predicted);
    const at::Tensor shown
        = batch.inputs[BertDataset::Ids].gather(1, batch.inputs[BertDataset::Positions]).masked_select(predicted);
    const double count = double(expected.numel());
    const double hidden = shown.eq(tokenizer.specials().mask).sum().item<double>() / count;
    const double kept = shown.eq(expected).sum().item<double>() / count;
    QVERIFY2(count > 4000, "enough for the bounds, which are four standard deviations");
    QVERIFY2(std::abs(hidden - 0.8) < 0.026, qPrintable(QString::number(hidden)));
    QVERIFY2(std::abs(kept - 0.1) < 0.02, qPrintable(QString::number(kept)));
    const double tokens = batch.inputs[BertDataset::Mask].sum().item<double>();
    QVERIFY2(std::abs(count / tokens - 0.15) < 0.01, qPrintable(QString::number(count / tokens)));
    const double random = batch.targets[BertDataset::NextSentence].sum().item<double>() / double(rows.size());
    QVERIFY2(random > 0.4, qPrintable(QString::number(random)));
    QVERIFY2(random < 0.65, qPrintable(QString::number(random)));
}

void TestBertBuilder::buildsTheSameRowsAgain()
{
    BertBuild build = buildOf(story(8), "once");
    const auto rowsOf = [&](const char *folder, std::uint64_t seed) {
        build.folder = m_folder.filePath(folder).toStdString();
        build.seed = seed;
        const auto rows = valueOf(BertDataset::open(valueOf(buildBertRows(build)).files, {{100'000, 2}}));
        return rows.batch(allIds(rows), std::nullopt).inputs[BertDataset::Ids];
    };
    const at::Tensor first = rowsOf("once", 1);
    QVERIFY(at::equal(rowsOf("again", 1), first));
    const at::Tensor other = rowsOf("other", 2);
    QVERIFY(!other.sizes().equals(first.sizes()) || !at::equal(other, first));
}

void TestBertBuilder::refusesTextsThatGiveNoRows_data()
{
    QTest::addColumn<std::function<void(BertBuild &)>>("change");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    using Change = std::function<void(BertBuild &)>;
    const QString two = "One. Two.\n\nThree.\n";
    QTest::addRow("empty") << Change([](BertBuild &) {}) << ""
                           << "text.txt has no text in it";
    QTest::addRow("one document") << Change([](BertBuild &) {}) << "One. Two."
                                  << "only one document";
    QTest::addRow("no file") << Change([](BertBuild &build) { build.texts = {"/no/text"}; }) << two << "/no/text";
    QTest::addRow("none given") << Change([](BertBuild &build) { build.texts.clear(); }) << two << "No text was given";
    QTest::addRow("no vocabulary") << Change([](BertBuild &build) { build.vocabulary = "/no/vocab.txt"; }) << two
                                   << "/no/vocab.txt";
    QTest::addRow("short rows") << Change([](BertBuild &build) { build.examples.length = 4; }) << two << "8 to 32768";
    QTest::addRow("predictions") << Change([](BertBuild &build) { build.examples.mostPredictions = 0; }) << two
                                 << "1 to 48 predictions";
    QTest::addRow("share") << Change([](BertBuild &build) { build.examples.maskedShare = 0; }) << two << "above 0";
    QTest::addRow("copies") << Change([](BertBuild &build) { build.copies = 0; }) << two << "at least once";
    QTest::addRow("folder") << Change([](BertBuild &build) { build.folder = "/dev/null/rows"; }) << two
                            << "/dev/null/rows";
}

void TestBertBuilder::refusesTextsThatGiveNoRows()
{
    QFETCH(std::function<void(BertBuild &)>, change);
    QFETCH(QString, text);
    QFETCH(QString, words);
    BertBuild build = buildOf(text.toStdString(), "refused");
    change(build);
    const QString error = errorOf(buildBertRows(build));
    QVERIFY2(error.contains(words), qPrintable(error));
}

QTEST_GUILESS_MAIN(TestBertBuilder)
#include "tst_bertbuilder.moc"
