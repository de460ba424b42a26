#include "app/cli/outcomeword.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct OutcomeWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunList)
};

} // namespace

QString outcomeWord(RunRecord::Outcome outcome)
{
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return OutcomeWords::tr("preparing");
    case RunRecord::Outcome::Running:
        return OutcomeWords::tr("running");
    case RunRecord::Outcome::Completed:
        return OutcomeWords::tr("completed");
    case RunRecord::Outcome::Stopped:
        return OutcomeWords::tr("stopped");
    case RunRecord::Outcome::Paused:
        return OutcomeWords::tr("paused");
    case RunRecord::Outcome::Failed:
        return OutcomeWords::tr("failed");
    }
    return {};
}

} // namespace motley
