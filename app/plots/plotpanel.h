// A chart with its heading, legend, tools and table twin. The legend shows the values at the crosshair, or the newest.
#pragma once

#include "app/plots/curvetable.h"
#include "app/plots/metricplot.h"

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace motley {

class EmptyState;

class PlotPanel : public QFrame {
    Q_OBJECT

public:
    PlotPanel(const QString &heading, const QString &objectName, QWidget *parent = nullptr);

    MetricPlot &plot() { return *m_plot; }
    void setCurves(std::vector<PlotCurve> curves, const QString &xName, const QString &yName);
    void columnsChanged();
    void setEmptySentence(const QString &sentence); // shown while there are no values
    void addTool(QWidget *tool); // in front of the panel's own tools
    void setHeadingWidget(QWidget *heading); // in place of the heading's text
    void setCrosshair(std::optional<double> x);

Q_SIGNALS:
    void crosshairMoved(std::optional<double> x);

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    class LegendEntry;

    void makeTools();
    void makeLegend();
    void refreshLegend();
    void refreshStack();
    void keepRoomForThePlot();
    void toggleCurve(int index);
    void chooseExport();

    MetricPlot *m_plot;
    CurveTable m_table;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QHBoxLayout *m_head;
    QLabel *m_heading;
    class FlowLayout *m_legend;
    QLabel *m_badge;
    QToolButton *m_log = nullptr;
    QToolButton *m_follow = nullptr;
    QToolButton *m_showTable = nullptr;
    std::vector<LegendEntry *> m_entries;
    std::optional<double> m_crosshair;
};

} // namespace motley
