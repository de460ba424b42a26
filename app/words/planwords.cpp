#include "app/words/planwords.h"

#include "app/words/format.h"

#include <QCoreApplication>
#include <QLocale>

namespace motley {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::PlanWords)
};

QString exchangeReason(Backend backend)
{
    return backend == Backend::Nccl ? Words::tr("The GPUs exchange gradients over NCCL.")
                                    : Words::tr("The ranks exchange gradients over Gloo.");
}

QString measuredSpeeds(const Plan &plan)
{
    QStringList rates;
    for (const PlannedRank &rank : plan.ranks)
        rates << QLocale().toString(rank.samplesPerSecond, 'f', 0);
    //: %1 is a list such as 2,688 : 1,270
    return Words::tr("The shares follow what each device did alone: %1 samples/s.")
        .arg(rates.join(QStringLiteral(" : ")));
}

QString shareReason(const Plan &plan)
{
    if (plan.shareRule == ShareRule::Measured)
        return measuredSpeeds(plan);
    if (plan.shareRule == ShareRule::Given)
        return Words::tr("The shares are the ones that were asked for.");
    return Words::tr("Even shares, for not every device has been measured yet.");
}

} // namespace

QString deviceWords(const PlannedRank &rank)
{
    if (rank.device.kind == Device::Kind::Cuda)
        return Words::tr("GPU");
    return Words::tr("CPU, %Ln thread(s)", nullptr, rank.threads);
}

QStringList planReasons(const Plan &plan)
{
    QStringList reasons{exchangeReason(plan.backend)};
    if (plan.ranks.size() > 1)
        reasons << shareReason(plan);
    return reasons;
}

} // namespace motley
