#include "app/cli/settlerun.h"

#include "remote/run/trainingrun.h"

#include <QEventLoop>
#include <QTimer>

namespace motley {

namespace {

using State = TrainingRun::State;

constexpr int longestMilliseconds = 30'000;

MachineReport reportOf(const TrainingRun &run)
{
    if (run.state() == State::Running)
        return {MachineReport::State::Training, run.record().machines.front().name, {}};
    return run.others();
}

bool isSettled(const TrainingRun &run, SettledWhen when)
{
    switch (run.state()) {
    case State::Finished:
    case State::Failed:
    case State::NeedsLogin:
    case State::Refused:
        return true;
    case State::Running:
        return when == SettledWhen::Known;
    case State::LostContact:
        return run.others().state != MachineReport::State::Unknown;
    default:
        return false;
    }
}

} // namespace

SettledRun settleRun(RunHistory &history, const RunRecord &record, Prompter &prompter, SettledWhen when)
{
    QEventLoop loop;
    TrainingRun run(&history, &prompter);
    QObject::connect(&run, &TrainingRun::stateChanged, &loop, [&] {
        if (isSettled(run, when))
            loop.quit();
    });
    QTimer::singleShot(longestMilliseconds, &loop, &QEventLoop::quit);
    run.comebacks().end(); // it is only asked how it stands
    run.attach(record);
    if (!isSettled(run, when))
        loop.exec();
    return {run.record(), reportOf(run), run.error()};
}

RunRecord storeAsOver(RunHistory &history, RunRecord record, RunRecord::Outcome outcome)
{
    record.outcome = outcome;
    record.finished = QDateTime::currentDateTime();
    (void)history.update(record); // as TrainingRun does
    return record;
}

} // namespace motley
