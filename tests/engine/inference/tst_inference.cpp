// The commands that use a trained model: each is compared with what the run's own test measured.
#include "engine/formats/modelorigin.h"
#include "engine/models/bert/bertfiles.h"
#include "engine/tasks/languagemodeltokenizer.h"
#include "engine/tensorfiles/modelfolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/tensorfiles/torchfile.h"
#include "engine/training/evaluatemodel.h"
#include "fixturerun.h"
#include "inferencefiles.h"
#include "taskdata.h"
#include "tests/engine/agent/loopbackrun.h"
#include "tests/fixtures/referencepython.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>

using namespace motley;

class InferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void translatesAsTheTestDid();
    void scoresEveryLineOfATest();
    void saysThatAVocabularyIsMuchShorter();
    void keepsBlankLinesAndCutsLongOnes();
    void writesOn();
    void writesOnInPieces();
    void classifiesAsTheTestDid_data();
    void classifiesAsTheTestDid();
    void averagesCheckpoints();
    void exportsABertForHetSeq();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    struct Trained {
        JobSpec job;
        QString folder; // the run folder
        QString model;
        double metric = 0; // the first metric of the run's last test
    };
    Trained train(const char *task, std::int64_t steps, double peak, std::int64_t pieces = 0) const;
    QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }
    void write(const char *name, const QByteArray &bytes) const;

    QTemporaryDir m_folder;
    Trained m_translator;
    Trained m_writer;
    Trained m_pieceWriter;
    Trained m_tagger;
    Trained m_pictures;
};

void InferenceTest::write(const char *name, const QByteArray &bytes) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

// `pieces`: the size of a language model's vocabulary; 0: its tokens are characters.
InferenceTest::Trained InferenceTest::train(
    const char *task, std::int64_t steps, double peak, std::int64_t pieces) const
{
    const QString place = path(task) + (pieces > 0 ? "-of-pieces" : "");
    TaskJob made = makeTaskJob(task, place.toStdString() + "/data");
    if (auto *spec = std::get_if<LanguageModelSpec>(&made.job.task); spec && pieces > 0) {
        spec->data.units = LanguageModelData::Units::Pieces;
        spec->data.vocabulary = pieces;
    }
    made.job.maxSteps = steps;
    made.job.schedule.peak = peak;
    made.job.checkpoint = {steps / 2, 2};
    const QString folder = place + "/run";
    const RunResult run = runRanks({made.job, {made.job.batch}, folder.toStdString()});
    if (const auto &outcome = run.outcomes.front(); !outcome)
        qFatal("%s (%s)", outcome.error().message.c_str(), outcome.error().detail.c_str());
    return {made.job, folder, folder + "/model", run.lastEvaluation()->metrics.at(0).value};
}

void InferenceTest::initTestCase()
{
    m_translator = train("translation", 250, 0.001);
    m_writer = train("language-model", 40, 0.002);
    m_pieceWriter = train("language-model", 20, 0.002, 28);
    m_tagger = train("token-classification", 30, 0.002);
    m_pictures = train("pictures", 20, 0.001);
}

