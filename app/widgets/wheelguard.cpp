#include "app/widgets/wheelguard.h"

#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QScrollBar>
#include <QWheelEvent>

namespace motley {

namespace {

QWidget *asField(QObject *object)
{
    const bool isField = qobject_cast<QAbstractSpinBox *>(object) || qobject_cast<QComboBox *>(object)
        || (qobject_cast<QAbstractSlider *>(object) && !qobject_cast<QScrollBar *>(object));
    return isField ? static_cast<QWidget *>(object) : nullptr;
}

void scrollAround(const QWidget &field, const QWheelEvent &wheel)
{
    for (QWidget *around = field.parentWidget(); around; around = around->parentWidget()) {
        const auto *page = qobject_cast<QAbstractScrollArea *>(around);
        if (!page)
            continue;
        QWheelEvent there(page->viewport()->mapFromGlobal(wheel.globalPosition()), wheel.globalPosition(),
            wheel.pixelDelta(), wheel.angleDelta(), wheel.buttons(), wheel.modifiers(), wheel.phase(),
            wheel.inverted());
        QCoreApplication::sendEvent(page->viewport(), &there);
        return;
    }
}

} // namespace

bool WheelGuard::eventFilter(QObject *watched, QEvent *event)
{
    QWidget *field = event->type() == QEvent::Wheel || event->type() == QEvent::Polish ? asField(watched) : nullptr;
    if (!field)
        return false;
    if (event->type() == QEvent::Polish && field->focusPolicy() == Qt::WheelFocus)
        field->setFocusPolicy(Qt::StrongFocus); // Qt would give the focus before the wheel's event
    if (event->type() != QEvent::Wheel || field->hasFocus())
        return false;
    scrollAround(*field, *static_cast<QWheelEvent *>(event));
    return true;
}

} // namespace motley
