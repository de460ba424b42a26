// Notices on the desktop, by the service that the desktop has for them. Nothing is shown where there is no such
// service.
#pragma once

#include <QHash>
#include <QObject>
#include <QString>

namespace motley {

class DesktopNotices : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    // Takes the place of an earlier one about the same thing.
    void show(const QString &about, const QString &title, const QString &text);

Q_SIGNALS:
    void chosen(const QString &about); // clicked by the user

private Q_SLOTS:
    void invoke(uint id, const QString &action);

private:
    void listen();

    bool m_isListening = false;
    QHash<QString, uint> m_shown; // the desktop's number of each
};

} // namespace motley
