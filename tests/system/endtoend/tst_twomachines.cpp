// End to end on two different machines: from nothing deployed to a collected model with the accuracy that the run
// reported, while the program that started the run is killed. Then every preset with few steps.
#include "presetjob.h"
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QtTest>

#include <algorithm>
#include <csignal>

using namespace motley;

namespace {

constexpr auto fashionMnist = "/usr/share/datasets/fashion-mnist";

QJsonObject lastOfType(const std::vector<QJsonObject> &lines, const QString &type)
{
    QJsonObject last;
    for (const auto &line : lines)
        if (line["type"] == type)
            last = line;
    return last;
}

qsizetype countOfType(const std::vector<QJsonObject> &lines, const QString &type)
{
    return std::count_if(lines.begin(), lines.end(), [&](const auto &line) { return line["type"] == type; });
}

QJsonArray lastTest(const std::vector<QJsonObject> &events)
{
    return lastOfType(events, "evaluation")["metrics"].toArray();
}

double accuracyOf(const QJsonObject &evaluation)
{
    const auto metric = evaluation["metrics"].toArray().at(0).toObject();
    return metric["name"] == "accuracy" ? metric["value"].toDouble() : 0;
}

} // namespace

class TwoMachinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void plansOnBothAndStartsNothing();
    void plansWithTwoNamesOfOneAndSaysSo();
    void trainsOnBothAndOutlivesTheProgramThatStartedIt();
    void trainsEveryReadyJob_data();
    void trainsEveryReadyJob();

private:
    static void hasNoGaps(const std::vector<QJsonObject> &lines)
    {
        qint64 expected = 1;
        for (const auto &line : lines)
            if (line.contains("seq"))
                QCOMPARE(line["seq"].toInteger(), expected++);
        QVERIFY(expected > 1);
    }

    static QJsonArray ranksOf(const std::vector<QJsonObject> &events)
    {
        return lastOfType(events, "plan")["plan"].toObject()["ranks"].toArray();
    }

    // The sizes of the shares are not tested, as they depend on measured speeds and so on the load of this computer.
    static void everyMachineHasAShare(const std::vector<QJsonObject> &events)
    {
        const auto ranks = ranksOf(events);
        QCOMPARE(ranks.size(), 2);
        qInfo("shares: %d with a whole processor, %d with 40 %% of one", ranks[0]["share"].toInt(),
            ranks[1]["share"].toInt());
        QVERIFY(ranks[0]["share"].toInt() > 0);
        QVERIFY(ranks[1]["share"].toInt() > 0);
    }

    int enginesAliveOn(const QString &machine, const QString &command = "motley-engine") const
    {
        const auto found = m_lab.command("exec", machine, {"--", "pgrep", "-fc", command});
        return found.words.trimmed().toInt();
    }

    LabFixture m_lab;
    std::unique_ptr<MotleyCommand> m_motley;
};

void TwoMachinesTest::initTestCase()
{
    const auto up = m_lab.up({"--machines", "2", "--cpu", "100,40", "--rate", "1gbit"});
    if (!up)
        QSKIP(up.error().message.c_str());
    m_motley = std::make_unique<MotleyCommand>(m_lab.sshConfig());
    for (const auto &machine : m_lab.machines())
        QCOMPARE(m_motley->run({"machines", "add", machine.name, machine.name}).exitCode, 0);
}

void TwoMachinesTest::plansOnBothAndStartsNothing()
{
    if (!QDir(fashionMnist).exists())
        QSKIP("Fashion-MNIST is not installed (Debian: dataset-fashion-mnist).");
    const JobSpec job = presets().front().job;
    const QString file = m_motley->write("plan.json", QByteArray::fromStdString(toJson(job)));
    QCOMPARE(m_motley->run({"machines", "terms", "m2", "--price", "2.5", "--taken-after", "4"}).exitCode, 0);
    const auto planned = m_motley->run({"plan", file, "--machines", "m1,m2", "--json"}, 300);
    QVERIFY2(planned.exitCode == 0, planned.output + planned.complaints);
    const QJsonObject plan = planned.lines().at(0);
    const QJsonObject all = plan["all"].toObject();
    QCOMPARE(all["machines"].toArray(), (QJsonArray{"m1", "m2"}));
    QCOMPARE(all["shares"].toArray().size(), 2);
    QCOMPARE(all["shares"][0].toInteger() + all["shares"][1].toInteger(), job.batch);
    QVERIFY(all["hours"].toDouble() > 0);
    QVERIFY(all["efficiency"].toDouble() > 0);
    QVERIFY(all["cost"].toDouble() > 0);
    QVERIFY(plan["best"]["unitsPerSecond"].toDouble() >= all["unitsPerSecond"].toDouble());
    QCOMPARE(plan["gains"].toArray().size(), 2);
    const QJsonObject ranks = plan["advice"]["ranks"].toObject();
    QCOMPARE(ranks["ranks"].toInteger(), 2);
    QVERIFY(ranks["speedUp"].toDouble() > 0);
    QVERIFY(plan["advice"]["memory"]["fewest"].toInteger() > 0);
    QCOMPARE(plan["memory"].toArray().size(), 2);
    QVERIFY(plan["memory"][1]["bytes"].toInteger() > 0);
    QVERIFY(plan["memory"][1]["recompute"].isNull());
    const auto inWords = m_motley->run({"plan", file, "--machines", "m1,m2"}, 300);
    QVERIFY2(inWords.exitCode == 0, inWords.output + inWords.complaints);
    QVERIFY2(inWords.output.contains("may be taken away"), inWords.output + inWords.complaints);
    for (const auto &machine : m_lab.machines())
        QCOMPARE(enginesAliveOn(machine.name, "motley-engine (agent|worker|measure)"), 0);
}

