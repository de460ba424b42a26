#include "batchnumbers.h"
#include "textfixture.h"

#include "engine/data/text/taggingdataset.h"

#include <QTest>

using namespace motley;

class TestTaggingDataset : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsSentences_data();
    void readsSentences();
    void knowsAllTags();
    void takesTagsAsText();
    void refusesRaggedFiles_data();
    void refusesRaggedFiles();
    void labelsFirstPieces();
    void cutsLongSentences();
    void putsLongSentencesIntoParts();
    void refusesUnknownTags();

private:
    WordPieceTokenizer tokenizer();

    QTemporaryDir m_folder;
};

using Words = std::vector<std::string>;
using Long = TaggingDataset::Long;

void TestTaggingDataset::readsSentences_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("tabs") << QByteArray("Ada\tB-person\nran\tO\n\nHi\tO\n");
    QTest::addRow("spaces, four columns") << QByteArray("Ada NNP I-NP B-person\nran  VBD I-VP O\n\nHi UH O O");
    QTest::addRow("blank lines with spaces, Windows ends")
        << QByteArray("\r\nAda\tB-person\r\nran\tO\r\n\t\r\n \r\nHi\tO\r\n\r\n");
    QTest::addRow("a byte order mark") << QByteArray("\xef\xbb\xbf"
                                                     "Ada\tB-person\nran\tO\n\nHi\tO\n");
    QTest::addRow("document marks") << QByteArray("-DOCSTART- -X- O\n\nAda B-person\nran O\n-DOCSTART- O\nHi O\n");
}

void TestTaggingDataset::readsSentences()
{
    QFETCH(QByteArray, bytes);
    const auto sentences = valueOf(readConll(writeIn(m_folder, "tags.conll", bytes.toStdString())));
    QCOMPARE(sentences.size(), std::size_t(2));
    QVERIFY((sentences[0].words == Words{"Ada", "ran"}));
    QVERIFY((sentences[0].tags == Words{"B-person", "O"}));
    QVERIFY((sentences[1].words == Words{"Hi"}));
    QVERIFY((sentences[1].tags == Words{"O"}));
    QCOMPARE(QString(bytes).split('\n')[int(sentences[1].line) - 1].left(2), "Hi");
}

void TestTaggingDataset::knowsAllTags()
{
    const std::vector<TaggedSentence> sentences{{{"a", "b"}, {"I-x", "O"}, 1}, {{"c", "d"}, {"B-x", "B-a"}, 4}};
    QVERIFY((tagsOf(sentences) == Words{"O", "B-a", "B-x", "I-x"}));
}

// Spaces around a tag, and the way its accents are stored, make no tag of its own.
void TestTaggingDataset::takesTagsAsText()
{
    const std::string text = "Paris\tB-caf\u00e9\nLyon\tB-cafe\u0301 \nthe\tO \n";
    const auto sentences = valueOf(readConll(writeIn(m_folder, "text.conll", text)));
    QCOMPARE(tagsOf(sentences), (std::vector<std::string>{"O", "B-caf\u00e9"}));
    QVERIFY(errorOf(readConll(writeIn(m_folder, "blank.conll", "Paris\t \n"))).contains("an empty tag"));
}

void TestTaggingDataset::refusesRaggedFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    QTest::addRow("empty") << QByteArray() << "tags.conll has no sentence in it";
    QTest::addRow("blank") << QByteArray("\n \n\t\n") << "tags.conll has no sentence in it";
    QTest::addRow("a word alone") << QByteArray("Ada\tB-person\n\nran\n") << "Line 3 of";
    QTest::addRow("a column more") << QByteArray("Ada\tB-person\nran\tVBD\tO\n") << "has 3 columns, but line 1 has 2";
    QTest::addRow("a column less") << QByteArray("\nAda NNP B-person\nran O\n") << "has 2 columns, but line 2 has 3";
    QTest::addRow("no word") << QByteArray("Ada\tO\n\tO\n") << "has an empty word";
    QTest::addRow("Latin-1") << QByteArray("Ada\tO\nZo\xeb\tO\n") << "Line 2 of";
    QTest::addRow("no tag") << QByteArray("Ada\t\n") << "has an empty tag";
}

void TestTaggingDataset::refusesRaggedFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const QString error = errorOf(readConll(writeIn(m_folder, "tags.conll", bytes.toStdString())));
    QVERIFY2(error.contains(words), qPrintable(error));
    QVERIFY2(error.contains("tags.conll"), qPrintable(error));
    QVERIFY(errorOf(readConll("/no/tags.conll")).contains("/no/tags.conll"));
}

WordPieceTokenizer TestTaggingDataset::tokenizer()
{
    return valueOf(WordPieceTokenizer::read(
        writeIn(m_folder, "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nad\n##a\nran\nhi\n-\n")));
}

