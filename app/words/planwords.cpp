#include "app/words/planwords.h"

#include "app/words/format.h"
#include "remote/session/machinename.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace motley {

namespace {

struct PlanWords {
    Q_DECLARE_TR_FUNCTIONS(motley::PlanWords)
};

QString exchangeReason(const Plan &plan)
{
    const auto isGpu = [](const PlannedRank &rank) { return rank.device.kind == Device::Kind::Cuda; };
    if (plan.backend == Backend::Nccl)
        return PlanWords::tr("The GPUs exchange gradients over NCCL.");
    if (std::any_of(plan.ranks.begin(), plan.ranks.end(), isGpu))
        return PlanWords::tr(
            "The GPUs sum their gradients over NCCL, and one of them goes on with the processors over Gloo.");
    return PlanWords::tr("The ranks exchange gradients over Gloo.");
}

// With the whole batch, as forecasts have it.
double speedAlone(const PlannedRank &rank, std::int64_t batch)
{
    const double seconds = rank.fixedSeconds + rank.secondsPerUnit * static_cast<double>(batch);
    return rank.secondsPerUnit > 0 ? static_cast<double>(batch) / seconds : rank.samplesPerSecond;
}

QString measuredSpeeds(const Plan &plan, BatchUnit unit)
{
    std::int64_t batch = 0;
    for (const PlannedRank &rank : plan.ranks)
        batch += rank.share;
    QStringList rates;
    for (const PlannedRank &rank : plan.ranks)
        rates << QLocale().toString(speedAlone(rank, batch), 'f', 0);
    const QString list = rates.join(QStringLiteral(" : "));
    if (unit == BatchUnit::Tokens)
        //: %1 is a list such as 2,688 : 1,270
        return PlanWords::tr("The shares follow what each device did alone: %1 tokens/s.").arg(list);
    //: %1 is a list such as 2,688 : 1,270
    return PlanWords::tr("The shares follow what each device did alone: %1 samples/s.").arg(list);
}

QString shareReason(const Plan &plan, BatchUnit unit)
{
    if (plan.shareRule == ShareRule::Measured)
        return measuredSpeeds(plan, unit);
    if (plan.shareRule == ShareRule::Given)
        return PlanWords::tr("The shares are the ones that were asked for.");
    return PlanWords::tr("Even shares, for not every device has been measured yet.");
}

QString machineOf(const Plan &plan, const PlannedRank &rank)
{
    return QString::fromStdString(plan.machineOf(rank).name);
}

QString recomputationReason(const QString &machine, const Recomputation &recomputation)
{
    if (!recomputation.atOnceWithout)
        return PlanWords::tr("%1 recomputes activations, as the job asks for it.").arg(machine);
    if (*recomputation.atOnceWithout > 0)
        //: %1 is a machine, %2 an amount of memory
        return PlanWords::tr(
            "%1 recomputes activations and so keeps %2 less: without that, its memory would hold only %Ln "
            "sample(s) at once, which takes longer.",
            nullptr, int(*recomputation.atOnceWithout))
            .arg(machine, formatBytes(recomputation.sparedBytes));
    if (recomputation.sparedBytes == 0)
        return PlanWords::tr("%1 recomputes activations: without that, its memory would not hold even one sample.")
            .arg(machine);
    //: %1 is a machine, %2 an amount of memory
    return PlanWords::tr(
        "%1 recomputes activations and so keeps %2 less: without that, its memory would not hold even one sample.")
        .arg(machine, formatBytes(recomputation.sparedBytes));
}

int devicesOf(const Plan &plan, int machine)
{
    return int(std::count_if(
        plan.ranks.begin(), plan.ranks.end(), [machine](const PlannedRank &rank) { return rank.machine == machine; }));
}

// The machines of each group, such as "box + old and new".
QString groupList(const Plan &plan)
{
    std::vector<QStringList> groups(std::size_t(groupsOf(plan)));
    for (const PlannedRank &rank : plan.ranks) {
        QStringList &names = groups[std::size_t(*rank.group)];
        const QString name = plainText(machineOf(plan, rank), 60);
        if (!names.contains(name))
            names << name;
    }
    QStringList words;
    for (const QStringList &names : groups)
        words << names.join(QStringLiteral(" + "));
    return formatList(words);
}

} // namespace

