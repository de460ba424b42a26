// The language-model task and the generator with decoders of many families, as they lie in Hugging Face's folders.
#include "decoderfolder.h"
#include "engine/base/textfile.h"
#include "engine/inference/textgenerator.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/huggingfacefolder.h"
#include "engine/tensorfiles/safetensors.h"
#include "engine/training/evaluatemodel.h"
#include "fixturerun.h"
#include "tests/fixtures/referencepython.h"
#include "tests/fixtures/referencetensors.h"

#include <QTemporaryDir>
#include <QTest>

#include <torch/torch.h>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

constexpr std::int64_t batch = 16;

JobSpec jobOf(const LanguageModelSpec &task, std::int64_t steps)
{
    JobSpec job;
    job.name = "decoder";
    job.task = task;
    job.batch = batch;
    job.epochs = 200;
    job.maxSteps = steps;
    job.optimizer.kind = OptimizerSpec::Kind::AdamW;
    job.schedule.peak = 1e-3;
    job.clipNorm = 1;
    job.checkpoint.everySteps = 0;
    return job;
}

void addFamilies(std::initializer_list<const char *> names)
{
    QTest::addColumn<QString>("family");
    for (const char *name : names)
        QTest::newRow(name) << QString(name);
}

void addAllFamilies()
{
    addFamilies({"llama", "llama-linear", "qwen2", "qwen3", "qwen3_5", "gemma3", "gemma4", "gemma4-dense", "mistral",
        "ministral3", "smollm3", "granite", "phi3", "olmo3", "qwen3_5-inside", "gemma3-inside"});
}

void changeConfig(const QString &folder, const char *key, const QJsonValue &value)
{
    QJsonObject config = jsonIn(folder + "/config.json");
    config[key] = value;
    writeJson(folder + "/config.json", config);
}

void verify(const RunResult &run)
{
    for (const auto &outcome : run.outcomes)
        QVERIFY2(outcome, outcome ? "" : (outcome.error().message + " " + outcome.error().detail).c_str());
}

QByteArray whyRefused(const JobSpec &job, const EarlierModel &earlier = {})
{
    const auto task = openTask(job, earlier);
    return task ? QByteArray("opened") : QByteArray::fromStdString(task.error().message);
}

QByteArray textOf(const Result<std::string> &written)
{
    return QByteArray::fromStdString(written ? *written : "error: " + written.error().message);
}

} // namespace

class DecoderTasksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheCurveOfOneRank_data() { addFamilies({"llama", "qwen3", "gemma3", "gemma4", "qwen3_5"}); }
    void givesTheCurveOfOneRank();
    void trainsInSixteenBits_data() { addAllFamilies(); }
    void trainsInSixteenBits();
    void writesTheFolderAsItCame_data() { addAllFamilies(); }
    void writesTheFolderAsItCame();
    void saysWhatTransformersSay_data() { addAllFamilies(); }
    void saysWhatTransformersSay();
    void endsWhereTheFolderSays();
    void beginsAsTheTokenizerDoes();
    void predictsTheFirstToken();
    void widensWhatIsTrained();
    void goesOnFromItsOwnFolder();
    void resumesFromACheckpoint();
    void refusesOtherWeights();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();

private:
    QString fresh() { return m_folder.filePath(QString::number(++m_folders)); }
    QString folderOf(const QString &family, bool begins = true)
    {
        const QString folder = fresh();
        writeDecoderFolder(family, folder, begins);
        return folder;
    }

    QTemporaryDir m_folder;
    int m_folders = 0;
};

void DecoderTasksTest::givesTheCurveOfOneRank()
{
    QFETCH(QString, family);
    const QString folder = folderOf(family);
    // A recurrent layer's first state and gated inputs are so small here that a norm divides by it, and rounding would
    // grow tenfold in each step.
    if (family == "qwen3_5" || family == "gemma4")
        changeConfig(folder, "rms_norm_eps", 0.05);
    const JobSpec job = jobOf(decoderTask(folder), 20);
    const RunResult alone = runRanks({job, {batch}, fresh().toStdString()});
    verify(alone);
    const auto expected = alone.steps();
    QCOMPARE(expected.size(), std::size_t(20));
    QVERIFY(expected.back().loss < expected.front().loss);
    struct Split {
        std::vector<std::int64_t> shares;
        std::int64_t microbatch;
        std::vector<bool> recomputing;
    };
    const Split splits[]
        = {{{batch}, batch / 2, {true}}, {{batch}, batch / 4, {}}, {{12, 4}, 3, {true, false}}, {{10, 0, 6}, 5, {}}};
    for (const Split &split : splits) {
        RunRequest request{job, split.shares, fresh().toStdString()};
        request.microbatch = split.microbatch;
        request.recomputing = split.recomputing;
        const RunResult run = runRanks(request);
        verify(run);
        if (QTest::currentTestFailed())
            return;
        const double largest = largestDifference(alone, run);
        qInfo("%zu ranks, passes of %lld: %.2g, loss %.3f to %.3f", split.shares.size(),
            static_cast<long long>(split.microbatch), largest, expected.front().loss, expected.back().loss);
        QVERIFY(largest < 1e-4);
    }
}

