// A chart with its heading, legend, tools and table twin. The legend shows the values at the crosshair, or the newest.
#pragma once

#include "app/plots/curvetable.h"
#include "app/plots/metricplot.h"

#include <QFrame>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace motley {

class EmptyState;
class PlotChip;
class PlotLegend;

class PlotPanel : public QFrame {
    Q_OBJECT

public:
    PlotPanel(const QString &heading, const QString &objectName, QWidget *parent = nullptr);

    MetricPlot &plot() { return *m_plot; }
    void setCurves(std::vector<PlotCurve> curves, const QString &xName, const QString &yName);
    void setXValues(AxisValues values);
    void columnsChanged();
    void setOrigin(PlotOrigin origin); // whose chart is this one
    void setValueNote(const QString &note); // on what each value is, beside that of a small panel
    void setEmptySentence(const QString &sentence); // shown while there are no values
    void addTool(QWidget *tool); // in front of the panel's own tools
    void addLastTool(QWidget *tool); // which stays while the panel is small
    void setView(const PlotView &view); // of a linked chart
    void setSmall(bool small); // without legend and tools, which are shown once it is maximised; keys work
    void setCrosshair(std::optional<double> x);

Q_SIGNALS:
    void crosshairMoved(std::optional<double> x);
    void viewChosen(const motley::PlotView &view);
    void axisMenuRequested();
    void maximiseRequested(); // or that it is small again

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    void makeTools();
    void refreshLegend();
    void refreshView();
    void fillTable();
    void refreshStack();
    void fitLegend();
    void keepRoomForThePlot();
    void chooseExport();

    MetricPlot *m_plot;
    CurveTable m_table;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QHBoxLayout *m_head;
    QBoxLayout *m_body;
    QLabel *m_heading;
    QLabel *m_value; // of the first curve, in place of a small panel's legend
    PlotLegend *m_legend;
    QLabel *m_badge;
    PlotChip *m_outside; // values that are too far off; a click shows them
    PlotChip *m_zoomed; // what is seen; a click shows everything
    QToolButton *m_log = nullptr;
    QToolButton *m_follow = nullptr;
    QToolButton *m_showTable = nullptr;
    std::vector<QWidget *> m_tools;
    std::optional<double> m_crosshair;
    QString m_xName;
    QString m_valueNote;
    bool m_small = false;
};

} // namespace motley
