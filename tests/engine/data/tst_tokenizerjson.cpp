#include "tokenizerjsonfixture.h"

#include "engine/data/tokenizers/pipeline/modeltokenizer.h"
#include "engine/data/tokenizers/pipeline/streamingdecoder.h"
#include "engine/data/tokenizers/utf8.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

using namespace motley;

class TestTokenizerJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsTheTokenizersPackage_data();
    void equalsTheTokenizersPackage();
    void encodesInSeveralThreads();
    void keepsEveryTwoBytes();
    void givesTextOnceItIsCertain();
    void mergesAWholeTextInTime();
    void findsMistralsWrongRegex();
    void cutsAsTheCorrectedPackageDoes_data();
    void cutsAsTheCorrectedPackageDoes();
    void keepsThatTheCorrectionWasAskedFor();
    void readsTheFolderOfAModel();

private:
    QTemporaryDir m_folder;
};

namespace {

TokenIds idsOf(const QJsonValue &list)
{
    TokenIds ids;
    for (const auto &id : list.toArray())
        ids.push_back(id.toInt());
    return ids;
}

std::string streamed(const PipelineTokenizer &tokenizer, const TokenIds &ids)
{
    StreamingDecoder decoder(tokenizer);
    std::string text;
    for (const std::int32_t id : ids)
        text += decoder.put(id);
    return text + decoder.finish();
}

} // namespace

void TestTokenizerJson::equalsTheTokenizersPackage_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"granite", "smollm", "llama3", "qwen2", "qwen3_5", "ministral3", "olmo3", "strange",
             "gemma3", "llama2", "mistral", "metaspace", "words", "affixes", "nothing"})
        QTest::addRow("%s", name) << QString(name);
}

void TestTokenizerJson::equalsTheTokenizersPackage()
{
    QFETCH(QString, name);
    const auto tokenizer = valueOf(tokenizerOf(tokenizerFixture(name.toStdString() + ".json")));
    const auto read = [](const std::string &file) {
        return QJsonDocument::fromJson(QByteArray::fromStdString(tokenizerFixture(file)));
    };
    const QJsonArray texts = read("texts.json").array();
    const QJsonObject known = read(name.toStdString() + ".ids.json").object();
    const QJsonArray ids = known["ids"].toArray();
    QVERIFY(texts.size() > 60);
    QCOMPARE(ids.size(), texts.size());
    for (int i = 0; i < texts.size(); ++i) {
        const std::string text = texts[i].toString().toStdString();
        const TokenIds expected = idsOf(ids[i]);
        const TokenIds ours = tokenizer.encode(text);
        if (ours != expected) {
            const auto at
                = std::mismatch(ours.begin(), ours.end(), expected.begin(), expected.end()).first - ours.begin();
            QFAIL(qPrintable(QString("%1: token %2 differs; ours is %3")
                                 .arg(texts[i].toString())
                                 .arg(at)
                                 .arg(QString::fromStdString(tokenizer.decode(ours)))));
        }
        QCOMPARE(tokenizer.decode(ours), known["decoded"].toArray()[i].toString().toStdString());
        QCOMPARE(tokenizer.decodeWithoutSpecials(ours), known["skipped"].toArray()[i].toString().toStdString());
        QCOMPARE(streamed(tokenizer, ours), tokenizer.decode(ours));
        QVERIFY(tokenizer.encode(text) == ours); // also from the cache
    }
    QVERIFY(tokenizer.encodeWithEnds("") == idsOf(known["ends"]));
}

void TestTokenizerJson::encodesInSeveralThreads()
{
    const auto tokenizer = valueOf(tokenizerOf(tokenizerFixture("qwen2.json")));
    const QJsonArray texts = QJsonDocument::fromJson(QByteArray::fromStdString(tokenizerFixture("texts.json"))).array();
    std::vector<TokenIds> alone;
    for (const auto &text : texts)
        alone.push_back(tokenizer.encode(text.toString().toStdString()));
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&] {
            for (int round = 0; round < 20; ++round)
                for (int i = 0; i < texts.size(); ++i)
                    wrong += tokenizer.encode(texts[i].toString().toStdString()) != alone[std::size_t(i)];
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
}

