#include "tokenizerjsonfixture.h"

#include "engine/data/tokenizers/pipeline/onigurumapattern.h"
#include "engine/data/tokenizers/pipeline/pretokenization.h"
#include "engine/data/tokenizers/utf8.h"

#include <QElapsedTimer>
#include <QTest>

using namespace motley;

// What a tokenizer.json may say, and what comes of one that says something else.
class TestTokenizerReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatItDoesNotCompute_data();
    void refusesWhatItDoesNotCompute();
    void refusesHugeFiles();
    void readsBothSpellingsOfMerges();
    void leavesGapsInTheVocabulary();
    void writesRegexesForPcre2_data();
    void writesRegexesForPcre2();
    void cutsByTheClassesOfTheTokenizersPackage_data();
    void cutsByTheClassesOfTheTokenizersPackage();
    void findsSingleWordsByUnicode16();
    void saysThatARegexTriesTooMuch();
    void saysThatATextGrowsTooLong();
    void replacesWhatIsNoUtf8_data();
    void replacesWhatIsNoUtf8();
};

void TestTokenizerReader::refusesWhatItDoesNotCompute_data()
{
    QTest::addColumn<QString>("part");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *part, const char *value, const char *words) {
        QTest::addRow("%s %s", part, value) << QString(part) << QByteArray(value) << QString(words);
    };
    row("normalizer", R"({"type": "Precompiled", "precompiled_charsmap": "AA=="})", "normalizer.type must be one of");
    row("normalizer", R"({"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "BertNormalizer"}]})",
        "normalizer.normalizers[1].type");
    row("normalizer", R"({"type": "NFC", "other": 1})", "normalizer.other");
    row("normalizer", R"({"type": "Prepend"})", "normalizer.prepend is missing");
    row("normalizer", R"({"type": "Replace", "pattern": {"Regex": "(a"}, "content": ""})", "(a is not supported");
    row("normalizer", R"({"type": "Replace", "pattern": {}, "content": ""})", "either \"Regex\" or \"String\"");
    row("normalizer", R"({"type": "Replace", "pattern": {"String": ""}, "content": ""})", "an empty text");
    row("pre_tokenizer", R"({"type": "UnicodeScripts"})", "pre_tokenizer.type must be one of");
    row("pre_tokenizer",
        R"({"type": "Split", "pattern": {"Regex": "[a[b]]"}, "behavior": "Isolated", "invert": false})",
        "[ within [ ]");
    row("pre_tokenizer", R"({"type": "Split", "pattern": {"String": " "}, "behavior": "Kept", "invert": false})",
        "pre_tokenizer.behavior must be one of");
    row("pre_tokenizer", R"({"type": "Metaspace", "replacement": "ab"})", "one character");
    row("pre_tokenizer", R"({"type": "Metaspace", "replacement": "_", "add_prefix_space": false})",
        "pre_tokenizer.add_prefix_space is false");
    row("decoder", R"({"type": "CTC"})", "decoder.type must be one of");
    row("decoder", R"({"type": "Strip", "content": " ", "start": -1, "stop": 0})", "no fewer than none");
    row("post_processor", R"({"type": "BertProcessing", "sep": ["a", 0], "cls": ["b", 1]})", "post_processor.type");
    row("post_processor", R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "a", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}}], "pair": [], "special_tokens": {}})",
        "post_processor.special_tokens lacks the ids of the token \"a\"");
    row("post_processor", R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "a", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}}], "pair": [], "special_tokens": {"a": {"id": "a", "ids": [9]}}})",
        "an id around texts that no token has");
    row("model.type", R"("Unigram")", "model.type \"Unigram\" is not supported");
    row("model.type", R"("WordPiece")", "model.type \"WordPiece\" is not supported");
    row("model.dropout", "0.1", "model.dropout is not supported");
    row("model.speed", "1", "model.speed");
    row("model.merges", R"([["a", "c"]])", "model.merges[0] merges \"a\" and \"c\", but the vocabulary lacks \"ac\"");
    row("model.merges", R"(["a b", "ab"])", "model.merges[1] must be two tokens");
    row("model.merges", R"({"a": "b"})", "model.merges must be a list");
    row("model.vocab", R"({"a": 0, "b": 0, "ab": 1})", "gives the number 0 to both");
    row("model.vocab", R"({"a": 0, "b": 1, "ab": 4000000000})", "gives the token \"ab\" the number 4000000000");
    row("model.vocab", R"({"a": 0, "b": -1, "ab": 1})", "the number -1");
    row("added_tokens", R"([{"id": 9, "content": "<x>"}])", "the next after the vocabulary is 4");
    row("tokens", "1", "\"tokens\" is unknown");
}

