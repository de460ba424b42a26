// What the x axis of a run's charts counts, and the values along it.
#pragma once

#include "app/models/metricseries.h"
#include "app/plots/controls/axisvalues.h"

#include <QString>

#include <array>
#include <vector>

namespace motley {

enum class XAxis { Steps, Samples, Time, Epochs };
constexpr std::array allXAxes{XAxis::Steps, XAxis::Samples, XAxis::Time, XAxis::Epochs};

QString nameOf(XAxis axis);
AxisValues valuesOf(XAxis axis);
QString wordOf(XAxis axis); // in settings and exports: "steps"
XAxis xAxisOf(const QString &word); // steps, where the word is none

// The x of each step and test of a run, ascending.
class XColumns {
public:
    void choose(XAxis axis) { m_axis = axis; }
    XAxis axis() const { return m_axis; }
    void refresh(const MetricSeries &series); // to be called when there are more

    const std::vector<double> &ofSteps() const { return m_ofSteps; }
    const std::vector<double> &ofTests() const { return m_ofTests; }
    double after(const MetricSeries &series, double step) const; // of what came after a step

private:
    XAxis m_axis = XAxis::Steps;
    std::vector<double> m_ofSteps, m_ofTests;
};

} // namespace motley