// What is UTF-8 comes back, where nothing is normalised; the rest as U+FFFD.
void TestTokenizerJson::keepsEveryTwoBytes()
{
    for (const char *name : {"llama3.json", "gemma3.json"}) {
        const auto tokenizer = valueOf(tokenizerOf(tokenizerFixture(name)));
        for (int first = 0; first < 256; ++first)
            for (int second = 0; second < 256; second += first < 0x80 ? 7 : 1) {
                const std::string bytes{char(first), char(second)};
                QCOMPARE(tokenizer.decode(tokenizer.encode(bytes)), replaceInvalidUtf8(bytes));
            }
    }
}

void TestTokenizerJson::givesTextOnceItIsCertain()
{
    const auto bytes = valueOf(tokenizerOf(tokenizerFixture("llama3.json")));
    const TokenIds ids = bytes.encode("\u9f98!");
    QVERIFY(ids.size() > 2); // some characters have no token of their own
    StreamingDecoder decoder(bytes);
    for (std::size_t i = 0; i + 2 < ids.size(); ++i)
        QCOMPARE(decoder.put(ids[i]), std::string());
    QCOMPARE(decoder.put(ids[ids.size() - 2]), std::string("\u9f98"));
    QCOMPARE(decoder.put(ids.back()), std::string("!"));
    QCOMPARE(decoder.put(ids.front()) + decoder.finish(), std::string("\ufffd"));

    const auto fallback = valueOf(tokenizerOf(tokenizerFixture("llama2.json")));
    const auto idOf = [&](const char *token) { return fallback.idOf(token).value(); };
    StreamingDecoder words(fallback);
    QCOMPARE(words.put(idOf("\u2581")), std::string()); // may be the space that was put before the text
    QCOMPARE(words.put(idOf("<0x41>")), std::string()); // is no character if the next byte makes no sense of it
    QCOMPARE(words.put(idOf("<0xFF>")), std::string());
    QCOMPARE(words.put(idOf("a")), std::string("\ufffd\ufffda"));
    QCOMPARE(words.put(idOf("\u2581")), std::string(" "));
    QCOMPARE(words.finish(), std::string());
}

