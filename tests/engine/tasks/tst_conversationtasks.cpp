// Decoders learn what the assistant says in conversations, of which several lie in one sequence.
#include "decoderjob.h"
#include "engine/inference/textgenerator.h"
#include "engine/tasks/registry.h"
#include "engine/training/evaluatemodel.h"
#include "fixturerun.h"

#include <torch/torch.h>

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace motley;

namespace {

constexpr int rows = 60;
constexpr std::int64_t context = 64;
constexpr int originalPositions = 60; // some rows have fewer tokens and some have more

const char *const questions[] = {"who is there", "what is a cat", "are you warm", "do birds sing"};
const char *const answers[] = {"a friend", "it sits on a warm stone", "as a stone", "they do"};

QByteArray conversation(int number)
{
    const auto message = [](const char *role, const char *content) {
        return QJsonObject{{"role", QLatin1String(role)}, {"content", QLatin1String(content)}};
    };
    QJsonArray messages{message("user", questions[number % 4]), message("assistant", answers[number % 4])};
    if (number % 3 == 0) {
        messages.append(message("user", questions[(number + 1) % 4]));
        messages.append(message("assistant", answers[(number + 1) % 4]));
    }
    // Rows that are alike would all be held out or none.
    messages.insert(0, message("system", QByteArray(number % 26 + 1, char('a' + number % 26))));
    return QJsonDocument(QJsonObject{{"messages", messages}}).toJson(QJsonDocument::Compact);
}

// Characters that the assistant says, and the token that ends each answer.
std::int64_t learnedIn(int number)
{
    const auto tokens = [](int answer) { return std::int64_t(std::strlen(answers[answer % 4])) + 1; };
    return tokens(number) + (number % 3 == 0 ? tokens(number + 1) : 0);
}

double lossOf(Task &task, const Batch &batch)
{
    task.model().eval();
    const torch::NoGradGuard noGradients;
    return task.summedLoss(batch).item<double>();
}

} // namespace

class ConversationTasksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsAnswersAlone();
    void learnsAll();
    void packedRowsDoNotSeeEachOther_data() { addFamilies({"llama", "qwen3_5", "gemma3", "mistral", "phi3"}); }
    void packedRowsDoNotSeeEachOther();
    void givesTheCurveOfOneRank_data();
    void givesTheCurveOfOneRank();
    void answersWithItsAdapter();
    void usesTheChatTemplateOfTheJob();
    void keepsTheTemplatesOfItsModel_data();
    void keepsTheTemplatesOfItsModel();
    void writesTheDayOfTheJob();
    void countsWhatIsLeftOutOfTheTest();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    QString fresh() { return m_folder.filePath(QString::number(++m_folders)); }
    LanguageModelSpec taskIn(const QString &family, int count = rows);

    QTemporaryDir m_folder;
    int m_folders = 0;
};

LanguageModelSpec ConversationTasksTest::taskIn(const QString &family, int count)
{
    const QString folder = fresh();
    writeDecoderFolder(family, folder, false);
    QJsonObject config = jsonIn(folder + "/config.json");
    config["max_position_embeddings"] = 512;
    if (family == "phi3") { // encodes the positions of longer texts in another way
        QJsonObject rotary = config["rope_parameters"].toObject();
        rotary["original_max_position_embeddings"] = originalPositions;
        config["original_max_position_embeddings"] = originalPositions;
        config["rope_parameters"] = rotary;
    }
    writeJson(folder + "/config.json", config);
    writeBytes(folder + "/chat_template.jinja",
        "{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>{% endfor %}"
        "{% if add_generation_prompt %}<s>assistant\n{% endif %}");
    QByteArray lines;
    for (int number = 0; number < count; ++number)
        lines += conversation(number) + '\n';
    writeBytes(folder + "/rows.jsonl", lines);
    LanguageModelSpec spec;
    spec.model.start = folder.toStdString();
    spec.model.context = context;
    spec.data.format = LanguageModelData::Format::Conversations;
    spec.data.train = spec.data.test = folder.toStdString() + "/rows.jsonl";
    return spec;
}

