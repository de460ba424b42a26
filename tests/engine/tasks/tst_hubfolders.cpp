// Folders as Hugging Face's programs write them today: the tasks take them as they are, and do with text what the
// folder's own tokenizer does. tests/fixtures/huggingface is by tests/reference/hubfolders.py.
#include "engine/data/tokenizers/bytepairencoding.h"
#include "engine/inference/textgenerator.h"
#include "engine/models/gpt2/gpt2.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "hubfolders.h"
#include "taskdata.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <torch/torch.h>

#include <algorithm>

using namespace motley;

class HubFoldersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsTextAsTheFolder_data();
    void cutsTextAsTheFolder();
    void keepsCapitalsWhereTheFolderDoes_data();
    void keepsCapitalsWhereTheFolderDoes();
    void theJobMaySaySomethingElse_data();
    void theJobMaySaySomethingElse();
    void countsWordsOfNothing();
    void readsWhatItWrote();
    void goesOnFromABertWithoutHeads();
    void putsTheVocabularyBesideTheModel();
    void goesOnFromAGpt2();
    void refusesWhatItWouldGetWrong_data();
    void refusesWhatItWouldGetWrong();

private:
    QString copyOf(const char *name); // of a folder of the fixtures
    QString fresh() { return m_folder.filePath(QString::number(++m_folders)); }
    JobSpec taggingJob(const QString &model, const QByteArray &conll);

    QTemporaryDir m_folder;
    int m_folders = 0;
};

QString HubFoldersTest::copyOf(const char *name)
{
    const QString copy = fresh();
    QDir().mkpath(copy);
    for (const QString &file : QDir(fixture(name)).entryList(QDir::Files))
        write(copy + "/" + file, read(fixture(name) + "/" + file));
    return copy;
}

JobSpec HubFoldersTest::taggingJob(const QString &model, const QByteArray &conll)
{
    const QString data = fresh() + "/text.conll";
    write(data, conll);
    JobSpec job;
    job.name = "hub";
    TaggingSpec spec;
    spec.model.start = model.toStdString();
    spec.data = {data.toStdString(), data.toStdString(), 64};
    job.task = spec;
    return job;
}

void HubFoldersTest::cutsTextAsTheFolder_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QJsonArray>("ids");
    // The model takes 16 tokens with those at both ends, and the task cuts at words.
    for (const char *folder : {"bert-cased", "bert-accents"})
        for (const auto &item : QJsonDocument::fromJson(read(fixture(folder) + "/ids.json")).array())
            if (const QJsonObject row = item.toObject();
                !row["ids"].toArray().isEmpty() && row["ids"].toArray().size() <= 14)
                QTest::addRow("%s: %s", folder, qPrintable(row["text"].toString()))
                    << fixture(folder) << row["text"].toString() << row["ids"].toArray();
}

void HubFoldersTest::cutsTextAsTheFolder()
{
    QFETCH(QString, folder);
    QFETCH(QString, text);
    QFETCH(QJsonArray, ids);
    QByteArray conll;
    for (const QString &word : text.split(' '))
        conll += word.toUtf8() + "\tO\n";
    JobSpec job = taggingJob(folder, conll);
    const auto found = firstIds(*opened(job));
    QJsonArray list;
    for (const std::int64_t id : found)
        list.append(qint64(id));
    QCOMPARE(list, ids);
}

void HubFoldersTest::keepsCapitalsWhereTheFolderDoes_data()
{
    QTest::addColumn<QString>("config"); // do_lower_case in tokenizer_config.json; empty: no such file
    QTest::addColumn<QString>("tokenizer"); // lowercase in tokenizer.json; empty: no such file, but vocab.txt
    QTest::addColumn<bool>("capitals"); // in the vocabulary
    QTest::addColumn<bool>("kept");
    QTest::addRow("the configuration says so") << "false"
                                               << "" << false << true;
    QTest::addRow("the configuration says no") << "true"
                                               << "" << true << false;
    QTest::addRow("the tokenizer says so") << ""
                                           << "false" << false << true;
    QTest::addRow("the tokenizer says no") << ""
                                           << "true" << true << false;
    QTest::addRow("they disagree") << "true"
                                   << "false" << true << false;
    QTest::addRow("only a vocabulary, with capitals") << ""
                                                      << "" << true << true;
    QTest::addRow("only a vocabulary, without") << ""
                                                << "" << false << false;
}

