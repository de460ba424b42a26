#include "remote/history/eventlogcopy.h"

#include "engine/base/diskspace.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QtConcurrent>

namespace motley {

namespace {

constexpr qint64 bytesAtOnce = 1 << 20;

struct Copy {
    Q_DECLARE_TR_FUNCTIONS(motley::EventLogCopy)
    MOTLEY_PHRASES(motley::EventLogCopy)
};

// As many as keep all processors busy, without their newlines.
QByteArrayList nextLines(QFile &file, std::vector<char> &room)
{
    QByteArrayList lines;
    qint64 bytes = 0;
    while (bytes < bytesAtOnce) {
        const qint64 size = file.readLine(room.data(), static_cast<qint64>(room.size()));
        if (size <= 0)
            break;
        bytes += size;
        // A program that was ended while it wrote leaves the beginning of a line.
        if (room[static_cast<std::size_t>(size - 1)] == '\n')
            lines.push_back(QByteArray(room.data(), size - 1));
    }
    return lines;
}

} // namespace

// The first of the ranks that train is on the machine that coordinates.
void EventLogCopy::noteLeader(const EventLine &line)
{
    if (const auto *chosen = line.get<PlanChosen>()) {
        m_machines.clear();
        for (const PlannedRank &rank : chosen->plan.ranks)
            m_machines.push_back(rank.machine);
        m_leader = 0;
    }
    const auto *changed = line.get<MembershipChanged>();
    if (!changed || changed->ranks.empty())
        return;
    const auto first = static_cast<std::size_t>(changed->ranks.front());
    if (first < m_machines.size())
        m_leader = m_machines[first];
}

bool EventLogCopy::isNew(const EventLine &line)
{
    if (line.sequence <= m_lastSequence)
        return false;
    m_lastSequence = line.sequence;
    noteLeader(line);
    if (const auto *finished = line.get<RunFinished>())
        m_finished = *finished;
    if (const auto *saved = line.get<CheckpointSaved>())
        m_newestCheckpoint = saved->step;
    return true;
}

Result<std::vector<EventLine>> EventLogCopy::load()
{
    std::vector<EventLine> lines;
    const auto read = visit([&](EventLine &&line) {
        lines.push_back(std::move(line));
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    return lines;
}

Result<void> EventLogCopy::visit(const std::function<bool(EventLine &&)> &visitor)
{
    QFile file(m_file.fileName());
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return sentence(Copy::phrase("Could not read %1.").arg(file.fileName()), file.errorString().toStdString());
    std::vector<char> room(longestEventLine + 2); // for a newline and the null of readLine()
    while (!file.atEnd())
        for (auto &read :
            QtConcurrent::blockingMapped<std::vector<Result<EventLine>>>(nextLines(file, room), readEventLine))
            if (read && isNew(*read) && !visitor(*std::move(read)))
                return {};
    return {};
}

Result<void> EventLogCopy::append(const std::vector<EventLine> &lines)
{
    QByteArray bytes;
    for (const auto &line : lines) {
        if (isNew(line))
            bytes += line.text + '\n';
    }
    if (bytes.isEmpty())
        return {};
    const auto spare = spareBytesAt(m_file.fileName().toStdString());
    m_isFull = m_isFull || (spare && *spare < bytes.size());
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
            bytes.prepend('\n');
    }
    if (m_file.write(bytes) != bytes.size())
        return sentence(Copy::phrase("Could not write %1.").arg(m_file.fileName()), m_file.errorString().toStdString());
    return {};
}

} // namespace motley
