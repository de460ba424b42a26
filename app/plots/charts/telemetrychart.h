// A chart of one reading of telemetry, with a curve for each machine of the run that has it.
#pragma once

#include "app/models/metricseries.h"
#include "app/plots/controls/xaxis.h"
#include "app/plots/plotpanel.h"

#include <deque>

namespace motley {

QString chartName(TelemetryReading reading); // in settings and of objects: "gpuMemory"
QString quantityName(TelemetryReading reading); // for people

class TelemetryChart {
public:
    TelemetryChart(TelemetryReading reading, QWidget *parent); // which owns the panel

    PlotPanel *panel() const { return m_panel; }
    void fill(const MetricSeries &series, const XColumns &x); // where run or axis is another one
    void refresh(const MetricSeries &series, const XColumns &x); // reads what came since

private:
    struct Curve {
        std::vector<double> x, y; // one value a sample; NaN: not known
        std::size_t rewritings = 0; // of the history, when it was read
        bool isKnown = false; // in one sample at least
    };

    void read(const TelemetryHistory &history, const MetricSeries &series, const XColumns &x, Curve &curve) const;
    void setCurves(const MetricSeries &series, const XColumns &x);

    TelemetryReading m_reading;
    PlotPanel *m_panel;
    std::deque<Curve> m_curves; // of each machine; a deque, as the plot keeps pointers to the columns
    std::size_t m_shown = 0; // curves
};

} // namespace motley
