// From the command line, machines with unlike GPUs and one without train together as one machine would. The GPUs are
// simulated (tests/engine/simulatedcuda).
#include "taskdata.h"
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace motley;

namespace {

std::vector<QJsonObject> ofType(const std::vector<QJsonObject> &events, const QString &type)
{
    std::vector<QJsonObject> found;
    for (const auto &event : events)
        if (event["type"] == type)
            found.push_back(event);
    return found;
}

} // namespace

class SimulatedLabTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void trainsOnUnlikeGpusAndAProcessorAsOnOneMachine();
    void joinsTheirUpdatesByAdasum();

private:
    LabFixture m_lab;
    std::unique_ptr<MotleyCommand> m_motley;
};

void SimulatedLabTest::initTestCase()
{
    const auto up = m_lab.up({"--machines", "3", "--gpus", "8,24,-", "--gpu-driver", MOTLEY_SIMULATED "/lib"});
    if (!up)
        QSKIP(up.error().message.c_str());
    qputenv("MOTLEY_ENGINE", MOTLEY_SIMULATED "/bin/motley-engine");
    m_motley = std::make_unique<MotleyCommand>(m_lab.sshConfig());
    for (const auto &machine : m_lab.machines())
        QCOMPARE(m_motley->run({"machines", "add", machine.name, machine.name}).exitCode, 0);
}

void SimulatedLabTest::trainsOnUnlikeGpusAndAProcessorAsOnOneMachine()
{
    const JobSpec tinyBert = makeTaskJob("bert-pretraining", m_motley->folder().toStdString()).job;
    const QString job = m_motley->write("job.json", QByteArray::fromStdString(toJson(tinyBert)));
    const auto alone = m_motley->engine({"train", job, "--json", "--run-folder", m_motley->folder() + "/alone"}, 300);
    QVERIFY2(alone.exitCode == 0, alone.complaints);
    const auto together = m_motley->run({"run", job, "--machines", "m1,m2,m3", "--json"}, 600);
    QVERIFY2(together.exitCode == 0, together.output.right(2000) + together.complaints);

    const auto events = together.lines();
    const QJsonArray ranks = ofType(events, "plan").back()["plan"].toObject()["ranks"].toArray();
    QCOMPARE(ranks.size(), 3);
    for (int rank = 0; rank < 3; ++rank)
        QCOMPARE(ranks[rank]["device"]["uuid"].toString(), rank == 2 ? "" : "GPU-simulated-0");
    const auto expected = ofType(alone.lines(), "step"), found = ofType(events, "step");
    QCOMPARE(expected.size(), std::size_t(tinyBert.maxSteps));
    QCOMPARE(found.size(), expected.size());
    double worst = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double loss = expected[i]["loss"].toDouble();
        worst = std::max(worst, std::abs(found[i]["loss"].toDouble() - loss) / loss);
    }
    qInfo("losses of %d steps differ by %.1e at most", int(found.size()), worst);
    QVERIFY(worst < 1e-4);
}

// From the same weights the first step has the same loss; then every machine makes its own update.
void SimulatedLabTest::joinsTheirUpdatesByAdasum()
{
    JobSpec job = makeTaskJob("bert-pretraining", m_motley->folder().toStdString()).job;
    const QString summing = m_motley->write("sum.json", QByteArray::fromStdString(toJson(job)));
    const auto alone = m_motley->engine({"train", summing, "--json", "--run-folder", m_motley->folder() + "/sum"}, 300);
    QVERIFY2(alone.exitCode == 0, alone.complaints);
    job.exchange.combine = ExchangeSpec::Combine::Adasum;
    const QString joining = m_motley->write("adasum.json", QByteArray::fromStdString(toJson(job)));
    const auto together = m_motley->run({"run", joining, "--machines", "m1,m2,m3", "--json"}, 600);
    QVERIFY2(together.exitCode == 0, together.output.right(2000) + together.complaints);

    const auto events = together.lines();
    const QJsonArray ranks = ofType(events, "plan").back()["plan"].toObject()["ranks"].toArray();
    QCOMPARE(ranks.size(), 3);
    for (int rank = 0; rank < 3; ++rank)
        QCOMPARE(ranks[rank]["group"].toInt(-1), rank);
    const auto notes = ofType(events, "note");
    QVERIFY(std::any_of(notes.begin(), notes.end(),
        [](const QJsonObject &note) { return note["message"].toString().contains("A(A(0, 2), 1)"); }));
    const auto summed = ofType(alone.lines(), "step"), joined = ofType(events, "step");
    QCOMPARE(joined.size(), summed.size());
    QVERIFY(std::abs(joined.front()["loss"].toDouble() / summed.front()["loss"].toDouble() - 1) < 1e-4);
    QVERIFY(joined.back()["loss"].toDouble() < joined.front()["loss"].toDouble());
    QFile card(events.back()["model"].toString() + "/README.md");
    QVERIFY(card.open(QIODevice::ReadOnly));
    QVERIFY(card.readAll().contains("Adasum"));
}

QTEST_GUILESS_MAIN(SimulatedLabTest)
#include "tst_simulatedlab.moc"
