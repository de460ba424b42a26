#include "engine/data/chat/conversations/conversationfiles.h"
#include "engine/data/chat/conversations/packing.h"

#include "engine/base/keyedrandom.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>

using namespace motley;

// Rows of conversations in all forms, files of them, and which rows share a sequence.
class TestConversations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryForm_data();
    void readsEveryForm();
    void leavesOutWhatCannotBeLearned_data();
    void leavesOutWhatCannotBeLearned();
    void readsFilesAndFolders();
    void saysWhyARowCannotBeLearned();
    void namesFileLineAndRemedy_data();
    void namesFileLineAndRemedy();
    void holdsTheSameRowsOutInAnyOrder();
    void packsRowsWithoutGaps();
    void cutsLongRows();
    void packsAlikeEveryTime();
    void packsAsTightAsItCan();

private:
    std::string write(const char *name, const QByteArray &bytes);

    QTemporaryDir m_folder;
};

namespace {

// "user: Hello | assistant: Hi", "(prompt) text".
std::string described(const TrainingText &text)
{
    if (const auto *plain = std::get_if<PlainText>(&text))
        return "(" + plain->prompt + ") " + plain->text;
    const auto &conversation = std::get<Conversation>(text);
    std::string result;
    for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
        const ChatValue &message = conversation.messages[i];
        const ChatValue *content = message.find("content");
        result += (result.empty() ? "" : " | ") + std::string(i < conversation.firstTrained ? "given " : "")
            + *message.find("role")->text() + ": " + (content && content->text() ? *content->text() : "-");
        if (const ChatValue *calls = message.find("tool_calls"))
            result += " " + jsonOf(*calls);
    }
    if (!conversation.tools.isNull())
        result += " with " + jsonOf(conversation.tools);
    return result;
}

QByteArray rowOf(int number)
{
    return R"({"messages": [{"role": "user", "content": "q)" + QByteArray::number(number)
        + R"("}, {"role": "assistant", "content": "a"}]})";
}

std::set<std::string> describedAll(const std::vector<ConversationRow> &rows)
{
    std::set<std::string> result;
    for (const ConversationRow &row : rows)
        result.insert(described(*row.text));
    return result;
}

} // namespace

std::string TestConversations::write(const char *name, const QByteArray &bytes)
{
    const QString path = m_folder.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("Cannot write %s", name);
    return path.toStdString();
}

void TestConversations::readsEveryForm_data()
{
    QTest::addColumn<QByteArray>("row");
    QTest::addColumn<QByteArray>("wanted");
    const auto row = [](const char *name, const char *json, const char *wanted) {
        QTest::addRow("%s", name) << QByteArray(json) << QByteArray(wanted);
    };
    row("messages", R"({"messages": [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi"}]})",
        "user: Hello | assistant: Hi");
    row("parts", R"({"messages": [{"role": "user", "content": [{"type": "text", "text": "a"}, "b"]},
        {"role": "assistant", "content": [{"text": "c"}]}]})",
        "user: ab | assistant: c");
    row("ShareGPT", R"({"id": 5, "system": "Be kind.", "conversations": [{"from": "human", "value": "Hello"},
        {"from": "gpt", "value": "Hi", "weight": 1}]})",
        "system: Be kind. | user: Hello | assistant: Hi");
    row("roles in conversations",
        R"({"conversations": [{"role": "user", "content": "1"}, {"role": "model", "content": "2"}]})",
        "user: 1 | assistant: 2");
    row("a call of a tool", R"({"tools": [{"name": "f"}], "messages": [{"role": "user", "content": "x"},
        {"role": "assistant", "content": null, "tool_calls": [{"name": "f"}]}, {"role": "tool", "content": "y"}]})",
        R"(user: x | assistant: - [{"name":"f"}] | tool: y with [{"name":"f"}])");
    row("tools as text", R"({"tools": "[{\"name\": \"f\"}]", "messages": [{"role": "assistant", "content": "x"}]})",
        R"(assistant: x with [{"name":"f"}])");
    row("no tool", R"({"tools": [], "messages": [{"role": "assistant", "content": "x"}]})", "assistant: x with []");
    row("prompt and completion", R"({"prompt": "2+2=", "completion": "4"})", "(2+2=) 4");
    row("lists of both", R"({"prompt": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"},
        {"role": "user", "content": "c"}], "completion": [{"role": "assistant", "content": "d"}]})",
        "given user: a | given assistant: b | given user: c | assistant: d");
    row("lists of both and system", R"({"system": "s", "prompt": [{"role": "user", "content": "c"}],
        "completion": [{"role": "assistant", "content": "d"}]})",
        "given system: s | given user: c | assistant: d");
    row("instruction", R"({"instruction": "Sum up.", "input": "A text.", "output": "So."})",
        "user: Sum up.\n\nA text. | assistant: So.");
    row("instruction alone", R"({"instruction": "Sing.", "input": "", "output": "La."})",
        "user: Sing. | assistant: La.");
    row("text", R"({"text": "Once upon a time", "meta": {}})", "() Once upon a time");
}

