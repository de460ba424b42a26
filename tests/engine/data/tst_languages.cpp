// The data sets of language models and translators.
#include "batchnumbers.h"
#include "textfixture.h"

#include "engine/data/text/languagemodeldataset.h"
#include "engine/data/text/translationdataset.h"
#include "engine/data/tokenizers/charactertokenizer.h"
#include "engine/data/tokenizers/textlines.h"

#include <QTest>

#include <set>

using namespace motley;

class TestLanguages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsParallelText();
    void refusesTextsThatAreNotParallel_data();
    void refusesTextsThatAreNotParallel();
    void takesAMarkOfUtf8Away();
    void learnsPiecesOfBothSides();
    void keepsEndsOfLines();
    void pairsSentences();
    void leavesOutLongAndBlankPairs();
    void testsOnAllPairs();
    void fillsBatchesByTokens();
    void cutsSourcesToTranslate();
    void knowsCharacters();
    void refusesWhatAreNoCharacters_data();
    void refusesWhatAreNoCharacters();
    void coversATextToTestOn_data();
    void coversATextToTestOn();
    void movesBlocksToTrainOn_data();
    void movesBlocksToTrainOn();
    void refusesShortTexts();
    void holdsOutTheEnd_data();
    void holdsOutTheEnd();

private:
    SentencePieceTokenizer tokenizer();
    TranslationTokens tokens() { return valueOf(TranslationTokens::of(tokenizer())); }

    QTemporaryDir m_folder;
    const std::string m_english = "The dog runs.\nA man reads the book.\nTwo dogs read books and run.\n\nThe end\n";
    const std::string m_german
        = "Der Hund rennt.\nEin Mann liest das Buch.\nZwei Hunde lesen Bücher und rennen.\n\nEnde\n";
};

using Numbers = std::vector<std::int64_t>;

SentencePieceTokenizer TestLanguages::tokenizer()
{
    std::vector<std::string> sentences;
    for (const std::string *text : {&m_english, &m_german})
        for (const QByteArray &line : QByteArray::fromStdString(*text).split('\n'))
            sentences.push_back(line.toStdString());
    return valueOf(SentencePieceTokenizer::load(valueOf(trainSentencePieces(sentences, {48}))));
}

void TestLanguages::readsParallelText()
{
    const auto text = valueOf(readParallelText(
        writeIn(m_folder, "a.en", "one\r\n\n two \n\n \n"), writeIn(m_folder, "a.de", "eins\n\nzwei\n \n\n")));
    QVERIFY((text.source == std::vector<std::string>{"one", "", " two "}));
    QVERIFY((text.target == std::vector<std::string>{"eins", "", "zwei"}));
}

void TestLanguages::refusesTextsThatAreNotParallel_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QString>("words");
    QTest::addRow("a line more") << QByteArray("a\nb\nc\n") << QByteArray("a\nb") << "has 3 lines, but its translation";
    QTest::addRow("one empty") << QByteArray("a\n") << QByteArray() << "has 0; line by line";
    QTest::addRow("both empty") << QByteArray() << QByteArray() << "have no text in them";
    QTest::addRow("both blank") << QByteArray("\n \n") << QByteArray("\n\n") << "have no text in them";
}

void TestLanguages::refusesTextsThatAreNotParallel()
{
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, target);
    QFETCH(QString, words);
    const QString error = errorOf(readParallelText(
        writeIn(m_folder, "b.en", source.toStdString()), writeIn(m_folder, "b.de", target.toStdString())));
    QVERIFY2(error.contains(words), qPrintable(error));
    QVERIFY2(error.contains("b.en"), qPrintable(error));
    QVERIFY2(error.contains("b.de"), qPrintable(error));
    QVERIFY(errorOf(readParallelText(writeIn(m_folder, "c.en", "a\n"), writeIn(m_folder, "c.de", "\xe4\n")))
                .contains("c.de is not UTF-8"));
    QVERIFY(errorOf(readText(writeIn(m_folder, "c.txt", "one\n\xe4\n"), 99)).contains("c.txt is not UTF-8"));
    QVERIFY(errorOf(readParallelText("/no/text.en", "/no/text.de")).contains("/no/text.en"));
}

void TestLanguages::takesAMarkOfUtf8Away()
{
    QCOMPARE(valueOf(readText(writeIn(m_folder, "m.txt", "\ufeffone \ufeff\r\n"), 99)), std::string("one \ufeff\r\n"));
}

void TestLanguages::learnsPiecesOfBothSides()
{
    const auto pieces = tokenizer();
    QCOMPARE(pieces.size(), 48);
    for (const char *text : {"Two dogs read books and run.", "Zwei Hunde lesen Bücher und rennen."})
        QCOMPARE(pieces.decode(pieces.encode(text)), std::string(text));
}

