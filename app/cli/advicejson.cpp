#include "app/cli/advicejson.h"

#include <QJsonArray>
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

template <typename Number>
QJsonValue wholeOrNull(const std::optional<Number> &value)
{
    return value ? QJsonValue(qint64(*value)) : QJsonValue();
}

QString nameOf(Quantization bits)
{
    return bits == Quantization::Int8 ? QStringLiteral("int8")
        : bits == Quantization::Nf4   ? QStringLiteral("nf4")
                                      : QStringLiteral("none");
}

QString nameOf(MemoryRemedy::Kind kind)
{
    using Kind = MemoryRemedy::Kind;
    switch (kind) {
    case Kind::Recompute:
        return QStringLiteral("recompute");
    case Kind::Int8:
        return QStringLiteral("int8");
    case Kind::Nf4:
        return QStringLiteral("nf4");
    case Kind::ShorterRows:
        return QStringLiteral("shorterRows");
    case Kind::SmallerRank:
        break;
    }
    return QStringLiteral("smallerRank");
}

QJsonObject toJsonObject(const FittingBase &base)
{
    return {{QStringLiteral("finest"), base.finest ? QJsonValue(nameOf(*base.finest)) : QJsonValue()},
        {QStringLiteral("limitedBy"), wholeOrNull(base.rank)}, {QStringLiteral("lacking"), qint64(base.lacking)}};
}

QJsonObject toJsonObject(const RankRoom &room, const PlannedMachine &machine)
{
    return {{QStringLiteral("machine"), QString::fromStdString(machine.name)},
        {QStringLiteral("bytes"), qint64(room.bytes)}, {QStringLiteral("longest"), qint64(room.longest)},
        {QStringLiteral("keptActivations"), wholeOrNull(room.kept)},
        {QStringLiteral("recomputedActivations"), wholeOrNull(room.recomputed)}};
}

} // namespace

QJsonObject toJsonObject(const ContextAdvice &advice, const Plan &plan)
{
    QJsonArray ranks;
    for (std::size_t i = 0; i < advice.ranks.size(); ++i)
        ranks << toJsonObject(advice.ranks[i], plan.machineOf(int(i)));
    QJsonArray remedies;
    for (const MemoryRemedy &remedy : advice.remedies)
        remedies << QJsonObject{{QStringLiteral("kind"), nameOf(remedy.kind)},
            {QStringLiteral("to"), remedy.to > 0 ? QJsonValue(qint64(remedy.to)) : QJsonValue()},
            {QStringLiteral("sparedBytes"), wholeOrNull(remedy.spared)},
            {QStringLiteral("longest"), wholeOrNull(remedy.longest)}};
    return {{QStringLiteral("tokens"), qint64(advice.context)}, {QStringLiteral("longest"), qint64(advice.longest())},
        {QStringLiteral("limitedBy"), qint64(advice.tightest)}, {QStringLiteral("ranks"), ranks},
        {QStringLiteral("base"), advice.base ? QJsonValue(toJsonObject(*advice.base)) : QJsonValue()},
        {QStringLiteral("remedies"), remedies}};
}

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
