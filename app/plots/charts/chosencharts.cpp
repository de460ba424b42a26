// RunCharts: which small charts are shown, and in which order.
#include "app/plots/charts/runcharts.h"

#include "app/plots/controls/chartsdialog.h"
#include "app/plots/machinerows.h"
#include "app/plots/timelineview.h"
#include "app/plots/timesplitview.h"

#include <QPushButton>

#include <algorithm>
#include <array>

namespace motley {

namespace {

constexpr std::array usualCharts{"throughput", "timeSplit", "tests", "learningRate", "gradientNorm", "stepTime"};

std::optional<TelemetryReading> readingOf(const QString &chart)
{
    for (std::size_t i = 0; i < telemetryReadings; ++i)
        if (chartName(static_cast<TelemetryReading>(i)) == chart)
            return static_cast<TelemetryReading>(i);
    return std::nullopt;
}

} // namespace

// The time line shows telemetry too, but one reading at a time.
ChartLayout RunCharts::usualLayout()
{
    ChartLayout layout;
    for (const char *chart : usualCharts)
        layout.push_back({QLatin1String(chart)});
    for (std::size_t i = 0; i < telemetryReadings; ++i)
        layout.push_back({chartName(static_cast<TelemetryReading>(i)), false});
    return layout;
}

void RunCharts::setChartLayout(const ChartLayout &layout)
{
    if (m_layout == layout)
        return;
    m_layout = layout;
    std::vector<QWidget *> before = std::exchange(m_small, {});
    for (const ChartPlace &place : layout)
        if (place.isShown)
            m_small.push_back(chart(place.chart));
    if (m_maximised && !isOnThePage(m_maximised))
        maximise(nullptr);
    before.insert(before.end(), m_small.begin(), m_small.end());
    for (QWidget *panel : before)
        panel->setVisible(m_maximised ? panel == m_maximised : isOnThePage(panel));
    orderTabs();
    arrange();
}

bool RunCharts::isOnThePage(QWidget *panel) const
{
    return panel == m_loss || panel == m_machines || panel == m_timeline
        || std::find(m_small.begin(), m_small.end(), panel) != m_small.end();
}

QWidget *RunCharts::chart(const QString &name)
{
    if (const auto reading = readingOf(name))
        return telemetryChart(*reading);
    return findChild<QWidget *>(name, Qt::FindDirectChildrenOnly);
}

// A hidden chart is not filled as its run goes on: it reads all of it when it is shown.
PlotPanel *RunCharts::telemetryChart(TelemetryReading reading)
{
    const auto made = m_telemetry.find(reading);
    if (made == m_telemetry.end())
        return makeTelemetry(reading);
    PlotPanel *panel = made->second.panel();
    if (!isOnThePage(panel))
        made->second.fill(series(), m_x);
    return panel;
}

// Makes it when it is chosen, as a window that nobody asks for it starts sooner without.
PlotPanel *RunCharts::makeTelemetry(TelemetryReading reading)
{
    TelemetryChart &chart = m_telemetry.emplace(reading, TelemetryChart(reading, this)).first->second;
    PlotPanel *panel = chart.panel();
    adopt(panel);
    panel->plot().setLogarithmicX(m_loss->plot().isLogarithmicX());
    panel->setView(m_loss->plot().view());
    panel->setEmptySentence(m_emptySentence);
    showRun(panel);
    chart.fill(series(), m_x);
    describePoints();
    return panel;
}

// Tab goes through the charts as they stand on the page.
void RunCharts::orderTabs()
{
    QWidget *last = m_timeline;
    for (QWidget *panel : m_small) {
        for (auto *widget : panel->findChildren<QWidget *>()) {
            if (widget->focusPolicy() & Qt::TabFocus) {
                setTabOrder(last, widget);
                last = widget;
            }
        }
    }
    setTabOrder(last, m_choose);
}

void RunCharts::chooseCharts()
{
    QHash<QString, QString> names{{QStringLiteral("throughput"), tr("Throughput")},
        {QStringLiteral("timeSplit"), tr("Parts of a step")}, {QStringLiteral("tests"), tr("Tests")},
        {QStringLiteral("learningRate"), tr("Learning rate")}, {QStringLiteral("gradientNorm"), tr("Gradient norm")},
        {QStringLiteral("stepTime"), tr("Step time")}};
    for (std::size_t i = 0; i < telemetryReadings; ++i) {
        const auto reading = static_cast<TelemetryReading>(i);
        names.insert(chartName(reading), quantityName(reading));
    }
    auto *dialog = new ChartsDialog(m_layout, usualLayout(), names, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ChartsDialog::chosen, this, [this](const ChartLayout &layout) {
        setChartLayout(layout);
        Q_EMIT chartLayoutChosen(layout);
    });
    dialog->open();
}

} // namespace motley