void TestLanguages::keepsEndsOfLines()
{
    const auto pieces = tokenizer();
    const TokenIds ids = pieces.encodeLines("The dog\n\nruns.\nThe");
    QCOMPARE(std::count(ids.begin(), ids.end(), *pieces.specials().end), 3);
    QCOMPARE(pieces.decodeLines(ids), std::string("The dog\n\nruns.\nThe"));
    QCOMPARE(pieces.encodeLines("\n"), TokenIds{*pieces.specials().end});
    QVERIFY(pieces.encodeLines("").empty());
}

void TestLanguages::pairsSentences()
{
    const TranslationTokens tokens = this->tokens();
    const SentencePieceTokenizer &pieces = *tokens.pieces;
    const ParallelText text{{"The dog", "A man reads"}, {"Der Hund rennt.", "Ein Mann"}};
    const auto pairs = valueOf(TranslationDataset::make(text, tokens, 100));
    QCOMPARE(pairs.size(), 2);
    QCOMPARE(pairs.leftOut(), 0);
    const Batch batch = pairs.batch(Numbers{1, 0}, std::nullopt);
    QCOMPARE(batch.samples, 2);

    const std::vector<TokenIds> source{pieces.encode(text.source[1]), pieces.encode(text.source[0])};
    const std::vector<TokenIds> target{pieces.encode(text.target[1]), pieces.encode(text.target[0])};
    const std::size_t sourceLength = std::max(source[0].size(), source[1].size()) + 1;
    const std::size_t targetLength = std::max(target[0].size(), target[1].size()) + 1;
    QVERIFY(source[0].size() != source[1].size());
    QVERIFY(target[0].size() != target[1].size());
    for (std::size_t row = 0; row < 2; ++row) {
        Numbers read(source[row].begin(), source[row].end());
        read.push_back(tokens.end);
        read.resize(sourceLength, tokens.pad);
        QVERIFY(numbersOf(batch.inputs[TranslationDataset::Source][std::int64_t(row)]) == read);
        Numbers given{tokens.begin};
        given.insert(given.end(), target[row].begin(), target[row].end());
        given.resize(targetLength, tokens.pad);
        QVERIFY(numbersOf(batch.inputs[TranslationDataset::Given][std::int64_t(row)]) == given);
        Numbers written(target[row].begin(), target[row].end());
        written.push_back(tokens.end);
        written.resize(targetLength, TranslationDataset::ignored);
        QVERIFY(numbersOf(batch.targets[0][std::int64_t(row)]) == written);
    }
    QCOMPARE(pairs.weight(Numbers{0, 1}, std::nullopt), double(target[0].size() + target[1].size() + 2));
    QCOMPARE(pairs.cost(0), std::int64_t(std::max(source[1].size(), target[1].size()) + 1));
    const Batch none = pairs.batch({}, std::nullopt);
    QVERIFY(none.samples == 0);
    QVERIFY(none.inputs.size() == 2);
    QVERIFY(none.targets[0].sizes().equals({0, 0}));
}

void TestLanguages::leavesOutLongAndBlankPairs()
{
    const TranslationTokens tokens = this->tokens();
    const SentencePieceTokenizer &pieces = *tokens.pieces;
    const ParallelText text{
        {"The dog runs.", "", "The dog", "The dog runs.", "The"}, {"Der Hund", "Ende", " ", "Ende", "Der"}};
    const std::int64_t longest = std::int64_t(pieces.encode("The dog runs.").size()); // without the token for the end
    const auto pairs = valueOf(TranslationDataset::make(text, tokens, longest));
    QCOMPARE(pairs.size() + pairs.leftOut(), 5);
    for (std::int64_t id = 0; id < pairs.size(); ++id)
        QVERIFY(pairs.cost(id) <= longest);
    QVERIFY(pairs.leftOut() >= 4);
    QCOMPARE(valueOf(TranslationDataset::make(text, tokens, 100)).leftOut(), 2);
    const QString error = errorOf(TranslationDataset::make(text, tokens, 1));
    QVERIFY2(error.contains("None of the 5 pairs"), qPrintable(error));
    QVERIFY2(error.contains("at most 1 tokens"), qPrintable(error));
}

