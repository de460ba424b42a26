// Folders of Mistral's models that an older transformers wrote: their text is cut as the folder says, or corrected
// where a job or the folder asks for that.
#include "decoderfolder.h"
#include "engine/tasks/languagemodeltokenizer.h"

#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class MistralTokenizerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void followsTheFolder();
    void correctsWhereAsked();
    void correctsWhatWasTrainedCorrected();
    void correctsForAnAdapterThatAsks();

private:
    QString folder() const { return m_folder->filePath("mistral"); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const char *const text = "Born 1234, fooBar";

std::string fileOf(const LanguageModelTokenizer &tokens, const char *name)
{
    for (const SideFile &file : tokens.files)
        if (file.name == name)
            return file.text;
    return {};
}

TokenIds correctedIds(const QString &folder)
{
    const auto tokens = readTokens(folder.toStdString(), MistralRegex::Corrected);
    return tokens ? tokens->encode(text) : TokenIds();
}

} // namespace

void MistralTokenizerTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QDir().mkpath(folder());
    // Has the regular expression that those folders have.
    writeBytes(folder() + "/tokenizer.json", bytesOf(QStringLiteral(MOTLEY_TESTS "/fixtures/tokenizers/llama3.json")));
    writeJson(folder() + "/config.json", {{"model_type", "mistral"}, {"transformers_version", "4.51.3"}});
    writeJson(folder() + "/tokenizer_config.json", {{"bos_token", "<|begin|>"}, {"eos_token", "<|end|>"}});
}

void MistralTokenizerTest::followsTheFolder()
{
    const auto tokens = readTokens(folder().toStdString());
    QVERIFY2(tokens, tokens ? "" : tokens.error().message.c_str());
    QVERIFY2(tokens->note.find("The folder " + folder().toStdString() + " has a tokenizer.json whose") == 0,
        tokens->note.c_str());
    QVERIFY2(tokens->note.find("model.fixMistralRegex") != std::string::npos, tokens->note.c_str());
    QVERIFY(tokens->encode(text) != correctedIds(folder()));
    QCOMPARE(fileOf(*tokens, "tokenizer_config.json"), bytesOf(folder() + "/tokenizer_config.json").toStdString());
}

void MistralTokenizerTest::correctsWhereAsked()
{
    LanguageModelShape model;
    QVERIFY(regexOf(model) == MistralRegex::AsWritten);
    model.fixMistralRegex = true;
    const auto tokens = readTokens(folder().toStdString(), regexOf(model));
    QVERIFY2(tokens, tokens ? "" : tokens.error().message.c_str());
    QVERIFY2(tokens->note.find("as was asked for") != std::string::npos, tokens->note.c_str());
    QCOMPARE(tokens->encode("1234").size(), std::size_t(4)); // digits one by one
    QCOMPARE(tokens->decode(tokens->encode(text)), std::string(text));
    const std::string config = fileOf(*tokens, "tokenizer_config.json");
    QVERIFY2(mistralRegexAskedIn(config) == MistralRegex::Corrected, config.c_str());
    QCOMPARE(fileOf(*tokens, "tokenizer.json"), bytesOf(folder() + "/tokenizer.json").toStdString());
}

void MistralTokenizerTest::correctsWhatWasTrainedCorrected()
{
    const TokenIds expected = correctedIds(folder());
    const auto trained = readTokens(folder().toStdString(), MistralRegex::Corrected);
    QVERIFY(trained);
    for (const SideFile &file : trained->files)
        writeBytes(folder() + "/" + QString::fromStdString(file.name), QByteArray::fromStdString(file.text));
    const auto tokens = readTokens(folder().toStdString());
    QVERIFY2(tokens, tokens ? "" : tokens.error().message.c_str());
    QVERIFY(!expected.empty() && tokens->encode(text) == expected);
    QVERIFY(QFile::remove(folder() + "/tokenizer_config.json"));
    const auto without = readTokens(folder().toStdString(), MistralRegex::Corrected);
    QVERIFY2(without, without ? "" : without.error().message.c_str());
    QVERIFY(mistralRegexAskedIn(fileOf(*without, "tokenizer_config.json")) == MistralRegex::Corrected);
}

void MistralTokenizerTest::correctsForAnAdapterThatAsks()
{
    const QString adapter = m_folder->filePath("adapter");
    QDir().mkpath(adapter);
    writeJson(adapter + "/adapter_config.json",
        {{"peft_type", "LORA"}, {"base_model_name_or_path", folder()}, {"r", 4}, {"lora_alpha", 4},
            {"target_modules", QJsonArray{QStringLiteral("q_proj")}}});
    const auto before = readTokens(adapter.toStdString());
    QVERIFY2(before, before ? "" : before.error().message.c_str());
    QVERIFY(before->encode(text) != correctedIds(folder()));
    writeJson(adapter + "/tokenizer_config.json", {{"fix_mistral_regex", true}});
    const auto tokens = readTokens(adapter.toStdString());
    QVERIFY2(tokens, tokens ? "" : tokens.error().message.c_str());
    QVERIFY(tokens->encode(text) == correctedIds(folder()));
}

QTEST_GUILESS_MAIN(MistralTokenizerTest)
#include "tst_mistraltokenizer.moc"