void HubFoldersTest::keepsCapitalsWhereTheFolderDoes()
{
    QFETCH(QString, config);
    QFETCH(QString, tokenizer);
    QFETCH(bool, capitals);
    QFETCH(bool, kept);
    const QString folder = copyOf("bert-cased");
    QFile::remove(folder + "/tokenizer_config.json");
    QJsonObject whole = objectIn(folder + "/tokenizer.json");
    QFile::remove(folder + "/tokenizer.json");
    QJsonObject model = whole["model"].toObject();
    QJsonObject vocabulary = model["vocab"].toObject();
    QMap<int, QString> tokens;
    for (const QString &token : vocabulary.keys())
        tokens[vocabulary[token].toInt()] = token;
    if (!capitals) // other tokens in their places
        for (auto token = tokens.begin(); token != tokens.end(); ++token)
            if (!token->startsWith('[') && token->toLower() != *token)
                *token = "no " + QString::number(token.key());
    if (!config.isEmpty())
        write(folder + "/tokenizer_config.json", QJsonObject{{"do_lower_case", config == "true"}});
    if (tokenizer.isEmpty()) {
        write(folder + "/vocab.txt", QStringList(tokens.values()).join('\n').toUtf8() + "\n");
    } else {
        vocabulary = {};
        for (auto token = tokens.begin(); token != tokens.end(); ++token)
            vocabulary[*token] = token.key();
        model["vocab"] = vocabulary;
        whole["model"] = model;
        QJsonObject normalizer = whole["normalizer"].toObject();
        normalizer["lowercase"] = tokenizer == "true";
        whole["normalizer"] = normalizer;
        write(folder + "/tokenizer.json", whole);
    }
    const auto task = opened(taggingJob(folder, "Anna\tO\n"));
    const int word = int(firstIds(*task).front());
    QCOMPARE(word != tokens.key("anna"), kept);
    QCOMPARE(
        QJsonDocument::fromJson(fileOf(*task, "tokenizer_config.json")).object()["do_lower_case"].toBool(!kept), !kept);
    QCOMPARE(task->notes().size(), std::size_t(1)); // of the new head
}

void HubFoldersTest::theJobMaySaySomethingElse_data()
{
    QTest::addColumn<QByteArray>("lowercase");
    QTest::addColumn<bool>("kept");
    QTest::addColumn<bool>("noted");
    QTest::addRow("nothing") << QByteArray("\"of-model\"") << true << false;
    QTest::addRow("always") << QByteArray("\"always\"") << false << true;
    QTest::addRow("never") << QByteArray("\"never\"") << true << false;
    QTest::addRow("true, as older jobs have it") << QByteArray("true") << false << true;
}

void HubFoldersTest::theJobMaySaySomethingElse()
{
    QFETCH(QByteArray, lowercase);
    QFETCH(bool, kept);
    QFETCH(bool, noted);
    const std::string written = toJson(taggingJob(fixture("bert-cased"), "Anna\tO\n"));
    QJsonObject job = QJsonDocument::fromJson(QByteArray::fromStdString(written)).object();
    QJsonObject model = job["model"].toObject();
    model["lowercase"] = QJsonDocument::fromJson("[" + lowercase + "]").array()[0];
    job["model"] = model;
    const auto parsed = parseJob(QJsonDocument(job).toJson().toStdString());
    QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
    const auto task = opened(*parsed);
    QCOMPARE(firstIds(*task).front(), std::int64_t(kept ? 5 : 6));
    const QJsonObject config = QJsonDocument::fromJson(fileOf(*task, "tokenizer_config.json")).object();
    QCOMPARE(config["do_lower_case"].toBool(kept), !kept);
    const auto notes = task->notes();
    QCOMPARE(std::any_of(notes.begin(), notes.end(),
                 [](const std::string &note) { return note.find("model.lowercase") != std::string::npos; }),
        noted);
}

// Without accents nothing is left of U+FE0F, which makes an emoji of the character before it.
void HubFoldersTest::countsWordsOfNothing()
{
    JobSpec job = taggingJob(fixture("bert-cased"), "anna\tO\n\ufe0f\tO\n");
    std::get<TaggingSpec>(job.task).model.lowercase = LetterCase::Lower;
    const auto notes = opened(job)->notes();
    for (const char *text : {"1 word of the training text of nothing", "1 word of the test text of nothing"})
        QVERIFY2(
            std::any_of(notes.begin(), notes.end(), [&](const std::string &note) { return note.starts_with(text); }),
            text);
}