void DecoderTasksTest::trainsInSixteenBits()
{
    QFETCH(QString, family);
    JobSpec job = jobOf(decoderTask(folderOf(family)), 3);
    const RunResult wide = runRanks({job, {batch}, fresh().toStdString()});
    verify(wide);
    job.precision.kind = PrecisionSpec::Kind::BFloat16;
    const RunResult narrow = runRanks({job, {batch}, fresh().toStdString()});
    verify(narrow);
    if (QTest::currentTestFailed())
        return;
    const double difference = largestDifference(wide, narrow);
    QVERIFY2(difference > 0 && difference < 0.03, qPrintable(QString::number(difference)));
}

void DecoderTasksTest::writesTheFolderAsItCame()
{
    QFETCH(QString, family);
    const QString folder = folderOf(family);
    QJsonObject config = jsonIn(folder + "/config.json");
    config["a_key_of_tomorrow"] = QJsonValue(); // of no meaning here, but nothing may be lost
    auto stored = *readSafetensors((folder + "/model.safetensors").toStdString());
    for (NamedTensor &item : stored)
        item.tensor = item.tensor.to(at::kBFloat16);
    QVERIFY(writeSafetensors((folder + "/model.safetensors").toStdString(), stored));
    const JobSpec job = jobOf(decoderTask(folder), 2);
    const QString run = fresh();
    const RunResult trained = runRanks({job, {batch}, run.toStdString()});
    verify(trained);
    if (QTest::currentTestFailed())
        return;
    const QString model = run + "/model";
    for (const char *file :
        {"/tokenizer.json", "/tokenizer_config.json", "/generation_config.json", "/chat_template.jinja"})
        QCOMPARE(bytesOf(model + file), bytesOf(folder + file));
    QJsonObject came = jsonIn(folder + "/config.json");
    QJsonObject written = jsonIn(model + "/config.json");
    QCOMPARE(written["dtype"].toString(), QString("float32"));
    came["dtype"] = "float32";
    if (came.contains("text_config")) {
        QJsonObject inside = came["text_config"].toObject();
        if (inside.contains("dtype"))
            inside["dtype"] = "float32";
        came["text_config"] = inside;
    }
    QCOMPARE(written, came);

    const auto read = readSafetensors((model + "/model.safetensors").toStdString());
    QVERIFY(read);
    QCOMPARE(read->size(), stored.size());
    int changed = 0;
    for (const NamedTensor &item : stored) {
        const at::Tensor *found = findTensor(*read, item.name);
        QVERIFY2(found, item.name.c_str());
        const bool isOfText = !family.endsWith("-inside") || item.name.find("language_model") != std::string::npos
            || item.name.find("lm_head") != std::string::npos;
        if (!isOfText) {
            QVERIFY(found->scalar_type() == at::kBFloat16);
            QVERIFY(at::equal(*found, item.tensor));
        } else {
            QVERIFY(found->scalar_type() == at::kFloat);
            changed += !at::equal(*found, item.tensor.to(at::kFloat));
        }
    }
    QVERIFY(changed > 0);
    const auto again = evaluateModel({model.toStdString(), (folder + "/text.txt").toStdString(), {}}, {}, 1);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    const auto opened = readCausalModel(model.toStdString());
    QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
}

