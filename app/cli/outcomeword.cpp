#include "app/cli/outcomeword.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::RunList)
};

} // namespace

QString outcomeWord(RunRecord::Outcome outcome)
{
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return Words::tr("preparing");
    case RunRecord::Outcome::Running:
        return Words::tr("running");
    case RunRecord::Outcome::Completed:
        return Words::tr("completed");
    case RunRecord::Outcome::Stopped:
        return Words::tr("stopped");
    case RunRecord::Outcome::Failed:
        return Words::tr("failed");
    }
    return {};
}

} // namespace motley
