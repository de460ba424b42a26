#include "app/words/overduewords.h"

#include "remote/session/machinename.h"

#include <QCoreApplication>

namespace motley {

namespace {

struct OverdueWords {
    Q_DECLARE_TR_FUNCTIONS(motley::OverdueWords)
};

QString sentence(const StepOverdue &overdue)
{
    if (overdue.isSilent)
        return OverdueWords::tr("The run waits for %1, which gives no sign of life.");
    switch (overdue.phase) {
    case RankPhase::Training:
        return OverdueWords::tr("The run waits for %1, which computes.");
    case RankPhase::Testing:
        return OverdueWords::tr("The run waits for %1, which tests the model.");
    case RankPhase::Saving:
        return OverdueWords::tr("The run waits for %1, which writes a checkpoint or the model.");
    case RankPhase::Starting:
    case RankPhase::Connecting:
    case RankPhase::Loading:
    case RankPhase::Finished:
        break;
    }
    return OverdueWords::tr("The run waits for %1.");
}

} // namespace

QString overdueWords(const StepOverdue &overdue, const QString &machine)
{
    return sentence(overdue).arg(insideSentence(machine));
}

} // namespace motley
