// The charts of a run: loss with the machines beside it, and the others in small below. Any of them can be maximised.
#pragma once

#include "app/models/openrun.h"

#include <QHash>
#include <QWidget>

class QDoubleSpinBox;
class QSlider;
class QToolButton;

namespace motley {

class MachineRows;
class PlotPanel;
class TimeSplitView;

class RunCharts : public QWidget {
    Q_OBJECT

public:
    explicit RunCharts(double smoothing, QWidget *parent = nullptr);

    void setRun(const OpenRun *run);
    void setEmptySentence(const QString &sentence);
    double smoothing() const { return m_smoothing; }
    bool isMaximised() const { return m_maximised != nullptr; }
    void maximise(QWidget *panel); // nullptr: all are shown again

Q_SIGNALS:
    void smoothingChanged(double weight);
    void maximisedChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    QWidget *makeSmoothing();
    void setSmoothing(double weight);
    void smoothAgain();
    void fill();
    void fillLoss(const MetricSeries &series);
    void fillThroughput();
    void fillTests();
    void seriesChanged();
    void link(PlotPanel *panel);
    QToolButton *makeMaximise(QWidget *panel);
    void describePoints();
    int leastHeight(int rows) const;
    void arrange();
    QString pointWords(double x) const;

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
    std::vector<PlotPanel *> m_plots;
    std::vector<QWidget *> m_small; // in their order
    QHash<QWidget *, QToolButton *> m_maximise;
    QWidget *m_maximised = nullptr;
    QSlider *m_slider;
    QDoubleSpinBox *m_number;
    double m_smoothing;
    std::vector<double> m_smoothedLoss;
};

} // namespace motley
