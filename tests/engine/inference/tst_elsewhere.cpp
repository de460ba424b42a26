// A trained model opens elsewhere: its folder has what transformers' AutoTokenizer, generate() and pipeline() need, and
// a card for people. tests/oracles/run opens the folders with transformers itself.
#include "engine/data/tokenizers/sentencepiece.h"
#include "engine/data/tokenizers/wordpiece.h"
#include "engine/tasks/languagemodeltokenizer.h"
#include "fixturerun.h"
#include "taskdata.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/fixtures/referencepython.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject objectIn(const QString &path)
{
    return QJsonDocument::fromJson(bytesOf(path)).object();
}

struct Trained {
    JobSpec job;
    QString model;
    Evaluation test;
};

// `pieces`: the size of a language model's vocabulary; 0: its tokens are characters.
Trained trained(const QTemporaryDir &folder, const char *task, std::int64_t pieces = 0)
{
    const QString place = folder.filePath(task) + (pieces > 0 ? "-of-pieces" : "");
    TaskJob made = makeTaskJob(task, place.toStdString() + "/data");
    if (auto *spec = std::get_if<LanguageModelSpec>(&made.job.task); spec && pieces > 0) {
        spec->data.units = LanguageModelData::Units::Pieces;
        spec->data.vocabulary = pieces;
    }
    made.job.maxSteps = 40;
    made.job.schedule.peak = 0.002;
    const QString run = place + "/run";
    const std::int64_t half = made.job.batch / 2;
    const RunResult result = runRanks({made.job, {half, made.job.batch - half}, run.toStdString()});
    if (!result.problem().isEmpty())
        qFatal("%s", result.problem().constData());
    return {made.job, run + "/model", *result.lastEvaluation()};
}

struct Models {
    QTemporaryDir folder;
    Trained translator = trained(folder, "translation");
    Trained writer = trained(folder, "language-model");
    Trained pieceWriter = trained(folder, "language-model", 28);
    Trained tagger = trained(folder, "token-classification");
};

Models &models()
{
    static Models all;
    return all;
}

QStringList sourceLines()
{
    const auto &data = std::get<TranslationSpec>(models().translator.job.task).data;
    QStringList lines = QString::fromUtf8(bytesOf(QString::fromStdString(data.testSource.path))).split('\n');
    lines.removeAll(QString());
    return lines;
}

} // namespace

class ElsewhereTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatMarianTokenizerNeeds();
    void writesTheFormOfTokenizers_data();
    void writesTheFormOfTokenizers();
    void writesWhatGenerateNeeds();
    void writesACard_data();
    void writesACard();
};

void ElsewhereTest::writesWhatMarianTokenizerNeeds()
{
    const QString model = models().translator.model;
    const QByteArray pieces = bytesOf(model + "/tokenizer.model");
    QVERIFY(!pieces.isEmpty());
    QCOMPARE(bytesOf(model + "/source.spm"), pieces);
    QCOMPARE(bytesOf(model + "/target.spm"), pieces);
    const auto tokenizer = SentencePieceTokenizer::load(pieces.toStdString());
    const QJsonObject vocabulary = objectIn(model + "/vocab.json");
    QCOMPARE(std::int64_t(vocabulary.size()), tokenizer->size());
    for (std::int32_t id = 0; id < tokenizer->size(); ++id)
        QCOMPARE(vocabulary[QString::fromStdString(tokenizer->piece(id))].toInt(-1), id);
    const QJsonObject expected{{"tokenizer_class", "MarianTokenizer"}, {"model_max_length", 1024},
        {"unk_token", "<unk>"}, {"bos_token", QJsonValue::Null}, {"eos_token", "</s>"}, {"pad_token", "<pad>"},
        {"clean_up_tokenization_spaces", false}};
    QCOMPARE(objectIn(model + "/tokenizer_config.json"), expected);
}

// tests/fixtures/huggingface/forms.json is what `checkhub.py form` printed of these folders.
void ElsewhereTest::writesTheFormOfTokenizers_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("name");
    QTest::addRow("characters") << models().writer.model << "characters";
    QTest::addRow("pieces") << models().pieceWriter.model << "pieces";
}

void ElsewhereTest::writesTheFormOfTokenizers()
{
    QFETCH(QString, model);
    QFETCH(QString, name);
    QJsonObject tokenizer = objectIn(model + "/tokenizer.json");
    QJsonObject parts = tokenizer["model"].toObject();
    QVERIFY(parts["vocab"].isArray() || parts["vocab"].isObject());
    parts["vocab"] = QJsonValue::Null;
    tokenizer["model"] = parts;
    QJsonObject normalizer = tokenizer["normalizer"].toObject();
    QJsonArray normalizers = normalizer["normalizers"].toArray();
    for (auto item : normalizers) {
        QJsonObject one = item.toObject();
        one.remove("precompiled_charsmap");
        item = one;
    }
    if (!normalizers.isEmpty()) {
        normalizer["normalizers"] = normalizers;
        tokenizer["normalizer"] = normalizer;
    }
    const QJsonObject expected = objectIn(QStringLiteral(MOTLEY_TESTS "/fixtures/huggingface/forms.json"));
    QCOMPARE(QJsonDocument(tokenizer).toJson(), QJsonDocument(expected[name].toObject()).toJson());
}

