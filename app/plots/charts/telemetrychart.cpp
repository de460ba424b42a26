#include "app/plots/charts/telemetrychart.h"

#include "app/models/runmachinemodel.h"
#include "app/timeline/timelinescene.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace motley {

namespace {

struct TelemetryWords {
    Q_DECLARE_TR_FUNCTIONS(motley::TelemetryChart)
};

constexpr double gibibyte = 1024.0 * 1024 * 1024;

QString unitName(TelemetryReading reading)
{
    switch (reading) {
    case TelemetryReading::GpuMemory:
        return QStringLiteral("GiB");
    case TelemetryReading::Power:
        return QStringLiteral("W");
    case TelemetryReading::Heat:
        return QStringLiteral("°C");
    case TelemetryReading::Clock:
        return QStringLiteral("MHz");
    default:
        return TelemetryWords::tr("Percent");
    }
}

} // namespace

QString quantityName(TelemetryReading reading)
{
    constexpr int first = static_cast<int>(TimelineQuantity::Processors);
    return quantityName(static_cast<TimelineQuantity>(first + static_cast<int>(reading)));
}

QString chartName(TelemetryReading reading)
{
    static constexpr std::array<const char *, telemetryReadings> names{"processors", "memory", "gpus", "gpuMemory",
        "power", "temperature", "clock", "otherProcesses", "stolen", "resent"};
    return QLatin1String(names[static_cast<std::size_t>(reading)]);
}

TelemetryChart::TelemetryChart(TelemetryReading reading, QWidget *parent)
    : m_reading(reading), m_panel(new PlotPanel(quantityName(reading), chartName(reading), parent))
{
    m_panel->plot().setFromZero(true);
}

void TelemetryChart::fill(const MetricSeries &series, const XColumns &x)
{
    m_curves.clear();
    refresh(series, x);
    setCurves(series, x);
}

void TelemetryChart::refresh(const MetricSeries &series, const XColumns &x)
{
    while (m_curves.size() < series.machines().size())
        m_curves.emplace_back();
    std::size_t shown = 0;
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        read(series.machines()[i].readings, series, x, m_curves[i]);
        shown += m_curves[i].isKnown ? 1 : 0;
    }
    if (shown != m_shown)
        setCurves(series, x);
}

void TelemetryChart::read(
    const TelemetryHistory &history, const MetricSeries &series, const XColumns &x, Curve &curve) const
{
    if (curve.rewritings != history.rewritings())
        curve = {};
    curve.rewritings = history.rewritings();
    for (std::size_t i = curve.x.size(); i < history.size(); ++i) {
        const double value = history.value(i, m_reading);
        curve.x.push_back(x.after(series, history.steps()[i]));
        curve.y.push_back(m_reading == TelemetryReading::GpuMemory ? value / gibibyte : value);
        curve.isKnown = curve.isKnown || !std::isnan(value);
    }
}

// A machine has the colour that it has in the other charts.
void TelemetryChart::setCurves(const MetricSeries &series, const XColumns &x)
{
    std::vector<PlotCurve> curves;
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        if (m_curves[i].isKnown)
            curves.push_back({machineWord(series.machines()[i].name), static_cast<int>(i), PlotCurve::LineStyle::Line,
                &m_curves[i].x, &m_curves[i].y, true, true, true});
    }
    m_shown = curves.size();
    m_panel->setCurves(std::move(curves), nameOf(x.axis()), unitName(m_reading));
}

} // namespace motley
