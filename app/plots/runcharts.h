// The charts of a run: loss with the machines beside it, the time line of the machines, and the others in small below.
// Any of them can be maximised.
#pragma once

#include "app/models/openrun.h"
#include "app/plots/controls/xaxis.h"

#include <QHash>
#include <QWidget>

class QToolButton;

namespace motley {

class AxisMenu;
class MachineRows;
class PlotPanel;
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
    bool isMaximised() const { return m_maximised != nullptr; }
    void maximise(QWidget *panel); // nullptr: all are shown again

Q_SIGNALS:
    void smoothingChanged(double percent);
    void xAxisChosen(motley::XAxis axis);
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
    void link(PlotPanel *panel);
    void makeAxisMenu();
    const MetricSeries &series() const { return m_run ? m_run->series() : m_noSeries; }
    QToolButton *makeMaximise(QWidget *panel);
    void describePoints();
    int leastHeight(int rows) const;
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
    std::vector<PlotPanel *> m_plots;
    std::vector<QWidget *> m_small; // in their order
    XColumns m_x;
    AxisMenu *m_axisMenu;
    QHash<QWidget *, QToolButton *> m_maximise;
    QWidget *m_maximised = nullptr;
    SmoothingField *m_smoothing;
    std::vector<double> m_smoothedLoss;
};

} // namespace motley