void InferenceTest::translatesAsTheTestDid()
{
    const auto &data = std::get<TranslationSpec>(m_translator.job.task).data;
    const auto answer
        = runEngine({"translate", m_translator.model, QString::fromStdString(data.testSource.path), "--threads", "1"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto translations = linesOf(answer.output);
    const auto references = linesOf(bytesOf(data.testTarget.path));
    QCOMPARE(translations.size(), references.size());
    QVERIFY2(m_translator.metric > 1, qPrintable(QString::number(m_translator.metric)));
    const double scored = bleuOf(translations, references);
    QVERIFY2(std::abs(scored - m_translator.metric) < 1e-9, qPrintable(QString::number(scored)));

    if (referencePython().isEmpty())
        return;
    write("translated.txt", answer.output);
    const auto scores = realScores({"bleu", path("translated.txt"), QString::fromStdString(data.testTarget.path)});
    qInfo("BLEU: ours %.6f, sacreBLEU's %.6f", m_translator.metric, scores["bleu"].toDouble());
    QVERIFY(std::abs(scores["bleu"].toDouble() - m_translator.metric) < 0.005);
}

// A score is of the whole text, as sacreBLEU takes it: blank lines and those longer than data.longest count too.
void InferenceTest::scoresEveryLineOfATest()
{
    const auto &data = std::get<TranslationSpec>(m_translator.job.task).data;
    const QByteArray longLine = QByteArray("house ").repeated(int(data.longest) + 20);
    write("whole.source", bytesOf(data.testSource.path) + "\n" + longLine + "\nhouse\n");
    write("whole.target", bytesOf(data.testTarget.path) + "river\n" + longLine + "\n\n");
    const QString files = path("whole.source") + "," + path("whole.target");
    const auto tested = runEngine({"evaluate", m_translator.model, "--data", files, "--threads", "1"});
    const QJsonObject result = QJsonDocument::fromJson(tested.output).object();
    const auto translations
        = linesOf(runEngine({"translate", m_translator.model, path("whole.source")}, 120000).output);
    const auto references = linesOf(bytesOf(path("whole.target").toStdString()));
    QCOMPARE(translations.size(), references.size());
    QCOMPARE(result["samples"].toInt(), int(references.size()));
    const double found = result["metrics"].toArray().at(0)["value"].toDouble();
    QVERIFY2(std::abs(bleuOf(translations, references) - found) < 1e-9, qPrintable(QString::number(found)));
}

// As where the tokenizer of another model lies beside the weights.
void InferenceTest::saysThatAVocabularyIsMuchShorter()
{
    const auto widened = [&](const Trained &trained, const char *embeddings) {
        const QString folder = path("wider-") + embeddings;
        copyFolder(trained.model, folder);
        const std::string file = (folder + "/model.safetensors").toStdString();
        auto tensors = readSafetensors(file).value_or(NamedTensors());
        for (NamedTensor &item : tensors)
            if (item.name == embeddings)
                item.tensor = at::cat({item.tensor, at::zeros({300, item.tensor.size(1)})});
        QTest::qVerify(bool(writeSafetensors(file, tensors)), embeddings, "", __FILE__, __LINE__);
        QJsonObject config = QJsonDocument::fromJson(bytesOf((folder + "/config.json").toStdString())).object();
        config["vocab_size"] = config["vocab_size"].toInt() + 300;
        QFile out(folder + "/config.json");
        QTest::qVerify(out.open(QIODevice::WriteOnly), embeddings, "", __FILE__, __LINE__);
        out.write(QJsonDocument(config).toJson());
        return folder;
    };
    const QString tagger = widened(m_tagger, "bert.embeddings.word_embeddings.weight");
    const auto tagged = runEngine({"tag", tagger, "--threads", "1"}, 120000, "anna sees clara");
    QVERIFY2(tagged.exitCode == 0, tagged.errors);
    QVERIFY2(tagged.errors.contains("do they belong together?"), tagged.errors);
    const QString writer = widened(m_writer, "transformer.wte.weight");
    const auto written = runEngine({"generate", writer, "--prompt", "the ri", "--tokens", "3", "--threads", "1"});
    QVERIFY2(written.exitCode == 0, written.errors);
    QVERIFY2(written.errors.contains("do they belong together?"), written.errors);
}

void InferenceTest::keepsBlankLinesAndCutsLongOnes()
{
    QByteArray text("the river\r\n\n \nold house");
    const auto answer = runEngine({"translate", m_translator.model, "--beam", "1", "--threads", "1"}, 120000, text);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto lines = linesOf(answer.output);
    QCOMPARE(lines.size(), 4);
    QVERIFY(!lines[0].isEmpty());
    QVERIFY(lines[1].isEmpty());
    QVERIFY(lines[2].isEmpty());
    QVERIFY(!lines[3].isEmpty());
    const auto lineByLine
        = runEngine({"translate", m_translator.model, "-", "--beam", "1", "--at-once", "1"}, 120000, text);
    QCOMPARE(lineByLine.output, answer.output);

    const auto cut = runEngine({"translate", m_translator.model, "--beam", "1", "--threads", "1"}, 120000,
        QByteArray("house ").repeated(1100));
    QVERIFY2(cut.exitCode == 0, cut.errors);
    QVERIFY2(cut.errors.contains("1 sentences were longer"), cut.errors);
    QCOMPARE(linesOf(cut.output).size(), 1);
}

void InferenceTest::writesOn()
{
    const QStringList words{"generate", m_writer.model, "--prompt", "the ri", "--tokens", "60", "--threads", "1"};
    const auto first = runEngine(words + QStringList{"--seed", "3"});
    QVERIFY2(first.exitCode == 0, first.errors);
    QVERIFY2(first.output.startsWith("the ri"), first.output);
    QByteArray text = first.output;
    if (text.size() == 67 && text.endsWith('\n'))
        text.chop(1); // the command ends the line where the text does not
    QCOMPARE(text.size(), 66);
    QCOMPARE(runEngine(words + QStringList{"--seed", "3"}).output, first.output);
    QVERIFY(runEngine(words + QStringList{"--seed", "4"}).output != first.output);
    const auto surest = runEngine(words + QStringList{"--temperature", "0"});
    QCOMPARE(runEngine(words + QStringList{"--temperature", "1", "--top-k", "1", "--seed", "9"}).output, surest.output);
    QCOMPARE(runEngine(words + QStringList{"--top-p", "0.000001", "--seed", "9"}).output, surest.output);
}

void InferenceTest::writesOnInPieces()
{
    const auto answer = runEngine({"generate", m_pieceWriter.model, "--prompt", "the river\nsees ", "--tokens", "30"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QVERIFY2(answer.output.startsWith("the river\nsees"), answer.output);
    const auto tokens = readTokens(m_pieceWriter.model.toStdString());
    QVERIFY(tokens);
    QVERIFY(tokens->encode(answer.output.toStdString()).size() > 10);
}

void InferenceTest::classifiesAsTheTestDid_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addRow("pictures") << "pictures";
    QTest::addRow("idx") << "image-classification";
}

void InferenceTest::classifiesAsTheTestDid()
{
    QFETCH(QString, kind);
    const bool isIdx = kind == "image-classification";
    const Trained trained = isIdx ? train("image-classification", 10, 0.001) : m_pictures;
    const std::string folder = std::get<ImageSpec>(trained.job.task).data.folder.path;
    const QString images = QString::fromStdString(folder) + (isIdx ? "/t10k-images-idx3-ubyte" : "/test");
    const auto answer = runEngine({"classify", trained.model, images, "--top", "2", "--threads", "1"});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto lines = linesOf(answer.output);
    QCOMPARE(lines.size(), 60);
    const QByteArray labels = bytesOf(folder + "/t10k-labels-idx1-ubyte").mid(8);
    double right = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const auto columns = lines[i].split('\t');
        QCOMPARE(columns.size(), 5);
        QVERIFY(columns[2].toDouble() >= columns[4].toDouble());
        QVERIFY(columns[2].toDouble() <= 1);
        const QByteArray truth
            = isIdx ? QByteArray::number(labels[i]) : columns[0].split('/').at(columns[0].count('/') - 1);
        right += columns[1] == truth ? 1 : 0;
    }
    QVERIFY2(std::abs(right / 60 - trained.metric) < 1e-9, qPrintable(QString::number(right / 60)));
    if (!isIdx)
        return;
    const auto picture = runEngine({"classify", trained.model, path("pictures/data/test/red/0.png")});
    QVERIFY2(picture.exitCode == 0, picture.errors);
    QCOMPARE(linesOf(picture.output).size(), 1);
}

void InferenceTest::averagesCheckpoints()
{
    const QString first = m_tagger.folder + "/checkpoints/step-15";
    const QString second = m_tagger.folder + "/checkpoints/step-30";
    const auto answer = runEngine({"average", first, second, "--out", path("average")});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QCOMPARE(answer.output, path("average").toUtf8() + "\n");
    const auto tensors
        = [](const QString &folder) { return *readSafetensors(folder.toStdString() + "/model.safetensors"); };
    const NamedTensors a = tensors(first);
    const NamedTensors b = tensors(second);
    const NamedTensors mean = tensors(path("average"));
    QCOMPARE(mean.size(), a.size());
    double largest = 0;
    for (std::size_t i = 0; i < mean.size(); ++i) {
        QVERIFY(at::allclose(mean[i].tensor, (a[i].tensor + b[i].tensor) / 2, 1e-6, 1e-7));
        largest = std::max(largest, (a[i].tensor - b[i].tensor).abs().max().item<double>());
    }
    QVERIFY(largest > 1e-3); // otherwise the two models are equal, and any average would pass
    const auto &spec = std::get<TaggingSpec>(m_tagger.job.task);
    const auto evaluation = evaluateModel({path("average").toStdString(), spec.data.test.path, {}}, {}, 1);
    QVERIFY2(evaluation, evaluation ? "" : evaluation.error().message.c_str());
    const auto again = runEngine({"average", first, "--out", path("average")});
    QVERIFY2(again.exitCode == 1, again.errors);
    QVERIFY2(again.errors.contains("already"), again.errors);
    const auto file = runEngine({"average", first + "/model.safetensors", "--out", path("of-a-file/")});
    QVERIFY2(file.exitCode == 0, file.errors);
    QCOMPARE(bytesOf(path("of-a-file").toStdString() + "/config.json"),
        bytesOf(m_tagger.model.toStdString() + "/config.json"));
    copyFolder(first, path("moved-checkpoint")); // away from its run: it says by itself what model it is of
    const auto alone = runEngine({"average", path("moved-checkpoint"), "--out", path("of-a-moved-one")});
    QVERIFY2(alone.exitCode == 0, alone.errors);
    QVERIFY(QDir(path("of-a-moved-one")).entryList({"optimizer*", "state.json", "manifest.json"}).isEmpty());
    const auto moved = evaluateModel({path("of-a-moved-one").toStdString(), spec.data.test.path, {}}, {}, 1);
    QVERIFY2(moved, moved ? "" : moved.error().message.c_str());
}

void InferenceTest::exportsABertForHetSeq()
{
    const auto answer = runEngine({"export", "hetseq", m_tagger.model, path("tagger.pt")});
    QVERIFY2(answer.exitCode == 0, answer.errors);
    const auto written = readBertFiles(m_tagger.model.toStdString() + "/config.json", path("tagger.pt").toStdString());
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    const auto model = *readSafetensors(m_tagger.model.toStdString() + "/model.safetensors");
    QCOMPARE(written->tensors.size(), model.size());
    for (const NamedTensor &item : model)
        QVERIFY2(std::any_of(written->tensors.begin(), written->tensors.end(),
                     [&](const NamedTensor &other) {
                         return other.name == item.name && at::equal(other.tensor, item.tensor);
                     }),
            item.name.c_str());
    const auto names = *readTorchFile(path("tagger.pt").toStdString());
    QVERIFY(std::any_of(names.begin(), names.end(), [](const NamedTensor &item) {
        return item.name == "model/bert.encoder.layer.0.intermediate.dense_act.weight";
    }));
}

void InferenceTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("names");
    write("latin1.txt", "fine\nf\xfcnf\n");
    write("long.txt", QByteArray((1 << 20) + 2, 'a'));
    write("broken.png", bytesOf((path("pictures/data/test/red/0.png")).toStdString()).left(200));
    write("notes.txt", "no picture");
    copyFolder(m_translator.model, path("other-pieces"));
    QFile::remove(path("other-pieces/tokenizer.model"));
    QVERIFY(QFile::copy(m_pieceWriter.model + "/tokenizer.model", path("other-pieces/tokenizer.model")));
    copyFolder(m_tagger.model, path("other-vocabulary"));
    QFile vocabulary(path("other-vocabulary/vocab.txt"));
    QVERIFY(vocabulary.open(QIODevice::Append));
    vocabulary.write("more\nwords\n");
    vocabulary.close();
    copyFolder(m_tagger.model, path("truncated"));
    QFile weights(path("truncated/model.safetensors"));
    QVERIFY(weights.resize(weights.size() / 2));
    copyFolder(m_tagger.model, path("out-of-range"));
    write("out-of-range/motley.json",
        bytesOf(m_tagger.model.toStdString() + "/motley.json").replace("\"longest\": ", "\"longest\": -"));
    const auto row = [](const char *name, QStringList words, int code, const char *thing) {
        QTest::addRow("%s", name) << words << code << QByteArray(thing);
    };
    row("no model", {"translate", "/nowhere/model"}, 1, "There is no folder /nowhere/model");
    row("a model of another task", {"translate", m_tagger.model}, 1, "`motley-engine tag`");
    row("no text", {"translate", m_translator.model, "/nowhere.txt"}, 1, "/nowhere.txt");
    row("a folder for a text", {"tag", m_tagger.model, m_folder.path()}, 1, "is a folder");
    row("not UTF-8", {"tag", m_tagger.model, path("latin1.txt")}, 1, "Line 2 of");
    row("endless line", {"tag", m_tagger.model, path("long.txt")}, 1, "longer than 1 MiB");
    row("pieces of another model", {"translate", path("other-pieces")}, 1, "they do not belong together");
    row("words of another model", {"tag", path("other-vocabulary")}, 1, "they do not belong together");
    row("half a model", {"tag", path("truncated")}, 1, "truncated/model.safetensors");
    const QStringList tested{"--data", path("token-classification/data/test.conll")};
    row("a range of its job", QStringList{"evaluate", path("out-of-range")} + tested, 1,
        "data.longest must be between 8");
    row("a range, for another task's job",
        QStringList{"evaluate", path("out-of-range"), "--task", "token-classification"} + tested, 1, "data.longest");
    row("a range, where it is used", {"tag", path("out-of-range")}, 1, "data.longest must be between 8");
    row("no token", {"generate", m_writer.model, "--prompt", ""}, 1, "no token");
    row("unknown character", {"generate", m_writer.model, "--prompt", "the \u4f60"}, 1, "has never seen");
    row("no probability", {"generate", m_writer.model, "--top-p", "0"}, 1, "top-p");
    row("too hot", {"generate", m_writer.model, "--temperature", "-1"}, 2, "--temperature");
    row("broken picture", {"classify", m_pictures.model, path("broken.png")}, 1, "broken.png");
    row("no picture", {"classify", m_pictures.model, path("notes.txt")}, 1, "is not a picture");
    row("no pictures", {"classify", m_pictures.model, m_tagger.model}, 1, "holds no .jpg, .jpeg or .png pictures");
    row("wide beam", {"translate", m_translator.model, "--beam", "65"}, 2, "--beam");
    row("no checkpoint", {"average", "/nowhere/step-1", "--out", path("none")}, 1, "There is no /nowhere/step-1");
    row("no BERT", {"export", "hetseq", m_translator.model, path("none")}, 1, "config.json");
    row("export over a file", {"export", "hetseq", m_tagger.model, path("notes.txt")}, 1, "already");
    row("checkpoints of two models",
        {"average", m_tagger.folder + "/checkpoints/step-30", m_writer.folder + "/checkpoints/step-40", "--out",
            path("none")},
        1, "cannot be averaged");
    row("another model",
        {"average", m_tagger.folder + "/checkpoints/step-30", "--model", m_writer.model, "--out", path("none")}, 1,
        "of another model");
}

void InferenceTest::saysWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, names);
    const auto answer = runEngine(arguments);
    QCOMPARE(answer.exitCode, exitCode);
    QVERIFY2(answer.errors.contains(names), answer.errors);
    QVERIFY(!QFile::exists(path("none")));
    if (exitCode == 1)
        QCOMPARE(answer.errors.count('\n'), 1);
}

QTEST_GUILESS_MAIN(InferenceTest)
#include "tst_inference.moc"
