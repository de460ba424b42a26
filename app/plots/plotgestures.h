// Turns mouse and wheel over a chart into what the user means by them. The wheel alone belongs to the page, which
// scrolls. All places and distances are pixels of the plot.
#pragma once

#include <QObject>
#include <QPoint>
#include <QRect>

class QCustomPlot;
class QMouseEvent;
class QRubberBand;
class QWheelEvent;

namespace motley {

class PlotGestures : public QObject {
    Q_OBJECT

public:
    explicit PlotGestures(QCustomPlot *plot);

    void setPanKey(bool isHeld); // with which the left button pans, as the middle one always does

Q_SIGNALS:
    void pressed();
    void pointed(double x);
    void left();
    void zoomed(double factor, double x); // < 1: closer, around x
    void dragged(const QRect &area); // to be seen from now on: its x, and the y that fits
    void boxed(const QRect &area); // to be seen from now on, x and y
    void panned(const QPoint &by);
    void doubleClicked();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Drag { None, Sideways, Box, Pan };

    void press(const QMouseEvent &event);
    void move(const QMouseEvent &event);
    void release();
    bool turn(QWheelEvent &event);
    QRect area() const; // from where the drag began to where it is

    QCustomPlot *m_plot;
    QRubberBand *m_band;
    Drag m_drag = Drag::None;
    bool m_panKey = false;
    QPoint m_from;
    QPoint m_to;
};

} // namespace motley