void TestTokenizerReader::refusesWhatItDoesNotCompute()
{
    QFETCH(QString, part);
    QFETCH(QByteArray, value);
    QFETCH(QString, words);
    const QString error = errorOf(tokenizerOf(tokenizerWith(part, value)));
    QVERIFY2(error.startsWith("folder/tokenizer.json: "), qPrintable(error));
    QVERIFY2(error.contains(words), qPrintable(error));
    QVERIFY(tokenizerOf(textOf(smallTokenizer())));
}

void TestTokenizerReader::refusesHugeFiles()
{
    std::string deep = "{\"model\": {\"type\": \"BPE\"}, \"normalizer\": ";
    for (int i = 0; i < 100'000; ++i)
        deep += "{\"type\": \"Sequence\", \"normalizers\": [";
    QVERIFY(errorOf(tokenizerOf(deep)).contains("nested more than 100 levels deep"));
    QVERIFY(errorOf(tokenizerOf(std::string(65 << 20, ' '))).contains("more than 64 MiB"));
}

void TestTokenizerReader::readsBothSpellingsOfMerges()
{
    for (const char *merges : {R"([["a", "b"]])", R"(["a b"])", R"(["#version: 0.2", "a b"])"})
        QVERIFY(valueOf(tokenizerOf(tokenizerWith("model.merges", merges))).encode("cabd") == (TokenIds{3, 2}));
}

// As the tokenizers library, which numbers added tokens after as many as the vocabulary has, whatever their ids.
void TestTokenizerReader::leavesGapsInTheVocabulary()
{
    QJsonObject json = QJsonDocument::fromJson(
        QByteArray::fromStdString(tokenizerWith("model.vocab", R"({"a": 0, "b": 9, "ab": 2, "c": 1})")))
                           .object();
    json["added_tokens"] = QJsonDocument::fromJson(R"([{"id": 4, "content": "<x>"}, {"id": 9, "content": "b"},
        {"id": 5, "content": "<y>"}])")
                               .array();
    const auto tokenizer = valueOf(tokenizerOf(textOf(json)));
    QCOMPARE(tokenizer.size(), 10);
    QVERIFY(tokenizer.encode("a<y>bc<x>") == (TokenIds{0, 5, 9, 1, 4}));
    QCOMPARE(tokenizer.decode(TokenIds{3, 0, 7, 100, -1, 9}), std::string("a b")); // 3, 7 and the others are no tokens
}

void TestTokenizerReader::writesRegexesForPcre2_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("expected"); // or what is refused
    const auto row = [](const char *pattern, const char *expected) {
        QTest::addRow("%s", pattern) << QString(pattern) << QString(expected);
    };
    row(R"(\s+(?!\S)|\d)", R"(\p{White_Space}+(?!\P{White_Space})|\p{Nd})");
    row(R"([^\s\p{L}\p{N}]+)", R"([^\p{White_Space}\p{L}\p{N}]+)");
    row(R"(\p{Han}\P{^Lu})", R"(\p{sc:Han}\P{^Lu})"); // not what is merely used with Chinese
    row(R"(\w[\w.])", R"([\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\xb2\xb3\xb9\xbc-\xbe][\p{Alphabetic}\p{M}\p{Nd}\p{Pc}.])");
    row(R"((?i)\u4e00\x{20AC}\x41\v)", R"((?i)\x{4e00}\x{20AC}\x{41}\x0b)");
    row(R"((?>a++)(?<=b)\p{N}{1,3}?\[\]\-)", R"((?>a++)(?<=b)\p{N}{1,3}?\[\]\-)");
    row(R"([a&&b])", "&& within [ ]");
    row(R"([a-z)", "[ without ]");
    row(R"([[:alpha:]])", "[ within [ ]");
    row(R"([]a])", "[] and [^]");
    row(R"([\W])", R"(\W)");
    row(R"(\bword)", R"(\b)");
    row(R"(a(?i)b)", "(?i)");
    row(R"((?<name>a))", "(?<n");
    row(R"((a)\1)", R"(\1)");
    row(R"(\h)", R"(\h)"); // a hexadecimal digit there, a space here
    row(R"(a{2}?)", "{2}?");
    row(R"(a{1,3}+)", "{1,3}+");
    row(R"(a{,3})", "{ that begins no interval such as {1,3}");
    row(R"(\xe9)", R"(\xe9)");
    row(R"(\p{Script=Han})", R"(\p{Script=Han})");
    row("a\\", "\\ at the end");
}

void TestTokenizerReader::writesRegexesForPcre2()
{
    QFETCH(QString, pattern);
    QFETCH(QString, expected);
    const auto written = fromOniguruma(pattern.toStdString());
    if (written)
        QCOMPARE(QString::fromStdString(*written), expected);
    else
        QCOMPARE(errorOf(written), "is not supported: " + expected);
}

// What tokenizers 0.23.3 gives: it takes its classes from several versions of Unicode.
void TestTokenizerReader::cutsByTheClassesOfTheTokenizersPackage_data()
{
    QTest::addColumn<PreTokenizer>("preTokenizer");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); // pieces joined by |
    const auto split = [](const char *pattern) {
        return PreTokenizer{SplitPreTokenizer{{pattern, {}}, SplitBehavior::Isolated, false}};
    };
    const PreTokenizer digits{DigitsPreTokenizer{}};
    QTest::addRow("digits of Unicode 17") << digits << "1\U00011de0\U00011de9x2"
                                          << "1\U00011de0\U00011de9|x|2";
    QTest::addRow("beats of Unicode 17") << digits << "1\U00016ff4\U00016ff6x\U00016ff3"
                                         << "1\U00016ff4\U00016ff6|x\U00016ff3";
    QTest::addRow("a word with fractions") << split(R"(\w+)") << "a\u00b2\u00b3\u00b9\u00bc\u00bd\u00be \u2154"
                                           << "a\u00b2\u00b3\u00b9\u00bc\u00bd\u00be| \u2154";
    QTest::addRow("no word begins with a fraction") << split(R"(\W)") << "\u00bda"
                                                    << "\u00bda";
    QTest::addRow("a class without fractions") << split(R"([\w]+)") << "a\u00b2b \u00bd"
                                               << "a|\u00b2|b| \u00bd";
    QTest::addRow("words of Unicode 16") << PreTokenizer{WhitespacePreTokenizer{}} << "a\u1c89b\U00011de0 \u00bd"
                                         << "a\u1c89b|\U00011de0|\u00bd";
}

