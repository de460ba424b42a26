#include "app/words/forecastwords.h"

#include "app/words/format.h"
#include "app/words/planwords.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace motley {

namespace {

struct ForecastWords {
    Q_DECLARE_TR_FUNCTIONS(motley::ForecastWords)
};

QString priceSentence(const Forecast &forecast)
{
    const QString money = QLocale().toString(forecast.cost, 'f', 2);
    const QString energy = forecast.kilowattHours
        ? unbroken(ForecastWords::tr("%1 kWh").arg(formatNumber(*forecast.kilowattHours, 2)))
        : QString();
    if (forecast.cost > 0 && !energy.isEmpty())
        return ForecastWords::tr("It costs about %1 and uses %2 of energy.").arg(money, energy);
    if (forecast.cost > 0)
        return ForecastWords::tr("It costs about %1.").arg(money);
    return energy.isEmpty() ? QString() : ForecastWords::tr("It uses about %1 of energy.").arg(energy);
}

QString partWords(double part)
{
    return part < 0.005 ? ForecastWords::tr("less than %1").arg(formatPercent(1)) : formatPercent(100 * part);
}

} // namespace

QString rateWords(const TaskSpec &task, double unitsPerSecond)
{
    return rateWords(unitsPerSecond, batchUnitOf(task));
}

QString machineWords(const NodeSet &machines, const ClusterModel &cluster)
{
    QStringList names;
    for (const std::size_t machine : machines)
        names << plainText(cluster.machines[machine].name, 60);
    return formatList(names);
}

QString wholeJobWords(const Forecast &forecast)
{
    return forecast.hours > 0 ? formatDuration(3600 * forecast.hours) : notKnown();
}

QString stepWords(const PredictedStep &step)
{
    if (step.exchangeSeconds <= 0)
        return ForecastWords::tr("A step takes about %1.").arg(formatSeconds(step.seconds()));
    const QString whole = formatSeconds(step.seconds());
    const QString exchange = formatSeconds(step.exchangeSeconds);
    if (whole == exchange)
        return ForecastWords::tr("A step takes about %1, nearly all of it to exchange gradients.").arg(whole);
    return ForecastWords::tr("A step takes about %1, %2 of it to exchange gradients.").arg(whole, exchange);
}

QStringList forecastSentences(const TaskSpec &task, const Forecast &forecast)
{
    QStringList sentences;
    sentences << ForecastWords::tr("About %1, which is %2 of the sum of what each device reaches alone.")
                     .arg(rateWords(task, forecast.unitsPerSecond), partWords(forecast.efficiency));
    sentences << stepWords(stepOf(forecast));
    if (forecast.groups > 1)
        sentences << ForecastWords::tr(
            "With Adasum between %Ln group(s) of devices, another grouping gives another curve.", nullptr,
            forecast.groups);
    if (forecast.hours > 0)
        sentences << ForecastWords::tr(
            "The whole job takes about %1, perhaps %2 to %3, tests and checkpoints not counted.")
                         .arg(wholeJobWords(forecast),
                             formatDuration(3600 * forecast.hours / (1 + forecast.relativeError)),
                             formatDuration(3600 * forecast.hours * (1 + forecast.relativeError)));
    else
        sentences << ForecastWords::tr("How many steps this data makes is not known; a new measurement will show it.");
    if (const QString price = priceSentence(forecast); !price.isEmpty())
        sentences << price;
    return sentences;
}

QString revocationSentence(const RevocationForecast &expected)
{
    if (!std::isfinite(expected.seconds))
        return ForecastWords::tr("Machines would be taken away faster than the work progresses.");
    QStringList sentences{ForecastWords::tr("Machines may be taken away, %1 times on average; it then takes about %2.")
                              .arg(formatNumber(expected.revocations, 2), formatDuration(expected.seconds))};
    if (expected.cost > 0)
        sentences << ForecastWords::tr("It then costs about %1.").arg(QLocale().toString(expected.cost, 'f', 2));
    sentences << ForecastWords::tr(
        "Save a checkpoint about every %Ln step(s).", nullptr, static_cast<int>(expected.everySteps));
    return joinSentences(sentences);
}

QString setbackSentence(const RunModel &model)
{
    const QString restart = formatSeconds(model.restartSeconds);
    const QString checkpoint = formatSeconds(model.checkpointSeconds);
    if (model.restartIsShown)
        return ForecastWords::tr(
            "As earlier runs have shown, a run goes on after %1, and saving a checkpoint takes %2.")
            .arg(restart, checkpoint);
    return ForecastWords::tr("Assumed: a run goes on after %1, and saving a checkpoint takes %2; runs on these "
                             "machines will give the true values.")
        .arg(restart, checkpoint);
}

QString remarkWords(const ForecastRemark &remark, const ClusterModel &cluster)
{
    using Kind = ForecastRemark::Kind;
    const QString name = machineWords(remark.machines, cluster);
    const QString percent = formatPercent(100 * remark.amount, remark.amount < 0.1 ? 1 : 0);
    switch (remark.kind) {
    case Kind::Gains:
        return ForecastWords::tr("%1 gains %2.").arg(name, percent);
    case Kind::Slows:
        return (remark.machines.size() == 1
                ? ForecastWords::tr("Without %1 the run would be %2 faster: leave it out.")
                : ForecastWords::tr("Without %1 the run would be %2 faster: leave them out."))
            .arg(name, percent);
    case Kind::Idle:
        return ForecastWords::tr("%1 would have nothing to do; leave it out.").arg(name);
    case Kind::Memory:
        return ForecastWords::tr("The memory of %1, and not its speed, decides that it gets %2 of each batch.")
            .arg(name, formatCount(static_cast<std::int64_t>(remark.amount)));
    case Kind::Network:
        return ForecastWords::tr("%1 of each step is spent on exchanging gradients; %2 has the slowest link.")
            .arg(percent, name);
    case Kind::Guess:
        return ForecastWords::tr(
            "This may be off by %1: %2 was faster or slower than measured, in earlier runs or with a larger batch.")
            .arg(percent, name);
    }
    return {};
}

} // namespace motley