void TwoMachinesTest::plansWithTwoNamesOfOneAndSaysSo()
{
    m_motley->write("text.txt", QByteArray("What a piece of work is a man, how noble in reason. ").repeated(80));
    const QString file = m_motley->write("tiny.json",
        R"({"version": 1, "name": "tiny", "task": "language-model", "batch": 8, "maxSteps": 4,
            "model": {"layers": 1, "heads": 2, "width": 16, "context": 16},
            "data": {"train": "text.txt", "test": "text.txt"}})");
    QCOMPARE(m_motley->run({"machines", "add", "again", "m1"}).exitCode, 0);
    const QStringList plan{"plan", file, "--machines", "m1,m2,again"};
    const auto asJson = m_motley->run(plan + QStringList{"--json"}, 300);
    QVERIFY2(asJson.exitCode == 0, asJson.output + asJson.complaints);
    const QJsonObject both{{"machines", QJsonArray{"m1", "again"}}, {"sameMachine", true}, {"gpu", QJsonValue::Null}};
    QCOMPARE(asJson.lines().at(0)["shared"].toArray(), QJsonArray{both});
    const auto inWords = m_motley->run(plan, 300);
    QVERIFY2(inWords.exitCode == 0, inWords.output + inWords.complaints);
    QCOMPARE(inWords.output.count("one machine under two names"), 1);
    QVERIFY2(inWords.output.startsWith("m1 and again are one machine"), inWords.output);
    QCOMPARE(m_motley->run({"machines", "remove", "again"}).exitCode, 0);
}

void TwoMachinesTest::trainsOnBothAndOutlivesTheProgramThatStartedIt()
{
    if (!QDir(fashionMnist).exists())
        QSKIP("Fashion-MNIST is not installed (Debian: dataset-fashion-mnist).");
    JobSpec job = presets().front().job;
    job.epochs = 2;
    const QString file = m_motley->write("fashion-mnist.json", QByteArray::fromStdString(toJson(job)));
    const auto started = m_motley->run({"run", file, "--machines", "m1,m2", "--detach", "--json"}, 300);
    QVERIFY2(started.exitCode == 0, started.output + started.complaints);
    QString id;
    for (const auto &line : started.lines())
        if (line.contains("left"))
            id = line["left"].toString();
    QVERIFY(!id.isEmpty());

    const QString firstLook = m_motley->folder() + "/first.jsonl";
    auto watching = m_motley->start({"watch", id, "--json"}, firstLook);
    QTRY_VERIFY_WITH_TIMEOUT(countOfType(jsonLines(contentsOf(firstLook)), "step") > 20, 60000);
    ::kill(pid_t(watching->processId()), SIGKILL);
    watching->waitForFinished();

    const auto whole = m_motley->run({"watch", id, "--json"}, 1200);
    QVERIFY2(whole.exitCode == 0, whole.output.right(2000) + whole.complaints);
    const auto events = whole.lines();
    hasNoGaps(events);
    QCOMPARE(lastOfType(events, "finished")["outcome"].toString(), "completed");
    QCOMPARE(countOfType(events, "step"), lastOfType(events, "started")["totalSteps"].toInteger());
    everyMachineHasAShare(events);

    const auto accuracy = accuracyOf(lastOfType(events, "evaluation"));
    qInfo("test accuracy %.4f", accuracy);
    QVERIFY(accuracy >= 0.89);
    const auto model = events.back()["model"].toString();
    const auto again = m_motley->engine({"evaluate", model, "--data", fashionMnist});
    QVERIFY2(again.exitCode == 0, again.complaints);
    QCOMPARE(accuracyOf(again.lines().at(0)), accuracy);

    for (const auto &machine : m_lab.machines()) // echo servers end half a minute after their last peer
        QTRY_COMPARE_WITH_TIMEOUT(enginesAliveOn(machine.name), 0, 60000);
}

void TwoMachinesTest::trainsEveryReadyJob_data()
{
    QTest::addColumn<int>("preset");
    for (int i = 0; i < int(presets().size()); ++i)
        QTest::addRow("%s", presets()[std::size_t(i)].name.c_str()) << i;
}

void TwoMachinesTest::trainsEveryReadyJob()
{
    QFETCH(int, preset);
    const QString name = QTest::currentDataTag();
    const JobSpec job = filledIn(presets()[std::size_t(preset)], (m_motley->folder() + '/' + name).toStdString());
    const QString file = m_motley->write(name + ".json", QByteArray::fromStdString(toJson(job)));
    const auto ran = m_motley->run({"run", file, "--machines", "m1,m2", "--json"}, 300);
    QVERIFY2(ran.exitCode == 0, ran.output.right(900)); // the error is in its last line
    const auto events = ran.lines();
    QCOMPARE(lastOfType(events, "finished")["outcome"].toString(), "completed");
    QVERIFY(countOfType(events, "step") > 0);
    // One share may be 0: where a step takes as long with one sample as with all, one machine alone is fastest.
    const auto ranks = ranksOf(events);
    QCOMPARE(ranks.size(), 2);
    QCOMPARE(ranks[0]["share"].toInteger() + ranks[1]["share"].toInteger(), job.batch);
    QVERIFY(!lastTest(events).isEmpty());
    const QDir model(events.back()["model"].toString());
    QCOMPARE(model.entryList({"*model.safetensors"}).size(), 1); // or the adapter's
}

QTEST_GUILESS_MAIN(TwoMachinesTest)
#include "tst_twomachines.moc"
