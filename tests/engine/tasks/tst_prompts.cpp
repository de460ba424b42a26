// At each test the model answers the prompts of the job, as `generate` would with what it has learned.
#include "decoderjob.h"
#include "engine/inference/textgenerator.h"
#include "engine/tasks/causal/prompts.h"
#include "engine/tasks/registry.h"
#include "fixturerun.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace motley;

namespace {

const std::vector<std::string> questions{"who is there", "what is a cat"};

GenerationSpec asInTests()
{
    GenerationSpec spec;
    spec.newTokens = answerTokens;
    spec.sampling.temperature = 0;
    return spec;
}

std::vector<Evaluation> testsOf(const RunResult &run)
{
    std::vector<Evaluation> tests;
    for (const EventBody &event : run.events)
        if (const auto *test = std::get_if<Evaluation>(&event))
            tests.push_back(*test);
    return tests;
}

} // namespace

class PromptsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersAtEachTest();
    void writesPlainTextOn();
    void tellsWhatItWritesPieceByPiece();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    QString folder(const QString &name) const { return m_folder.filePath(name); }
    LanguageModelSpec chatTask(const QString &name);

    QTemporaryDir m_folder;
};

LanguageModelSpec PromptsTest::chatTask(const QString &name)
{
    const QString place = folder(name);
    writeDecoderFolder("llama", place, false);
    writeBytes(place + "/chat_template.jinja",
        "{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>{% endfor %}"
        "{% if add_generation_prompt %}<s>assistant\n{% endif %}");
    QByteArray lines;
    for (const auto &[question, answer] :
        {std::pair{"who is there", "a friend"}, std::pair{"what is a cat", "it sits on a stone"}})
        lines += QByteArray("{\"prompt\": [{\"role\": \"user\", \"content\": \"") + question
            + "\"}], \"completion\": [{\"role\": \"assistant\", \"content\": \"" + answer + "\"}]}\n";
    writeBytes(place + "/rows.jsonl", lines);
    writeBytes(place + "/prompts.txt", "who is there\r\n\n  \nwhat is a cat");
    LanguageModelSpec spec;
    spec.model.start = place.toStdString();
    spec.model.context = 64;
    spec.data.format = LanguageModelData::Format::Conversations;
    spec.data.train = spec.data.test = place.toStdString() + "/rows.jsonl";
    spec.data.prompts = place.toStdString() + "/prompts.txt";
    spec.adapter.rank = 8;
    return spec;
}

void PromptsTest::answersAtEachTest()
{
    JobSpec job = jobOf(chatTask("chat"), 4);
    job.batch = 2;
    job.evaluateEveryEpochs = 1;
    job.schedule.peak = 2e-2;
    const QString run = folder("chat-run");
    const RunResult result = runRanks({job, {1, 1}, run.toStdString()});
    QVERIFY2(result.problem().isEmpty(), result.problem());
    const auto tests = testsOf(result);
    QVERIFY(tests.size() > 1);
    std::set<std::string> different;
    for (const Evaluation &test : tests) {
        QVERIFY(test.answers && test.answers->size() == questions.size());
        for (std::size_t i = 0; i < questions.size(); ++i)
            QCOMPARE(test.answers->at(i).prompt, questions[i]);
        different.insert(test.answers->at(0).answer);
    }
    QVERIFY(different.size() > 1); // as it learns
    auto generator = TextGenerator::open((run + "/model").toStdString(), c10::kCPU);
    QVERIFY2(generator, generator ? "" : generator.error().message.c_str());
    for (const PromptAnswer &told : *tests.back().answers)
        QCOMPARE(*generator->answer({.messages = {chatMessage("user", told.prompt)}}, asInTests()), told.answer);
}

void PromptsTest::writesPlainTextOn()
{
    const QString place = folder("text");
    writeDecoderFolder("gemma3", place);
    JobSpec job = jobOf(decoderTask(place), 2);
    auto &spec = std::get<LanguageModelSpec>(job.task);
    writeBytes(place + "/prompts.txt", "the cat\n");
    spec.data.prompts = place.toStdString() + "/prompts.txt";
    const QString run = folder("text-run");
    const RunResult result = runRanks({job, {decoderBatch}, run.toStdString()});
    QVERIFY2(result.problem().isEmpty(), result.problem());
    auto generator = TextGenerator::open((run + "/model").toStdString(), c10::kCPU);
    QVERIFY2(generator, generator ? "" : generator.error().message.c_str());
    const auto answers = testsOf(result).back().answers;
    QVERIFY(answers && answers->size() == 1);
    QCOMPARE("the cat" + answers->front().answer, *generator->write("the cat", asInTests()));

    spec.data.prompts = {};
    const RunResult without = runRanks({job, {decoderBatch}, folder("none-run").toStdString()});
    QVERIFY(!without.lastEvaluation()->answers);
}

void PromptsTest::tellsWhatItWritesPieceByPiece()
{
    auto generator = TextGenerator::open(chatTask("pieces").model.start.path, c10::kCPU);
    QVERIFY2(generator, generator ? "" : generator.error().message.c_str());
    std::vector<QByteArray> pieces;
    const auto collect = [&](std::string_view piece) { pieces.emplace_back(piece.data(), qsizetype(piece.size())); };
    GenerationSpec spec;
    spec.newTokens = 60;
    for (const bool answers : {true, false}) {
        const auto write = [&](const TextGenerator::Written &written) {
            return answers ? generator->answer({.messages = {chatMessage("user", "who")}}, spec, written)
                           : generator->write("who", spec, written);
        };
        while (write({})->size() < 10 && spec.seed < 100) // of chance, it may end at once
            ++spec.seed;
        pieces.clear();
        const auto text = write(collect);
        QVERIFY(text);
        QVERIFY2(pieces.size() > 1, text->c_str());
        QByteArray all = answers ? "" : "who";
        for (const QByteArray &piece : pieces) {
            QVERIFY2(piece.isValidUtf8(), piece.toHex().constData());
            all += piece;
        }
        QCOMPARE(all.toStdString(), *text);
    }
}

void PromptsTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("prompts");
    QTest::addColumn<QString>("says");
    QTest::newRow("none") << QByteArray("\n \n") << "There is no prompt in ";
    QTest::newRow("too many") << QByteArray("a\n").repeated(21) << "a test asks no more than 20";
    QTest::newRow("too long") << QByteArray("a\n") + QByteArray(4001, 'a') << "Line 2 of ";
    QTest::newRow("no UTF-8") << QByteArray("a\xff") << "it is not UTF-8";
    QTest::newRow("the template refuses it") << QByteArray("no") << "cannot be used: ";
}

void PromptsTest::saysWhatIsWrong()
{
    QFETCH(QByteArray, prompts);
    QFETCH(QString, says);
    const LanguageModelSpec spec = chatTask("wrong");
    writeBytes(QString::fromStdString(spec.data.prompts.path), prompts);
    writeBytes(QString::fromStdString(spec.model.start.path) + "/chat_template.jinja",
        "{% for m in messages %}{% if m.content == 'no' %}{{ raise_exception('No.') }}{% endif %}<s>{{ m.content }}</s>"
        "{% endfor %}");
    const auto task = openTask(jobOf(spec, 1), {});
    QVERIFY(!task);
    QVERIFY2(task.error().message.find(says.toStdString()) != std::string::npos, task.error().message.c_str());
}

QTEST_GUILESS_MAIN(PromptsTest)
#include "tst_prompts.moc"