void ElsewhereTest::writesWhatGenerateNeeds()
{
    const QJsonObject translator = objectIn(models().translator.model + "/generation_config.json");
    QCOMPARE(translator["num_beams"].toInt(), std::get<TranslationSpec>(models().translator.job.task).model.beam);
    QCOMPARE(translator["length_penalty"].toDouble(), 1.0);
    QCOMPARE(translator["decoder_start_token_id"].toInt(), 1);
    QCOMPARE(translator["eos_token_id"].toInt(), 2);
    QCOMPARE(translator["suppress_tokens"].toArray(), (QJsonArray{3}));
    const QJsonObject writer = objectIn(models().writer.model + "/generation_config.json");
    QVERIFY(writer["do_sample"].toBool());
    QVERIFY(writer["eos_token_id"].isNull());
    QCOMPARE(writer["suppress_tokens"].toArray(), (QJsonArray{0})); // the unknown character
    QCOMPARE(writer["max_length"].toInt(), 32);
    // transformers would take token 50256 to end a text.
    QVERIFY(objectIn(models().writer.model + "/config.json")["eos_token_id"].isNull());
    QCOMPARE(objectIn(models().tagger.model + "/tokenizer_config.json")["tokenizer_class"].toString(), "BertTokenizer");
}

void ElsewhereTest::writesACard_data()
{
    QTest::addColumn<const Trained *>("trained");
    QTest::addColumn<QByteArray>("use");
    QTest::addColumn<QString>("field");
    QTest::addRow("translation") << static_cast<const Trained *>(&models().translator)
                                 << QByteArray("AutoModelForSeq2SeqLM") << "data.trainSource";
    QTest::addRow("text") << static_cast<const Trained *>(&models().writer)
                          << QByteArray("pipeline(\"text-generation\"") << "data.train";
    QTest::addRow("tags") << static_cast<const Trained *>(&models().tagger)
                          << QByteArray("pipeline(\"token-classification\"") << "data.test";
}

void ElsewhereTest::writesACard()
{
    QFETCH(const Trained *, trained);
    QFETCH(QByteArray, use);
    QFETCH(QString, field);
    const QByteArray card = bytesOf(trained->model + "/README.md");
    QVERIFY2(card.startsWith("---\n"), card);
    QVERIFY2(card.contains("task `" + QByteArray::fromStdString(taskName(trained->job.task)) + "`"), card);
    QVERIFY2(card.contains("Step 40 of 40"), card);
    QVERIFY2(card.contains(use), card);
    QVERIFY2(card.contains("motley-engine "), card);
    TaskSpec task = trained->job.task;
    for (const TaskPath &item : pathsOf(task)) {
        if (QString::fromStdString(item.field) != field)
            continue;
        const QString path = QString::fromStdString(item.path->path);
        const QByteArray hash = QCryptographicHash::hash(bytesOf(path), QCryptographicHash::Sha256).toHex();
        QVERIFY2(card.contains("| " + field.toUtf8() + " | " + QFileInfo(path).fileName().toUtf8() + " | 1 | "), card);
        QVERIFY2(card.contains("`" + hash + "`"), card);
    }
    const Metric metric = trained->test.metrics.at(0);
    const QByteArray value = QByteArray::fromStdString(toText(metric)).mid(qsizetype(metric.name.size()) + 1);
    QVERIFY2(card.contains("| " + QByteArray::fromStdString(metric.name) + " | " + value + " |"), card);
    const QByteArray half = QByteArray::number(qlonglong(trained->job.batch / 2));
    QCOMPARE(card.count("| CPU, 1 thread | " + half + " |"), 2);
}

// What transformers makes of the folders.
class TransformersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsTextAlike();
    void translatesAlike();
    void writesAlike();
    void tagsAlike();
    void runsItsPipelines();
    void savesTheSameForm();

private:
    QJsonDocument said(const QStringList &arguments) const;
    QString listIn(const QJsonArray &texts);

    QTemporaryDir m_folder;
    int m_files = 0;
};

QJsonDocument TransformersTest::said(const QStringList &arguments) const
{
    const QByteArray output = saidByReference(QStringList{MOTLEY_TESTS "/reference/checkhub.py"} + arguments);
    return QJsonDocument::fromJson(output.trimmed().split('\n').last());
}