void HubFoldersTest::readsWhatItWrote()
{
    for (const char *name : {"bert-cased", "bert-accents"}) {
        const QByteArray conll("Élan\tO\nanna\tO\n");
        const auto task = opened(taggingJob(fixture(name), conll));
        const QString folder = copyOf(name);
        QFile::remove(folder + "/tokenizer.json");
        for (const SideFile &file : task->modelFiles())
            write(folder + "/" + QString::fromStdString(file.name), QByteArray::fromStdString(file.text));
        const auto again = opened(taggingJob(folder, conll));
        QCOMPARE(firstIds(*again), firstIds(*task));
        QCOMPARE(fileOf(*again, "tokenizer_config.json"), fileOf(*task, "tokenizer_config.json"));
        QCOMPARE(fileOf(*again, "vocab.txt"), fileOf(*task, "vocab.txt"));
    }
}

// The fixture is a BertModel, whose file has no "cls" and no "bert." in front, in three files with an index.
void HubFoldersTest::goesOnFromABertWithoutHeads()
{
    TaskJob made = makeTaskJob("bert-pretraining", fresh().toStdString());
    auto &spec = std::get<BertSpec>(made.job.task);
    spec.model.config.path.clear();
    spec.model.start = copyOf("bert-cased").toStdString();
    QJsonObject config = objectIn(QString::fromStdString(spec.model.start.path) + "/config.json");
    const auto first = QString::fromStdString(spec.model.start.path) + "/model-00002-of-00003.safetensors";
    auto tensors = *readSafetensors(first.toStdString());
    for (NamedTensor &item : tensors)
        if (item.name == "embeddings.position_embeddings.weight")
            item.tensor = item.tensor.repeat({2, 1}).contiguous(); // the rows have 32 tokens
    QVERIFY(writeSafetensors(first.toStdString(), tensors));
    config["max_position_embeddings"] = 32;
    write(QString::fromStdString(spec.model.start.path) + "/config.json", config);
    const auto task = opened(made.job);
    QVERIFY(task->notes().size() == 1);
    QVERIFY(task->notes()[0].find("cls.predictions.bias") != std::string::npos);
    QVERIFY(task->notes()[0].find("embeddings") == std::string::npos);
    QVERIFY(fileOf(*task, "vocab.txt").startsWith("[PAD]\n[UNK]\n"));
    QVERIFY(fileOf(*task, "tokenizer_config.json").contains("\"do_lower_case\": false"));
    const NamedTensors state = stateDict(task->model());
    const auto *words = findTensor(state, "bert.embeddings.word_embeddings.weight");
    QVERIFY(words);
    const auto shard = *readSafetensors((fixture("bert-cased") + "/model-00001-of-00003.safetensors").toStdString());
    QVERIFY(at::equal(*words, *findTensor(shard, "embeddings.word_embeddings.weight")));
}

void HubFoldersTest::putsTheVocabularyBesideTheModel()
{
    TaskJob made = makeTaskJob("bert-pretraining", fresh().toStdString());
    QVERIFY(opened(made.job)->modelFiles().empty());
    auto &spec = std::get<BertSpec>(made.job.task);
    spec.model.vocabulary
        = QFileInfo(QString::fromStdString(spec.model.config.path)).path().toStdString() + "/vocab.txt";
    const auto task = opened(made.job);
    QCOMPARE(fileOf(*task, "vocab.txt"), read(QString::fromStdString(spec.model.vocabulary.path)));
    QVERIFY(fileOf(*task, "tokenizer_config.json").contains("\"do_lower_case\": true"));
    spec.model.vocabulary = (fixture("bert-cased") + "/config.json").toStdString();
    const auto refused = openTask(made.job);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.find("config.json") != std::string::npos);
}

