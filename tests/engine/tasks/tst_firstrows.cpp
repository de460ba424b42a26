// The rows that people are shown before a run are those that it trains.
#include "decoderjob.h"
#include "engine/tasks/registry.h"
#include "engine/tasks/rows/firstrows.h"

#include <torch/torch.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace motley;

namespace {

constexpr const char *turns = "{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>{% endfor %}"
                              "{% if add_generation_prompt %}<s>assistant\n{% endif %}";

QByteArray conversation(const QByteArray &question, const QByteArray &answer)
{
    return R"({"messages": [{"role": "user", "content": ")" + question + R"("}, {"role": "assistant", "content": ")"
        + answer + "\"}]}\n";
}

// "given [learned] <special>", each piece apart.
std::string written(const TrainingRow &row)
{
    std::string text;
    for (const TextPiece &piece : row.pieces)
        text += (piece.learned ? "[" : "(") + std::string(piece.special ? "*" : "") + piece.text
            + (piece.learned ? "]" : ")");
    return text;
}

} // namespace

class FirstRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatAConversationTeaches();
    void countsWhatIsTrained();
    void cutsAndLeavesOutAsARunDoes();
    void countsAllRows();
    void countsNoMoreThanItMay();
    void countsTestsOfAFolderApart();
    void showsNoRowThatIsHeldOut();
    void saysThatNothingIsHeldOut();
    void findsABadLineBehindTheRowsShown();
    void showsBlocksOfText_data();
    void showsBlocksOfText();
    void showsPairsAndTags();
    void showsLongRowsInPart();
    void saysWhatIsWrong();

private:
    LanguageModelSpec taskWith(const QByteArray &rows);

    QTemporaryDir m_folder;
    int m_folders = 0;
};

LanguageModelSpec FirstRowsTest::taskWith(const QByteArray &rows)
{
    const QString folder = m_folder.filePath(QString::number(++m_folders));
    writeDecoderFolder("llama", folder, false);
    writeBytes(folder + "/chat_template.jinja", turns);
    writeBytes(folder + "/rows.jsonl", rows);
    LanguageModelSpec spec;
    spec.model.start = folder.toStdString();
    spec.model.context = 60;
    spec.data.format = LanguageModelData::Format::Conversations;
    spec.data.train = spec.data.test = folder.toStdString() + "/rows.jsonl";
    return spec;
}

void FirstRowsTest::showsWhatAConversationTeaches()
{
    const auto rows = firstRows(jobOf(taskWith(conversation("who", "a <s> cat")), 1), 5);
    QVERIFY2(rows, rows ? "" : rows.error().message.c_str());
    QCOMPARE(rows->rows.size(), std::size_t(1));
    QCOMPARE(rows->rows[0].where, std::string("line 1 of rows.jsonl"));
    QCOMPARE(written(rows->rows[0]), std::string("(*<s>)(user\nwho)(*</s>)(*<s>)(assistant\n)[a <s> cat][*</s>]"));
}

// The same numbers as those of the data set that is trained.
void FirstRowsTest::countsWhatIsTrained()
{
    const LanguageModelSpec spec = taskWith(conversation("who is it", "a cat") + conversation("why", "it is warm")
        + conversation("what is", "the bird that sings so loud that nobody sleeps at all in this house any more"));
    const auto rows = firstRows(jobOf(spec, 1), 100);
    QVERIFY2(rows, rows ? "" : rows.error().message.c_str());
    const auto task = openTask(jobOf(spec, 1), {});
    QVERIFY2(task, task ? "" : task.error().message.c_str());
    const Dataset &data = (*task)->trainingSet();
    std::vector<std::int64_t> all(std::size_t(data.size()));
    std::iota(all.begin(), all.end(), 0);
    std::int64_t tokens = 0;
    std::int64_t learned = 0;
    for (const TrainingRow &row : rows->rows) {
        tokens += row.tokens;
        learned += row.learned;
    }
    QCOMPARE(data.weight(all, std::nullopt), double(learned));
    QCOMPARE(data.batch(all, std::nullopt).inputs[1].ge(0).sum().item<std::int64_t>(), tokens);
    QVERIFY(rows->rows[2].cutTokens > 0);
}

void FirstRowsTest::cutsAndLeavesOutAsARunDoes()
{
    const QByteArray longAnswer = QByteArray("word ").repeated(20) + "end";
    const auto rows = firstRows(jobOf(taskWith(conversation("why", longAnswer) + "{\"question\": \"why\"}\n"
                                          + R"({"messages": [{"role": "user", "content": "alone"}]})" + "\n"),
                                    1),
        5);
    QVERIFY2(rows, rows ? "" : rows.error().message.c_str());
    QCOMPARE(rows->rows.size(), std::size_t(3));
    const TrainingRow &cut = rows->rows[0];
    QCOMPARE(cut.tokens, std::int64_t(60));
    QVERIFY(cut.cutTokens > 0);
    QVERIFY(!QString::fromStdString(written(cut)).contains("end"));
    QVERIFY(!rows->rows[1].leftOut.empty());
    QVERIFY(rows->rows[1].pieces.empty());
    QVERIFY2(rows->rows[2].leftOut.find("answer") != std::string::npos, rows->rows[2].leftOut.c_str());
}