QStringList groupReasons(const Plan &plan)
{
    const int groups = groupsOf(plan);
    if (groups == 0)
        return {};
    if (groups == 1)
        return {
            PlanWords::tr("All devices form one group, so Adasum has nothing to join: their gradients are summed.")};
    const QString dependence = PlanWords::tr("The curve of the run depends on this grouping.");
    if (std::size_t(groups) < plan.ranks.size())
        //: %1 is a list of groups of machines such as box + old and new
        return {joinSentences(
            {PlanWords::tr("Adasum joins the updates of %Ln group(s): %1.", nullptr, groups).arg(groupList(plan)),
                dependence})};
    QStringList reasons{joinSentences(
        {PlanWords::tr("Each device updates by itself, and Adasum joins the %Ln update(s).", nullptr, groups),
            dependence})};
    for (int machine = 0; plan.machines.size() > 1 && machine < int(plan.machines.size()); ++machine)
        if (devicesOf(plan, machine) > 1) {
            reasons << PlanWords::tr("%1 has several devices: with Adasum between machines, these would sum their "
                                     "gradients first, and less would cross the network.")
                           .arg(plainText(QString::fromStdString(plan.machines[std::size_t(machine)].name), 60));
            break;
        }
    return reasons;
}

QStringList memoryReasons(const Plan &plan)
{
    QStringList reasons;
    QStringList parts;
    bool isSplit = false;
    for (const PlannedRank &rank : plan.ranks) {
        if (rank.recompute)
            reasons << recomputationReason(machineOf(plan, rank), *rank.recompute);
        if (rank.microbatch > 0)
            //: %1 is a machine
            reasons << PlanWords::tr(
                "%1 takes %Ln sample(s) at once, as its memory holds no more.", nullptr, int(rank.microbatch))
                           .arg(machineOf(plan, rank));
        isSplit = isSplit || rank.stateShare > 0;
        parts << formatPercent(100 * rank.stateShare);
    }
    if (isSplit)
        //: %1 is a list such as 70 % : 30 %
        reasons << PlanWords::tr("Each device holds a part of the optimizer state and of the gradients: %1.")
                       .arg(parts.join(QStringLiteral(" : ")));
    if (isSplit && !plan.mirrorsState)
        reasons << PlanWords::tr("No part is kept twice, as the memory of some device would not hold that. A lost "
                                 "machine takes the run back to its newest checkpoint.");
    return reasons;
}

QString sharedHardwareWords(const SharedHardware &shared, const QStringList &names)
{
    const QString one = plainText(names.value(int(shared.machine)), 60);
    const QString other = insideSentence(plainText(names.value(int(shared.other)), 60));
    if (shared.isSameSystem)
        return PlanWords::tr("%1 and %2 are one machine under two names. In a run they would use the same processors "
                             "and memory; tick one of them.")
            .arg(one, other);
    return PlanWords::tr("%1 and %2 have the same GPU, %3. Tick it on one of them.")
        .arg(one, other, plainText(shared.gpu, 60));
}

QString deviceWords(const PlannedRank &rank)
{
    if (rank.device.kind == Device::Kind::Cuda)
        return PlanWords::tr("GPU");
    return PlanWords::tr("CPU, %Ln thread(s)", nullptr, rank.threads);
}

QString rateWords(std::optional<double> unitsPerSecond, BatchUnit unit)
{
    if (unit == BatchUnit::Samples || !unitsPerSecond)
        return formatRate(unitsPerSecond);
    return unbroken(PlanWords::tr("%1 tokens/s").arg(QLocale().toString(*unitsPerSecond, 'f', 0)));
}

QString shareWords(std::int64_t share, std::int64_t batch, BatchUnit unit)
{
    return (unit == BatchUnit::Tokens ? PlanWords::tr("%1 of %2 tokens") : PlanWords::tr("%1 of %2 samples"))
        .arg(formatCount(share), formatCount(batch));
}

QStringList planReasons(const Plan &plan, BatchUnit unit)
{
    if (plan.ranks.size() < 2)
        return memoryReasons(plan);
    return QStringList{exchangeReason(plan), shareReason(plan, unit)} + groupReasons(plan) + memoryReasons(plan);
}

} // namespace motley
