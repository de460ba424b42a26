// A tokenizer is what all files of its folder say: added tokens, special tokens and classes, in each layout that
// transformers writes. tests/fixtures/huggingface/addedtokens.json is by tests/reference/tokenizerfolders.py, with
// which tests/oracles/run compares hundreds of texts more.
#include "engine/data/tokenizers/bytepairencoding.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/data/tokenizers/wordpiece.h"
#include "engine/formats/gpt2config.h"
#include "engine/models/causal/generation.h"
#include "engine/tasks/bertwordpieces.h"
#include "engine/tasks/languagemodeltokenizer.h"
#include "hubfolders.h"
#include "tests/fixtures/referencepython.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

std::vector<QJsonObject> objectsIn(const QJsonArray &array)
{
    std::vector<QJsonObject> objects;
    for (const auto &item : array)
        objects.push_back(item.toObject());
    return objects;
}

enum class Layout { Whole, Parts }; // tokenizer.json, or a vocabulary with tokenizer_config.json

QJsonObject tokenizerOf(const QString &base, const QJsonArray &added)
{
    QJsonObject tokenizer = objectIn(fixture(qPrintable(base)) + "/tokenizer.json");
    QJsonArray all = tokenizer["added_tokens"].toArray();
    for (const auto &token : added)
        all.append(token);
    tokenizer["added_tokens"] = all;
    return tokenizer;
}

void writeVocabulary(const QString &folder, const QJsonObject &model)
{
    const QJsonObject vocabulary = model["vocab"].toObject();
    if (model["type"] == "BPE") {
        QByteArray merges;
        for (const auto &merge : model["merges"].toArray())
            merges += (merge.isString() ? merge.toString() : merge[0].toString() + " " + merge[1].toString()).toUtf8()
                + "\n";
        write(folder + "/vocab.json", vocabulary);
        write(folder + "/merges.txt", merges);
        return;
    }
    QMap<int, QString> lines;
    for (const QString &token : vocabulary.keys())
        lines[vocabulary[token].toInt()] = token;
    write(folder + "/vocab.txt", QStringList(lines.values()).join('\n').toUtf8() + "\n");
}

void writeFolder(const QString &folder, const QString &base, const QJsonObject &tokenizer, Layout layout)
{
    QJsonObject config = objectIn(fixture(qPrintable(base)) + "/tokenizer_config.json");
    if (layout == Layout::Whole) {
        write(folder + "/tokenizer.json", tokenizer);
    } else {
        QJsonObject decoder;
        for (const auto &token : tokenizer["added_tokens"].toArray())
            decoder[QString::number(token.toObject()["id"].toInt())] = token;
        config["added_tokens_decoder"] = decoder;
        writeVocabulary(folder, tokenizer["model"].toObject());
    }
    write(folder + "/tokenizer_config.json", config);
}

struct Opened {
    std::shared_ptr<const Tokenizer> tokenizer;
    std::vector<SideFile> files; // as they are saved beside a model
};

Result<Opened> openFolder(const QString &folder, bool isBert)
{
    if (isBert) {
        BertConfig config;
        config.vocabulary = 1 << 20;
        return readWordPieces(folder.toStdString(), config).map([&](BertWordPieces pieces) {
            auto files = tokenizerFiles(pieces.tokenizer, config);
            return Opened{std::make_shared<WordPieceTokenizer>(std::move(pieces.tokenizer)), std::move(files)};
        });
    }
    return readTokens(folder.toStdString()).map([](LanguageModelTokenizer tokens) {
        tokens.files.push_back({"tokenizer_config.json", toJson(tokens.config)});
        return Opened{tokens.tokenizer, tokens.files};
    });
}

QJsonArray idsOf(const Tokenizer &tokenizer, const QString &text)
{
    QJsonArray list;
    for (const std::int32_t id : tokenizer.encode(text.toStdString()))
        list.append(id);
    return list;
}

QString saved(const QString &folder, const Opened &opened, bool isBert)
{
    for (const SideFile &file : opened.files)
        write(folder + "/" + QString::fromStdString(file.name), QByteArray::fromStdString(file.text));
    write(folder + "/config.json", QJsonObject{{"model_type", isBert ? "bert" : "gpt2"}});
    return folder;
}

} // namespace

class TokenizerFoldersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsAddedTokens_data();
    void findsAddedTokens();
    void readsOlderFolders_data();
    void readsOlderFolders();
    void endsTextsAsTheFolderSays_data();
    void endsTextsAsTheFolderSays();
    void refusesWhatItCannotDo_data();
    void refusesWhatItCannotDo();
    void saysWhenAVocabularyIsMuchShorter();
    void readsVocabulariesAsTransformers_data();
    void readsVocabulariesAsTransformers();

