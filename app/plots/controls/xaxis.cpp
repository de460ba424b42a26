#include "app/plots/controls/xaxis.h"

#include <QCoreApplication>

#include <algorithm>

namespace motley {

namespace {

struct XAxisWords {
    Q_DECLARE_TR_FUNCTIONS(motley::XAxis)
};

std::vector<double> valuesOf(const MetricSeries &series, XAxis axis)
{
    const double epoch = series.started() ? static_cast<double>(series.started()->trainSamples) : 0;
    if (axis == XAxis::Steps || (axis == XAxis::Epochs && epoch <= 0))
        return series.steps();
    std::vector<double> values = axis == XAxis::Time ? series.stepTimes() : series.samplesSeen();
    double greatest = 0;
    for (double &value : values) {
        if (axis == XAxis::Time)
            greatest = value = std::max(value - series.startTime(), greatest); // a clock may have been set back
        else if (axis == XAxis::Epochs)
            value /= epoch;
    }
    return values;
}

} // namespace

QString nameOf(XAxis axis)
{
    switch (axis) {
    case XAxis::Steps:
        return XAxisWords::tr("Step");
    case XAxis::Samples:
        return XAxisWords::tr("Samples");
    case XAxis::Time:
        return XAxisWords::tr("Time");
    case XAxis::Epochs:
        return XAxisWords::tr("Epochs");
    }
    return {};
}

AxisValues valuesOf(XAxis axis)
{
    if (axis == XAxis::Time)
        return AxisValues::Seconds;
    return axis == XAxis::Epochs ? AxisValues::Any : AxisValues::Whole;
}

QString wordOf(XAxis axis)
{
    switch (axis) {
    case XAxis::Steps:
        break;
    case XAxis::Samples:
        return QStringLiteral("samples");
    case XAxis::Time:
        return QStringLiteral("seconds");
    case XAxis::Epochs:
        return QStringLiteral("epochs");
    }
    return QStringLiteral("step");
}

XAxis xAxisOf(const QString &word)
{
    const auto found = std::find_if(allXAxes.begin(), allXAxes.end(), [&](XAxis axis) { return wordOf(axis) == word; });
    return found == allXAxes.end() ? XAxis::Steps : *found;
}

// A test stands at the step that it tested.
void XColumns::refresh(const MetricSeries &series)
{
    m_ofSteps = valuesOf(series, m_axis);
    m_ofTests.clear();
    for (const double test : series.evaluationSteps())
        m_ofTests.push_back(after(series, test));
}

double XColumns::after(const MetricSeries &series, double step) const
{
    if (m_axis == XAxis::Steps)
        return step;
    const auto &steps = series.steps();
    const auto index = static_cast<std::size_t>(std::upper_bound(steps.begin(), steps.end(), step) - steps.begin());
    return index == 0 ? 0 : m_ofSteps[index - 1];
}

} // namespace motley
