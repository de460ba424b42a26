// The ready job for conversations in a terminal: printed, a model and rows filled in, trained on this computer, asked.
#include "decoderfolder.h"
#include "tests/system/endtoend/motleycommand.h"

#include <QtTest>

#include <tuple>

using namespace motley;

namespace {

constexpr int rows = 400; // six steps of the ready job
constexpr int patience = 800; // seconds; what usually takes half a minute may take many on busy cores

// A chat model that sees as many tokens as the ready job gives it.
void writeModel(const QString &folder)
{
    writeDecoderFolder("llama", folder, false);
    QJsonObject config = jsonIn(folder + "/config.json");
    config["max_position_embeddings"] = 512;
    writeJson(folder + "/config.json", config);
    writeBytes(folder + "/chat_template.jinja",
        "{% for m in messages %}<s>{{ m.role }}\n{{ m.content }}</s>{% endfor %}"
        "{% if add_generation_prompt %}<s>assistant\n{% endif %}");
}

// No two rows are alike, as such rows would be held out together.
QByteArray conversation(int number)
{
    QByteArray word;
    for (int rest = number; word.size() < 3; rest /= 26)
        word += char('a' + rest % 26);
    return R"({"messages": [{"role": "user", "content": "what is )" + word
        + R"("}, {"role": "assistant", "content": "it is a word"}]})" + "\n";
}

// What a person must fill in, and nothing else.
QByteArray withPaths(const QByteArray &printed, const QString &start, const QString &train)
{
    QJsonObject job = QJsonDocument::fromJson(printed).object();
    for (const auto &[section, field, path] :
        {std::tuple{"model", "start", start}, std::tuple{"data", "train", train}}) {
        QJsonObject fields = job[section].toObject();
        fields[field] = path;
        job[section] = fields;
    }
    return QJsonDocument(job).toJson();
}

std::vector<double> lossesOf(const std::vector<QJsonObject> &events, const QString &type)
{
    std::vector<double> losses;
    for (const QJsonObject &event : events)
        if (event["type"] == type)
            losses.push_back(event["loss"].toDouble());
    return losses;
}

} // namespace

class ReadyConversationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tunesAndAsks();
};

void ReadyConversationsTest::tunesAndAsks()
{
    const MotleyCommand motley{QString()};
    const QString base = motley.folder() + "/llama";
    writeModel(base);
    QByteArray lines;
    for (int number = 0; number < rows; ++number)
        lines += conversation(number);
    const QString train = motley.write("rows.jsonl", lines);

    const auto printed = motley.engine({"tasks", "--preset", "conversations"});
    QVERIFY2(printed.exitCode == 0, printed.complaints);
    const QString file = motley.write("job.json", withPaths(printed.output, base, train));
    const auto ran = motley.run({"run", file, "--machines", "local", "--json"}, patience);
    QVERIFY2(ran.exitCode == 0, ran.output.right(2000) + ran.complaints);

    const auto events = ran.lines();
    const std::vector<double> heldOut = lossesOf(events, "evaluation");
    QCOMPARE(heldOut.size(), std::size_t(3)); // epochs
    QVERIFY2(heldOut[2] < heldOut[1] && heldOut[1] < heldOut[0],
        qPrintable(QString("%1, %2, %3").arg(heldOut[0]).arg(heldOut[1]).arg(heldOut[2])));
    const std::vector<double> steps = lossesOf(events, "step");
    QVERIFY(steps.back() < steps.front());

    const QString model = events.back()["model"].toString();
    QCOMPARE(jsonIn(model + "/adapter_config.json")["base_model_name_or_path"].toString(), base);
    QCOMPARE(jsonIn(model + "/adapter_config.json")["r"].toInt(), 16);
    const auto again = motley.engine({"evaluate", model, "--data", train});
    QVERIFY2(again.exitCode == 0, again.complaints);
    const auto asked = motley.engine({"generate", model, "--chat", "--prompt", "what is abc", "--temperature", "0"});
    QVERIFY2(asked.exitCode == 0, asked.complaints);
    QVERIFY(!asked.output.trimmed().isEmpty());
}

QTEST_GUILESS_MAIN(ReadyConversationsTest)
#include "tst_readyconversations.moc"