QString TransformersTest::listIn(const QJsonArray &texts)
{
    const QString path = m_folder.filePath(QString::number(++m_files));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(texts).toJson()) < 0)
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

void TransformersTest::cutsTextAlike()
{
    const QStringList texts{
        "the river sees", "the  old\ttree .", "Größe \u0130 ﬁne １２", "a\n\n b\nc ", "\U0001f600x", "  "};
    const auto ours = [&](const TokenIds &ids) {
        QJsonArray list;
        for (const std::int32_t id : ids)
            list.append(id);
        return list;
    };
    const auto compare = [&](const QString &model, const std::function<TokenIds(const std::string &)> &encode) {
        const QJsonArray theirs = said({"ids", model, listIn(QJsonArray::fromStringList(texts))}).array();
        QCOMPARE(theirs.size(), texts.size());
        for (qsizetype i = 0; i < texts.size(); ++i)
            QCOMPARE(theirs[i].toArray(), ours(encode(texts[i].toStdString())));
    };
    const auto pieces = SentencePieceTokenizer::read(models().translator.model.toStdString() + "/tokenizer.model");
    compare(models().translator.model, [&](const std::string &text) {
        TokenIds ids = pieces->encode(text);
        ids.push_back(*pieces->specials().end);
        return ids;
    });
    const auto characters = readTokens(models().writer.model.toStdString());
    compare(models().writer.model, [&](const std::string &text) { return characters->encode(text); });
    const auto lines = readTokens(models().pieceWriter.model.toStdString());
    compare(models().pieceWriter.model, [&](const std::string &text) { return lines->encode(text); });
    const auto words = WordPieceTokenizer::read(models().tagger.model.toStdString() + "/vocab.txt");
    compare(models().tagger.model, [&](const std::string &text) {
        TokenIds ids = words->encode(text);
        ids.insert(ids.begin(), words->specials().classify);
        ids.push_back(words->specials().separate);
        return ids;
    });
}

void TransformersTest::translatesAlike()
{
    const QStringList lines = sourceLines();
    const auto answer
        = runEngine({"translate", models().translator.model, "--threads", "1"}, 120000, lines.join('\n').toUtf8());
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const QStringList ours = QString::fromUtf8(answer.output).split('\n');
    const QJsonArray theirs
        = said({"translate", models().translator.model, listIn(QJsonArray::fromStringList(lines))}).array();
    QCOMPARE(theirs.size(), lines.size());
    for (qsizetype i = 0; i < lines.size(); ++i)
        QCOMPARE(theirs[i].toString(), ours[i]);
}

void TransformersTest::writesAlike()
{
    for (const QString &model : {models().writer.model, models().pieceWriter.model}) {
        const auto answer = runEngine({"generate", model, "--prompt", "the r", "--tokens", "16", "--temperature", "0"});
        QVERIFY2(answer.exitCode == 0, answer.errors);
        const QString theirs = said({"write", model, "the r", "16"}).array()[0].toString();
        QVERIFY2(theirs.size() > 5, qPrintable(theirs));
        QCOMPARE(theirs.trimmed(), QString::fromUtf8(answer.output).trimmed());
    }
}

void TransformersTest::tagsAlike()
{
    const QStringList sentence{"anna", "sees", "the", "river", "emma", "walks"};
    const auto answer
        = runEngine({"tag", models().tagger.model, "--threads", "1"}, 120000, sentence.join(' ').toUtf8());
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QStringList ours;
    for (const QByteArray &line : answer.output.split('\n'))
        if (line.contains('\t'))
            ours << line.split('\t').at(1);
    QJsonArray sentences;
    sentences.append(QJsonArray::fromStringList(sentence));
    const QJsonArray theirs = said({"tag", models().tagger.model, listIn(sentences)}).array();
    QCOMPARE(theirs[0].toArray(), QJsonArray::fromStringList(ours));
}

void TransformersTest::runsItsPipelines()
{
    QVERIFY(!said({"pipeline", models().tagger.model, "token-classification", "anna sees the river"}).isNull());
    const QJsonArray written = said({"pipeline", models().writer.model, "text-generation", "the r"}).array();
    QVERIFY(written[0].toObject()["generated_text"].toString().startsWith("the r"));
}

void TransformersTest::savesTheSameForm()
{
    const QJsonObject expected = objectIn(QStringLiteral(MOTLEY_TESTS "/fixtures/huggingface/forms.json"));
    QCOMPARE(said({"form", models().writer.model}).object(), expected["characters"].toObject());
    QCOMPARE(said({"form", models().pieceWriter.model}).object(), expected["pieces"].toObject());
}

int main(int argc, char *argv[])
{
    return runTests<ElsewhereTest, TransformersTest>(argc, argv);
}

#include "tst_elsewhere.moc"