void TestTaggingDataset::labelsFirstPieces()
{
    // The second word of the second sentence is nothing but a control character, so it has no piece.
    const std::vector<TaggedSentence> sentences{
        {{"Ada", "ran"}, {"B-x", "O"}, 1}, {{"Hi", "\x07", "Hi-Ada"}, {"O", "O", "B-x"}, 4}};
    const auto text = valueOf(TaggingDataset::make(sentences, {"O", "B-x"}, tokenizer(), 64, Long::Cut, "a.conll"));
    QCOMPARE(text.size(), 2);
    const Batch batch = text.batch(std::vector<std::int64_t>{1, 0}, std::nullopt);
    QVERIFY(batch.inputs[TaggingDataset::Ids].sizes().equals({2, 7}));
    QVERIFY((numbersOf(batch.inputs[TaggingDataset::Ids])
        == std::vector<std::int64_t>{2, 8, 8, 9, 5, 6, 3, 2, 5, 6, 7, 3, 0, 0}));
    QVERIFY((numbersOf(batch.inputs[TaggingDataset::Mask])
        == std::vector<std::int64_t>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0}));
    QCOMPARE(batch.inputs[TaggingDataset::Segments].sum().item<int>(), 0);
    QVERIFY((numbersOf(batch.targets[0])
        == std::vector<std::int64_t>{-100, 0, 1, -100, -100, -100, -100, -100, 1, -100, 0, -100, -100, -100}));
    QCOMPARE(text.weight(std::vector<std::int64_t>{1, 0}, std::nullopt), 4.0);
    QCOMPARE(text.cost(0), 5);
    QCOMPARE(text.cost(1), 7);
    QCOMPARE(text.batch({}, std::nullopt).samples, 0);
    QCOMPARE(text.cutWords(), 0);
}

void TestTaggingDataset::cutsLongSentences()
{
    const std::vector<TaggedSentence> sentences{{{"ran", "Ada", "ran", "hi"}, {"O", "B-x", "O", "O"}, 1}};
    const auto text = valueOf(TaggingDataset::make(sentences, {"O", "B-x"}, tokenizer(), 4, Long::Cut, "a.conll"));
    const Batch batch = text.batch(std::vector<std::int64_t>{0}, std::nullopt);
    QVERIFY((numbersOf(batch.inputs[TaggingDataset::Ids]) == std::vector<std::int64_t>{2, 7, 3}));
    QCOMPARE(text.cutWords(), 3);
    QCOMPARE(text.weight(std::vector<std::int64_t>{0}, std::nullopt), 1.0);
}

void TestTaggingDataset::putsLongSentencesIntoParts()
{
    const std::vector<TaggedSentence> sentences{
        {{"hi"}, {"O"}, 1}, {{"ran", "Ada", "\x07", "hi", "hi-Ada", "ran"}, {"O", "B-x", "B-x", "O", "B-x", "O"}, 3}};
    const auto text = valueOf(TaggingDataset::make(sentences, {"O", "B-x"}, tokenizer(), 4, Long::InParts, "a.conll"));
    QCOMPARE(text.size(), 2);
    QCOMPARE(text.rows(1), 3);
    const Batch batch = text.batch(std::vector<std::int64_t>{0, 1}, std::nullopt);
    QCOMPARE(batch.samples, 2);
    QVERIFY((numbersOf(batch.inputs[TaggingDataset::Ids])
        == std::vector<std::int64_t>{2, 8, 3, 0, 2, 7, 3, 0, 2, 5, 6, 3, 2, 8, 7, 3}));
    QVERIFY((numbersOf(batch.targets[0])
        == std::vector<std::int64_t>{-100, 0, -100, -100, -100, 0, -100, -100, -100, 1, -100, -100, -100, 0, 0, -100}));
    std::vector<std::int64_t> places;
    for (const TaggingDataset::Word &word : text.words(1))
        places.insert(places.end(), {word.label, word.row, word.hasPlace() ? word.piece : 0});
    QVERIFY((places == std::vector<std::int64_t>{0, 0, 1, 1, 1, 1, 1, -1, 0, 0, 2, 1, 1, -1, 0, 0, 2, 2}));
    QCOMPARE(text.cutWords(), 0);
    QCOMPARE(text.tooLongWords(), 1);
    QCOMPARE(text.emptyWords(), 1);
    QCOMPARE(text.cost(1), 11);
}

void TestTaggingDataset::refusesUnknownTags()
{
    const std::vector<TaggedSentence> sentences{{{"ran"}, {"O"}, 1}, {{"Ada"}, {"B-place"}, 17}};
    QCOMPARE(errorOf(TaggingDataset::make(sentences, {"O"}, tokenizer(), 64, Long::Cut, "a.conll")),
        "The sentence at line 17 of a.conll has the tag B-place, which the model does not know.");
}

QTEST_GUILESS_MAIN(TestTaggingDataset)
#include "tst_taggingdataset.moc"
