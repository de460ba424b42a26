#include "messages.h"

#include <QFile>
#include <QXmlStreamReader>

namespace motley {

namespace {

Message readMessage(QXmlStreamReader &xml, const QString &context)
{
    Message message{context, {}, {}, {}, xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes")};
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            message.type = xml.attributes().value(QLatin1String("type")).toString();
            if (!message.counts)
                message.forms << xml.readElementText();
            else
                while (xml.readNextStartElement())
                    message.forms << xml.readElementText();
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

} // namespace

QList<Message> readMessages(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Message> messages;
    QString context;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.isStartElement() && xml.name() == QLatin1String("message"))
            messages << readMessage(xml, context);
    }
    return xml.hasError() ? QList<Message>() : messages;
}

QList<Message> messagesOf(const QString &language)
{
    return readMessages(QStringLiteral(MOTLEY_SOURCES "/translations/motley_%1.ts").arg(language));
}

QString keyOf(const Message &message)
{
    return message.context + QStringLiteral(": ") + message.source;
}

} // namespace motley
