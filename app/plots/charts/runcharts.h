// The charts of a run: loss with the machines beside it, the time line of the machines, and in small below those that
// the user has chosen, in the user's order. Any of them can be maximised.
#pragma once

#include "app/models/openrun.h"
#include "app/plots/charts/telemetrychart.h"
#include "app/plots/controls/chartlayout.h"
#include "app/plots/controls/xaxis.h"

#include <QHash>
#include <QWidget>

#include <map>

class QPushButton;
class QToolButton;

namespace motley {

class AxisMenu;
class MachineRows;
class SmoothingField;
class TimeSplitView;
class TimelineView;

class RunCharts : public QWidget {
    Q_OBJECT

public:
    explicit RunCharts(double smoothingPercent, QWidget *parent = nullptr);

    void setRun(const OpenRun *run);
    void setEmptySentence(const QString &sentence);
    double smoothingWeight() const; // of the exponential moving average that is shown
    void setXAxis(XAxis axis); // zooms out, as the values along it are others
    void setLogarithmicX(bool logarithmic);
    static ChartLayout usualLayout(); // of the small charts
    void setChartLayout(const ChartLayout &layout);
    bool isMaximised() const { return m_maximised != nullptr; }
    void maximise(QWidget *panel); // nullptr: all are shown again

Q_SIGNALS:
    void smoothingChanged(double percent);
    void xAxisChosen(motley::XAxis axis);
    void chartLayoutChosen(const motley::ChartLayout &layout); // by the user
    void maximisedChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void smoothAgain();
    void smoothLoss();
    void fill();
    void fillLoss(const MetricSeries &series);
    void fillThroughput();
    void fillTests();
    void seriesChanged();
    void showValues(); // that the curves have
    void adopt(PlotPanel *panel);
    void link(PlotPanel *panel);
    void addAxisMenu(PlotPanel *panel);
    QWidget *chart(const QString &name);
    PlotPanel *telemetryChart(TelemetryReading reading);
    PlotPanel *makeTelemetry(TelemetryReading reading);
    void orderTabs();
    void chooseCharts();
    bool isOnThePage(QWidget *panel) const;
    const MetricSeries &series() const { return m_run ? m_run->series() : m_noSeries; }
    QToolButton *makeMaximise(QWidget *panel);
    void describePoints();
    void showRun(PlotPanel *panel);
    void arrange();
    QString pointWords(double x) const;
    double timeAt(double x) const; // seconds since 1970

    const OpenRun *m_run = nullptr;
    const MetricSeries m_noSeries; // while there is no run
    PlotPanel *m_loss;
    PlotPanel *m_throughput;
    PlotPanel *m_tests;
    PlotPanel *m_learningRate;
    PlotPanel *m_gradientNorm;
    PlotPanel *m_stepTime;
    MachineRows *m_machines;
    TimeSplitView *m_split;
    TimelineView *m_timeline;
    std::map<TelemetryReading, TelemetryChart> m_telemetry; // that were shown once
    std::vector<PlotPanel *> m_plots;
    ChartLayout m_layout;
    std::vector<QWidget *> m_small; // that are shown, in their order
    QString m_emptySentence;
    XColumns m_x;
    AxisMenu *m_axisMenu;
    QPushButton *m_choose;
    QHash<QWidget *, QToolButton *> m_maximise;
    QWidget *m_maximised = nullptr;
    SmoothingField *m_smoothing;
    std::vector<double> m_smoothedLoss;
};

} // namespace motley
