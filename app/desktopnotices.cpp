#include "app/desktopnotices.h"

#include "app/words/format.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

#include <utility>

namespace motley {

namespace {

const QString interface = QStringLiteral("org.freedesktop.Notifications");
const QString path = QStringLiteral("/org/freedesktop/Notifications");
constexpr int asTheDesktopLikes = -1; // milliseconds

} // namespace

// From the first notice on, as a session without a bus is asked for one only then.
void DesktopNotices::listen()
{
    if (std::exchange(m_isListening, true))
        return;
    QDBusConnection::sessionBus().connect(
        {}, path, interface, QStringLiteral("ActionInvoked"), this, SLOT(invoke(uint, QString)));
}

void DesktopNotices::show(const QString &about, const QString &title, const QString &text)
{
    listen();
    auto call = QDBusMessage::createMethodCall(interface, path, interface, QStringLiteral("Notify"));
    const QString body = plainText(text, 400).toHtmlEscaped(); // as desktops read markup in it
    const QStringList actions{QStringLiteral("default"), tr("Show the run")};
    const QVariantMap hints{{QStringLiteral("desktop-entry"), QStringLiteral("motley")}};
    call.setArguments({QStringLiteral("Motley"), m_shown.value(about), QStringLiteral("motley"), title, body, actions,
        hints, asTheDesktopLikes});
    auto *reply = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(reply, &QDBusPendingCallWatcher::finished, this, [this, reply, about] {
        const QDBusPendingReply<uint> id = *reply;
        if (id.isValid())
            m_shown[about] = id.value();
        reply->deleteLater();
    });
}

void DesktopNotices::invoke(uint id, const QString &)
{
    const QString about = m_shown.key(id);
    if (!about.isEmpty())
        Q_EMIT chosen(about);
}

} // namespace motley
