#include "app/cli/advicejson.h"

#include <QJsonValue>

#include <cmath>

namespace motley {

namespace {

QJsonValue toJsonValue(const std::optional<double> &value)
{
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue();
}

QString nameOf(BatchFit fit)
{
    return fit == BatchFit::Small ? QStringLiteral("small")
        : fit == BatchFit::Large  ? QStringLiteral("large")
                                  : QStringLiteral("good");
}

std::pair<QString, QJsonObject> toNamedObject(const MemoryAdvice &advice, const ClusterModel &cluster)
{
    return {QStringLiteral("memory"),
        {{QStringLiteral("samples"), static_cast<qint64>(advice.samples)},
            {QStringLiteral("machine"), QString::fromStdString(cluster.machines[advice.machine].name)},
            {QStringLiteral("fewest"), static_cast<qint64>(advice.fewest)},
            {QStringLiteral("sharesCanBeCut"), advice.sharesCanBeCut}}};
}

std::pair<QString, QJsonObject> toNamedObject(const BatchAdvice &advice, const ClusterModel &)
{
    return {QStringLiteral("batch"),
        {{QStringLiteral("batch"), static_cast<qint64>(advice.batch)},
            {QStringLiteral("noiseScale"), advice.noiseScale},
            {QStringLiteral("samplesOverFewest"), advice.samplesOverFewest},
            {QStringLiteral("stepsOverFewest"), advice.stepsOverFewest},
            {QStringLiteral("fastest"), toJsonValue(advice.fastest)}, {QStringLiteral("fit"), nameOf(advice.fit)}}};
}

std::pair<QString, QJsonObject> toNamedObject(const RanksAdvice &advice, const ClusterModel &)
{
    return {QStringLiteral("ranks"),
        {{QStringLiteral("ranks"), advice.ranks}, {QStringLiteral("speedUp"), advice.speedUp},
            {QStringLiteral("efficiency"), advice.efficiency},
            {QStringLiteral("overhead"), toJsonValue(advice.overhead)},
            {QStringLiteral("wantedEfficiency"), advice.wantedEfficiency},
            {QStringLiteral("mostRanks"), toJsonValue(advice.mostRanks)},
            {QStringLiteral("overheadAllowed"), toJsonValue(advice.overheadAllowed)}}};
}

std::pair<QString, QJsonObject> toNamedObject(const NetworkAdvice &advice, const ClusterModel &)
{
    return {QStringLiteral("network"),
        {{QStringLiteral("gradientBytes"), advice.gradientBytes},
            {QStringLiteral("neededBytesPerSecond"), advice.neededBytesPerSecond},
            {QStringLiteral("slowestBytesPerSecond"), toJsonValue(advice.slowestBytesPerSecond)},
            {QStringLiteral("waitingPart"), advice.waitingPart}}};
}

std::pair<QString, QJsonObject> toNamedObject(const RateAdvice &advice, const ClusterModel &)
{
    return {QStringLiteral("learningRate"),
        {{QStringLiteral("batch"), static_cast<qint64>(advice.batch)}, {QStringLiteral("rate"), advice.origin.rate},
            {QStringLiteral("batchOfRate"), static_cast<qint64>(advice.origin.batch)},
            {QStringLiteral("scaledByJob"), advice.origin.rule.has_value()}, {QStringLiteral("linear"), advice.linear},
            {QStringLiteral("squareRoot"), advice.squareRoot}}};
}

} // namespace

QJsonObject toJsonObject(const std::vector<Advice> &advice, const ClusterModel &cluster)
{
    QJsonObject all;
    for (const Advice &each : advice) {
        const auto [name, numbers] = std::visit([&](const auto &known) { return toNamedObject(known, cluster); }, each);
        all[name] = numbers;
    }
    return all;
}

} // namespace motley