private:
    QString fresh() { return m_folder.filePath(QString::number(++m_folders)); }

    QTemporaryDir m_folder;
    int m_folders = 0;
};

void TokenizerFoldersTest::findsAddedTokens_data()
{
    QTest::addColumn<QJsonObject>("expected");
    QTest::addColumn<Layout>("layout");
    for (const QJsonObject &item : objectsIn(QJsonDocument::fromJson(read(fixture("addedtokens.json"))).array()))
        for (const Layout layout : {Layout::Whole, Layout::Parts})
            QTest::addRow("%s, %s", qPrintable(item["base"].toString()),
                layout == Layout::Whole ? "tokenizer.json" : "a vocabulary and its configuration")
                << item << layout;
}

void TokenizerFoldersTest::findsAddedTokens()
{
    QFETCH(QJsonObject, expected);
    QFETCH(Layout, layout);
    const QString base = expected["base"].toString();
    const bool isBert = base.startsWith("bert");
    const QString folder = fresh();
    writeFolder(folder, base, tokenizerOf(base, expected["added"].toArray()), layout);
    const auto opened = openFolder(folder, isBert);
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    const auto again = openFolder(saved(fresh(), *opened, isBert), isBert);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(again->tokenizer->size(), opened->tokenizer->size());
    for (const QJsonObject &item : objectsIn(expected["cases"].toArray())) {
        const QString text = item["text"].toString();
        QCOMPARE(idsOf(*opened->tokenizer, text), item["ids"].toArray());
        QCOMPARE(idsOf(*again->tokenizer, text), item["ids"].toArray());
    }
    for (std::size_t i = 0; i < opened->files.size(); ++i)
        QCOMPARE(QByteArray::fromStdString(again->files[i].text), QByteArray::fromStdString(opened->files[i].text));
}

// Where added_tokens.json numbers the tokens and special_tokens_map.json says which are no text.
void TokenizerFoldersTest::readsOlderFolders_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QJsonArray>("tokens"); // of <b> and <X>, which are the last two
    QTest::addRow("BERT") << "bert-accents"
                          << "<b><B><X><x>" << QJsonArray{"<b>", "<b>", "<X>"};
    QTest::addRow("GPT-2") << "gpt2"
                           << "<b><B><X><x>" << QJsonArray{"<b>", "<X>"};
}

void TokenizerFoldersTest::readsOlderFolders()
{
    QFETCH(QString, base);
    QFETCH(QString, text);
    QFETCH(QJsonArray, tokens);
    const QString folder = fresh();
    const QJsonObject model = tokenizerOf(base, {})["model"].toObject();
    const int size = int(model["vocab"].toObject().size());
    writeVocabulary(folder, model);
    write(folder + "/added_tokens.json", QJsonObject{{"<X>", size + 1}, {"<b>", size}});
    write(folder + "/special_tokens_map.json", QJsonObject{{"extra_special_tokens", QJsonArray{"<X>"}}});
    write(folder + "/tokenizer_config.json", QJsonObject{{"do_lower_case", true}});
    const auto opened = openFolder(folder, base.startsWith("bert"));
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
    QCOMPARE(opened->tokenizer->size(), size + 2);
    QJsonArray found;
    for (const auto &id : idsOf(*opened->tokenizer, text))
        if (id.toInt() >= size)
            found.append(id.toInt() == size ? "<b>" : "<X>");
    QCOMPARE(found, tokens);
}

void TokenizerFoldersTest::endsTextsAsTheFolderSays_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("generation"); // empty: there is no such file
    QTest::addColumn<QJsonObject>("expected"); // in config.json
    const auto row = [](const char *name, QByteArray config, QByteArray generation, QByteArray expected) {
        QTest::addRow("%s", name) << config << generation << QJsonDocument::fromJson(expected).object();
    };
    row("the tokenizer's", "{}", "", R"({"bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0})");
    row("the configuration's", R"({"eos_token_id": 5, "bos_token_id": 3})", "",
        R"({"bos_token_id": 3, "eos_token_id": 5, "pad_token_id": 5})");
    row("several", R"({"eos_token_id": 5})", R"({"eos_token_id": [7, 5], "pad_token_id": 4})",
        R"({"bos_token_id": 0, "eos_token_id": [7, 5], "pad_token_id": 4})");
    row("none", R"({"eos_token_id": null})", "{}",
        R"({"bos_token_id": 0, "eos_token_id": null, "pad_token_id": null})");
    row("one that the vocabulary lacks", R"({"eos_token_id": 50256})", "",
        R"({"bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0})");
}