void ConversationTasksTest::learnsAnswersAlone()
{
    LanguageModelSpec spec = taskIn("llama");
    spec.model.context = 128; // longer than any row
    const auto task = openTask(jobOf(spec, 1), {});
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    const Dataset &data = (*task)->trainingSet();
    std::vector<std::int64_t> all(std::size_t(data.size()));
    std::iota(all.begin(), all.end(), 0);
    QVERIFY(data.size() < rows); // several in one
    std::int64_t learned = 0;
    for (int number = 0; number < rows; ++number)
        learned += learnedIn(number);
    QCOMPARE(data.weight(all, std::nullopt), double(learned));
    const Batch batch = data.batch(all, std::nullopt);
    QCOMPARE(batch.targets[0].ne(-100).sum().item<std::int64_t>(), learned);
}

void ConversationTasksTest::learnsAll()
{
    LanguageModelSpec spec = taskIn("llama", 1);
    spec.model.context = 128;
    spec.data.learn = LanguageModelData::Learn::All;
    const auto task = openTask(jobOf(spec, 1), {});
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    const Batch batch = (*task)->trainingSet().batch(std::vector<std::int64_t>{0}, std::nullopt);
    const std::int64_t tokens = batch.inputs[1].eq(0).sum().item<std::int64_t>();
    QCOMPARE(batch.targets[0].ne(-100).sum().item<std::int64_t>(), tokens - 1);
}

// As much is lost in one sequence as in as many sequences as there are rows.
void ConversationTasksTest::packedRowsDoNotSeeEachOther()
{
    QFETCH(QString, family);
    constexpr int few = 6;
    LanguageModelSpec spec = taskIn(family, few);
    if (family == "qwen3_5")
        steadyNorms(QString::fromStdString(spec.model.start.path));
    spec.model.context = 512;
    const auto packed = openTask(jobOf(spec, 1), {});
    QVERIFY2(packed, packed ? "" : packed.error().message.c_str());
    QCOMPARE((*packed)->trainingSet().size(), std::int64_t(1));
    const double together
        = lossOf(**packed, (*packed)->trainingSet().batch(std::vector<std::int64_t>{0}, std::nullopt));
    double apart = 0;
    for (int number = 0; number < few; ++number) {
        writeBytes(QString::fromStdString(spec.data.train.path), conversation(number));
        const auto alone = openTask(jobOf(spec, 1), {});
        QVERIFY2(alone, alone ? "" : alone.error().message.c_str());
        apart += lossOf(**alone, (*alone)->trainingSet().batch(std::vector<std::int64_t>{0}, std::nullopt));
    }
    QVERIFY2(std::abs(together / apart - 1) < 1e-5, qPrintable(QString("%1 and %2").arg(together).arg(apart)));
}

void ConversationTasksTest::givesTheCurveOfOneRank_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("rank");
    QTest::addRow("all weights") << "llama" << 0;
    QTest::addRow("an adapter") << "llama" << 4;
    QTest::addRow("positions by length") << "phi3" << 0;
}

void ConversationTasksTest::givesTheCurveOfOneRank()
{
    QFETCH(QString, family);
    QFETCH(int, rank);
    LanguageModelSpec spec = taskIn(family);
    spec.adapter.rank = rank;
    spec.adapter.dropout = rank > 0 ? 0.1 : 0;
    JobSpec job = jobOf(spec, 20);
    job.schedule.peak = rank > 0 ? 2e-2 : 1e-3;
    const QString folder = fresh();
    const RunResult alone = runRanks({job, {decoderBatch}, folder.toStdString()});
    QVERIFY2(alone.problem().isEmpty(), alone.problem());
    QVERIFY(alone.steps().back().loss < 0.9 * alone.steps().front().loss);
    for (const std::int64_t microbatch : {2, 0}) {
        RunRequest request{job, {10, 0, 6}, fresh().toStdString()};
        request.microbatch = microbatch;
        const RunResult split = runRanks(request);
        QVERIFY2(split.problem().isEmpty(), split.problem());
        QVERIFY(largestDifference(alone, split) < 1e-4);
    }
    const auto again = evaluateModel(
        {(folder + "/model").toStdString(), std::get<LanguageModelSpec>(job.task).data.test.path, {}}, {}, 1);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QVERIFY(std::abs(again->loss - alone.lastEvaluation()->loss) < 1e-6);
}

