#include "batchnumbers.h"
#include "textfixture.h"

#include "engine/data/text/taggingdataset.h"

#include <QTest>

using namespace motley;

class TestMentions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsMentions();
    void refusesWhatAreNoMentions_data();
    void refusesWhatAreNoMentions();
    void writesNamesAsTitles_data();
    void writesNamesAsTitles();
    void numbersEntitiesByLine();
    void refusesNoEntities();
    void linksFirstPieces();

private:
    QTemporaryDir m_folder;
    const std::string m_text
        = "-DOCSTART- (1 EU)\n\nEU\tB\tEU\t--NME--\nrejects\n"
          "German\tB\tGerman press\tGermany\thttp://en.wikipedia.org/wiki/Germany\t11867\t/m/0345h\n"
          "press\tI\tGerman press\tGermany\thttp://en.wikipedia.org/wiki/Germany\t11867\t/m/0345h\n"
          ".\n\nAda\tB\tAda\tL\\u00e9on_\\u0026amp;_co\thttp://x/wiki/x\t12\nMars\tB\tMars\tmars\tu\t1\n";
};

using Words = std::vector<std::string>;

void TestMentions::readsMentions()
{
    const auto sentences = valueOf(readMentions(writeIn(m_folder, "aida.txt", m_text)));
    QCOMPARE(sentences.size(), std::size_t(2));
    QVERIFY((sentences[0].words == Words{"EU", "rejects", "German", "press", "."}));
    QVERIFY((sentences[0].tags == Words{"B", "O", "B", "I", "O"}));
    QVERIFY((sentences[0].entities == Words{"", "", "Germany", "", ""}));
    QCOMPARE(sentences[0].line, 3);
    QVERIFY((sentences[1].entities == Words{"Léon & co", "Mars"}));
    QCOMPARE(sentences[1].line, 9);
}

void TestMentions::refusesWhatAreNoMentions_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    QTest::addRow("empty") << QByteArray() << "has no sentence in it";
    QTest::addRow("documents without words") << QByteArray("-DOCSTART- (1)\n \n") << "has no sentence in it";
    QTest::addRow("two columns") << QByteArray("EU\nAda\tB\n") << "has 2 columns";
    QTest::addRow("three columns") << QByteArray("Ada\tB\tAda\n") << "Line 1 of";
    QTest::addRow("eight columns") << QByteArray("a\tB\tc\td\te\tf\tg\th\n") << "has 8 columns";
    QTest::addRow("another tag") << QByteArray("EU\tB-ORG\tEU\tEU\n") << "has \"B-ORG\" in its second column";
    QTest::addRow("blanks in place of tabs") << QByteArray("-DOCSTART- (1 EU)\nEU B EU EU\nrejects\n") << "has no tabs";
    QTest::addRow("no word") << QByteArray("a\n\tB\tEU\tEU\n") << "Line 2 of";
}

void TestMentions::refusesWhatAreNoMentions()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const QString error = errorOf(readMentions(writeIn(m_folder, "bad.txt", bytes.toStdString())));
    QVERIFY2(error.contains(words), qPrintable(error));
    QVERIFY2(error.contains("bad.txt"), qPrintable(error));
    QVERIFY(errorOf(readMentions("/no/aida.txt")).contains("/no/aida.txt"));
}

void TestMentions::writesNamesAsTitles_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("title");
    QTest::addRow("underscores") << QByteArray("house_of_Commons") << QByteArray("House of Commons");
    QTest::addRow("spaces around") << QByteArray(" \tA b \r") << QByteArray("A b");
    QTest::addRow("entities of HTML") << QByteArray("&quot;R&amp;B&quot;") << QByteArray("\"R&B\"");
    QTest::addRow("escapes") << QByteArray("O\\u0027Neill\\u4f60") << QByteArray("O'Neill你");
    QTest::addRow("broken escapes") << QByteArray("A\\u00g1\\u12\\") << QByteArray("A\\u00g1\\u12\\");
    QTest::addRow("half a character") << QByteArray("A\\ud83d") << QByteArray("A\ufffd");
    QTest::addRow("a letter with an accent") << QByteArray("éclair") << QByteArray("Éclair");
    QTest::addRow("nothing") << QByteArray(" \t") << QByteArray();
}

void TestMentions::writesNamesAsTitles()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, title);
    QCOMPARE(entityName(name.toStdString()), title.toStdString());
}

void TestMentions::numbersEntitiesByLine()
{
    const auto names = valueOf(
        EntityNames::read(writeIn(m_folder, "names.txt", "EMPTY_ENT\nanarchism\t12\nNew_York\t645\nAnarchism\n")));
    QCOMPARE(names.size(), 4);
    QCOMPARE(names.repeated(), 1);
    QCOMPARE(names.find("Anarchism"), 1);
    QCOMPARE(names.find("New York"), 2);
    QCOMPARE(names.find("Germany"), unknownEntity);
}

void TestMentions::refusesNoEntities()
{
    const QString error = errorOf(EntityNames::read(writeIn(m_folder, "none.txt", "")));
    QVERIFY2(error.contains("none.txt has no names"), qPrintable(error));
    QVERIFY(errorOf(EntityNames::read("/no/names.txt")).contains("/no/names.txt"));
}

void TestMentions::linksFirstPieces()
{
    const auto sentences = valueOf(readMentions(writeIn(m_folder, "aida.txt", m_text)));
    const auto names = valueOf(EntityNames::read(writeIn(m_folder, "names.txt", "None\nGermany\t11867\nMars\n")));
    const auto tokenizer = valueOf(WordPieceTokenizer::read(writeIn(m_folder, "vocab.txt",
        "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\neu\nreject\n##s\nger\n##man\npress\n.\nada\nmars\n")));
    const auto text = valueOf(
        TaggingDataset::make(sentences, mentionTags(), tokenizer, 64, TaggingDataset::Long::Cut, "aida.txt", &names));
    const Batch batch = text.batch(std::vector<std::int64_t>{0, 1}, std::nullopt);
    QCOMPARE(batch.targets.size(), std::size_t(2));
    QVERIFY((numbersOf(batch.inputs[TaggingDataset::Ids])
        == std::vector<std::int64_t>{2, 5, 6, 7, 8, 9, 10, 11, 3, 2, 12, 13, 3, 0, 0, 0, 0, 0}));
    constexpr std::int64_t no = TaggingDataset::ignored;
    QVERIFY((numbersOf(batch.targets[TaggingDataset::Labels])
        == std::vector<std::int64_t>{no, 0, 2, no, 0, no, 1, 2, no, no, 0, 0, no, no, no, no, no, no}));
    QVERIFY((numbersOf(batch.targets[TaggingDataset::Entities])
        == std::vector<std::int64_t>{no, no, no, no, 1, no, no, no, no, no, -1, 2, no, no, no, no, no, no}));
    QCOMPARE(text.labels(), 7);
    QCOMPARE(text.linked(), 2);
    QCOMPARE(text.unknownMentions(), 1);
    QCOMPARE(text.batch({}, std::nullopt).targets.size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(TestMentions)
#include "tst_mentions.moc"