void TokenizerFoldersTest::endsTextsAsTheFolderSays()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, generation);
    QFETCH(QJsonObject, expected);
    const QString folder = fresh();
    writeFolder(folder, "gpt2", tokenizerOf("gpt2", {}), Layout::Whole);
    write(folder + "/config.json", config);
    if (!generation.isEmpty())
        write(folder + "/generation_config.json", generation);
    const auto tokens = readTokens(folder.toStdString());
    QVERIFY2(tokens, tokens ? "" : tokens.error().message.c_str());
    Gpt2Config written;
    written.special = tokens->special;
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(written))).object();
    for (const QString &key : expected.keys())
        QCOMPARE(json[key], expected[key]);
}

void TokenizerFoldersTest::refusesWhatItCannotDo_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("change"); // of the object in the file
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *base, const char *file, const char *change, const char *says) {
        QTest::addRow("%s: %s", base, change)
            << QString(base) << QString(file) << QByteArray(change) << QByteArray(says);
    };
    const char *config = "tokenizer_config.json";
    const char *tokenizer = "tokenizer.json";
    const char *bert = "bert-cased";
    row(bert, config, R"({"tokenizer_class": "BertJapaneseTokenizer"})", "BertJapaneseTokenizer");
    row(bert, config, R"({"never_split": ["<x>"]})", "never_split");
    row(bert, config, R"({"do_basic_tokenize": false})", "do_basic_tokenize");
    row(bert, config, R"({"cls_token": 7})", "cls_token");
    row(bert, config, R"({"added_tokens_decoder": {"500": {"content": "<x>"}}})", "\"<x>\" the number 500");
    row(bert, config, R"({"added_tokens_decoder": {"x": {"content": "<x>"}}})", "The number of the token");
    row(bert, config, R"({"added_tokens_decoder": {"145": {"content": "<x>", "lstrip": 1}}})", "lstrip");
    row(bert, config, R"({"added_tokens_decoder": {"145": {"content": "<x>", "fuzzy": true}}})", "fuzzy");
    row(bert, tokenizer, R"({"post_processor": {"type": "TemplateProcessing", "single": [{"Sequence": {"id": "A"}}]}})",
        "before a text");
    row(bert, tokenizer, R"({"post_processor": {"type": "RobertaProcessing"}})", "RobertaProcessing");
    row(bert, tokenizer, R"({"normalizer": {"type": "BertNormalizer", "nfkc": true}})", "\"nfkc\" is unknown");
    row(bert, tokenizer, R"({"shuffler": null})", "\"shuffler\" is unknown");
    const char *gpt = "gpt2";
    row(gpt, config, R"({"tokenizer_class": "LlamaTokenizer"})", "LlamaTokenizer");
    row(gpt, config, R"({"add_prefix_space": true})", "add_prefix_space");
    row(gpt, config, R"({"add_bos_token": true})", "add_bos_token");
    row(gpt, config, R"({"split_special_tokens": true})", "split_special_tokens");
    row(gpt, tokenizer, R"({"normalizer": {"type": "NFKC"}})", "normalizer");
    row(gpt, tokenizer, R"({"pre_tokenizer": {"type": "Sequence", "pretokenizers": []}})", "Sequence");
    row(gpt, tokenizer, R"({"decoder": {"type": "Metaspace"}})", "Metaspace");
    row(gpt, tokenizer,
        R"({"post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>"}}]}})",
        "around a text");
    row(gpt, "config.json", R"({"tokenizer_class": "XLNetTokenizer"})", "config.json: ");
    row(gpt, "added_tokens.json", R"({"<x>": 5000})", "\"<x>\" the number 5000");
    row(gpt, "special_tokens_map.json", R"([])", "special_tokens_map.json: ");
    row(gpt, "generation_config.json", R"({"eos_token_id": "end"})", "eos_token_id");
}

// Whether the folder has the vocabulary in files of its own, too, makes no difference.
void TokenizerFoldersTest::refusesWhatItCannotDo()
{
    QFETCH(QString, base);
    QFETCH(QString, file);
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, says);
    const QString folder = fresh();
    const QJsonObject tokenizer = tokenizerOf(base, {});
    writeFolder(folder, base, tokenizer, Layout::Whole);
    writeVocabulary(folder, tokenizer["model"].toObject());
    QVERIFY(openFolder(folder, base.startsWith("bert")));
    const QJsonDocument document = QJsonDocument::fromJson(change);
    QVERIFY(!document.isNull());
    QJsonObject object = QFile::exists(folder + "/" + file) ? objectIn(folder + "/" + file) : QJsonObject();
    for (const QString &key : document.object().keys())
        object[key] = document.object()[key];
    if (file == "config.json")
        QVERIFY(QFile::remove(folder + "/tokenizer_config.json"));
    write(folder + "/" + file, document.isArray() ? change : QJsonDocument(object).toJson());
    const auto opened = openFolder(folder, base.startsWith("bert"));
    QVERIFY(!opened);
    const QByteArray said = QByteArray::fromStdString(opened.error().message);
    QVERIFY2(said.contains(says), said);
    QVERIFY2(said.contains(folder.toUtf8()), said);
}