void TestConversations::readsEveryForm()
{
    QFETCH(QByteArray, row);
    QFETCH(QByteArray, wanted);
    const auto text = trainingTextOf(*parseChatValue(row.toStdString(), 10000));
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(described(*text), wanted.toStdString());
}

void TestConversations::leavesOutWhatCannotBeLearned_data()
{
    QTest::addColumn<QByteArray>("row");
    QTest::addColumn<QByteArray>("why");
    const auto row
        = [](const char *json, const char *why) { QTest::addRow("%s", json) << QByteArray(json) << QByteArray(why); };
    row("[1]", "the row is no object");
    row(R"({"question": "a"})", "there is neither \"messages\"");
    row(R"({"messages": "a"})", "the messages are no list");
    row(R"({"messages": []})", "no answer of the assistant");
    row(R"({"messages": [{"role": "user", "content": "a"}]})", "no answer of the assistant");
    row(R"({"messages": [{"role": "assistant", "content": ""}]})", "no answer of the assistant");
    row(R"({"messages": [5]})", "a message is no object");
    row(R"({"messages": [{"content": "a"}]})", "neither a \"role\" nor a \"from\"");
    row(R"({"messages": [{"role": "assistant", "content": 5}]})", "neither a text nor a list of texts");
    row(R"({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]})", "parts other than texts");
    row(R"({"conversations": [{"from": "narrator", "value": "a"}]})", "a speaker that is not known");
    row(R"({"tools": 5, "messages": [{"role": "assistant", "content": "a"}]})", "the \"tools\" are no list");
    row(R"({"prompt": "a", "completion": ""})", "the \"completion\" is empty");
    row(R"({"prompt": "a", "completion": [{"role": "assistant", "content": "b"}]})", "neither two texts nor two lists");
    row(R"({"prompt": [{"role": "assistant", "content": "b"}], "completion": []})", "no answer of the assistant");
    row(R"({"instruction": "a"})", "no text \"output\"");
    row(R"({"text": ""})", "the \"text\" is empty");
}

void TestConversations::leavesOutWhatCannotBeLearned()
{
    QFETCH(QByteArray, row);
    QFETCH(QByteArray, why);
    const auto text = trainingTextOf(*parseChatValue(row.toStdString(), 10000));
    QVERIFY(!text);
    QVERIFY2(text.error().message.find(why.toStdString()) != std::string::npos, text.error().message.c_str());
}

void TestConversations::readsFilesAndFolders()
{
    const std::string lines
        = write("both/train.jsonl", "\xef\xbb\xbf" + rowOf(1) + "\r\n\n  \n" + rowOf(2)); // no newline at the end
    const std::string list = write("both/deep/more.json", "[" + rowOf(3) + ",\n" + rowOf(4) + "]\n");
    write("both/dev.jsonl", rowOf(5));
    write("both/test.jsonl", rowOf(6));
    write("both/notes.txt", "no row");
    const std::string folder = m_folder.filePath("both").toStdString();
    const auto conversations = readConversations(folder, 0.5);
    QVERIFY2(conversations, conversations ? "" : conversations.error().message.c_str());
    QCOMPARE(conversations->training.size(), std::size_t(4));
    QCOMPARE(
        described(*conversations->training[0].text), std::string("user: q3 | assistant: a")); // files by their names
    QCOMPARE(conversations->heldOut.size(), std::size_t(1));
    QCOMPARE(described(*conversations->heldOut[0].text), std::string("user: q5 | assistant: a"));
    QCOMPARE(conversations->counts.files, 3);
    QCOMPARE(conversations->counts.rows, 5);
    QCOMPARE(conversations->counts.passedOver, std::vector<std::string>{"test.jsonl"});
    QCOMPARE(readConversations(lines, 0)->training.size(), std::size_t(2));
    QCOMPARE(readConversations(list, 0)->training.size(), std::size_t(2));
    const std::string alone = write("alone/dev.jsonl", rowOf(7));
    QCOMPARE(readConversations(alone, 0)->training.size(), std::size_t(1));
    QCOMPARE(readConversations(m_folder.filePath("alone").toStdString(), 0)->training.size(), std::size_t(1));
}

void TestConversations::saysWhyARowCannotBeLearned()
{
    const std::string path = write("some.jsonl", rowOf(1) + "\n{\"text\": \"\"}\n{\"x\": 1}\n");
    const auto conversations = readConversations(path, 0);
    const auto &rows = conversations->training;
    QCOMPARE(rows.size(), std::size_t(3));
    QVERIFY(rows[0].text && !rows[1].text && !rows[2].text);
    QCOMPARE(rows[1].where, std::string("line 2 of some.jsonl"));
    QCOMPARE(rows[1].text.error().message, std::string("the \"text\" is empty"));
    QCOMPARE(conversations->counts.sentences(), std::vector<std::string>{"3 rows were read from 1 file."});
}