void FirstRowsTest::countsAllRows()
{
    const QByteArray longAnswer = QByteArray("word ").repeated(20) + "end";
    const QByteArray noAnswer = R"({"messages": [{"role": "user", "content": "alone"}]})"
                                "\n";
    const auto rows = firstRows(jobOf(taskWith(conversation("why", "so") + noAnswer + conversation("why", longAnswer)
                                          + "{\"question\": 1}\n" + noAnswer + "{\"question\": 2}\n"),
                                    1),
        1);
    QVERIFY2(rows, rows ? "" : rows.error().message.c_str());
    QCOMPARE(rows->rows.size(), std::size_t(1));
    QCOMPARE(rows->length, std::int64_t(60));
    QVERIFY(rows->isWhole && rows->notes.empty());
    QVERIFY(rows->training && rows->test);
    QCOMPARE(rows->training->rows, std::int64_t(6));
    QCOMPARE(rows->training->cutRows, std::int64_t(1));
    QVERIFY(rows->training->cutTokens > 0);
    QCOMPARE(rows->training->withoutAnswer, std::int64_t(2));
    QCOMPARE(rows->training->leftOut.size(), std::size_t(1));
    QCOMPARE(rows->training->leftOut[0].rows, std::int64_t(2));
    QCOMPARE(rows->training->leftOut[0].first, std::string("line 4 of rows.jsonl"));
    QVERIFY(*rows->test == *rows->training); // the same file
    QVERIFY(parseTrainingRows(toJson(*rows)) == *rows);
}

void FirstRowsTest::countsNoMoreThanItMay()
{
    const LanguageModelSpec spec = taskWith(conversation("why", "so").repeated(10));
    const auto few = firstRows(jobOf(spec, 1), 2, {.rows = 4});
    QVERIFY(few && !few->isWhole);
    QCOMPARE(few->training->rows, std::int64_t(4));
    QCOMPARE(few->test->rows, std::int64_t(4));
    const auto fewTokens = firstRows(jobOf(spec, 1), 2, {.tokens = 1});
    QVERIFY(fewTokens && !fewTokens->isWhole);
    QCOMPARE(fewTokens->training->rows, std::int64_t(1));
}

// Rows that say nothing too.
void FirstRowsTest::countsTestsOfAFolderApart()
{
    LanguageModelSpec spec = taskWith({});
    const QString folder = m_folder.filePath(QString::number(++m_folders));
    QVERIFY(QDir().mkpath(folder));
    writeBytes(folder + "/train.jsonl", conversation("why", "so").repeated(3));
    writeBytes(folder + "/dev.jsonl", conversation("who", "she") + "{\"question\": 1}\n");
    spec.data.train = {folder.toStdString()};
    spec.data.test = {};
    const auto rows = firstRows(jobOf(spec, 1), 5);
    QVERIFY2(rows, rows ? "" : rows.error().message.c_str());
    QCOMPARE(rows->rows.size(), std::size_t(3));
    QCOMPARE(rows->training->rows, std::int64_t(3));
    QCOMPARE(rows->test->rows, std::int64_t(2));
    QCOMPARE(rows->test->leftOut.size(), std::size_t(1));
    QVERIFY(rows->training->leftOut.empty());
}

void FirstRowsTest::saysThatNothingIsHeldOut()
{
    LanguageModelSpec spec = taskWith(conversation("why", "so"));
    spec.data.test = {};
    spec.data.testPart = 1e-9;
    const auto rows = firstRows(jobOf(spec, 1), 5);
    QVERIFY(rows && rows->rows.size() == 1 && rows->notes.size() == 1);
    QVERIFY(rows->notes[0].find("data.testPart") != std::string::npos);
}

void FirstRowsTest::findsABadLineBehindTheRowsShown()
{
    const auto rows = firstRows(jobOf(taskWith(conversation("why", "so").repeated(9) + "{\"messages\": ["), 1), 2);
    QVERIFY(!rows);
    QVERIFY2(rows.error().message.find("Line 10 of ") == 0, rows.error().message.c_str());
}

void FirstRowsTest::showsNoRowThatIsHeldOut()
{
    QByteArray lines;
    for (int number = 0; number < 60; ++number)
        lines += conversation(QByteArray(number % 26 + 1, char('a' + number % 26)), "a cat");
    LanguageModelSpec spec = taskWith(lines);
    spec.data.test = {};
    spec.data.testPart = 0.5;
    const auto rows = firstRows(jobOf(spec, 1), 100);
    QVERIFY2(rows, rows ? "" : rows.error().message.c_str());
    QVERIFY(!rows->rows.empty() && rows->rows.size() < 50);
}