void TestTokenizerReader::cutsByTheClassesOfTheTokenizersPackage()
{
    QFETCH(PreTokenizer, preTokenizer);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const std::string whole = text.toStdString();
    TextPieces pieces{whole, {{0, whole.size()}}};
    valueOf(PreTokenization::make(preTokenizer)).apply(pieces);
    QStringList words;
    for (const TextRange &piece : pieces.pieces)
        words << QString::fromUtf8(pieces.of(piece));
    QCOMPARE(words.join('|'), expected);
}

// As tokenizers 0.23.3, whichever Unicode utf8proc has.
void TestTokenizerReader::findsSingleWordsByUnicode16()
{
    const auto tokenizer = valueOf(tokenizerOf(tokenizerWith("added_tokens",
        R"([{"id": 4, "content": "abc", "single_word": true, "lstrip": false, "rstrip": false, "normalized": false, "special": false}])")));
    for (const char *inWord : {"abc\u1c89", "\u0897abc", "abc\U00016d70", "abc\U0002ebf0", "abc_", "\u200dabc"})
        QVERIFY2(tokenizer.encode(inWord) == (TokenIds{2, 3}), inWord);
    for (const char *alone : {"abc\U00011de0", "\u00bdabc", "-abc-"})
        QVERIFY2(tokenizer.encode(alone) == TokenIds{4}, alone);
}