// The folder of a run opens with its base: it says the answer that was learned.
void ConversationTasksTest::answersWithItsAdapter()
{
    LanguageModelSpec spec = taskIn("llama", 4);
    spec.adapter.rank = 8;
    spec.model.context = 128; // the longest answer is last in its row, and must not be cut
    JobSpec job = jobOf(spec, 600);
    job.batch = 1;
    job.schedule.peak = 2e-2;
    const QString folder = fresh();
    const RunResult run = runRanks({job, {1}, folder.toStdString()});
    QVERIFY2(run.problem().isEmpty(), run.problem());
    QVERIFY(!QFile::exists(folder + "/model/config.json"));
    auto generator = TextGenerator::open((folder + "/model").toStdString(), c10::kCPU);
    QVERIFY2(generator, generator ? "" : generator.error().message.c_str());
    GenerationSpec greedy;
    greedy.sampling.temperature = 0;
    greedy.newTokens = 40;
    const auto written = generator->write("<s>system\nbb</s><s>user\nwhat is a cat</s><s>assistant\n", greedy);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    QVERIFY2(written->ends_with("it sits on a warm stone"), written->c_str());
    Conversation conversation;
    conversation.messages = {chatMessage("system", "bb"), chatMessage("user", "what is a cat")};
    const auto answer = generator->answer(conversation, greedy);
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(*answer, std::string("it sits on a warm stone"));
}

// And the trained model has it as its own.
void ConversationTasksTest::usesTheChatTemplateOfTheJob()
{
    LanguageModelSpec spec = taskIn("llama", 1);
    const QString folder = QString::fromStdString(spec.model.start.path);
    QVERIFY(QDir(folder).mkdir("additional_chat_templates"));
    const QByteArray shouting = "{% for m in messages %}<s>{{ m.content }}</s>{% endfor %}";
    writeBytes(folder + "/additional_chat_templates/bare.jinja", shouting);
    writeBytes(folder + "/mine.jinja", shouting);
    const auto open = [&](const std::string &chosen) {
        spec.data.chatTemplate = chosen;
        return openTask(jobOf(spec, 1), {});
    };
    const auto tokensOf
        = [](Task &task) { return task.trainingSet().batch(std::vector<std::int64_t>{0}, std::nullopt).inputs[0]; };
    const auto templateOf = [](const Task &task) {
        std::vector<std::string> found;
        for (const SideFile &file : task.modelFiles())
            if (file.name == "chat_template.jinja")
                found.push_back(file.text);
        return found;
    };
    const auto usual = open("");
    const auto named = open("bare");
    const auto ofFile = open((folder + "/mine.jinja").toStdString());
    QVERIFY2(usual && named && ofFile, named ? "" : named.error().message.c_str());
    QVERIFY(!at::equal(tokensOf(**usual), tokensOf(**named)));
    QVERIFY(at::equal(tokensOf(**ofFile), tokensOf(**named)));
    QCOMPARE(templateOf(**usual), std::vector{bytesOf(folder + "/chat_template.jinja").toStdString()});
    QCOMPARE(templateOf(**named), std::vector{shouting.toStdString()});
    QCOMPARE(templateOf(**ofFile), std::vector{shouting.toStdString()});
    const auto unknown = open("bear");
    QVERIFY(!unknown);
    QVERIFY2(
        unknown.error().message.find("It has: bare, default.") != std::string::npos, unknown.error().message.c_str());
}

void ConversationTasksTest::keepsTheTemplatesOfItsModel_data()
{
    QTest::addColumn<int>("rank");
    QTest::addColumn<std::string>("chosen");
    QTest::addColumn<QStringList>("kept");
    QTest::addRow("an adapter") << 2 << std::string() << QStringList{"rag.jinja", "tool_use.jinja"};
    QTest::addRow("all weights") << 0 << std::string() << QStringList{"rag.jinja", "tool_use.jinja"};
    // It would be taken for conversations with tools, which were written with the chosen one.
    QTest::addRow("one for all rows") << 2 << std::string("rag") << QStringList{"rag.jinja"};
}

void ConversationTasksTest::keepsTheTemplatesOfItsModel()
{
    QFETCH(int, rank);
    QFETCH(std::string, chosen);
    QFETCH(QStringList, kept);
    LanguageModelSpec spec = taskIn("llama", 4);
    const QString start = QString::fromStdString(spec.model.start.path);
    const QString inside = "/additional_chat_templates";
    QVERIFY(QDir(start).mkdir("additional_chat_templates"));
    for (const char *name : {"rag", "tool_use"})
        writeBytes(start + inside + "/" + name + ".jinja",
            QByteArray("{% for m in messages %}<s>") + name + "{{ m.content }}</s>{% endfor %}");
    spec.adapter.rank = rank;
    spec.data.chatTemplate = chosen;
    JobSpec job = jobOf(spec, 1);
    job.batch = 1;
    const QString folder = fresh();
    const RunResult run = runRanks({job, {1}, folder.toStdString()});
    QVERIFY2(run.problem().isEmpty(), run.problem());
    const QString model = folder + "/model";
    QCOMPARE(QDir(model + inside).entryList(QDir::Files, QDir::Name), kept);
    for (const QString &name : kept)
        QCOMPARE(bytesOf(model + inside + "/" + name), bytesOf(start + inside + "/" + name));
    const QString usual = chosen.empty() ? "/chat_template.jinja" : inside + "/rag.jinja";
    QCOMPARE(bytesOf(model + "/chat_template.jinja"), bytesOf(start + usual));
}

