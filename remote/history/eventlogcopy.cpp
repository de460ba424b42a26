#include "remote/history/eventlogcopy.h"

#include "engine/base/diskspace.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace motley {

namespace {

struct Copy {
    Q_DECLARE_TR_FUNCTIONS(motley::EventLogCopy)
    MOTLEY_PHRASES(motley::EventLogCopy)
};

} // namespace

bool EventLogCopy::isNew(const Event &event)
{
    if (event.sequence <= m_lastSequence)
        return false;
    m_lastSequence = event.sequence;
    if (const auto *finished = std::get_if<RunFinished>(&event.body))
        m_finished = *finished;
    if (const auto *saved = std::get_if<CheckpointSaved>(&event.body))
        m_newestCheckpoint = saved->step;
    return true;
}

Result<std::vector<Event>> EventLogCopy::load()
{
    std::vector<Event> events;
    QFile file(m_file.fileName());
    if (!file.exists())
        return events;
    if (!file.open(QIODevice::ReadOnly))
        return sentence(Copy::phrase("Could not read %1.").arg(file.fileName()), file.errorString().toStdString());
    while (!file.atEnd()) {
        const QByteArray line = file.readLine(longestEventLine + 1);
        // A program that was ended while it wrote leaves the beginning of a line.
        if (!line.endsWith('\n'))
            continue;
        auto event = parseEvent(std::string_view(line.constData(), static_cast<std::size_t>(line.size() - 1)));
        if (event && isNew(*event))
            events.push_back(std::move(*event));
    }
    return events;
}

Result<void> EventLogCopy::append(const std::vector<Event> &events)
{
    QByteArray lines;
    for (const auto &event : events) {
        if (isNew(event))
            lines += QByteArray::fromStdString(toLine(event)) + '\n';
    }
    if (lines.isEmpty())
        return {};
    const auto spare = spareBytesAt(m_file.fileName().toStdString());
    m_isFull = m_isFull || (spare && *spare < lines.size());
    if (m_isFull)
        return sentence(
            Copy::phrase("There is too little space for the events of this run in %1; free some and open the run "
                         "again.")
                .arg(m_file.fileName()));
    if (!m_file.isOpen()) {
        const bool opened = QDir().mkpath(QFileInfo(m_file).path())
            && m_file.open(QIODevice::ReadWrite | QIODevice::Append | QIODevice::Unbuffered);
        // An unfinished line must not swallow the next one.
        if (opened && m_file.size() > 0 && m_file.seek(m_file.size() - 1) && m_file.read(1) != "\n")
            lines.prepend('\n');
    }
    if (m_file.write(lines) != lines.size())
        return sentence(Copy::phrase("Could not write %1.").arg(m_file.fileName()), m_file.errorString().toStdString());
    return {};
}

} // namespace motley
