// Lets the wheel scroll the page over fields that have no focus; their values stay as they are.
#pragma once

#include <QObject>

namespace motley {

// To be installed as an event filter of the application.
class WheelGuard : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace motley
