#include "app/models/runwords.h"

#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct RunWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunWords)
};

StateStyle style(const QString &word, const char *icon, const QColor &colour)
{
    return {word, themedIcon(QLatin1String(icon), colour), colour};
}

} // namespace

StateStyle styleOf(RunRecord::Outcome outcome)
{
    const Colours &colours = Theme::current().colours();
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return style(RunWords::tr("Preparing"), "pending", colours.accent);
    case RunRecord::Outcome::Running:
        return style(RunWords::tr("Running"), "activity", colours.accent);
    case RunRecord::Outcome::Completed:
        return style(RunWords::tr("Completed"), "ok", colours.good);
    case RunRecord::Outcome::Stopped:
        return style(RunWords::tr("Stopped"), "stop", colours.mutedText);
    case RunRecord::Outcome::Failed:
        return style(RunWords::tr("Failed"), "error", colours.bad);
    }
    return {};
}

StateStyle styleOf(const OpenRun &run)
{
    const Colours &colours = Theme::current().colours();
    if (run.isStopping() && !run.isOver())
        return style(RunWords::tr("Stopping"), "stop", colours.warning);
    switch (run.state()) {
    case TrainingRun::State::Idle:
        return styleOf(run.record().outcome);
    case TrainingRun::State::Probing:
        return style(RunWords::tr("Asking the machines"), "pending", colours.accent);
    case TrainingRun::State::Deploying:
        return style(RunWords::tr("Sending files"), "export", colours.accent);
    case TrainingRun::State::Measuring:
        return style(RunWords::tr("Measuring speed"), "pending", colours.accent);
    case TrainingRun::State::Launching:
        return style(RunWords::tr("Starting"), "play", colours.accent);
    case TrainingRun::State::Running:
        return style(RunWords::tr("Running"), "activity", colours.accent);
    case TrainingRun::State::LostContact:
        if (run.hasEnded())
            return styleOf(run.record().outcome);
        if (!run.error())
            return style(RunWords::tr("Connecting"), "pending", colours.accent);
        return style(RunWords::tr("Reconnecting, training goes on"), "disconnected", colours.warning);
    case TrainingRun::State::Collecting:
        return style(RunWords::tr("Fetching the model"), "import", colours.accent);
    case TrainingRun::State::Failed:
    case TrainingRun::State::Finished:
        break;
    }
    // A run without a row in the history has failed before it got one.
    return run.id().isEmpty() ? styleOf(RunRecord::Outcome::Failed) : styleOf(run.record().outcome);
}

} // namespace motley