// The tokens of the fixtures' texts are letters of the tokenizer.
void DecoderTasksTest::saysWhatTransformersSay()
{
    QFETCH(QString, family);
    const QString folder = folderOf(family, /*begins=*/false);
    writeJson(folder + "/generation_config.json", {{"eos_token_id", QJsonValue()}});
    const QJsonObject reference
        = readReference((MOTLEY_TESTS "/fixtures/decoders/" + family + "/reference.json").toStdString());
    const at::Tensor greedy = tensorOf(reference["greedy"]).to(at::kLong)[0];
    const auto prompt = std::int64_t(reference["prompt"].toInt());
    const auto textOfIds = [&](std::int64_t first, std::int64_t last) {
        QByteArray text;
        for (std::int64_t i = first; i < last; ++i) {
            const auto id = greedy[i].item<std::int64_t>();
            text += id < 3 ? QByteArray()
                : id == 3  ? "\n"
                : id == 4  ? " "
                : id == 5  ? "."
                           : QByteArray(1, char('a' + id - 6));
        }
        return text;
    };
    auto generator = TextGenerator::open(folder.toStdString(), c10::kCPU);
    QVERIFY2(generator, generator ? "" : generator.error().message.c_str());
    QVERIFY(generator->notes().empty());
    GenerationSpec spec;
    spec.newTokens = greedy.size(0) - prompt;
    spec.sampling.temperature = 0;
    QCOMPARE(textOf(generator->write(textOfIds(0, prompt).toStdString(), spec)), textOfIds(0, greedy.size(0)));
    spec.sampling.temperature = 1;
    const QByteArray drawn = textOf(generator->write("the ", spec));
    QVERIFY(drawn.startsWith("the "));
    QCOMPARE(textOf(generator->write("the ", spec)), drawn);
    spec.seed = 2;
    QVERIFY(textOf(generator->write("the ", spec)) != drawn);
}

void DecoderTasksTest::endsWhereTheFolderSays()
{
    const QString folder = folderOf("llama");
    GenerationSpec spec;
    spec.newTokens = 30;
    spec.sampling.temperature = 0;
    writeJson(folder + "/generation_config.json", {{"eos_token_id", QJsonValue()}});
    const QByteArray whole = textOf(TextGenerator::open(folder.toStdString(), c10::kCPU)->write("the cat", spec));
    QVERIFY(whole.startsWith("the cat"));
    const QByteArray rest = whole.mid(7);
    const char end = rest[rest.size() / 2];
    const int id = end == '\n' ? 3 : end == ' ' ? 4 : end == '.' ? 5 : end - 'a' + 6;
    writeJson(folder + "/generation_config.json", {{"eos_token_id", QJsonArray{2, id}}});
    const QByteArray cut = textOf(TextGenerator::open(folder.toStdString(), c10::kCPU)->write("the cat", spec));
    QCOMPARE(cut, "the cat" + rest.left(rest.indexOf(end)));
}

// The text of a prompt is the user's, with the special tokens in it; <s> is put in front once.
void DecoderTasksTest::beginsAsTheTokenizerDoes()
{
    const QString begins = folderOf("gemma3", true);
    const QString plain = folderOf("gemma3", false);
    GenerationSpec spec;
    spec.newTokens = 12;
    spec.sampling.temperature = 0;
    const auto written = [&](const QString &folder, const char *prompt) {
        return textOf(TextGenerator::open(folder.toStdString(), c10::kCPU)->write(prompt, spec));
    };
    const QByteArray text = written(begins, "a stone");
    QCOMPARE(written(begins, "<s>a stone"), "<s>" + text);
    QCOMPARE(written(plain, "<s>a stone"), "<s>" + text);
    QVERIFY(written(plain, "a stone") != text);
    QVERIFY(!written(begins, "").startsWith("error"));
    QVERIFY(written(plain, "").startsWith("error: The prompt holds no token"));
}

void DecoderTasksTest::predictsTheFirstToken()
{
    const QString folder = folderOf("llama");
    const auto task = openTask(jobOf(decoderTask(folder), 1));
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    const std::int64_t first = 0;
    const Batch blocks = (*task)->testSet()->batch({&first, 1}, {});
    QCOMPARE(blocks.inputs[0][0][0].item<std::int64_t>(), std::int64_t(1));
    QVERIFY(at::equal(blocks.inputs[0].slice(1, 1), blocks.targets[0].slice(1, 0, -1)));
    QCOMPARE((*task)->testSet()->weight({&first, 1}, {}), double(blocks.targets[0].numel()));
}

