// The four charts of a run: loss, throughput, one of several more, and where the time goes.
#pragma once

#include "app/models/openrun.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QSlider;

namespace motley {

class PlotPanel;
class TimeSplitView;

class RunCharts : public QWidget {
    Q_OBJECT

public:
    explicit RunCharts(double smoothing, QWidget *parent = nullptr);

    void setRun(const OpenRun *run);
    void setEmptySentence(const QString &sentence);
    double smoothing() const { return m_smoothing; }

Q_SIGNALS:
    void smoothingChanged(double weight);

private:
    enum class More { Tests, LearningRate, GradientNorm, StepTime };

    QWidget *makeSmoothing();
    void setSmoothing(double weight);
    void smoothAgain();
    void fillLoss();
    void fillThroughput();
    void fillMore();
    void fillTests(const MetricSeries &series);
    void seriesChanged();
    void link(PlotPanel *panel);
    QString pointWords(double x) const;

    const OpenRun *m_run = nullptr;
    PlotPanel *m_loss;
    PlotPanel *m_throughput;
    PlotPanel *m_more;
    TimeSplitView *m_split;
    QComboBox *m_moreChoice;
    QSlider *m_slider;
    QDoubleSpinBox *m_number;
    double m_smoothing;
    std::vector<double> m_smoothedLoss;
};

} // namespace motley
