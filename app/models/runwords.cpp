#include "app/models/runwords.h"

#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"
#include "app/words/outcomename.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct RunWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunWords)
};

StateStyle style(const QString &word, const char *icon, QColor Colours::*colour)
{
    return {word, themedIcon(QLatin1String(icon), colour), Theme::current().colours().*colour};
}

} // namespace

StateStyle styleOf(RunRecord::Outcome outcome)
{
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return style(outcomeName(outcome), "pending", &Colours::accent);
    case RunRecord::Outcome::Running:
        return style(outcomeName(outcome), "activity", &Colours::accent);
    case RunRecord::Outcome::Completed:
        return style(outcomeName(outcome), "ok", &Colours::good);
    case RunRecord::Outcome::Stopped:
        return style(outcomeName(outcome), "stop", &Colours::mutedText);
    case RunRecord::Outcome::Failed:
        return style(outcomeName(outcome), "error", &Colours::bad);
    }
    return {};
}

StateStyle styleOf(const OpenRun &run)
{
    if (run.isStopping() && !run.isOver())
        return style(RunWords::tr("Stopping"), "stop", &Colours::warning);
    switch (run.state()) {
    case TrainingRun::State::Idle:
        return styleOf(run.record().outcome);
    case TrainingRun::State::Probing:
        return style(RunWords::tr("Asking the machines"), "pending", &Colours::accent);
    case TrainingRun::State::Deploying:
        return style(RunWords::tr("Sending files"), "export", &Colours::accent);
    case TrainingRun::State::Measuring:
        return style(RunWords::tr("Measuring speed"), "pending", &Colours::accent);
    case TrainingRun::State::Launching:
        return style(RunWords::tr("Starting"), "play", &Colours::accent);
    case TrainingRun::State::Running:
        if (run.series().steps().empty())
            return style(RunWords::tr("Forming the group"), "play", &Colours::accent);
        return style(RunWords::tr("Running"), "activity", &Colours::accent);
    case TrainingRun::State::LostContact:
        if (run.hasEnded())
            return styleOf(run.record().outcome);
        if (!run.error())
            return style(RunWords::tr("Connecting"), "pending", &Colours::accent);
        if (run.others().state == MachineReport::State::Training)
            return style(RunWords::tr("Reconnecting, training goes on"), "disconnected", &Colours::warning);
        return style(RunWords::tr("Reconnecting"), "disconnected", &Colours::warning);
    case TrainingRun::State::NeedsLogin:
        if (run.hasEnded())
            return styleOf(run.record().outcome);
        return style(RunWords::tr("Login needs your input"), "warning", &Colours::warning);
    case TrainingRun::State::Refused:
        if (run.hasEnded())
            return styleOf(run.record().outcome);
        return style(RunWords::tr("Contact refused"), "warning", &Colours::warning);
    case TrainingRun::State::Collecting:
        return style(RunWords::tr("Fetching the results"), "import", &Colours::accent);
    case TrainingRun::State::Failed:
    case TrainingRun::State::Finished:
        break;
    }
    // A run without a row in the history has failed before it got one.
    return run.id().isEmpty() ? styleOf(RunRecord::Outcome::Failed) : styleOf(run.record().outcome);
}

} // namespace motley