void ConversationTasksTest::writesTheDayOfTheJob()
{
    LanguageModelSpec spec = taskIn("llama", 1);
    writeBytes(QString::fromStdString(spec.model.start.path) + "/chat_template.jinja",
        "{{ strftime_now('%b').lower() }}{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>{% endfor %}");
    const auto beginning = [&](const char *day) {
        spec.data.date = day;
        const auto task = openTask(jobOf(spec, 1), {});
        if (!task)
            return std::string(task.error().message);
        const at::Tensor ids
            = (*task)->trainingSet().batch(std::vector<std::int64_t>{0}, std::nullopt).inputs[0][0].slice(0, 0, 3);
        std::string text;
        for (int i = 0; i < 3; ++i)
            text += char('a' + ids[i].item<int>() - 6); // the ids of letters, see tokenizerOfLetters()
        return text;
    };
    QCOMPARE(beginning("2026-11-28"), std::string("nov"));
    QCOMPARE(beginning("2026-06-01"), std::string("jun"));
    QCOMPARE(beginning("2026-01-31"), std::string("jan"));
}

void ConversationTasksTest::countsWhatIsLeftOutOfTheTest()
{
    LanguageModelSpec spec = taskIn("llama", 4);
    const QString test = QString::fromStdString(spec.model.start.path) + "/test.jsonl";
    writeBytes(test,
        conversation(1) + '\n' + R"({"text": ""})" + '\n' + R"({"messages": [{"role": "user", "content": "why"}]})"
            + '\n' + conversation(3) + '\n');
    spec.data.test = test.toStdString();
    const auto task = openTask(jobOf(spec, 1), {});
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    const std::vector<std::string> notes = (*task)->notes();
    const auto says = [&](const char *words) {
        return std::any_of(
            notes.begin(), notes.end(), [&](const std::string &note) { return note.find(words) != std::string::npos; });
    };
    QVERIFY(says("Of the test data: 4 rows were read from 1 file."));
    QVERIFY(says("Of the test data, 1 row is left out: the \"text\" is empty (line 2 of test.jsonl)."));
    QVERIFY(says("Of the test data, 1 row is left out: there is no answer of the assistant to learn (line 3 of"));
    QVERIFY(says("Of the test data, 2 rows are longer than 64 tokens and cut"));
}

void ConversationTasksTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QString>("expected");
    const QByteArray good = conversation(1);
    QTest::addRow("no row") << QByteArray("{\"question\": \"why\"}") << QString() << QByteArray() << "rows.jsonl";
    QTest::addRow("no JSON") << QByteArray("why not") << QString() << QByteArray() << "rows.jsonl";
    QTest::addRow("no answer") << QByteArray(R"({"messages": [{"role": "user", "content": "why"}]})") << QString()
                               << QByteArray() << "answer";
    QTest::addRow("no template") << good << "/chat_template.jinja" << QByteArray("{% include 'x' %}") << "include";
    QTest::addRow("nothing held out") << good << QString() << QByteArray() << "held out";
}

void ConversationTasksTest::saysWhatIsWrong()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, file);
    QFETCH(QByteArray, contents);
    QFETCH(QString, expected);
    LanguageModelSpec spec = taskIn("llama", 1);
    const QString folder = QString::fromStdString(spec.model.start.path);
    writeBytes(QString::fromStdString(spec.data.train.path), line);
    if (!file.isEmpty())
        writeBytes(folder + file, contents);
    if (expected == "held out") {
        spec.data.test = {};
        spec.data.testPart = 0.001;
    }
    const auto task = openTask(jobOf(spec, 1), {});
    QVERIFY(!task);
    QVERIFY2(task.error().message.find(expected.toStdString()) != std::string::npos, task.error().message.c_str());
}

QTEST_GUILESS_MAIN(ConversationTasksTest)
#include "tst_conversationtasks.moc"