void DecoderTasksTest::widensWhatIsTrained()
{
    const QString folder = folderOf("gemma4");
    const std::string file = (folder + "/model.safetensors").toStdString();
    auto stored = *readSafetensors(file);
    for (NamedTensor &item : stored)
        item.tensor = item.tensor.to(at::kBFloat16);
    QVERIFY(writeSafetensors(file, stored));
    const auto opened = *readCausalModel(folder.toStdString());
    for (at::Tensor &weight : opened.model->parameters())
        weight.set_requires_grad(false);
    at::Tensor trained = opened.model->parameters().back();
    trained.set_requires_grad(true);
    widenForTraining(*opened.model, PrecisionSpec::Kind::BFloat16);
    QVERIFY(trained.scalar_type() == at::kFloat);
    QVERIFY(opened.model->parameters().front().scalar_type() == at::kBFloat16);
    QVERIFY(opened.model->buffers().front().scalar_type() == at::kBFloat16);
    QVERIFY(writtenConfig(opened, {}).find("\"dtype\": \"bfloat16\"") != std::string::npos);
    widenForTraining(*opened.model, PrecisionSpec::Kind::Float32);
    for (const NamedTensor &item : stateDict(*opened.model)) {
        QVERIFY(item.tensor.scalar_type() == at::kFloat);
        QVERIFY(at::equal(item.tensor, findTensor(stored, item.name)->to(at::kFloat)));
    }
    QVERIFY(writtenConfig(opened, {}).find("\"dtype\": \"float32\"") != std::string::npos);
}

void DecoderTasksTest::goesOnFromItsOwnFolder()
{
    const QString run = fresh();
    JobSpec job = jobOf(decoderTask(folderOf("gemma3-inside")), 3);
    const RunResult before = runRanks({job, {batch}, run.toStdString()});
    verify(before);
    auto &task = std::get<LanguageModelSpec>(job.task);
    task.model.start = (run + "/model").toStdString();
    job.schedule.peak = 0;
    job.maxSteps = 1;
    const QString again = fresh();
    const RunResult after = runRanks({job, {8, 8}, again.toStdString()});
    verify(after);
    if (QTest::currentTestFailed())
        return;
    QVERIFY(std::abs(before.lastEvaluation()->loss - after.lastEvaluation()->loss) < 1e-6);
    for (const char *file : {"/config.json", "/tokenizer.json", "/model.safetensors"})
        QCOMPARE(bytesOf(again + "/model" + file), bytesOf(run + "/model" + file));
}

