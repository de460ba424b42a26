// Each fault on real machines ends in one clear message, and leaves a state that a later run can start from.
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QtTest>

#include <csignal>

using namespace motley;

namespace {

// A lab, the command line, and a job that is small but long enough to be interrupted.
class Scene {
public:
    Result<void> set(const QStringList &labArguments, const QByteArray &jobFields = "\"epochs\":50")
    {
        const auto up = m_lab.up(labArguments);
        if (!up)
            return up;
        m_motley = std::make_unique<MotleyCommand>(m_lab.sshConfig());
        m_job = m_motley->write("job.json",
            "{\"version\":1,\"name\":\"faults\",\"model\":{\"kind\":\"small-cnn\",\"width\":4},"
            "\"data\":{\"folder\":\"/usr/share/datasets/fashion-mnist\"},"
                + jobFields + "}");
        for (const auto &machine : m_lab.machines())
            if (m_motley->run({"machines", "add", machine.name, machine.name}).exitCode != 0)
                return fail("A machine could not be added.");
        return {};
    }

    const LabFixture &lab() const { return m_lab; }
    const MotleyCommand &motley() const { return *m_motley; }
    QString job() const { return m_job; }

    // The output of a shell script on a machine's console.
    QString at(const QString &machine, const QString &script) const
    {
        return QString::fromUtf8(m_lab.command("exec", machine, {"--as-user", "--", "sh", "-c", script}).words)
            .trimmed();
    }
    int enginesAt(const QString &machine) const
    {
        return at(machine, "pgrep -fc 'motley-engine (agent|worker)'").toInt();
    }
    // The deployed trees on a machine that are marked as finished.
    QString treesAt(const QString &machine) const
    {
        return at(machine, "ls -d ~/.local/share/motley/engine/*/bin/motley-engine 2>/dev/null");
    }

    // Starts a run on m1 and m2 and waits until it trains. Empty: it does not.
    QString startRun() const
    {
        const auto started = m_motley->run({"run", m_job, "--machines", "m1,m2", "--detach", "--json"}, 200);
        const auto lines = started.lines();
        const QString id = lines.empty() ? QString() : lines.back()["left"].toString();
        const bool trains
            = !id.isEmpty() && QTest::qWaitFor([&] { return eventsOf(id).contains("\"type\":\"step\""); }, 60000);
        return trains ? id : QString();
    }
    // What the first machine's log has, read at its console.
    QByteArray eventsOf(const QString &run) const
    {
        return at("m1", "cat ~/.local/share/motley/runs/" + run + "/events.jsonl").toUtf8();
    }
    // What that log says at the end of the run; empty: nothing for a minute.
    QByteArray lastWordsOf(const QString &run) const
    {
        if (!QTest::qWaitFor([&] { return eventsOf(run).contains("\"type\":\"finished\""); }, 60000))
            return {};
        return jsonLines(eventsOf(run)).back()["message"].toString().toUtf8();
    }

private:
    LabFixture m_lab;
    std::unique_ptr<MotleyCommand> m_motley;
    QString m_job;
};

bool has(const QByteArray &text, const char *words)
{
    return text.contains(words);
}

// The events of one type, a line each.
std::vector<QByteArray> linesOf(const QByteArray &events, const QByteArray &type)
{
    std::vector<QByteArray> found;
    for (const QByteArray &line : events.split('\n'))
        if (line.contains("\"type\":\"" + type + "\""))
            found.push_back(line);
    return found;
}

qint64 sentBytes(const QString &outputFile)
{
    qint64 most = 0;
    for (const auto &line : jsonLines(contentsOf(outputFile)))
        most = std::max(most, line["done"].toInteger());
    return most;
}

#define SET_SCENE(scene, ...)                                                                                          \
    Scene scene;                                                                                                       \
    if (const auto set = scene.set(__VA_ARGS__); !set)                                                                 \
        QSKIP(set.error().message.c_str());

} // namespace

class FaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const auto set = m_pair.set({"--machines", "2"}); !set)
            QSKIP(set.error().message.c_str());
    }

    void aJobWithAnUnknownFieldNamesIt()
    {
        const auto job = m_pair.motley().write("unknown.json",
            "{\"version\":1,\"name\":\"faults\",\"data\":{\"folder\":\"/usr/share/datasets/"
            "fashion-mnist\"},\"bacth\":256}");
        const auto run = m_pair.motley().run({"run", job, "--machines", "m1"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(has(run.complaints, "bacth"), run.complaints);
        QVERIFY(has(m_pair.motley().run({"runs"}).output, "faults") == false);
    }

    void aMissingDataFileIsNamedBeforeAnythingIsSent()
    {
        const auto job = m_pair.motley().write(
            "missing.json", "{\"version\":1,\"name\":\"missing\",\"data\":{\"folder\":\"/nowhere\"}}");
        const auto run = m_pair.motley().run({"run", job, "--machines", "m1"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(has(run.complaints, "/nowhere/train-images-idx3-ubyte"), run.complaints);
        QCOMPARE(m_pair.treesAt("m1"), QString());
    }

    void aChangedHostKeyStopsEverything()
    {
        SET_SCENE(scene, {"--machines", "1"});
        QVERIFY(has(scene.motley().run({"machines", "--probe"}).output, "m1"));
        scene.lab().command("rekey", "m1");
        const auto run = scene.motley().run({"run", scene.job(), "--machines", "m1"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(has(run.complaints, "m1"), run.complaints);
        QVERIFY2(has(run.complaints, "SHA256:"), run.complaints);
        QVERIFY2(has(run.complaints, "another host key than before"), run.complaints);
        QCOMPARE(scene.treesAt("m1"), QString());
    }

    void aFullDiskIsSaidAndNothingHalfIsLeft()
    {
        SET_SCENE(scene, {"--machines", "1", "--home-size", "64m"});
        if (!scene.lab().isRooted())
            QSKIP("A small disk needs root.");
        const auto run = scene.motley().run({"run", scene.job(), "--machines", "m1"}, 300);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(has(run.complaints, "m1"), run.complaints);
        QVERIFY2(has(run.complaints, "MiB"), run.complaints);
        QCOMPARE(scene.treesAt("m1"), QString());
    }

    void aCutInTheUploadIsSaidAndTheNextTryGoesOn()
    {
        SET_SCENE(scene, {"--machines", "1", "--rate", "400mbit"}, "\"epochs\":1,\"maxSteps\":3");
        if (!scene.lab().isRooted())
            QSKIP("A slow link needs root.");
        const auto log = scene.motley().folder() + "/cut.jsonl";
        auto run = scene.motley().start({"run", scene.job(), "--machines", "m1", "--json"}, log);
        QTRY_VERIFY_WITH_TIMEOUT(sentBytes(log) > 50'000'000, 60000);
        scene.lab().command("hangup", "m1");
        QVERIFY(run->waitForFinished(60000));
        const auto words = contentsOf(log) + contentsOf(log + ".err");
        QVERIFY2(run->exitCode() == 1, words);
        QVERIFY2(has(words, "m1"), words);
        QCOMPARE(scene.treesAt("m1"), QString());

        const auto again = scene.motley().run({"run", scene.job(), "--machines", "m1", "--json"}, 200);
        QVERIFY2(again.exitCode == 0, again.output + again.complaints);
        qint64 toSend = 0;
        for (const auto &line : again.lines())
            toSend = std::max(toSend, line["total"].toInteger());
        QVERIFY2(toSend > 0, qPrintable(QString::number(toSend)));
        QVERIFY2(toSend < 480'000'000, qPrintable(QString::number(toSend)));
    }

    void theRunGoesOnWithoutADeadWorker()
    {
        const QString run = m_pair.startRun();
        QVERIFY(!run.isEmpty());
        m_pair.at("m2", "kill -KILL $(pgrep -f 'motley-engine worker')");
        QTRY_VERIFY_WITH_TIMEOUT(has(m_pair.eventsOf(run), "\"type\":\"generation\""), 20000);
        const auto events = m_pair.eventsOf(run);
        const auto changes = linesOf(events, "membership");
        QCOMPARE(changes.size(), std::size_t(1));
        QVERIFY2(has(changes[0], "signal 9"), changes[0]);
        QTRY_COMPARE_WITH_TIMEOUT(m_pair.enginesAt("m2"), 0, 10000);
        const auto steps = events.count("\"type\":\"step\"");
        QTRY_VERIFY_WITH_TIMEOUT(m_pair.eventsOf(run).count("\"type\":\"step\"") > steps + 5, 20000);
        QVERIFY(!has(m_pair.eventsOf(run), "\"type\":\"rank-failed\""));
        const auto stopped = m_pair.motley().run({"stop", run});
        QVERIFY2(stopped.exitCode == 0, stopped.complaints);
        QCOMPARE(m_pair.motley().run({"watch", run, "--json"}).exitCode, 4);
        QTRY_COMPARE_WITH_TIMEOUT(m_pair.enginesAt("m1"), 0, 10000);
    }

    // The other one leads it from there on, and whoever follows the run follows it there.
    void theRunGoesOnWithoutADeadWorkerOfTheFirstMachine()
    {
        const auto log = m_pair.motley().folder() + "/run.jsonl";
        auto run = m_pair.motley().start({"run", m_pair.job(), "--machines", "m1,m2", "--json"}, log);
        QTRY_VERIFY_WITH_TIMEOUT(contentsOf(log).contains("\"type\":\"step\""), 120000);
        m_pair.at("m1", "kill -KILL $(pgrep -f 'motley-engine worker')");
        QTRY_VERIFY_WITH_TIMEOUT(has(contentsOf(log), "\"type\":\"generation\""), 60000);
        const auto changes = linesOf(contentsOf(log), "membership");
        QVERIFY2(has(changes.front(), "\"machine\":0"), changes.front());
        QVERIFY2(has(contentsOf(log), "signal 9"), contentsOf(log).right(3000)); // as the first machine says
        const auto steps = contentsOf(log).count("\"type\":\"step\"");
        QTRY_VERIFY_WITH_TIMEOUT(contentsOf(log).count("\"type\":\"step\"") > steps + 5, 60000);
        QVERIFY(!has(contentsOf(log), "\"type\":\"rank-failed\""));
        QString id;
        for (const QJsonObject &line : jsonLines(contentsOf(log)))
            if (line.contains("run"))
                id = line["run"].toString();
        const auto stopped = m_pair.motley().run({"stop", id});
        QVERIFY2(stopped.exitCode == 0, stopped.complaints);
        QVERIFY(run->waitForFinished(60000));
        QVERIFY2(run->exitCode() == 4, contentsOf(log).right(3000));
        QTRY_COMPARE_WITH_TIMEOUT(m_pair.enginesAt("m1"), 0, 10000);
        QTRY_COMPARE_WITH_TIMEOUT(m_pair.enginesAt("m2"), 0, 10000);
    }

    void stoppingFromElsewhereEndsTheRunWithACheckpoint()
    {
        const auto started
            = m_pair.motley().run({"run", m_pair.job(), "--machines", "m1,m2", "--detach", "--json"}, 200);
        QVERIFY2(started.exitCode == 0, started.output + started.complaints);
        const auto id = started.lines().back()["left"].toString();
        const auto stopped = m_pair.motley().run({"stop", id});
        QVERIFY2(stopped.exitCode == 0, stopped.complaints);
        const auto watched = m_pair.motley().run({"watch", id, "--json"});
        QCOMPARE(watched.exitCode, 4);
        QVERIFY(has(watched.output, "\"type\":\"checkpoint\""));
        QTRY_COMPARE_WITH_TIMEOUT(m_pair.enginesAt("m1"), 0, 10000);
        QTRY_COMPARE_WITH_TIMEOUT(m_pair.enginesAt("m2"), 0, 10000);
    }

    // One of the two may be as well as the other.
    void neitherOfTwoIsBlamedWhereTheFirstHearsNobody()
    {
        if (!m_pair.lab().isRooted())
            QSKIP("A network that is cut needs root.");
        const QString run = m_pair.startRun();
        QVERIFY(!run.isEmpty());
        const QString address = m_pair.lab().machines()[0].address;
        const QString network = address.left(address.lastIndexOf('.'));
        const auto route = [&](const QString &verb) {
            for (const QString half : {".0/25", ".128/25"})
                m_pair.lab().command("exec", "m1", {"--", "ip", "route", verb, "blackhole", network + half});
        };
        route("add");
        const QByteArray words = m_pair.lastWordsOf(run);
        route("del");
        QVERIFY2(has(words, "heard nothing of each other for 10 s"), words);
        QVERIFY2(has(words, "m1") && has(words, "m2"), words);
        QVERIFY(!has(m_pair.eventsOf(run), "\"type\":\"rank-failed\""));
    }

    // The computer from which the run was started answers the first machine, which goes on alone.
    void ofTwoTheOneThatIsCutOffIsBlamed()
    {
        if (!m_pair.lab().isRooted())
            QSKIP("A network that is cut needs root.");
        const QString run = m_pair.startRun();
        QVERIFY(!run.isEmpty());
        m_pair.lab().command("link", "m2", {"down"});
        const bool goesOn
            = QTest::qWaitFor([&] { return !linesOf(m_pair.eventsOf(run), "generation").empty(); }, 60000);
        m_pair.lab().command("link", "m2", {"up"});
        QVERIFY2(goesOn, m_pair.eventsOf(run).right(2000));
        const auto changes = linesOf(m_pair.eventsOf(run), "membership");
        QCOMPARE(changes.size(), std::size_t(1));
        QVERIFY2(has(changes[0], "the machine m2"), changes[0]);
        QVERIFY2(has(changes[0], "has not answered for 10 s. Check that it is on and connected"), changes[0]);
        QVERIFY(!has(m_pair.eventsOf(run), "\"type\":\"rank-failed\""));
        QVERIFY(m_pair.motley().run({"stop", run}).exitCode == 0);
    }

    // Behind a tunnel that takes smaller ones than the networks before it, and tells nobody.
    void largePacketsThatVanishAreNamed_data()
    {
        QTest::addColumn<bool>("isConnected");
        QTest::addRow("before the login") << false;
        QTest::addRow("while files are sent") << true;
    }
    void largePacketsThatVanishAreNamed()
    {
        QFETCH(bool, isConnected);
        SET_SCENE(scene, {"--machines", "1", "--rate", "400mbit"}, "\"epochs\":1,\"maxSteps\":3");
        if (!scene.lab().isRooted())
            QSKIP("A link that loses packets needs root.");
        const auto log = scene.motley().folder() + "/large.jsonl";
        if (!isConnected)
            scene.lab().command("link", "m1", {"small"});
        auto run = scene.motley().start({"run", scene.job(), "--machines", "m1", "--json"}, log);
        if (isConnected) {
            QTRY_VERIFY_WITH_TIMEOUT(sentBytes(log) > 50'000'000, 60000);
            scene.lab().command("link", "m1", {"small"});
        }
        QVERIFY(run->waitForFinished(90000));
        QCOMPARE(run->exitCode(), 1);
        const auto said = contentsOf(log) + contentsOf(log + ".err");
        QVERIFY2(has(said, "The connection to m1 was lost: small packets still arrive there"), said.right(900));
        QVERIFY2(has(said, "set a smaller MTU there"), said.right(900));
        scene.lab().command("link", "m1", {"up"});
        const auto again = scene.motley().run({"run", scene.job(), "--machines", "m1", "--json"}, 200);
        QVERIFY2(again.exitCode == 0, again.output + again.complaints);
    }

private:
    Scene m_pair; // two machines, which keep the deployed files between tests; the first tests find them empty
};

QTEST_GUILESS_MAIN(FaultsTest)
#include "tst_faults.moc"
