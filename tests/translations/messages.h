// The messages of a .ts file.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace motley {

struct Message {
    QString context;
    QString source;
    QStringList forms; // one, or the plural forms of the language
    QString type; // "unfinished", "vanished", "obsolete"; empty: finished
    bool counts = false;
};

QList<Message> readMessages(const QString &path); // none where the file cannot be read
QList<Message> messagesOf(const QString &language); // those of translations/motley_LANGUAGE.ts
QString keyOf(const Message &message); // its context and its source

} // namespace motley