void TokenizerFoldersTest::saysWhenAVocabularyIsMuchShorter()
{
    QVERIFY(notesOnUnused(50257, 50304, "x").empty());
    QVERIFY(notesOnUnused(100, 228, "x").empty());
    QVERIFY(notesOnUnused(28996, 30522, "x").at(0).find("28996 tokens, but the model 30522") != std::string::npos);
    BertConfig config;
    config.vocabulary = 30522;
    const auto pieces = readWordPieces(fixture("bert-cased").toStdString(), config);
    QCOMPARE(pieces->notes.size(), std::size_t(1));
}

void TokenizerFoldersTest::readsVocabulariesAsTransformers_data()
{
    QTest::addColumn<QByteArray>("end"); // of vocab.txt
    QTest::addColumn<int>("size");
    QTest::addColumn<QByteArray>("added"); // added_tokens.json
    QTest::addRow("a line's end") << QByteArray("john\n") << 6 << QByteArray();
    QTest::addRow("none") << QByteArray("john") << 6 << QByteArray();
    QTest::addRow("a blank line") << QByteArray("john\n\n") << 6 << QByteArray();
    QTest::addRow("two blank lines") << QByteArray("john\r\n\r\n \r\n") << 6 << QByteArray();
    QTest::addRow("spaces after a token") << QByteArray("john \t\u00a0\n") << 6 << QByteArray();
    QTest::addRow("an added token") << QByteArray("john\n") << 7 << QByteArray(R"({"<x>": 6})");
    QTest::addRow("an added token after a blank line") << QByteArray("john\n\n") << 8 << QByteArray(R"({"<x>": 7})");
}

void TokenizerFoldersTest::readsVocabulariesAsTransformers()
{
    QFETCH(QByteArray, end);
    QFETCH(int, size);
    QFETCH(QByteArray, added);
    const QString folder = fresh();
    write(folder + "/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n" + end);
    if (!added.isEmpty())
        write(folder + "/added_tokens.json", added);
    BertConfig config;
    config.vocabulary = size;
    const auto pieces = readWordPieces(folder.toStdString(), config);
    QVERIFY2(pieces, pieces ? "" : pieces.error().message.c_str());
    QCOMPARE(pieces->tokenizer.size(), size);
    QVERIFY((pieces->tokenizer.encode("john [MASK]") == TokenIds{5, 4}));
    QVERIFY(added.isEmpty() || pieces->tokenizer.encode("<x>") == TokenIds{size - 1});
}

// Random tokens, flags and texts in folders of each layout.
class AgainstTransformers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsTextAlike();
};

void AgainstTransformers::cutsTextAlike()
{
    const QString script = MOTLEY_TESTS "/reference/tokenizerfolders.py";
    const QTemporaryDir place;
    saidByReference({script, "make", place.path()});
    const auto cases = objectsIn(QJsonDocument::fromJson(read(place.filePath("cases.json"))).array());
    QVERIFY(cases.size() > 60);
    for (const QJsonObject &item : cases) {
        const QString name = item["folder"].toString();
        const bool isBert = item["bert"].toBool();
        const auto opened = openFolder(place.filePath(name), isBert);
        QVERIFY2(opened, qPrintable(opened ? "" : name + ": " + QString::fromStdString(opened.error().message)));
        const QJsonArray texts = item["texts"].toArray();
        const QJsonArray ids = item["ids"].toArray();
        for (qsizetype i = 0; i < texts.size(); ++i)
            QVERIFY2(idsOf(*opened->tokenizer, texts[i].toString()) == ids[i].toArray(),
                qPrintable(name + ": " + texts[i].toString()));
        saved(place.filePath(name + "-saved"), *opened, isBert);
    }
    const QJsonArray theirs
        = QJsonDocument::fromJson(saidByReference({script, "ids", place.path()}).trimmed().split('\n').last()).array();
    QCOMPARE(std::size_t(theirs.size()), cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i)
        QVERIFY2(
            theirs[qsizetype(i)].toArray() == cases[i]["ids"].toArray(), qPrintable(cases[i]["folder"].toString()));
}

int main(int argc, char *argv[])
{
    return runTests<TokenizerFoldersTest, AgainstTransformers>(argc, argv);
}

#include "tst_tokenizerfolders.moc"