void TestLanguages::testsOnAllPairs()
{
    const auto tokens = this->tokens();
    const ParallelText text{{"The dog runs.", "", "The dog"}, {"Der Hund", "Ende", ""}};
    const auto longest = std::int64_t(tokens.pieces->encode("The dog runs.").size()); // without the token for the end
    const auto pairs = valueOf(TranslationDataset::make(text, tokens, longest, TranslationDataset::Use::Testing));
    QCOMPARE(pairs.size(), 3);
    QCOMPARE(pairs.leftOut(), 0);
    QCOMPARE(pairs.cut(), 1);
    QVERIFY(!pairs.hasBlankSource(0));
    QVERIFY(pairs.hasBlankSource(1));
    const Batch batch = pairs.batch(Numbers{0, 1, 2}, std::nullopt);
    QCOMPARE(batch.inputs[TranslationDataset::Source].size(1), longest);
    QCOMPARE(numbersOf(batch.targets[0][2])[0], std::int64_t(tokens.end)); // of a blank line only its end
}

void TestLanguages::fillsBatchesByTokens()
{
    ParallelText text;
    for (int i = 0; i < 40; ++i) {
        std::string longer;
        for (int word = 0; word <= i % 10; ++word)
            longer += "The dog ";
        text.source.push_back(longer);
        text.target.push_back("Der Hund");
    }
    const auto pairs = valueOf(TranslationDataset::make(text, tokens(), 1000));
    const std::int64_t batch = 2 * pairs.cost(9);
    const auto sampler = pairs.sampler(7, batch, {});
    std::multiset<std::int64_t> seen;
    for (std::int64_t step = 1; step <= sampler->stepsPerEpoch().in(1); ++step) {
        std::int64_t tokens = 0;
        for (const std::int64_t id : sampler->ids(step)) {
            tokens += pairs.cost(id);
            seen.insert(id);
        }
        QVERIFY(tokens <= batch);
    }
    const Numbers all = allIds(pairs);
    QVERIFY(std::equal(seen.begin(), seen.end(), all.begin(), all.end()));
    QVERIFY(sampler->stepsPerEpoch().in(1) < 20); // batches hold several pairs
}

void TestLanguages::cutsSourcesToTranslate()
{
    const TranslationTokens tokens = this->tokens();
    const SentencePieceTokenizer &pieces = *tokens.pieces;
    const std::vector<std::string> sentences{"The dog runs.", "", "A"};
    const TokenIds first = pieces.encode(sentences[0]);
    QVERIFY(first.size() > 3);
    const at::Tensor table = translationSource(sentences, tokens, 4);
    QVERIFY(table.sizes().equals({3, 4}));
    QVERIFY((numbersOf(table[0]) == Numbers{first[0], first[1], first[2], tokens.end}));
    const std::int64_t pad = tokens.pad;
    QVERIFY((numbersOf(table[1]) == Numbers{tokens.end, pad, pad, pad}));
    QVERIFY(translationSource({}, tokens, 4).sizes().equals({0, 0}));
}

void TestLanguages::knowsCharacters()
{
    const auto characters = CharacterTokenizer::of("hällo,\nwörld 你");
    QCOMPARE(characters.size(), 13); // with the one for unknown characters
    QCOMPARE(characters.decode(characters.encode("wé 你\nhäh")), std::string("w\ufffd 你\nhäh"));
    QCOMPARE(characters.encode("\n ,"), (TokenIds{1, 2, 3}));
    QCOMPARE(characters.encode("x\xff"), (TokenIds{0, 0}));
    QCOMPARE(characters.decode(TokenIds{-1, 1, 13}), std::string("\ufffd\n\ufffd"));
    const auto again = valueOf(CharacterTokenizer::parse(characters.characters()));
    QCOMPARE(again.characters(), characters.characters());
    QCOMPARE(again.encode("hällo"), characters.encode("hällo"));
}

void TestLanguages::refusesWhatAreNoCharacters_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("empty") << QByteArray();
    QTest::addRow("without the unknown one") << QByteArray("abc");
    QTest::addRow("twice") << QByteArray("\ufffd"
                                         "abca");
    QTest::addRow("not UTF-8") << QByteArray("\ufffd"
                                             "ab\xff");
}

void TestLanguages::refusesWhatAreNoCharacters()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(errorOf(CharacterTokenizer::parse(bytes.toStdString())).startsWith("It is not a list of characters"));
}

static TokenIds counting(std::int32_t count)
{
    TokenIds tokens(std::size_t(count), 0);
    std::iota(tokens.begin(), tokens.end(), 100);
    return tokens;
}

void TestLanguages::coversATextToTestOn_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("blocks");
    QTest::addRow("one block") << 6 << 1;
    QTest::addRow("a block and one token") << 7 << 2;
    QTest::addRow("full blocks") << 16 << 3;
    QTest::addRow("a last short block") << 19 << 4;
    QTest::addRow("less than a block") << 2 << 1;
}

