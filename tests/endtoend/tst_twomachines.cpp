// The whole path on two different machines: from nothing deployed to a collected model that is worth what the run said,
// with the program that started it killed in the middle.
#include "tests/endtoend/motleycommand.h"
#include "tests/lab/labfixture.h"

#include <QtTest>

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

double accuracyOf(const QJsonObject &evaluation)
{
    const auto metric = evaluation["metrics"].toArray().at(0).toObject();
    return metric["name"] == "accuracy" ? metric["value"].toDouble() : 0;
}

} // namespace

class TwoMachinesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainsOnBothAndOutlivesTheProgramThatStartedIt()
    {
        if (!QDir(fashionMnist).exists())
            QSKIP("Fashion-MNIST is not installed (Debian: dataset-fashion-mnist).");
        LabFixture lab;
        const auto up = lab.up({"--machines", "2", "--cpu", "100,40", "--rate", "1gbit"});
        if (!up)
            QSKIP(up.error().message.c_str());
        const MotleyCommand motley(lab.sshConfig());
        for (const auto &machine : lab.machines())
            QCOMPARE(motley.run({"machines", "add", machine.name, machine.name}).exitCode, 0);

        const auto started = motley.run(
            {"run", MOTLEY_RESOURCES "/presets/fashion-mnist.json", "--machines", "m1,m2", "--detach", "--json"}, 300);
        QVERIFY2(started.exitCode == 0, started.output + started.complaints);
        QString id;
        for (const auto &line : started.lines())
            if (line.contains("left"))
                id = line["left"].toString();
        QVERIFY(!id.isEmpty());

        const QString firstLook = motley.folder() + "/first.jsonl";
        auto watching = motley.start({"watch", id, "--json"}, firstLook);
        QTRY_VERIFY_WITH_TIMEOUT(countOfType(jsonLines(contentsOf(firstLook)), "step") > 20, 60000);
        ::kill(pid_t(watching->processId()), SIGKILL);
        watching->waitForFinished();

        const auto whole = motley.run({"watch", id, "--json"}, 1200);
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
        const auto again = motley.engine({"evaluate", model, "--data", fashionMnist});
        QVERIFY2(again.exitCode == 0, again.complaints);
        QCOMPARE(accuracyOf(again.lines().at(0)), accuracy);

        for (const auto &machine : lab.machines())
            QTRY_COMPARE_WITH_TIMEOUT(enginesAliveOn(lab, machine.name), 0, 10000);
    }

private:
    static void hasNoGaps(const std::vector<QJsonObject> &lines)
    {
        qint64 expected = 1;
        for (const auto &line : lines)
            if (line.contains("seq"))
                QCOMPARE(line["seq"].toInteger(), expected++);
        QVERIFY(expected > 1);
    }

    // How large it is depends on what was measured, and that on what else this computer does.
    static void everyMachineHasAShare(const std::vector<QJsonObject> &events)
    {
        const auto ranks = lastOfType(events, "plan")["plan"].toObject()["ranks"].toArray();
        QCOMPARE(ranks.size(), 2);
        qInfo("shares: %d with a whole processor, %d with 40 %% of one", ranks[0]["share"].toInt(),
            ranks[1]["share"].toInt());
        QVERIFY(ranks[0]["share"].toInt() > 0 && ranks[1]["share"].toInt() > 0);
    }

    static int enginesAliveOn(const LabFixture &lab, const QString &machine)
    {
        const auto found = lab.command("exec", machine, {"--", "pgrep", "-fc", "motley-engine"});
        return found.words.trimmed().toInt();
    }
};

QTEST_GUILESS_MAIN(TwoMachinesTest)
#include "tst_twomachines.moc"
