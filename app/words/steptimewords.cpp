#include "app/words/steptimewords.h"

#include "app/words/format.h"

#include <QCoreApplication>

#include <cmath>

namespace motley {

namespace {

struct StepTimeWords {
    Q_DECLARE_TR_FUNCTIONS(motley::StepTimeWords)
};

constexpr double worthSaying = 0.01; // of a step

} // namespace

QString stepTimeWords(double seconds, const PredictedStep &predicted)
{
    const QString measured = formatSeconds(seconds);
    if (!predicted.isKnown() || seconds <= 0)
        return StepTimeWords::tr("A step took %1.").arg(measured);
    const double error = seconds / predicted.seconds() - 1; // 669 ms instead of 267 are 150 % more
    const QString expected = formatSeconds(predicted.seconds());
    const QString part = formatPercent(100 * std::abs(error), 1);
    if (part == formatPercent(0, 1))
        return StepTimeWords::tr("A step took %1, as predicted.").arg(measured);
    return error > 0
        ? StepTimeWords::tr("A step took %1, %2 more than the predicted %3.").arg(measured, part, expected)
        : StepTimeWords::tr("A step took %1, %2 less than the predicted %3.").arg(measured, part, expected);
}

QString stepPartsWords(const StepParts &parts, const PredictedStep &predicted)
{
    const QString compute = formatSeconds(parts.computeSeconds());
    const QString exchange = formatSeconds(parts.exchangeSeconds());
    const QString data = formatSeconds(parts.dataSeconds());
    const double rest = parts.stepSeconds() - parts.computeSeconds() - parts.exchangeSeconds() - parts.dataSeconds();
    if (rest >= worthSaying * parts.stepSeconds() && predicted.isKnown())
        return StepTimeWords::tr("Of it, computing took %1 (predicted: %2), the exchange %3 (predicted: %4), waiting "
                                 "for data %5, and reports and waiting for the slowest rank %6.")
            .arg(compute, formatSeconds(predicted.computeSeconds), exchange, formatSeconds(predicted.exchangeSeconds),
                data, formatSeconds(rest));
    if (rest >= worthSaying * parts.stepSeconds())
        return StepTimeWords::tr("Of it, computing took %1, the exchange %2, waiting for data %3, and reports and "
                                 "waiting for the slowest rank %4.")
            .arg(compute, exchange, data, formatSeconds(rest));
    if (!predicted.isKnown())
        return StepTimeWords::tr("Of it, computing took %1, the exchange %2 and waiting for data %3.")
            .arg(compute, exchange, data);
    return StepTimeWords::tr(
        "Of it, computing took %1 (predicted: %2), the exchange %3 (predicted: %4) and waiting for data %5.")
        .arg(
            compute, formatSeconds(predicted.computeSeconds), exchange, formatSeconds(predicted.exchangeSeconds), data);
}

} // namespace motley
