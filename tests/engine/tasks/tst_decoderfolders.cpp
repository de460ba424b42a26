// Folders of decoders, opened: what the task and the generator make of them, and what they refuse.
#include "decoderjob.h"
#include "engine/inference/textgenerator.h"
#include "engine/tasks/causal/causalmodel.h"
#include "engine/tasks/registry.h"
#include "engine/tensorfiles/safetensors.h"
#include "tests/fixtures/referencetensors.h"

#include <QTemporaryDir>
#include <QTest>

#include <torch/torch.h>

using namespace motley;

namespace {

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

class DecoderFoldersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatTransformersSay_data() { addAllFamilies(); }
    void saysWhatTransformersSay();
    void endsWhereTheFolderSays();
    void beginsAsTheTokenizerDoes();
    void predictsTheFirstToken();
    void widensWhatIsTrained();
    void refusesOtherWeights();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();

private:
    QString folderOf(const QString &family, bool begins = true)
    {
        const QString folder = m_folder.filePath(QString::number(++m_folders));
        writeDecoderFolder(family, folder, begins);
        return folder;
    }

    QTemporaryDir m_folder;
    int m_folders = 0;
};

// The tokens of the fixtures' texts are letters of the tokenizer.
void DecoderFoldersTest::saysWhatTransformersSay()
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

void DecoderFoldersTest::endsWhereTheFolderSays()
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
void DecoderFoldersTest::beginsAsTheTokenizerDoes()
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

void DecoderFoldersTest::predictsTheFirstToken()
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

void DecoderFoldersTest::widensWhatIsTrained()
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

void DecoderFoldersTest::refusesOtherWeights()
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

void DecoderFoldersTest::saysWhatDoesNotFit_data()
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
    row("quantised", config, "{", "{\"quantization_config\": {},",
        "weights are quantised (quantization_config: unnamed)");
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

void DecoderFoldersTest::saysWhatDoesNotFit()
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

QTEST_GUILESS_MAIN(DecoderFoldersTest)
#include "tst_decoderfolders.moc"
