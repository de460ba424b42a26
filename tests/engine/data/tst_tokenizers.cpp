#include "textfixture.h"

#include "engine/data/tokenizers/bytepairencoding.h"
#include "engine/data/tokenizers/gpt2pretokenizer.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/data/tokenizers/wordpiece.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <array>
#include <ctime>
#include <memory>

using namespace motley;

class TestTokenizers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsTextAsBert_data();
    void cutsTextAsBert();
    void equalsHuggingFace_data();
    void equalsHuggingFace();
    void decodesWordPieces();
    void refusesAVocabularyOfSomethingElse_data();
    void refusesAVocabularyOfSomethingElse();
    void cutsTextAsGpt_data();
    void cutsTextAsGpt();
    void givesAllBytesBack();
    void mergesLongWordsInTime();
    void savesBytePairs();
    void refusesAnotherKindOfTokenizer_data();
    void refusesAnotherKindOfTokenizer();
    void refusesByteTablesThatDoNotFit_data();
    void refusesByteTablesThatDoNotFit();

private:
    QTemporaryDir m_folder;
};

void TestTokenizers::cutsTextAsBert_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("lower"); // words joined by |
    QTest::addColumn<QString>("cased");
    QTest::addRow("accents") << "Élan vital"
                             << "elan|vital"
                             << "Élan|vital";
    QTest::addRow("punctuation") << "it's $5."
                                 << "it|'|s|$|5|."
                                 << "it|'|s|$|5|.";
    QTest::addRow("ideographs") << QString::fromUtf8("a日b") << QString::fromUtf8("a|日|b")
                                << QString::fromUtf8("a|日|b");
    QTest::addRow("control characters") << QString::fromUtf8("a\u200bb\u0007c\nd") << "abc|d"
                                        << "abc|d";
    QTest::addRow("dotted capital") << QString::fromUtf8("\u0130x") << "ix" << QString::fromUtf8("\u0130x");
    QTest::addRow("capitals of Unicode 17")
        << QString::fromUtf8("\ua7cb\u1c89\ua7ce\U00016ea0x") << QString::fromUtf8("\u0264\u1c8a\ua7cf\U00016ebbx")
        << QString::fromUtf8("\ua7cb\u1c89\ua7ce\U00016ea0x");
    QTest::addRow("only spaces") << " \t\u3000 "
                                 << ""
                                 << "";
}

void TestTokenizers::cutsTextAsBert()
{
    QFETCH(QString, text);
    QFETCH(QString, lower);
    QFETCH(QString, cased);
    const auto joined = [&](bool lowercase) {
        QStringList words;
        for (const std::string &word : bertWords(text.toStdString(), {lowercase, true}))
            words << QString::fromStdString(word);
        return words.join("|");
    };
    QCOMPARE(joined(true), lower);
    QCOMPARE(joined(false), cased);
}

void TestTokenizers::equalsHuggingFace_data()
{
    QTest::addColumn<QByteArray>("cases");
    QTest::addColumn<std::shared_ptr<Tokenizer>>("tokenizer");
    const auto bert = [](bool lowercase) -> std::shared_ptr<Tokenizer> {
        return std::make_shared<WordPieceTokenizer>(
            valueOf(WordPieceTokenizer::read(fixture("bert-vocab.txt"), BertTextOptions{lowercase, true})));
    };
    const std::shared_ptr<Tokenizer> gpt = std::make_shared<BytePairTokenizer>(
        valueOf(BytePairTokenizer::read(fixture("gpt-vocab.json"), fixture("gpt-merges.txt"))));
    QTest::addRow("BERT, uncased") << fixtureBytes("bert-uncased.json") << bert(true);
    QTest::addRow("BERT, cased") << fixtureBytes("bert-cased.json") << bert(false);
    QTest::addRow("GPT-2") << fixtureBytes("gpt.json") << gpt;
    const std::shared_ptr<Tokenizer> newer
        = std::make_shared<BytePairTokenizer>(valueOf(BytePairTokenizer::readFolder(fixture("../huggingface/gpt2"))));
    QTest::addRow("GPT-2, of tokenizer.json") << fixtureBytes("gpt.json") << newer;
}