void DecoderTasksTest::resumesFromACheckpoint()
{
    const QString run = fresh();
    JobSpec job = jobOf(decoderTask(folderOf("qwen3")), 6);
    job.checkpoint.everySteps = 3;
    const RunResult whole = runRanks({job, {batch}, run.toStdString()});
    verify(whole);
    RunRequest rest{job, {10, 6}, fresh().toStdString()};
    QVERIFY(QDir(run + "/checkpoints/step-6").removeRecursively());
    rest.resumeFrom = (run + "/checkpoints").toStdString();
    const RunResult resumed = runRanks(rest);
    verify(resumed);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(resumed.steps().size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(std::abs(resumed.steps()[i].loss - whole.steps()[i + 3].loss) < 1e-4);
    QVERIFY(resumed.warnings().empty());

    job.continueFrom = {run.toStdString(), true};
    job.maxSteps = 1;
    job.schedule.peak = 0;
    const RunResult continued = runRanks({job, {batch}, fresh().toStdString()});
    verify(continued);
    QVERIFY(continued.warnings().empty());
}

void DecoderTasksTest::refusesOtherWeights()
{
    const QString llama = folderOf("llama");
    const EarlierModel earlier{llama.toStdString(), "the earlier run"};
    JobSpec fromNothing = jobOf(decoderTask(folderOf("llama")), 1);
    std::get<LanguageModelSpec>(fromNothing.task).model.start = {};
    QVERIFY(whyRefused(fromNothing, earlier).startsWith("The weights in the earlier run are not those of a GPT-2"));
    JobSpec other = jobOf(decoderTask(folderOf("llama-linear")), 1);
    QVERIFY(whyRefused(other, earlier).startsWith("The config.json of the model in the earlier run is another one"));
    JobSpec same = jobOf(decoderTask(folderOf("llama")), 1);
    QCOMPARE(whyRefused(same, earlier), QByteArray("opened"));
    JobSpec otherTokens = jobOf(decoderTask(folderOf("llama", false)), 1);
    QVERIFY(whyRefused(otherTokens, earlier).startsWith("The tokenizer.json of the model in the earlier run"));
}

void DecoderTasksTest::saysWhatDoesNotFit_data()
{
    QTest::addColumn<QString>("file"); // to change; the whole of it, where `from` is empty
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const char *file, const char *from, const char *to, const char *says) {
        QTest::newRow(name) << QString(file) << QByteArray(from) << QByteArray(to) << QByteArray(says);
    };
    const char *config = "config.json";
    const char *tokenizer = "tokenizer.json";
    row("another family", config, "\"llama\"", "\"mamba\"",
        "The model family \"mamba\" (model_type in config.json) is not supported: gpt2, llama, ");
    row("a switch", config, "{", "{\"a_switch\": 3,", "a_switch");
    row("quantised", config, "{", "{\"quantization_config\": {},", "Quantised weights");
    row("too few positions", config, "\"max_position_embeddings\": 64", "\"max_position_embeddings\": 16",
        "sees only 16 tokens at once");
    row("other rows", config, "\"vocab_size\": 32", "\"vocab_size\": 31", "embed_tokens.weight [32, 16] instead of");
    row("no configuration", config, "", "", "config.json");
    row("no weights", "model.safetensors", "", "", "holds neither model.safetensors nor");
    row("cut weights", "model.safetensors", "model", "", "model.safetensors");
    row("no tokenizer", tokenizer, "", "", "has no tokenizer.json, which a model of the type \"llama\" needs");
    row("another tokenizer", tokenizer, "\"BPE\"", "\"Unigram\"", "model.type \"Unigram\" is not supported");
    row("too many tokens", tokenizer, "\"added_tokens\": [",
        "\"added_tokens\": [{\"id\": 32, \"content\": \"<more>\", \"single_word\": false, \"lstrip\": false, "
        "\"rstrip\": false, \"normalized\": false, \"special\": true},",
        "has 33 tokens, but the model only 32");
    row("no id", "generation_config.json", "\"eos_token_id\": 2", "\"eos_token_id\": \"two\"",
        "generation_config.json: The field eos_token_id must be the number of a token");
}

void DecoderTasksTest::saysWhatDoesNotFit()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, says);
    const QString folder = folderOf("llama");
    const JobSpec job = jobOf(decoderTask(folder), 1);
    QCOMPARE(whyRefused(job), QByteArray("opened"));
    const QString path = folder + "/" + file;
    if (from.isEmpty()) {
        QVERIFY(QFile::remove(path));
    } else {
        QByteArray bytes = bytesOf(path);
        const qsizetype at = bytes.indexOf(from);
        QVERIFY(at >= 0);
        writeBytes(path, bytes.replace(at, from.size(), to));
    }
    const QByteArray why = whyRefused(job);
    QVERIFY2(why.contains(says), why.constData());
    if (QByteArray(QTest::currentDataTag()) == "too few positions")
        return; // which is of the job alone
    const auto generator = TextGenerator::open(folder.toStdString(), c10::kCPU);
    QVERIFY(!generator);
    QVERIFY2(generator.error().message.find(says.constData()) != std::string::npos, generator.error().message.c_str());
}

class DecoderTasksInTransformers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensWhatARunWrote_data() { addFamilies({"llama", "qwen3", "gemma3", "qwen3_5-inside", "gemma3-inside"}); }
    void opensWhatARunWrote();

private:
    QTemporaryDir m_folder;
};

// A run that changes nothing, so that transformers must compute what it computed before.
void DecoderTasksInTransformers::opensWhatARunWrote()
{
    QFETCH(QString, family);
    const QString folder = m_folder.filePath(family);
    writeDecoderFolder(family, folder);
    JobSpec job = jobOf(decoderTask(folder), 1);
    job.schedule.peak = 0;
    const QString run = m_folder.filePath(family + "-run");
    verify(runRanks({job, {batch}, run.toStdString()}));
    if (QTest::currentTestFailed())
        return;
    const QByteArray said = saidByReference({MOTLEY_TESTS "/reference/decoders.py", "--check", run + "/model",
        QStringLiteral(MOTLEY_TESTS "/fixtures/decoders/") + family});
    QVERIFY2(said.endsWith("same\n"), said.constData());
}

int main(int argc, char *argv[])
{
    return runTests<DecoderTasksTest, DecoderTasksInTransformers>(argc, argv);
}

#include "tst_decodertasks.moc"
