// The names, lines and values of a chart's curves: in lines above it, or, where there are many, in a column beside it
// that scrolls. A click hides or shows a curve.
#pragma once

#include "app/plots/metricplot.h"

#include <QScrollArea>

namespace motley {

class FlowLayout;

class PlotLegend : public QScrollArea {
    Q_OBJECT

public:
    explicit PlotLegend(QWidget *parent = nullptr);

    void setCurves(const std::vector<PlotCurve> &curves);
    void showValue(std::size_t curve, const QString &value); // empty: none yet
    bool standsAside() const; // beside the plot, as more curves than a few have no room above it
    void fit(int panelWidth); // pixels
    QString text(std::size_t curve) const; // as shown

Q_SIGNALS:
    void visibilityChanged(int curve, bool visible);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    class Entry;

    void toggle(std::size_t curve);

    FlowLayout *m_flow;
    std::vector<Entry *> m_entries;
    int m_panelWidth = 0;
};

} // namespace motley