void TestTokenizers::equalsHuggingFace()
{
    QFETCH(QByteArray, cases);
    QFETCH(std::shared_ptr<Tokenizer>, tokenizer);
    const QJsonArray all = QJsonDocument::fromJson(cases).array();
    QVERIFY(all.size() > 250);
    for (const auto &item : all) {
        const QString text = item.toObject()["text"].toString();
        TokenIds expected;
        for (const auto &id : item.toObject()["ids"].toArray())
            expected.push_back(id.toInt());
        const TokenIds ids = tokenizer->encode(text.toStdString());
        if (ids == expected)
            continue;
        const auto at = std::mismatch(ids.begin(), ids.end(), expected.begin(), expected.end()).first - ids.begin();
        qWarning() << text << "\nours:  " << QString::fromStdString(tokenizer->decode(ids))
                   << "\ntheirs:" << QString::fromStdString(tokenizer->decode(expected));
        QFAIL(qPrintable(
            QString("%1 ids, not %2; the first that differs is %3").arg(ids.size()).arg(expected.size()).arg(at)));
    }
}

void TestTokenizers::decodesWordPieces()
{
    const std::string path
        = writeIn(m_folder, "vocab.txt", "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\n[MASK]\r\nwalk\r\n##ing\r\n##s\r\n");
    const auto tokenizer = valueOf(WordPieceTokenizer::read(path));
    QCOMPARE(tokenizer.size(), 8);
    QVERIFY((tokenizer.encode("Walking walks runs [SEP]") == TokenIds{5, 6, 5, 7, 1, 3}));
    QCOMPARE(tokenizer.decode(TokenIds{5, 6, 5, 7, 1, 99}), std::string("walking walks [UNK] [UNK]"));
}

void TestTokenizers::refusesAVocabularyOfSomethingElse_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    QTest::addRow("empty") << QByteArray() << "no token [PAD]";
    QTest::addRow("other special tokens") << QByteArray("<pad>\n<s>\nthe\n") << "no token [PAD]";
    QTest::addRow("no mask") << QByteArray("[PAD]\n[UNK]\n[CLS]\n[SEP]\nthe\n") << "no token [MASK]";
}

void TestTokenizers::refusesAVocabularyOfSomethingElse()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const QString error = errorOf(WordPieceTokenizer::read(writeIn(m_folder, "other.txt", bytes.toStdString())));
    QVERIFY2(error.contains("other.txt"), qPrintable(error));
    QVERIFY2(error.contains(words), qPrintable(error));
    QVERIFY(errorOf(WordPieceTokenizer::read(m_folder.filePath("none.txt").toStdString())).contains("none.txt"));
    QVERIFY(errorOf(WordPieceTokenizer::read(m_folder.path().toStdString())).contains("Is a directory"));
}

void TestTokenizers::cutsTextAsGpt_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::addRow("contraction") << "can't we'll"
                                 << "can|'t| we|'ll";
    QTest::addRow("capital contraction") << "CAN'T"
                                         << "CAN|'|T";
    QTest::addRow("spaces before a word") << "a   b"
                                          << "a|  | b";
    QTest::addRow("spaces at the end") << "a   "
                                       << "a|   ";
    QTest::addRow("newlines") << "a\n\nb"
                              << "a|\n|\n|b";
    QTest::addRow("numbers") << "x12 34"
                             << "x|12| 34";
    QTest::addRow("marks") << "a !!? 1"
                           << "a| !!?| 1";
    QTest::addRow("letters and digits of Unicode 16") << "a\u1c89\U000105c0 1\U00016d70"
                                                      << "a\u1c89\U000105c0| 1\U00016d70";
    QTest::addRow("wide space") << QString::fromUtf8("a\u3000\u3000b") << QString::fromUtf8("a|\u3000|\u3000|b");
}

void TestTokenizers::cutsTextAsGpt()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QStringList words;
    const std::string bytes = text.toStdString();
    for (std::string_view left = bytes; !left.empty();) {
        const std::string_view word = firstGptWord(left);
        QVERIFY(!word.empty());
        words << QString::fromUtf8(word.data(), qsizetype(word.size()));
        left.remove_prefix(word.size());
    }
    QCOMPARE(words.join("|"), expected);
}

void TestTokenizers::givesAllBytesBack()
{
    const auto tokenizer = valueOf(BytePairTokenizer::read(fixture("gpt-vocab.json"), fixture("gpt-merges.txt")));
    std::string bytes;
    for (int i = 0; i < 1024; ++i)
        bytes += char((i * 7919) >> 3);
    QCOMPARE(tokenizer.decode(tokenizer.encode(bytes)), bytes);
    QVERIFY(tokenizer.named().end.has_value());
    QCOMPARE(tokenizer.encode("<|endoftext|>").size(), std::size_t(1));
}

