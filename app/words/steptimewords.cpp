#include "app/words/steptimewords.h"

#include "app/words/format.h"

#include <QCoreApplication>

#include <cmath>

namespace motley {

namespace {

struct StepTimeWords {
    Q_DECLARE_TR_FUNCTIONS(motley::StepTimeWords)
};

} // namespace

QString stepTimeWords(double seconds, const PredictedStep &predicted)
{
    const QString measured = formatNumber(1000 * seconds, 3);
    if (!predicted.isKnown() || seconds <= 0)
        return StepTimeWords::tr("A step took %1 ms.").arg(measured);
    const double error = predicted.seconds() / seconds - 1;
    return StepTimeWords::tr("A step took %1 ms; %2 ms were predicted, which is off by %3.")
        .arg(measured, formatNumber(1000 * predicted.seconds(), 3), formatPercent(100 * std::abs(error), 1));
}

QString stepPartsWords(const StepParts &parts, const PredictedStep &predicted)
{
    const auto milliseconds = [](double seconds) { return formatNumber(1000 * seconds, 3); };
    const QString compute = milliseconds(parts.computeSeconds());
    const QString exchange = milliseconds(parts.exchangeSeconds());
    const QString data = milliseconds(parts.dataSeconds());
    if (!predicted.isKnown())
        return StepTimeWords::tr("Of it computing took %1 ms, the exchange %2 ms and waiting for data %3 ms.")
            .arg(compute, exchange, data);
    return StepTimeWords::tr(
        "Of it computing took %1 ms (%2 ms were predicted), the exchange %3 ms (%4 ms were predicted) and "
        "waiting for data %5 ms.")
        .arg(compute, milliseconds(predicted.computeSeconds), exchange, milliseconds(predicted.exchangeSeconds), data);
}

} // namespace motley