void TestConversations::namesFileLineAndRemedy_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("words");
    QTest::addRow("cut off") << rowOf(1) + "\n\n{\"messages\": [" << QByteArray("Line 3 of ");
    QTest::addRow("remedy") << QByteArray("hello\n") << QByteArray("Each line must be an object of its own");
    QTest::addRow("deep") << QByteArray(300, '[').prepend("{\"a\":") << QByteArray("nested deeper than 100");
    QTest::addRow("long") << "{\"text\": \"" + QByteArray(17 << 20, 'a') + "\"}"
                          << QByteArray("more than 16777216 bytes");
    QTest::addRow("list") << QByteArray("[{]") << QByteArray("is no list of rows");
    QTest::addRow("empty") << QByteArray() << QByteArray("no row that can be trained on.");
    QTest::addRow("nothing to learn") << QByteArray("{\"text\": \"\"}")
                                      << QByteArray("trained on: the \"text\" is empty (line 1 of file.jsonl)");
    QTest::addRow("no UTF-8") << QByteArray("{\"text\": \"\xff\"}") << QByteArray("Line 1 of ");
}

void TestConversations::namesFileLineAndRemedy()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, words);
    const auto conversations = readConversations(write("file.jsonl", bytes), 0);
    QVERIFY(!conversations);
    QVERIFY2(conversations.error().message.find(words.toStdString()) != std::string::npos,
        conversations.error().message.substr(0, 500).c_str());
    QVERIFY(conversations.error().message.find("file.jsonl") != std::string::npos);
}

void TestConversations::holdsTheSameRowsOutInAnyOrder()
{
    QByteArrayList rows;
    for (int i = 0; i < 1000; ++i)
        rows.append(rowOf(i));
    const auto first = readConversations(write("order.jsonl", rows.join('\n')), 0.1);
    QVERIFY(first->heldOut.size() > 60 && first->heldOut.size() < 140);
    QCOMPARE(first->heldOut.size() + first->training.size(), std::size_t(1000));
    std::reverse(rows.begin(), rows.end());
    rows.removeFirst(); // the others stay where they are
    const auto second = readConversations(write("order.json", "[" + rows.join(',') + "]"), 0.1);
    const auto before = describedAll(first->heldOut);
    const auto after = describedAll(second->heldOut);
    QVERIFY(std::includes(before.begin(), before.end(), after.begin(), after.end()));
    QVERIFY(before.size() - after.size() <= 1);
    const auto other = describedAll(second->training);
    QVERIFY(std::none_of(other.begin(), other.end(), [&](const std::string &row) { return before.count(row) > 0; }));
}

void TestConversations::packsRowsWithoutGaps()
{
    const std::vector<std::int64_t> lengths{3, 7, 2, 5, 10, 1};
    const PackingPlan plan = packRows(lengths, 10);
    QCOMPARE(plan.sequences.size(), std::size_t(3));
    QCOMPARE(plan.sequences[0].rows, (std::vector<PackedRow>{{4, 10, 0}}));
    QCOMPARE(plan.sequences[1].rows, (std::vector<PackedRow>{{1, 7, 0}, {0, 3, 7}}));
    QCOMPARE(plan.sequences[2].rows, (std::vector<PackedRow>{{3, 5, 0}, {2, 2, 5}, {5, 1, 7}}));
    QCOMPARE(plan.tokens, 28);
    QCOMPARE(positionsOf(plan.sequences[2], 10), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 0, 1, 0, 0, 0}));
    QCOMPARE(segmentsOf(plan.sequences[2], 10), (std::vector<std::int64_t>{0, 0, 0, 0, 0, 1, 1, 2, -1, -1}));
}

void TestConversations::cutsLongRows()
{
    const PackingPlan plan = packRows(std::vector<std::int64_t>{12, 0, 4, 25}, 10);
    QCOMPARE(plan.tokens, 24);
    QCOMPARE(plan.sequences.size(), std::size_t(3));
    QVERIFY(packRows({}, 10).sequences.empty());
}

void TestConversations::packsAlikeEveryTime()
{
    // Rows of one length keep their order.
    const PackingPlan plan = packRows(std::vector<std::int64_t>(6, 4), 9);
    std::vector<std::int64_t> order;
    for (const PackedSequence &sequence : plan.sequences)
        for (const PackedRow &row : sequence.rows)
            order.push_back(row.row);
    QCOMPARE(order, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
}

void TestConversations::packsAsTightAsItCan()
{
    std::vector<std::int64_t> lengths;
    Random random({7});
    for (int i = 0; i < 20000; ++i)
        lengths.push_back(std::int64_t(random.below(400)) + 1);
    const PackingPlan plan = packRows(lengths, 1024);
    std::vector<int> seen(lengths.size());
    for (const PackedSequence &sequence : plan.sequences) {
        QVERIFY(sequence.length() <= 1024);
        for (const PackedRow &row : sequence.rows) {
            ++seen[std::size_t(row.row)];
            QCOMPARE(row.length, lengths[std::size_t(row.row)]);
        }
    }
    QVERIFY(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
    QCOMPARE(plan.tokens, std::accumulate(lengths.begin(), lengths.end(), std::int64_t(0)));
    QVERIFY(double(plan.tokens) > 0.995 * double(plan.sequences.size()) * 1024);
}

QTEST_GUILESS_MAIN(TestConversations)
#include "tst_conversations.moc"
