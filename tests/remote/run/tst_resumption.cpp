// The request that resumes a run as a new one: the same job, machines and devices, but for those that are left out.
#include "remote/history/eventlogcopy.h"
#include "remote/run/resumption.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

namespace {

const Device gpu{Device::Kind::Cuda, "GPU-1"};

JobSpec job()
{
    JobSpec job;
    job.name = "digits";
    job.task = ImageSpec{{}, {"/data"}};
    return job;
}

std::vector<Machine> machines()
{
    return {{Machine::Kind::ThisComputer, "local", {}, {}}, {Machine::Kind::Ssh, "box", "ssh://me@box:22", "/big"}};
}

// Two CPU ranks on this computer, a GPU rank and a CPU rank on the machine "box".
Plan plan()
{
    Plan plan;
    plan.machines = {{"local", "10.0.0.1"}, {"box", "10.0.0.2"}};
    plan.ranks = {{0, {}, 32, 0, 2}, {0, {}, 32, 0, 2}, {1, gpu, 60, 0, 1}, {1, {}, 4, 0, 2}};
    return plan;
}

} // namespace

class ResumptionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void hasTheMachinesAndDevicesOfTheRun();
    void leavesMachinesOut();
    void leavesThreadsToMachinesThatHadTheirOwn();
    void saysWhyItCannot_data();
    void saysWhyItCannot();
    void knowsTheFirstPlanFromTheEvents();
    void knowsWhoWasLost();
    void goesOnFromTheParentOfAResumeThatFailed();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RunHistory> m_history;
    RunRecord m_record; // of a run that was stopped at step 7
};

void ResumptionTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_history = std::make_unique<RunHistory>(m_folder->path());
    QVERIFY(m_history->open());
    m_record = *m_history->create(job(), machines());
    m_record.outcome = RunRecord::Outcome::Stopped;
    QVERIFY(QDir().mkpath(m_record.folder + QStringLiteral("/checkpoints/step-7")));
}

void ResumptionTest::hasTheMachinesAndDevicesOfTheRun()
{
    const auto request = resumption(m_record, plan());
    QVERIFY2(request, request ? "" : request.error().message.c_str());
    JobSpec expected = job();
    expected.continueFrom.path = m_record.folder.toStdString();
    QCOMPARE(request->job, expected);
    QCOMPARE(request->machines, machines());
    QCOMPARE(request->devices, (std::vector<std::vector<Device>>{{Device{}}, {gpu, Device{}}}));
    QCOMPARE(request->cpuRanksPerMachine, 2);
    QCOMPARE(request->threadsPerCpuRank, 2);
}

void ResumptionTest::leavesMachinesOut()
{
    const auto request = resumption(m_record, plan(), {QStringLiteral("local")});
    QVERIFY2(request, request ? "" : request.error().message.c_str());
    QCOMPARE(request->machines, std::vector<Machine>{machines()[1]});
    QCOMPARE(request->devices, (std::vector<std::vector<Device>>{{gpu, Device{}}}));
    QCOMPARE(request->cpuRanksPerMachine, 1);
}

void ResumptionTest::leavesThreadsToMachinesThatHadTheirOwn()
{
    Plan various = plan();
    various.ranks.back().threads = 8;
    QCOMPARE(resumption(m_record, various)->threadsPerCpuRank, 0);
}

void ResumptionTest::saysWhyItCannot_data()
{
    using Outcome = RunRecord::Outcome;
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<bool>("hasCheckpoint");
    QTest::addColumn<QStringList>("without");
    QTest::addColumn<QString>("word");
    QTest::addRow("it trains") << Outcome::Running << true << QStringList() << "stop it first";
    QTest::addRow("it is complete") << Outcome::Completed << true << QStringList() << "to its end";
    QTest::addRow("it saved nothing") << Outcome::Failed << false << QStringList() << "No checkpoint";
    QTest::addRow("who is that") << Outcome::Failed << true << QStringList("bax") << "bax";
    QTest::addRow("nobody is left") << Outcome::Failed << true << QStringList({"box", "local"}) << "No machine";
}

