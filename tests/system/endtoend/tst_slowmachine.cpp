// A machine that becomes slow in mid-run is named soon, with its cause; shares follow, and come back when it recovers.
// Then the run goes on without it.
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QtTest>

#include <set>

using namespace motley;

namespace {

constexpr auto fashionMnist = "/usr/share/datasets/fashion-mnist";
// tst_diagnosis demands 20 steps with low noise; machines that are quotas of one computer have more noise.
constexpr qint64 soon = 40; // steps

// The events of a running run so far, newest last. Reads only new lines, as parsing the whole log again and again would
// take processor time from the machines.
class Findings {
public:
    explicit Findings(const QString &file) : m_file(file) { }

    const Findings &now()
    {
        if (!m_file.isOpen() && !m_file.open(QFile::ReadOnly))
            return *this;
        m_rest += m_file.readAll();
        const qsizetype end = m_rest.lastIndexOf('\n') + 1;
        for (QJsonObject &line : jsonLines(m_rest.left(end)))
            m_lines.push_back(std::move(line));
        m_rest.remove(0, end);
        return *this;
    }

    QString runId() const { return m_lines.at(0)["run"].toString(); }
    qint64 step() const
    {
        const auto steps = ofType("step");
        return steps.empty() ? 0 : steps.back()["step"].toInteger();
    }
    std::vector<QJsonObject> ofType(const QString &type) const
    {
        std::vector<QJsonObject> found;
        for (const QJsonObject &line : m_lines)
            if (line["type"] == type)
                found.push_back(line);
        return found;
    }
    // Shares have not changed for 40 steps, and no slowdown is open.
    bool isCalm() const
    {
        std::set<std::pair<int, QString>> slow;
        for (const QJsonObject &line : ofType("slowdown")) {
            const std::pair place(line["machine"].toInt(), line["part"].toString());
            line["stage"] == "over" ? void(slow.erase(place)) : void(slow.insert(place));
        }
        const auto changes = ofType("shares");
        return step() >= 120 && slow.empty() && (changes.empty() || step() - changes.back()["step"].toInteger() > 40);
    }
    // The first slowdown event of this stage and machine after a step.
    std::optional<QJsonObject> slowdown(const QString &stage, int machine, qint64 after) const
    {
        for (const QJsonObject &line : ofType("slowdown"))
            if (line["stage"] == stage && line["machine"].toInt() == machine && line["step"].toInteger() > after)
                return line;
        return std::nullopt;
    }
    // The first step after `after` in which the machine was reported as slow: by a slowdown, or as the reason of new
    // shares.
    std::optional<qint64> named(int machine, qint64 after) const
    {
        std::optional<qint64> first;
        for (const char *type : {"slowdown", "shares"})
            for (const QJsonObject &line : ofType(type)) {
                const qint64 step = line["step"].toInteger();
                const bool isSlow = line["stage"] == "begun" || line["slowdown"].toDouble() > 1.25;
                if (line["machine"].toInt() == machine && isSlow && step > after && step < first.value_or(step + 1))
                    first = step;
            }
        return first;
    }
    bool isExplained(int machine, qint64 after, const QString &cause) const
    {
        for (const char *stage : {"begun", "explained"})
            if (const auto found = slowdown(stage, machine, after); found && (*found)["cause"] == cause)
                return true;
        return false;
    }
    qint64 shareOf(int rank) const
    {
        const auto changes = ofType("shares");
        const QJsonArray ranks = ofType("plan").at(0)["plan"].toObject()["ranks"].toArray();
        return changes.empty() ? ranks[rank]["share"].toInteger()
                               : changes.back()["shares"].toArray()[rank].toInteger();
    }
    QByteArray said() const
    {
        QByteArray text;
        for (const char *type : {"slowdown", "shares"})
            for (const QJsonObject &line : ofType(type))
                text += QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
        return text;
    }

private:
    QFile m_file;
    QByteArray m_rest; // the beginning of a line that is not complete yet
    std::vector<QJsonObject> m_lines;
};

} // namespace

class SlowMachineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesItAndMovesItsShares();
};

void SlowMachineTest::namesItAndMovesItsShares()
{
    if (!QDir(fashionMnist).exists())
        QSKIP("Fashion-MNIST is not installed (Debian: dataset-fashion-mnist).");
    LabFixture lab; // its quotas leave this computer processor time for the test itself
    if (const auto up = lab.up({"--machines", "2", "--cpu", "50,50"}); !up)
        QSKIP(up.error().message.c_str());
    if (!lab.isRooted())
        QSKIP("A quota needs root.");
    const MotleyCommand motley(lab.sshConfig());
    for (const LabMachine &machine : lab.machines())
        QCOMPARE(motley.run({"machines", "add", machine.name, machine.name}).exitCode, 0);
    // The batch makes a step many quota periods long: in short steps one period more or less would be a third of a
    // step.
    const QString job = motley.write("job.json",
        QByteArray("{\"version\":1,\"name\":\"slow\",\"model\":{\"kind\":\"small-cnn\",\"width\":8},\"batch\":1024,"
                   "\"data\":{\"folder\":\"")
            + fashionMnist + "\"},\"epochs\":100}");
    const QString log = motley.folder() + "/run.jsonl";
    Findings findings(log);
    const auto run = motley.start({"run", job, "--machines", "m1,m2", "--json"}, log);
    QTRY_VERIFY2_WITH_TIMEOUT(findings.now().isCalm(), findings.said(), 240000);

    const qint64 share = findings.now().shareOf(1);
    const qint64 before = findings.now().step();
    QCOMPARE(lab.command("cpu", "m2", {"20"}).exitCode, 0);
    const qint64 changed = findings.now().step();
    QTRY_VERIFY2_WITH_TIMEOUT(findings.now().named(1, before), findings.said(), 120000);
    const qint64 named = *findings.named(1, before);
    qInfo("quota changed by step %lld, named in step %lld", changed, named);
    QVERIFY2(named <= changed + soon, findings.said());
    QTRY_VERIFY2_WITH_TIMEOUT(findings.now().shareOf(1) < 0.75 * double(share), findings.said(), 120000);
    QTRY_VERIFY2_WITH_TIMEOUT(findings.now().isExplained(1, before, "quota"), findings.said(), 60000);

    const qint64 smallShare = findings.now().shareOf(1);
    const qint64 restored = findings.now().step();
    QCOMPARE(lab.command("cpu", "m2", {"50"}).exitCode, 0);
    QTRY_VERIFY2_WITH_TIMEOUT(findings.now().slowdown("over", 1, restored), findings.said(), 120000);
    // It may have been on its way down still, so that it comes back by less than it lost in the end. A split that has
    // gained too little is changed after some tens of steps, which take a second and more on a busy computer.
    QTRY_VERIFY2_WITH_TIMEOUT(findings.now().shareOf(1) > 1.15 * double(smallShare), findings.said(), 240000);

    const QString id = findings.runId();
    QCOMPARE(motley.run({"stop", id}).exitCode, 0);
    QVERIFY(run->waitForFinished(60000));

    const QString restLog = motley.folder() + "/rest.jsonl";
    Findings rest(restLog);
    const auto resumed = motley.start({"resume", id, "--without", "m2", "--json"}, restLog);
    QTRY_VERIFY2_WITH_TIMEOUT(rest.now().step() > 0, rest.said(), 120000);
    QCOMPARE(rest.ofType("step").front()["step"].toInteger(), findings.now().step() + 1);
    QCOMPARE(rest.ofType("step").front()["ranks"].toArray().size(), 1);
    QCOMPARE(motley.run({"stop", rest.runId()}).exitCode, 0);
    QVERIFY(resumed->waitForFinished(60000));
}

QTEST_GUILESS_MAIN(SlowMachineTest)
#include "tst_slowmachine.moc"