// Its tokenizer is tokenizer.json alone, without vocab.json and merges.txt.
void HubFoldersTest::goesOnFromAGpt2()
{
    Gpt2Config config;
    config.vocabulary = 1200;
    config.positions = 32;
    config.hiddenSize = 16;
    config.layers = 1;
    config.heads = 2;
    Gpt2 model(config);
    initialiseGpt2(model, config, 1);
    const std::string folder = fresh().toStdString();
    const std::string tokenizer = read(fixture("gpt2") + "/tokenizer.json").toStdString();
    QVERIFY(writeModelFolder(folder, model, toJson(config), {{"tokenizer.json", tokenizer}}));
    const QString text = fresh() + "/text.txt";
    write(text, QByteArray("the cats are sleeping in an unbelievably warm garden\n").repeated(40));
    LanguageModelSpec spec;
    spec.model.start = folder;
    spec.model.context = 16;
    spec.data.train = text.toStdString();
    spec.data.units = LanguageModelData::Units::OfModel;
    JobSpec job;
    job.name = "hub";
    job.task = spec;
    const auto task = opened(job);
    const auto tokens = BytePairTokenizer::readFolder(folder);
    QVERIFY(tokens);
    QCOMPARE(fileOf(*task, "vocab.json"), QByteArray::fromStdString(tokens->vocabularyJson()));
    QCOMPARE(fileOf(*task, "merges.txt"), QByteArray::fromStdString(tokens->mergesText()));
    auto generator = TextGenerator::open(folder, c10::kCPU);
    QVERIFY2(generator, generator ? "" : generator.error().message.c_str());
    QVERIFY(generator->write("the cats", {}));
    const auto tested = reopenTask(folder, text.toStdString(), LanguageModelSpec::name);
    QVERIFY2(tested, tested ? "" : tested.error().message.c_str());
    QCOMPARE((*tested)->modelName(), task->modelName());
}

void HubFoldersTest::refusesWhatItWouldGetWrong_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const char *file, QByteArray from, QByteArray to, const char *says) {
        QTest::addRow("%s", name) << QString(file) << from << to << QByteArray(says);
    };
    const char *config = "tokenizer_config.json";
    const char *tokenizer = "tokenizer.json";
    const char *index = "model.safetensors.index.json";
    row("no JSON", config, "{", "", "tokenizer_config.json: ");
    row("no flag", config, "\"do_lower_case\": false", "\"do_lower_case\": 1", "do_lower_case must be true or false");
    row("a deep configuration", config, "{", "{\"a\": " + QByteArray(100'000, '['), "tokenizer_config.json: ");
    row("no tokenizer", tokenizer, "{", "", "tokenizer.json: The tokenizer is not a JSON object");
    row("a deep tokenizer", tokenizer, "{", "{\"a\": " + QByteArray(100'000, '['), "levels deep");
    row("another model", tokenizer, "\"WordPiece\",\n    \"unk", "\"Unigram\",\n    \"unk", "\"Unigram\"");
    row("another normalizer", tokenizer, "\"BertNormalizer\"", "\"Lowercase\"",
        "tokenizer.json: The tokenizer's normalizer");
    row("another cutter", tokenizer, "\"BertPreTokenizer\"", "\"Whitespace\"", "The tokenizer's pre_tokenizer");
    row("another prefix", tokenizer, "\"continuing_subword_prefix\": \"##\"", "\"continuing_subword_prefix\": \"@@\"",
        "@@");
    row("a gap in the ids", tokenizer, "\"Anna\": 5", "\"Anna\": 5000", "the number 5000");
    row("a token of two lines", tokenizer, "\"Anna\"", "\"An\\nna\"", "the end of a line");
    row("no special token", tokenizer, "\"[CLS]\": 2", "\"[KLS]\": 2", "\"[CLS]\" the number 2");
    row("no index", index, "\"weight_map\"", "\"weights\"", "weight_map");
    row("a file elsewhere", index, "\"model-00002", "\"../model-00002", "in the same folder");
    row("a missing file", index, "\"model-00002", "\"model-00009", "model-00009-of-00003.safetensors");
    row("a tensor in another file", index, "\"embeddings.word_embeddings.weight\": \"model-00001",
        "\"embeddings.word_embeddings.weight\": \"model-00002", "embeddings.word_embeddings.weight");
    row("a deep index", index, "{", "{\"a\": " + QByteArray(100'000, '['), "nested deeper");
}

void HubFoldersTest::refusesWhatItWouldGetWrong()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, says);
    const QString folder = copyOf("bert-cased");
    QByteArray text = read(folder + "/" + file);
    QVERIFY2(text.contains(from), text);
    text.replace(text.indexOf(from), from.size(), to);
    if (from.startsWith("\"model-00002"))
        text.replace(from, to);
    write(folder + "/" + file, text);
    const auto task = openTask(taggingJob(folder, "Anna\tO\n"));
    QVERIFY(!task);
    QVERIFY2(task.error().message.find(says.toStdString()) != std::string::npos, task.error().message.c_str());
    QVERIFY2(task.error().message.find(folder.toStdString()) != std::string::npos, task.error().message.c_str());
}

QTEST_GUILESS_MAIN(HubFoldersTest)
#include "tst_hubfolders.moc"