void ResumptionTest::saysWhyItCannot()
{
    QFETCH(RunRecord::Outcome, outcome);
    QFETCH(bool, hasCheckpoint);
    QFETCH(QStringList, without);
    QFETCH(QString, word);
    m_record.outcome = outcome;
    if (!hasCheckpoint)
        QVERIFY(QDir(m_record.folder + QStringLiteral("/checkpoints")).removeRecursively());
    QCOMPARE(folderWithCheckpoint(m_record).has_value(), hasCheckpoint);
    const auto request = resumption(m_record, plan(), without);
    QVERIFY(!request);
    QVERIFY2(QString::fromStdString(request.error().message).contains(word), request.error().message.c_str());
}

void ResumptionTest::knowsTheFirstPlanFromTheEvents()
{
    const auto none = firstPlan(m_record);
    QVERIFY(!none);
    QVERIFY(none.error().message.find(m_record.id.toStdString()) != std::string::npos);
    EventLogCopy copy(m_record.eventsFile());
    QVERIFY(copy.load());
    Plan later = plan();
    later.machines.pop_back();
    QVERIFY(copy.append({Event{1, 1, PlanChosen{plan()}}, Event{2, 2, PlanChosen{later}}}));
    const auto first = firstPlan(m_record);
    QVERIFY(first);
    QCOMPARE(*first, plan());
}

void ResumptionTest::knowsWhoWasLost()
{
    QVERIFY(machinesLostIn(m_record)->isEmpty());
    EventLogCopy copy(m_record.eventsFile());
    QVERIFY(copy.load());
    std::vector<int> left;
    std::vector<RankFailed> lost;
    for (int rank = 0; rank < int(plan().ranks.size()); ++rank) {
        const int machine = plan().ranks[std::size_t(rank)].machine;
        if (plan().machines[std::size_t(machine)].name == "box")
            lost.push_back({rank, machine, "killed", {}});
        else
            left.push_back(rank);
    }
    QVERIFY(copy.append({Event{1, 1, PlanChosen{plan()}}}));
    QVERIFY(machinesLostIn(m_record)->isEmpty());
    const std::vector<std::int64_t> shares(plan().ranks.size(), 1);
    QVERIFY(copy.append({Event{2, 2, MembershipChanged{2, 5, left, shares, lost}}}));
    QCOMPARE(*machinesLostIn(m_record), QStringList{"box"});
    const auto again = repetition(m_record, plan(), *machinesLostIn(m_record));
    QVERIFY(again);
    QCOMPARE(again->machines.size() + 1, m_record.machines.size());
    for (const Machine &machine : again->machines)
        QVERIFY(machine.name != "box");
}

// It failed while its machines were prepared: it has neither a plan nor a checkpoint of its own.
void ResumptionTest::goesOnFromTheParentOfAResumeThatFailed()
{
    EventLogCopy copy(m_record.eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append({Event{1, 1, PlanChosen{plan()}}}));
    auto first = resumption(m_record, plan(), {"box"});
    QVERIFY(first);
    RunRecord child = *m_history->create(first->job, first->machines);
    child.outcome = RunRecord::Outcome::Failed;
    QVERIFY(m_history->update(child));
    QVERIFY(canBeResumed(child));
    QCOMPARE(folderWithCheckpoint(child), std::optional(m_record.folder));
    const auto plan = firstPlan(child);
    QVERIFY(plan);
    const auto again = resumption(child, *plan);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(again->job.continueFrom.path, m_record.folder.toStdString());
    QCOMPARE(again->machines, child.machines);
    QCOMPARE(again->devices, std::vector<std::vector<Device>>{{Device{}}});

    const auto needing = [&](const RunRecord &record) {
        QStringList ids;
        for (const RunRecord &run : runsThatNeed(record, *m_history->all()))
            ids << run.id;
        return ids;
    };
    QCOMPARE(needing(m_record), QStringList{child.id});
    QVERIFY(needing(child).isEmpty());
    QVERIFY(QDir().mkpath(child.folder + QStringLiteral("/checkpoints/step-9")));
    QVERIFY(needing(m_record).isEmpty());
    QCOMPARE(folderWithCheckpoint(child), std::optional(child.folder));
    QVERIFY(QDir(child.folder + QStringLiteral("/checkpoints")).removeRecursively());
    QVERIFY(m_history->remove(m_record.id));
    QVERIFY(!canBeResumed(child));
}

QTEST_GUILESS_MAIN(ResumptionTest)
#include "tst_resumption.moc"