// Untrusted text may be one long word, which must not take quadratic time.
void TestTokenizers::mergesLongWordsInTime()
{
    const auto tokenizer = valueOf(BytePairTokenizer::read(fixture("gpt-vocab.json"), fixture("gpt-merges.txt")));
    const std::string word(1 << 18, 'e');
    const std::clock_t start = std::clock();
    QCOMPARE(tokenizer.decode(tokenizer.encode(word)), word);
    QVERIFY2(std::clock() - start < 10 * CLOCKS_PER_SEC, "of processor time, which no other program adds to");
}

void TestTokenizers::savesBytePairs()
{
    const auto tokenizer = valueOf(BytePairTokenizer::readFolder(fixture("../huggingface/gpt2")));
    writeIn(m_folder, "vocab.json", tokenizer.vocabularyJson());
    writeIn(m_folder, "merges.txt", tokenizer.mergesText());
    const auto again = valueOf(BytePairTokenizer::readFolder(m_folder.path().toStdString()));
    QCOMPARE(again.vocabularyJson(), tokenizer.vocabularyJson());
    QCOMPARE(again.mergesText(), tokenizer.mergesText());
    const std::string text = "isn't it <|endoftext|> unbelievably warm?";
    QCOMPARE(again.encode(text), tokenizer.encode(text));
}

void TestTokenizers::refusesAnotherKindOfTokenizer_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, QByteArray from, QByteArray to, QByteArray says) {
        QTest::addRow("%s", name) << from << to << says;
    };
    row("a space in front", "\"add_prefix_space\": false", "\"add_prefix_space\": true", "add_prefix_space");
    row("another model", "\"BPE\"", "\"Unigram\"", "Unigram");
    row("a normalizer", "\"normalizer\": null", "\"normalizer\": {\"type\": \"NFC\"}", "normalizer");
    row("no merges", "\"merges\": [", "\"merges\": null, \"fuse_unk\": [", "merges");
    row("deep", "{", "{\"a\": " + QByteArray(100'000, '['), "levels deep");
}

void TestTokenizers::refusesAnotherKindOfTokenizer()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, says);
    QByteArray bytes = fixtureBytes("../huggingface/gpt2/tokenizer.json");
    QVERIFY(bytes.contains(from));
    bytes.replace(bytes.indexOf(from), from.size(), to);
    const QTemporaryDir folder;
    writeIn(folder, "tokenizer.json", bytes.toStdString());
    const auto tokenizer = BytePairTokenizer::readFolder(folder.path().toStdString());
    QVERIFY(!tokenizer);
    QVERIFY2(
        tokenizer.error().message.find(says.toStdString()) != std::string::npos, tokenizer.error().message.c_str());
}

void TestTokenizers::refusesByteTablesThatDoNotFit_data()
{
    const QByteArray vocabulary = fixtureBytes("gpt-vocab.json");
    QTest::addColumn<QByteArray>("vocabulary");
    QTest::addColumn<QByteArray>("merges");
    QTest::addColumn<QString>("words");
    QTest::addRow("no JSON") << QByteArray("hello") << QByteArray() << "not a JSON object";
    QTest::addRow("cut off") << vocabulary.left(500) << QByteArray() << "not a JSON object";
    QTest::addRow("a list") << QByteArray("[1, 2]") << QByteArray() << "not a JSON object";
    QTest::addRow("a text as number") << QByteArray("{\"a\": \"0\"}") << QByteArray() << "the number \"0\"";
    QTest::addRow("a number twice") << QByteArray("{\"a\": 0, \"b\": 0}") << QByteArray() << "each once";
    QTest::addRow("a hole") << QByteArray("{\"a\": 0, \"b\": 7}") << QByteArray() << "must be 0 to 1";
    QTest::addRow("words only") << QByteArray("{\"a\": 0, \"b\": 1}") << QByteArray() << "no token for the byte 0";
    QTest::addRow("one word in a merge") << vocabulary << QByteArray("#version: 0.2\ne\n") << "Line 2 of";
    QTest::addRow("three words in a merge") << vocabulary << QByteArray("e e e\n") << "Line 1 of";
    QTest::addRow("merge of another vocabulary") << vocabulary << QByteArray("q zzz\n") << "the same tokenizer";
}

void TestTokenizers::refusesByteTablesThatDoNotFit()
{
    QFETCH(QByteArray, vocabulary);
    QFETCH(QByteArray, merges);
    QFETCH(QString, words);
    const QString error = errorOf(BytePairTokenizer::read(writeIn(m_folder, "vocab.json", vocabulary.toStdString()),
        writeIn(m_folder, "merges.txt", merges.toStdString())));
    QVERIFY2(error.contains(words), qPrintable(error));
    QVERIFY2(error.contains(m_folder.path()), qPrintable(error));
}

QTEST_GUILESS_MAIN(TestTokenizers)
#include "tst_tokenizers.moc"
