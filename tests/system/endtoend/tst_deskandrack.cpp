// The engine that is built on this computer runs on older and newer systems: machines with Debian 11, 12 and 13 train
// together as one machine would, and a machine that is too old is refused before anything is sent to it.
#include "engine/job/presets.h"
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QtTest>

#include <cmath>

using namespace motley;

namespace {

constexpr auto fashionMnist = "/usr/share/datasets/fashion-mnist";
// Rounding errors grow: a ReLU input that is just above zero on one machine and not on three changes later losses by a
// hundredth. This was never seen in fewer than 30 steps.
constexpr int steps = 12;

std::vector<double> lossesIn(const std::vector<QJsonObject> &events)
{
    std::vector<double> losses;
    for (const auto &event : events)
        if (event["type"] == "step")
            losses.push_back(event["loss"].toDouble());
    return losses;
}

} // namespace

class DeskAndRackTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void trainsOnOlderAndNewerSystemsAsOnOne();
    void refusesWhatIsTooOldBeforeAnythingIsSent_data();
    void refusesWhatIsTooOldBeforeAnythingIsSent();

private:
    // Replaces a program of the machine's system by a script.
    void replaceProgram(const QString &machine, const QString &program, const QString &script) const
    {
        const QString copy = "/run/" + QFileInfo(program).fileName();
        const auto done = m_lab.command("exec", machine,
            {"--", "sh", "-c",
                "printf '%s\\n' '#!/bin/sh' \"$1\" >" + copy + " && chmod 755 " + copy + " && mount --bind " + copy
                    + ' ' + program,
                "sh", script});
        QVERIFY2(done.exitCode == 0, done.complaints);
    }

    LabFixture m_lab;
    std::unique_ptr<MotleyCommand> m_motley;
    QString m_job;
};

void DeskAndRackTest::initTestCase()
{
    if (!QDir(fashionMnist).exists())
        QSKIP("Fashion-MNIST is not installed (Debian: dataset-fashion-mnist).");
    const auto up = m_lab.up({"--names", "eleven,twelve,thirteen,old", "--root", "bullseye,bookworm,trixie,bullseye"});
    if (!up)
        QSKIP(up.error().message.c_str());
    m_motley = std::make_unique<MotleyCommand>(m_lab.sshConfig());
    for (const auto &machine : m_lab.machines())
        QCOMPARE(m_motley->run({"machines", "add", machine.name, machine.name}).exitCode, 0);
    JobSpec job = presets().front().job;
    job.maxSteps = steps;
    m_job = m_motley->write("job.json", QByteArray::fromStdString(toJson(job)));
}

void DeskAndRackTest::trainsOnOlderAndNewerSystemsAsOnOne()
{
    const auto alone = m_motley->engine({"train", m_job, "--json", "--run-folder", m_motley->folder() + "/alone"}, 300);
    QVERIFY2(alone.exitCode == 0, alone.complaints);
    const auto together = m_motley->run({"run", m_job, "--machines", "eleven,twelve,thirteen", "--json"}, 600);
    QVERIFY2(together.exitCode == 0, together.output.right(2000) + together.complaints);
    const auto expected = lossesIn(alone.lines());
    const auto found = lossesIn(together.lines());
    QCOMPARE(expected.size(), std::size_t(steps));
    QCOMPARE(found.size(), std::size_t(steps));
    double worst = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        worst = std::max(worst, std::abs(found[i] - expected[i]) / std::abs(expected[i]));
    qInfo("losses of %d steps differ by %.1e at most", steps, worst);
    QVERIFY(worst < 1e-5);

    const auto model = together.lines().back()["model"].toString();
    const auto worth = m_motley->engine({"evaluate", model, "--data", fashionMnist});
    QVERIFY2(worth.exitCode == 0, worth.complaints);
}

void DeskAndRackTest::refusesWhatIsTooOldBeforeAnythingIsSent_data()
{
    QTest::addColumn<QString>("getconf");
    QTest::addColumn<QString>("ldd");
    QTest::addColumn<QString>("words");
    QTest::addRow("CentOS 7") << "echo glibc 2.17"
                              << "exit 1"
                              << "with glibc 2.17; the engine needs glibc 2.28 or newer";
    QTest::addRow("musl") << "echo 'getconf: GNU_LIBC_VERSION: unknown variable' >&2; exit 1"
                          << "echo 'musl libc (x86_64)' >&2; exit 1"
                          << "whose C library is not glibc; the engine needs glibc 2.28 or newer";
}

void DeskAndRackTest::refusesWhatIsTooOldBeforeAnythingIsSent()
{
    QFETCH(QString, getconf);
    QFETCH(QString, ldd);
    QFETCH(QString, words);
    replaceProgram("old", "/usr/bin/getconf", getconf);
    replaceProgram("old", "/usr/bin/ldd", ldd);
    const auto ran = m_motley->run({"run", m_job, "--machines", "twelve,old"}, 120);
    QVERIFY(ran.exitCode != 0);
    QVERIFY2(ran.complaints.contains("old runs Debian"), ran.complaints);
    QVERIFY2(ran.complaints.contains(words.toUtf8()), ran.complaints);
    const auto sent = m_lab.command("exec", "old", {"--", "find", "/home/ada", "-type", "f"});
    QCOMPARE(sent.exitCode, 0);
    QCOMPARE(sent.words, QByteArray());
}

QTEST_GUILESS_MAIN(DeskAndRackTest)
#include "tst_deskandrack.moc"
