#include "app/plots/plotgestures.h"

#include "app/plots/curves/plotlibrary.h"

#include <QApplication>
#include <QMouseEvent>
#include <QRubberBand>

#include <cmath>
#include <utility>

namespace motley {

namespace {

constexpr double factorPerNotch = 0.8; // of a wheel
constexpr double unitsPerNotch = 120;

} // namespace

PlotGestures::PlotGestures(QCustomPlot *plot)
    : QObject(plot), m_plot(plot), m_band(new QRubberBand(QRubberBand::Rectangle, plot))
{
    plot->installEventFilter(this);
    plot->setMouseTracking(true);
}

void PlotGestures::setPanKey(bool isHeld)
{
    m_panKey = isHeld;
    m_plot->setCursor(isHeld ? Qt::OpenHandCursor : Qt::ArrowCursor);
}

// Nothing of the mouse reaches the library, which drags with the left button alone and zooms with the wheel.
bool PlotGestures::eventFilter(QObject * /*watched*/, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(*static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseMove:
        move(*static_cast<QMouseEvent *>(event));
        return true;
    case QEvent::MouseButtonRelease:
        release();
        return true;
    case QEvent::MouseButtonDblClick:
        Q_EMIT doubleClicked();
        return true;
    case QEvent::Wheel:
        return turn(*static_cast<QWheelEvent *>(event));
    case QEvent::Leave:
        Q_EMIT left();
        return false;
    default:
        return false;
    }
}

void PlotGestures::press(const QMouseEvent &event)
{
    Q_EMIT pressed();
    if (m_drag != Drag::None)
        return;
    if (event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && m_panKey))
        m_drag = Drag::Pan;
    else if (event.button() == Qt::LeftButton)
        m_drag = event.modifiers().testFlag(Qt::ShiftModifier) ? Drag::Box : Drag::Sideways;
    m_from = m_to = event.position().toPoint();
}

void PlotGestures::move(const QMouseEvent &event)
{
    const QPoint now = event.position().toPoint();
    if (m_drag == Drag::Pan)
        Q_EMIT panned(now - m_to);
    m_to = now;
    if (m_drag == Drag::Sideways || m_drag == Drag::Box) {
        m_band->setGeometry(area());
        m_band->setVisible((m_to - m_from).manhattanLength() >= QApplication::startDragDistance());
    }
    Q_EMIT pointed(event.position().x());
}

void PlotGestures::release()
{
    const QRect chosen = area();
    const Drag drag = std::exchange(m_drag, Drag::None);
    m_band->hide();
    const int least = QApplication::startDragDistance();
    if (chosen.width() < least)
        return;
    if (drag == Drag::Sideways)
        Q_EMIT dragged(chosen);
    else if (drag == Drag::Box && chosen.height() >= least)
        Q_EMIT boxed(chosen);
}

QRect PlotGestures::area() const
{
    const QRect curves = m_plot->axisRect()->rect();
    QRect area = QRect(m_from, m_to).normalized();
    if (m_drag != Drag::Box) {
        area.setTop(curves.top());
        area.setBottom(curves.bottom());
    }
    return area.intersected(curves);
}

bool PlotGestures::turn(QWheelEvent &event)
{
    if (!event.modifiers().testFlag(Qt::ControlModifier)) {
        event.ignore(); // for the page
        return true;
    }
    event.accept();
    const double notches = event.angleDelta().y() / unitsPerNotch;
    Q_EMIT zoomed(std::pow(factorPerNotch, notches), event.position().x());
    return true;
}

} // namespace motley
