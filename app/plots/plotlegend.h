// The names, lines and values of a chart's curves: in lines above it, or, where there are many, in a column beside it
// that scrolls and can be searched. A click hides or shows a curve; a double click, Alt with a click or S shows it
// alone, and then all again. It is one stop of Tab, with arrows inside.
#pragma once

#include "app/plots/metricplot.h"

#include <QScrollArea>

class QLineEdit;

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
    QString value(std::size_t curve) const; // of it, without the name

Q_SIGNALS:
    void visibilityChanged(int curve, bool visible);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Entry;

    bool isForEntry(std::size_t curve, QEvent *event);
    void toggle(std::size_t curve);
    void solo(std::size_t curve, const std::vector<bool> &shownBefore);
    std::vector<bool> shown() const;
    void showOnly(const std::vector<bool> &curves);
    void moveFocus(std::size_t from, int by);
    void search(const QString &words);
    void placeSearch();

    FlowLayout *m_flow;
    QLineEdit *m_search;
    std::vector<Entry *> m_entries;
    std::vector<bool> m_shownBefore; // the last click, which may become a double click
    int m_panelWidth = 0;
};

} // namespace motley
