#include "app/words/outcomename.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct RunWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunWords)
};

} // namespace

QString outcomeName(RunRecord::Outcome outcome)
{
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return RunWords::tr("Preparing");
    case RunRecord::Outcome::Running:
        return RunWords::tr("Running");
    case RunRecord::Outcome::Completed:
        return RunWords::tr("Completed");
    case RunRecord::Outcome::Stopped:
        return RunWords::tr("Stopped");
    case RunRecord::Outcome::Paused:
        return RunWords::tr("Paused");
    case RunRecord::Outcome::Failed:
        return RunWords::tr("Failed");
    }
    return {};
}

} // namespace motley