void TestTokenizerReader::saysThatARegexTriesTooMuch()
{
    const auto tokenizer = valueOf(tokenizerOf(tokenizerWith("pre_tokenizer",
        R"({"type": "Split", "pattern": {"Regex": "(?:a|aa)+[bc]"}, "behavior": "Isolated", "invert": false})")));
    QVERIFY(tokenizer.encode("aabaac") == (TokenIds{0, 2, 0, 0, 3}));
    QElapsedTimer timer;
    timer.start();
    QString said;
    try {
        tokenizer.encode(std::string(60, 'a') + "-");
    } catch (const TokenizingTooCostly &problem) {
        said = problem.what();
    }
    QVERIFY2(said.contains("(?:a|aa)+[bc]") && said.contains("match limit exceeded"), qPrintable(said));
    QVERIFY(timer.elapsed() < 20'000);

    QJsonObject json
        = QJsonDocument::fromJson(QByteArray::fromStdString(tokenizerWith("normalizer",
                                      R"({"type": "Replace", "pattern": {"Regex": "(?:a|aa)+[bc]"}, "content": ""})")))
              .object();
    json["added_tokens"] = QJsonArray{
        QJsonObject{{"id", 4}, {"content", QString(60, 'a') + "-"}, {"normalized", true}, {"special", false}}};
    QVERIFY(errorOf(tokenizerOf(textOf(json))).contains("cannot be applied to its added tokens"));
}

void TestTokenizerReader::saysThatATextGrowsTooLong()
{
    const auto grows = [](int steps) {
        const QByteArray step = R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaa"})";
        const QByteArray all = QByteArray(step + ", ").repeated(steps - 1) + step;
        return tokenizerOf(tokenizerWith("normalizer", R"({"type": "Sequence", "normalizers": [)" + all + "]}"));
    };
    QCOMPARE(valueOf(grows(2)).encode("a").size(), std::size_t(64));
    QVERIFY_THROWS_EXCEPTION(TokenizingTooCostly, valueOf(grows(40)).encode("a"));
    QVERIFY(errorOf(grows(65)).contains("normalizer: It has more than 64 parts"));
}

void TestTokenizerReader::replacesWhatIsNoUtf8_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("unfinished");
    const auto row = [](const char *bytes, const char16_t *expected, int unfinished) {
        QTest::addRow("%s", QByteArray(bytes).toHex().constData())
            << QByteArray(bytes) << QString::fromUtf16(expected) << unfinished;
    };
    row("a\xc3\xa9", u"a\u00e9", 0);
    row("\x80\xbf", u"\ufffd\ufffd", 0);
    row("\xc3", u"\ufffd", 1);
    row("\xc3z", u"\ufffdz", 0);
    row("\xe2\x82", u"\ufffd", 2);
    row("\xe2\x82z", u"\ufffdz", 0);
    row("\xf0\x9f\x98", u"\ufffd", 3);
    row("\xf0\x9f\x98\xf0", u"\ufffd\ufffd", 1);
    row("\xe0\x80\x80", u"\ufffd\ufffd\ufffd", 0); // is written too long
    row("\xed\xa0\x80", u"\ufffd\ufffd\ufffd", 0); // half of a surrogate pair
    row("\xf4\x90", u"\ufffd\ufffd", 0); // beyond Unicode
    row("\xc0\xaf", u"\ufffd\ufffd", 0);
    row("\xff\xfe", u"\ufffd\ufffd", 0);
}

void TestTokenizerReader::replacesWhatIsNoUtf8()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, expected);
    QFETCH(int, unfinished);
    QCOMPARE(QString::fromStdString(replaceInvalidUtf8(bytes.toStdString())), expected);
    QCOMPARE(int(unfinishedUtf8(bytes.toStdString())), unfinished);
}

QTEST_GUILESS_MAIN(TestTokenizerReader)
#include "tst_tokenizerreader.moc"
