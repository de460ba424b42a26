// SentencePiece models: learnt here, and those of others with other special pieces.
#include "batchnumbers.h"
#include "textfixture.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/text/translationdataset.h"
#include "engine/data/tokenizers/sentencepiece.h"

#include <QTest>

#include <array>

using namespace motley;

class TestSentencePiece : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsPieces_data();
    void learnsPieces();
    void learnsFromLongSentences_data();
    void learnsFromLongSentences();
    void samplesManySentencesBySeed();
    void saysWhenNothingCanBeLearned_data();
    void saysWhenNothingCanBeLearned();
    void refusesWhatIsNoPieceModel_data();
    void refusesWhatIsNoPieceModel();
    void takesSpecialPiecesAsTheModelHasThem_data();
    void takesSpecialPiecesAsTheModelHasThem();
    void refusesPiecesWithoutAnEnd();

private:
    QTemporaryDir m_folder;
};

using Numbers = std::vector<std::int64_t>;

std::vector<std::string> sentences(int count)
{
    const std::array<const char *, 14> syllables{
        "ka", "lo", "mi", "ren", "tu", "sal", "vo", "pri", "en", "dor", "ü", "né", "学", "zz"};
    Random random{3};
    std::vector<std::string> words(150);
    for (std::string &word : words)
        for (std::uint64_t i = 0; i < 2 + random.below(3); ++i)
            word += syllables[random.below(syllables.size())];
    std::vector<std::string> all(std::size_t(count), "Na");
    for (std::string &sentence : all) {
        for (int i = 0; i < 6; ++i)
            sentence += " " + words[random.below(words.size())];
        sentence += random.below(2) ? "." : "!";
    }
    return all;
}

void TestSentencePiece::learnsPieces_data()
{
    QTest::addColumn<bool>("unigram");
    QTest::addRow("unigram") << true;
    QTest::addRow("byte pairs") << false;
}

void TestSentencePiece::learnsPieces()
{
    QFETCH(bool, unigram);
    SentencePieceOptions options;
    options.size = 120;
    options.model = unigram ? SentencePieceOptions::Model::Unigram : SentencePieceOptions::Model::BytePairs;
    const auto text = sentences(420);
    const std::string model = valueOf(trainSentencePieces(text, options));
    QCOMPARE(valueOf(trainSentencePieces(text, options)), model);
    const auto tokenizer = valueOf(SentencePieceTokenizer::read(writeIn(m_folder, "pieces.model", model)));
    QCOMPARE(tokenizer.size(), 120);
    QCOMPARE(tokenizer.model(), model);
    std::size_t pieces = 0;
    std::size_t bytes = 0;
    for (const std::string &sentence : text) {
        const TokenIds ids = tokenizer.encode(sentence);
        QCOMPARE(tokenizer.decode(ids), sentence);
        for (const std::int32_t id : ids) {
            QVERIFY(id > *tokenizer.specials().pad);
            QVERIFY(id < tokenizer.size());
        }
        pieces += ids.size();
        bytes += sentence.size();
    }
    QVERIFY2(pieces * 2 < bytes, "pieces are longer than letters");
    const TokenIds unknown = tokenizer.encode("\xd0\xb6");
    QVERIFY(std::count(unknown.begin(), unknown.end(), tokenizer.specials().unknown) == 1);
    QCOMPARE(tokenizer.decode(TokenIds{-5, 1'000'000}), std::string());
}

void TestSentencePiece::learnsFromLongSentences_data()
{
    QTest::addColumn<QString>("word");
    QTest::addRow("cut at spaces") << QStringLiteral("το νερό ");
    QTest::addRow("cut between characters") << QStringLiteral("水火木");
}

// The library leaves out sentences of more than 65,536 bytes.
void TestSentencePiece::learnsFromLongSentences()
{
    QFETCH(QString, word);
    const std::string longOne = word.repeated(12'000).toStdString();
    std::string all = longOne;
    for (const std::string &sentence : sentences(100))
        all += sentence + " ";
    const std::vector<std::string> text{all};
    SentencePieceOptions options;
    options.size = 60;
    const auto tokenizer = valueOf(SentencePieceTokenizer::load(valueOf(trainSentencePieces(text, options))));
    const TokenIds ids = tokenizer.encode(longOne);
    QVERIFY(ids.size() > 1000);
    QCOMPARE(std::count(ids.begin(), ids.end(), tokenizer.specials().unknown), 0);
}

void TestSentencePiece::samplesManySentencesBySeed()
{
    SentencePieceOptions options;
    options.size = 90;
    options.mostSentences = 60;
    const auto text = sentences(420);
    const std::string model = valueOf(trainSentencePieces(text, options));
    QCOMPARE(valueOf(trainSentencePieces(text, options)), model);
    options.seed = 2;
    QVERIFY(valueOf(trainSentencePieces(text, options)) != model);
}

void TestSentencePiece::saysWhenNothingCanBeLearned_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("size");
    QTest::addColumn<QString>("words");
    QTest::addRow("no text") << 0 << 100 << "no text";
    QTest::addRow("more pieces than the text has") << 6 << 5000 << "5000 pieces";
    QTest::addRow("fewer pieces than characters") << 420 << 10 << "10 pieces";
}