void FirstRowsTest::showsBlocksOfText_data()
{
    QTest::addColumn<bool>("startsFromFolder");
    QTest::addRow("tokens of a model") << true;
    QTest::addRow("characters") << false;
}

void FirstRowsTest::showsBlocksOfText()
{
    QFETCH(bool, startsFromFolder);
    const QString folder = m_folder.filePath(QString::number(++m_folders));
    writeDecoderFolder("llama", folder, false);
    LanguageModelSpec spec = decoderTask(folder);
    if (!startsFromFolder) {
        spec.model.start = {};
        spec.data.units = LanguageModelData::Units::Characters;
    }
    const auto rows = firstRows(jobOf(spec, 1), 2);
    QVERIFY2(rows, rows ? "" : rows.error().message.c_str());
    QCOMPARE(rows->rows.size(), std::size_t(2));
    const std::string text = bytesOf(folder + "/text.txt").toStdString();
    QCOMPARE(written(rows->rows[0]), "[" + text.substr(0, 24) + "]");
    QCOMPARE(written(rows->rows[1]), "[" + text.substr(24, 24) + "]");
    QCOMPARE(rows->rows[0].tokens, std::int64_t(24));
}

void FirstRowsTest::showsPairsAndTags()
{
    const auto in = [&](const char *name) { return m_folder.filePath(name).toStdString(); };
    writeBytes(m_folder.filePath("a.de"), "Ein Hund.\r\nZwei\n");
    writeBytes(m_folder.filePath("a.en"), "A dog.\r\nTwo\n");
    writeBytes(m_folder.filePath("tags.conll"), "Ada B-PER\nsings O\n\nBerlin B-LOC\n");
    TranslationSpec pairs;
    pairs.data.trainSource = in("a.de");
    pairs.data.trainTarget = in("a.en");
    JobSpec job;
    job.task = pairs;
    const auto translated = firstRows(job, 1);
    QVERIFY2(translated, translated ? "" : translated.error().message.c_str());
    QCOMPARE(translated->rows.size(), std::size_t(1));
    QCOMPARE(written(translated->rows[0]), std::string("(Ein Hund.\n)[A dog.]"));
    TaggingSpec tags;
    tags.data.train = in("tags.conll");
    job.task = tags;
    const auto tagged = firstRows(job, 5);
    QVERIFY2(tagged, tagged ? "" : tagged.error().message.c_str());
    QCOMPARE(tagged->rows.size(), std::size_t(2));
    QCOMPARE(written(tagged->rows[0]), std::string("(Ada )[B-PER](\nsings )[O]"));
}

void FirstRowsTest::showsLongRowsInPart()
{
    writeBytes(m_folder.filePath("long.txt"), QByteArray("\u00e4").repeated(20000) + "\n");
    TranslationSpec pairs;
    pairs.data.trainSource = pairs.data.trainTarget = m_folder.filePath("long.txt").toStdString();
    JobSpec job;
    job.task = pairs;
    const auto rows = firstRows(job, 1);
    QVERIFY2(rows, rows ? "" : rows.error().message.c_str());
    const TrainingRow &row = rows->rows.at(0);
    std::int64_t shown = 0;
    for (const TextPiece &piece : row.pieces)
        shown += std::int64_t(piece.text.size());
    QVERIFY(shown > 8000 && shown <= 8192);
    QCOMPARE(shown + row.hiddenBytes, std::int64_t(2 * 40000 + 1));
    QVERIFY(parseTrainingRows(toJson(*rows)) == *rows); // no character is cut
}

void FirstRowsTest::saysWhatIsWrong()
{
    LanguageModelSpec spec = taskWith(conversation("why", "so"));
    writeBytes(QString::fromStdString(spec.model.start.path) + "/chat_template.jinja", "{% include 'x' %}");
    const auto noTemplate = firstRows(jobOf(spec, 1), 1);
    QVERIFY(!noTemplate && noTemplate.error().message.find("include") != std::string::npos);
    JobSpec pictures;
    pictures.task = ImageSpec{{}, {m_folder.path().toStdString()}};
    QVERIFY(!firstRows(pictures, 1));
    writeBytes(m_folder.filePath("latin1.txt"), "caf\xe9\n");
    TranslationSpec pairs;
    pairs.data.trainSource = pairs.data.trainTarget = m_folder.filePath("latin1.txt").toStdString();
    JobSpec job;
    job.task = pairs;
    const auto notUtf8 = firstRows(job, 1);
    QVERIFY(!notUtf8 && notUtf8.error().message.find("latin1.txt") != std::string::npos);
}

QTEST_GUILESS_MAIN(FirstRowsTest)
#include "tst_firstrows.moc"