// Gemma's tokenizer cuts a text at no place, so that a text is one word; untrusted ones must not take quadratic time.
void TestTokenizerJson::mergesAWholeTextInTime()
{
    const auto tokenizer = valueOf(tokenizerOf(tokenizerFixture("gemma3.json")));
    std::string text;
    while (text.size() < 1'000'000)
        text += "the whole text is one word ";
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(tokenizer.decode(tokenizer.encode(text)), text);
    QVERIFY2(timer.elapsed() < 30'000, qPrintable(QString::number(timer.elapsed())));
}

void TestTokenizerJson::findsMistralsWrongRegex()
{
    TokenizerFiles files;
    files.tokenizer = tokenizerFixture("llama3.json"); // whose regular expression those folders have
    const auto read = [&](const char *config, MistralRegex mistral) {
        files.modelConfig = config;
        return valueOf(PipelineTokenizer::fromFiles("folder", files, mistral));
    };
    const char *old = R"({"model_type": "mistral3", "transformers_version": "4.51.3"})";
    const auto written = read(old, MistralRegex::AsWritten);
    const auto corrected = read(old, MistralRegex::Corrected);
    QVERIFY(written.warning().find("The folder folder has a tokenizer.json whose regular expression") == 0);
    QVERIFY(written.warning().find("as the file says") != std::string::npos);
    QVERIFY(corrected.warning().find("as was asked for") != std::string::npos);
    const auto right = valueOf(tokenizerOf(tokenizerFixture("ministral3.json")));
    // Digits one by one, and a word ends where a capital follows a small letter.
    QCOMPARE(corrected.encode("1234").size(), std::size_t(4));
    QVERIFY(written.encode("don't/\nAb 1234 \u00e9Aa") != corrected.encode("don't/\nAb 1234 \u00e9Aa"));
    QCOMPARE(corrected.decode(corrected.encode("don't/\nAb 1234 \u00e9Aa")), std::string("don't/\nAb 1234 \u00e9Aa"));
    QCOMPARE(right.encode("1234").size(), std::size_t(4));

    for (const char *config : {R"({"model_type": "mistral3", "transformers_version": "5.0.0"})",
             R"({"model_type": "llama", "transformers_version": "4.51.3"})", ""})
        QCOMPARE(read(config, MistralRegex::Corrected).warning(), std::string());
    files.tokenizer = tokenizerFixture("ministral3.json");
    QCOMPARE(read(old, MistralRegex::AsWritten).warning(), std::string());
}

void TestTokenizerJson::cutsAsTheCorrectedPackageDoes_data()
{
    QTest::addColumn<bool>("corrects");
    QTest::addColumn<QString>("ids");
    QTest::newRow("as written") << false << "llama3.ids.json";
    QTest::newRow("corrected") << true << "llama3-corrected.ids.json";
}

void TestTokenizerJson::cutsAsTheCorrectedPackageDoes()
{
    QFETCH(bool, corrects);
    QFETCH(QString, ids);
    TokenizerFiles files;
    files.tokenizer = tokenizerFixture("llama3.json");
    files.modelConfig = R"({"model_type": "mistral", "transformers_version": "4.51.3"})";
    const auto tokenizer = valueOf(
        PipelineTokenizer::fromFiles("folder", files, corrects ? MistralRegex::Corrected : MistralRegex::AsWritten));
    const auto read = [](const std::string &file) {
        return QJsonDocument::fromJson(QByteArray::fromStdString(tokenizerFixture(file)));
    };
    const QJsonArray texts = read("texts.json").array();
    const QJsonArray known = read(ids.toStdString()).object()["ids"].toArray();
    QVERIFY(texts.size() > 60);
    QCOMPARE(known.size(), texts.size());
    for (int i = 0; i < texts.size(); ++i)
        QVERIFY2(
            tokenizer.encode(texts[i].toString().toStdString()) == idsOf(known[i]), qPrintable(texts[i].toString()));
}

void TestTokenizerJson::keepsThatTheCorrectionWasAskedFor()
{
    const auto asking = askingForCorrectedRegex(R"({"bos_token": "<s>", "fix_mistral_regex": false})");
    QVERIFY(asking);
    QVERIFY(mistralRegexAskedIn(*asking) == MistralRegex::Corrected);
    QVERIFY(QByteArray::fromStdString(*asking).contains("\"bos_token\": \"<s>\""));
    for (const char *config : {"{}", R"({"fix_mistral_regex": false})", R"({"fix_mistral_regex": null})", "[]", "{"})
        QVERIFY2(mistralRegexAskedIn(config) == MistralRegex::AsWritten, config);
    for (const char *config : {"[]", "{", ""})
        QVERIFY2(!askingForCorrectedRegex(config), config);
}

void TestTokenizerJson::readsTheFolderOfAModel()
{
    const std::string folder = m_folder.path().toStdString();
    QVERIFY(errorOf(readModelTokenizer(folder)).contains("There is no config.json"));
    writeIn(m_folder, "config.json", R"({"model_type": "gpt_oss"})");
    QVERIFY(errorOf(readModelTokenizer(folder)).contains("config.json: The field model_type is \"gpt_oss\""));
    writeIn(m_folder, "config.json", R"({"model_type": "llama"})");
    QVERIFY(errorOf(readModelTokenizer(folder)).contains("has no tokenizer.json"));
    writeIn(m_folder, "tokenizer.json", tokenizerFixture("llama3.json"));
    writeIn(m_folder, "tokenizer_config.json",
        R"({"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": "<|end|>", "bos_token": "<|begin|>"})");
    const auto tokenizer = valueOf(readModelTokenizer(folder));
    QCOMPARE(tokenizer.named().end.value_or(""), std::string("<|end|>"));
    const TokenIds ids = tokenizer.encodeWithEnds("a");
    QCOMPARE(ids.size(), std::size_t(2));
    QCOMPARE(ids.front(), tokenizer.idOf("<|begin|>").value());
    QCOMPARE(tokenizer.decodeWithoutSpecials(ids), std::string("a"));
    writeIn(m_folder, "tokenizer_config.json", R"({"split_special_tokens": true})");
    QVERIFY(errorOf(readModelTokenizer(folder)).contains("split_special_tokens"));
}

QTEST_GUILESS_MAIN(TestTokenizerJson)
#include "tst_tokenizerjson.moc"
