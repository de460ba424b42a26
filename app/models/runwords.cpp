#include "app/models/runwords.h"

#include "app/widgets/themedicon.h"
#include "app/words/outcomename.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct RunWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunWords)
};

StateStyle style(const RunStateWord &state)
{
    return {state.word, themedIcon(QLatin1String(state.icon), state.colour), Theme::current().colours().*state.colour};
}

RunStateWord stateOf(RunRecord::Outcome outcome)
{
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return {outcomeName(outcome), "pending", &Colours::accent};
    case RunRecord::Outcome::Running:
        return {outcomeName(outcome), "activity", &Colours::accent};
    case RunRecord::Outcome::Completed:
        return {outcomeName(outcome), "ok", &Colours::good};
    case RunRecord::Outcome::Stopped:
        return {outcomeName(outcome), "stop", &Colours::mutedText};
    case RunRecord::Outcome::Paused:
        return {outcomeName(outcome), "pause", &Colours::mutedText};
    case RunRecord::Outcome::Failed:
        return {outcomeName(outcome), "error", &Colours::bad};
    }
    return {};
}

} // namespace

RunStateWord stateOf(const OpenRun &run)
{
    if (run.isStopping() && !run.isOver())
        return run.isPausing() ? RunStateWord{RunWords::tr("Pausing"), "pause", &Colours::warning}
                               : RunStateWord{RunWords::tr("Stopping"), "stop", &Colours::warning};
    switch (run.state()) {
    case TrainingRun::State::Idle:
        return stateOf(run.record().outcome);
    case TrainingRun::State::Probing:
        return {RunWords::tr("Asking the machines"), "pending", &Colours::accent};
    case TrainingRun::State::Deploying:
        return {RunWords::tr("Sending files"), "export", &Colours::accent};
    case TrainingRun::State::Measuring:
        return {RunWords::tr("Measuring speed"), "pending", &Colours::accent};
    case TrainingRun::State::Launching:
        return {RunWords::tr("Starting"), "play", &Colours::accent};
    case TrainingRun::State::Running:
        if (run.series().steps().empty())
            return {RunWords::tr("Forming the group"), "play", &Colours::accent};
        return {RunWords::tr("Running"), "activity", &Colours::accent};
    case TrainingRun::State::LostContact:
        if (run.hasEnded())
            return stateOf(run.record().outcome);
        if (!run.error())
            return {RunWords::tr("Connecting"), "pending", &Colours::accent};
        if (run.others().state == MachineReport::State::Training)
            return {RunWords::tr("Reconnecting, training goes on"), "disconnected", &Colours::warning};
        return {RunWords::tr("Reconnecting"), "disconnected", &Colours::warning};
    case TrainingRun::State::NeedsLogin:
        if (run.hasEnded())
            return stateOf(run.record().outcome);
        return {RunWords::tr("Login needs your input"), "warning", &Colours::warning};
    case TrainingRun::State::Refused:
        if (run.hasEnded())
            return stateOf(run.record().outcome);
        return {RunWords::tr("Contact refused"), "warning", &Colours::warning};
    case TrainingRun::State::Collecting:
        return {RunWords::tr("Fetching the results"), "import", &Colours::accent};
    case TrainingRun::State::Failed:
    case TrainingRun::State::Finished:
        break;
    }
    // A run without a row in the history has failed before it got one.
    return run.id().isEmpty() ? stateOf(RunRecord::Outcome::Failed) : stateOf(run.record().outcome);
}

StateStyle styleOf(RunRecord::Outcome outcome)
{
    return style(stateOf(outcome));
}

StateStyle styleOf(const OpenRun &run)
{
    return style(stateOf(run));
}

} // namespace motley