void TestLanguages::coversATextToTestOn()
{
    QFETCH(int, tokens);
    QFETCH(int, blocks);
    const auto text = valueOf(LanguageModelDataset::make(counting(tokens), 5, LanguageModelDataset::Use::Testing));
    QCOMPARE(text.size(), blocks);
    const Batch batch = text.batch(allIds(text), std::nullopt);
    const Numbers given = numbersOf(batch.inputs[0]);
    const Numbers expected = numbersOf(batch.targets[0]);
    QCOMPARE(given.size(), std::size_t(5 * blocks));
    for (std::size_t i = 0; i < given.size(); ++i) {
        const bool there = int(i) < tokens - 1;
        QCOMPARE(given[i], there ? 100 + std::int64_t(i) : 0);
        QCOMPARE(expected[i], there ? 101 + std::int64_t(i) : LanguageModelDataset::ignored);
    }
    QCOMPARE(text.weight(allIds(text), std::nullopt), double(tokens - 1));
}

void TestLanguages::movesBlocksToTrainOn_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<int>("places");
    QTest::addRow("a block") << 6 << 1 << 1;
    QTest::addRow("nearly two") << 9 << 1 << 4;
    QTest::addRow("two") << 11 << 1 << 5;
    QTest::addRow("many") << 1000 << 199 << 5;
    QTest::addRow("many and one token") << 1001 << 199 << 5;
}

void TestLanguages::movesBlocksToTrainOn()
{
    QFETCH(int, tokens);
    QFETCH(int, blocks);
    QFETCH(int, places);
    const auto text = valueOf(LanguageModelDataset::make(counting(tokens), 5, LanguageModelDataset::Use::Training));
    QCOMPARE(text.size(), blocks);
    std::set<std::int64_t> starts;
    for (std::int64_t epoch = 1; epoch <= 60; ++epoch) {
        const AugmentKey key{3, epoch};
        const Batch batch = text.batch(allIds(text), key);
        const Numbers given = numbersOf(batch.inputs[0]);
        const Numbers expected = numbersOf(batch.targets[0]);
        starts.insert(given[0]);
        for (std::size_t i = 0; i < given.size(); ++i) {
            QCOMPARE(given[i], given[0] + std::int64_t(i)); // the ids are consecutive, none is there twice
            QCOMPARE(expected[i], given[i] + 1);
        }
        QVERIFY(expected.back() < 100 + tokens);
        QCOMPARE(text.weight(allIds(text), key), 5.0 * blocks);
        QVERIFY(at::equal(text.batch(allIds(text), key).inputs[0], batch.inputs[0]));
    }
    QCOMPARE(int(starts.size()), places);
    QCOMPARE(text.batch(Numbers{0}, std::nullopt).inputs[0][0][0].item<int>(), 100);
    QCOMPARE(text.batch({}, AugmentKey{3, 1}).samples, 0);
}

void TestLanguages::refusesShortTexts()
{
    QVERIFY(errorOf(LanguageModelDataset::make(counting(5), 5, LanguageModelDataset::Use::Training))
                .contains("has 5 tokens, but training needs at least 6"));
    QVERIFY(errorOf(LanguageModelDataset::make({}, 5, LanguageModelDataset::Use::Testing))
                .contains("has 0 tokens, but testing needs at least 2"));
}

void TestLanguages::holdsOutTheEnd_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("share");
    QTest::addColumn<QByteArray>("test");
    QTest::addRow("whole lines") << QByteArray("one\ntwo\nthree\nfour\n") << 0.5 << QByteArray("four\n");
    QTest::addRow("none") << QByteArray("one\ntwo\n") << 0.0 << QByteArray();
    QTest::addRow("all") << QByteArray("\none\n") << 1.0 << QByteArray("one\n");
    QTest::addRow("one line") << QByteArray("abcdefghij") << 0.3 << QByteArray("hij");
    QTest::addRow("the last line is longer") << QByteArray("a\nbcdefghij\n") << 0.5 << QByteArray("fghij\n");
    QTest::addRow("characters stay whole") << QByteArray("aäöü") << 0.7 << QByteArray("öü");
    QTest::addRow("empty") << QByteArray() << 0.5 << QByteArray();
}

void TestLanguages::holdsOutTheEnd()
{
    QFETCH(QByteArray, text);
    QFETCH(double, share);
    QFETCH(QByteArray, test);
    const std::string whole = text.toStdString();
    const HeldOut parts = holdOut(whole, share);
    QCOMPARE(std::string(parts.test), test.toStdString());
    QCOMPARE(std::string(parts.training) + std::string(parts.test), whole);
}

QTEST_GUILESS_MAIN(TestLanguages)
#include "tst_languages.moc"