void TestSentencePiece::saysWhenNothingCanBeLearned()
{
    QFETCH(int, count);
    QFETCH(int, size);
    QFETCH(QString, words);
    SentencePieceOptions options;
    options.size = size;
    const QString error = errorOf(trainSentencePieces(sentences(count), options));
    QVERIFY2(error.contains(words), qPrintable(error));
}

void TestSentencePiece::refusesWhatIsNoPieceModel_data()
{
    QTest::addColumn<QByteArray>("bytes");
    SentencePieceOptions options;
    options.size = 100;
    const QByteArray model = QByteArray::fromStdString(valueOf(trainSentencePieces(sentences(420), options)));
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("text") << QByteArray("hello, this is not a model\n");
    QTest::addRow("cut off") << model.left(model.size() / 2);
    QTest::addRow("only one piece") << model.left(16);
}

void TestSentencePiece::refusesWhatIsNoPieceModel()
{
    QFETCH(QByteArray, bytes);
    const QString error = errorOf(SentencePieceTokenizer::read(writeIn(m_folder, "broken.model", bytes.toStdString())));
    QVERIFY2(error.contains("broken.model is not a SentencePiece model"), qPrintable(error));
}

struct Piece {
    enum Kind : char { Normal = 1, Unknown = 2, Control = 3, UserDefined = 4 };
    std::string text;
    Kind kind = Normal;
};

// A SentencePiece model of these pieces, each of less than 100 bytes, as a protocol buffer.
std::string modelOf(const std::vector<Piece> &pieces)
{
    std::string model;
    for (const Piece &piece : pieces) {
        const std::string fields = "\x0a" + std::string(1, char(piece.text.size())) + piece.text
            + std::string("\x15\0\0\x80\xbf\x18", 6) + std::string(1, piece.kind); // score -1
        model += "\x0a" + std::string(1, char(fields.size())) + fields;
    }
    return model;
}

void TestSentencePiece::takesSpecialPiecesAsTheModelHasThem_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<Numbers>("expected"); // begin, end, pad, the size, and the unknown piece
    QTest::addColumn<QByteArray>("pad");
    const auto row = [](const char *name, std::vector<Piece> pieces, const Numbers &expected, const char *pad) {
        for (const char *text : {"▁", "a", "b"})
            pieces.push_back({text});
        QTest::addRow("%s", name) << QByteArray::fromStdString(modelOf(pieces)) << expected << QByteArray(pad);
    };
    using enum Piece::Kind;
    row("as spm_train", {{"<unk>", Unknown}, {"<s>", Control}, {"</s>", Control}}, {1, 2, 6, 7, 0}, "<pad>");
    row("as T5", {{"<pad>", Control}, {"</s>", Control}, {"<unk>", Unknown}}, {0, 1, 0, 6, 2}, "<pad>");
    row("as fairseq", {{"<s>", Control}, {"<pad>", Control}, {"</s>", Control}, {"<unk>", Unknown}}, {0, 2, 1, 7, 3},
        "<pad>");
    row("padding as a symbol of the text", {{"<unk>", Unknown}, {"</s>", Control}, {"<pad>", UserDefined}},
        {6, 1, 6, 7, 0}, "<<pad>>");
}

void TestSentencePiece::takesSpecialPiecesAsTheModelHasThem()
{
    QFETCH(QByteArray, model);
    QFETCH(Numbers, expected);
    QFETCH(QByteArray, pad);
    const auto tokens = valueOf(SentencePieceTokenizer::load(model.toStdString()).and_then(TranslationTokens::of));
    QVERIFY(
        (Numbers{tokens.begin, tokens.end, tokens.pad, tokens.size(), tokens.pieces->specials().unknown} == expected));
    QCOMPARE(QByteArray::fromStdString(tokens.text(tokens.pad)), pad);
    QCOMPARE(tokens.text(tokens.end), std::string("</s>"));
    const TokenIds ab = tokens.pieces->encode("ab");
    const auto pairs = valueOf(TranslationDataset::make({{"ab", "aab"}, {"ab", "a"}}, tokens, 100));
    const Batch batch = pairs.batch(Numbers{0, 1}, std::nullopt);
    const Numbers source{ab[0], ab[1], ab[2], tokens.end, tokens.pad};
    QVERIFY(numbersOf(batch.inputs[TranslationDataset::Source][0]) == source);
    QVERIFY((numbersOf(batch.inputs[TranslationDataset::Given][1]) == Numbers{tokens.begin, ab[0], ab[1], tokens.pad}));
}

void TestSentencePiece::refusesPiecesWithoutAnEnd()
{
    const std::string model = modelOf({{"<unk>", Piece::Unknown}, {"<s>", Piece::Control}, {"a"}});
    QVERIFY(errorOf(SentencePieceTokenizer::load(model).and_then(TranslationTokens::of)).contains("eos_id"));
}

QTEST_GUILESS_MAIN(TestSentencePiece)
#include "tst_sentencepiece.moc"
