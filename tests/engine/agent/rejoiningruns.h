// Runs of which a machine is lost and comes back, held against runs that lost nobody.
#pragma once

#include "tests/engine/agent/loopbackrun.h"
#include "tests/engine/agent/loopbackstatus.h"

#include <QFile>
#include <QTest>

#include <signal.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace motley {

using Ranks = std::vector<int>;

constexpr int joinLimit = 2 * startLimit; // milliseconds until ranks are started on a busy computer and take part

inline void setUp(LoopbackRun &run)
{
    run.job().maxSteps = 1000000; // it is stopped
    run.job().batch = 128; // so that there are not many more steps than a curve stays equal for
    std::get<ImageSpec>(run.job().task).model.width = 16;
    run.job().schedule.peak = 0.001; // so that no loss is so small that rounding shows
}

inline std::vector<MembershipChanged> comingsOf(const LoopbackRun &run, int machine)
{
    std::vector<MembershipChanged> found = run.all<MembershipChanged>(machine);
    std::erase_if(found, [](const MembershipChanged &changed) { return !changed.came; });
    return found;
}

inline std::int64_t lastStep(const LoopbackRun &run, int machine)
{
    const auto done = run.all<StepDone>(machine);
    return done.empty() ? 0 : done.back().step;
}

// The newest generation that was formed.
inline int formed(const LoopbackRun &run, int machine)
{
    const auto all = run.all<GenerationFormed>(machine);
    return all.empty() ? 1 : all.back().generation;
}

inline int agentProcess(const LoopbackRun &run, int machine)
{
    const auto agent = agentOf(run.folder(machine));
    return agent ? agent->pid : 0;
}

inline bool saysSo(const LoopbackRun &run, int machine, const std::string &words)
{
    const auto has = [&](const auto &all) {
        return std::ranges::any_of(all, [&](const auto &one) { return one.message.find(words) != std::string::npos; });
    };
    return has(run.all<Note>(machine)) || has(run.all<Warning>(machine));
}

class RejoiningRuns : public QObject {
protected:
    using SetUp = void (*)(LoopbackRun &);
    void lose(const LoopbackRun &run, int machine, int leader);
    void takeBack(const LoopbackRun &run, int machine, int leader, const Ranks &ranks);
    // Stops the run, whose log and curve must be those of one on so many machines that lost nobody. `timesBack`: how
    // often it may it has gone back to a checkpoint.
    void finish(const LoopbackRun &run, int leader, int timesBack = 0, SetUp set = setUp, int machines = 1);

private:
    std::map<SetUp, std::vector<StepDone>> m_undisturbed;
};

inline void RejoiningRuns::lose(const LoopbackRun &run, int machine, int leader)
{
    const int generation = std::max(formed(run, machine), formed(run, leader)); // whose copy may lack the newest events
    kill(agentProcess(run, machine), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(formed(run, leader) > generation, startLimit);
}

inline void RejoiningRuns::takeBack(const LoopbackRun &run, int machine, int leader, const Ranks &ranks)
{
    const std::size_t before = comingsOf(run, leader).size();
    const auto answer = run.rejoin(machine);
    QVERIFY2(answer.exitCode == 0, answer.errors);
    QTRY_COMPARE_WITH_TIMEOUT(comingsOf(run, leader).size(), before + 1, joinLimit);
    const MembershipChanged changed = comingsOf(run, leader).back();
    QCOMPARE(*changed.came, Ranks{machine});
    QCOMPARE(changed.ranks, ranks);
    QVERIFY(changed.lost.empty());
    QTRY_VERIFY_WITH_TIMEOUT(formed(run, leader) >= changed.generation, startLimit);
    QTRY_VERIFY_WITH_TIMEOUT(lastStep(run, leader) > changed.step + 5, startLimit);
    const auto steps = run.all<StepDone>(leader);
    QCOMPARE(steps.back().ranks.size(), ranks.size());
}

inline void RejoiningRuns::finish(const LoopbackRun &run, int leader, int timesBack, SetUp set, int machines)
{
    QCOMPARE(runEngine({QStringLiteral("stop"), path(run.folder(leader))}).exitCode, 0);
    QTRY_VERIFY_WITH_TIMEOUT(!run.all<RunFinished>(leader).empty(), startLimit);
    const RunFinished finished = run.all<RunFinished>(leader).front();
    QVERIFY2(finished.outcome == RunFinished::Outcome::Stopped, finished.message.c_str());
    QVERIFY(QFile::exists(path(run.folder(leader)) + "/model/model.safetensors"));
    QVERIFY(isNumberedWithoutGaps(run.events(leader)));
    QTRY_VERIFY_WITH_TIMEOUT(run.processes().empty(), 20000);
    if (timesBack == 0)
        QCOMPARE(run.brokenInvariants(), QString());
    const auto done = run.all<StepDone>(leader);
    std::vector<StepDone> &undisturbed = m_undisturbed[set];
    if (undisturbed.size() < done.size()) {
        LoopbackRun quiet(machines);
        set(quiet);
        QVERIFY2(quiet.start(), quiet.errors());
        QTRY_VERIFY_WITH_TIMEOUT(quiet.all<StepDone>().size() >= done.size(), 10 * startLimit);
        undisturbed = quiet.all<StepDone>();
    }
    std::int64_t last = 0;
    for (const StepDone &step : done) {
        timesBack -= step.step <= last;
        QVERIFY(step.step <= last + 1);
        last = step.step;
        const StepDone &there = undisturbed[std::size_t(last) - 1];
        QCOMPARE(step.sampleHash, there.sampleHash);
        const double least = 0.05; // a fast computer trains until losses are so small that rounding shows
        QVERIFY2(std::abs(step.loss - there.loss) < 1e-4 * std::max(there.loss, least),
            qPrintable(QString("step %1: %2 and %3").arg(last).arg(step.loss).arg(there.loss)));
    }
    QVERIFY(timesBack >= 0);
    qInfo("%d steps are equal", int(done.size()));
}

} // namespace motley
