#include "app/models/runwords.h"

#include "app/widgets/theme.h"
#include "app/widgets/themedicon.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct RunWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunWords)
};

StateLook look(const QString &word, const char *icon, const QColor &colour)
{
    return {word, themedIcon(QLatin1String(icon), colour), colour};
}

} // namespace

StateLook lookOf(RunRecord::Outcome outcome)
{
    const Colours &colours = Theme::current().colours();
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return look(RunWords::tr("Preparing"), "pending", colours.accent);
    case RunRecord::Outcome::Running:
        return look(RunWords::tr("Running"), "activity", colours.accent);
    case RunRecord::Outcome::Completed:
        return look(RunWords::tr("Completed"), "ok", colours.good);
    case RunRecord::Outcome::Stopped:
        return look(RunWords::tr("Stopped"), "stop", colours.mutedText);
    case RunRecord::Outcome::Failed:
        return look(RunWords::tr("Failed"), "error", colours.bad);
    }
    return {};
}

StateLook lookOf(const OpenRun &run)
{
    const Colours &colours = Theme::current().colours();
    if (run.isStopping() && !run.isOver())
        return look(RunWords::tr("Stopping"), "stop", colours.warning);
    switch (run.state()) {
    case TrainingRun::State::Idle:
        return lookOf(run.record().outcome);
    case TrainingRun::State::Probing:
        return look(RunWords::tr("Asking the machines"), "pending", colours.accent);
    case TrainingRun::State::Deploying:
        return look(RunWords::tr("Sending files"), "export", colours.accent);
    case TrainingRun::State::Measuring:
        return look(RunWords::tr("Measuring speed"), "pending", colours.accent);
    case TrainingRun::State::Launching:
        return look(RunWords::tr("Starting"), "play", colours.accent);
    case TrainingRun::State::Running:
        return look(RunWords::tr("Running"), "activity", colours.accent);
    case TrainingRun::State::LostContact:
        return look(RunWords::tr("Reconnecting, training goes on"), "disconnected", colours.warning);
    case TrainingRun::State::Collecting:
        return look(RunWords::tr("Fetching the model"), "import", colours.accent);
    case TrainingRun::State::Failed:
        return look(RunWords::tr("Failed"), "error", colours.bad);
    case TrainingRun::State::Finished:
        break;
    }
    const auto &finished = run.series().finished();
    if (finished && finished->outcome == RunFinished::Outcome::Stopped)
        return lookOf(RunRecord::Outcome::Stopped);
    if (finished && finished->outcome == RunFinished::Outcome::Failed)
        return lookOf(RunRecord::Outcome::Failed);
    return lookOf(RunRecord::Outcome::Completed);
}

} // namespace motley
