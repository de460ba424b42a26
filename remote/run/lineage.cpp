#include "remote/run/lineage.h"

#include "engine/protocol/event.h"
#include "remote/history/eventlogcopy.h"
#include "remote/run/resumption.h"

#include <QFileInfo>

namespace motley {

namespace {

bool isOfTheCurve(const EventBody &body)
{
    return std::holds_alternative<RunStarted>(body) || std::holds_alternative<StepDone>(body)
        || std::holds_alternative<Evaluation>(body) || std::holds_alternative<TestExamples>(body);
}

} // namespace

const QString &Lineage::parentOf(const RunRecord &record)
{
    const auto known = m_parents.constFind(record.id);
    if (known != m_parents.constEnd())
        return *known;
    const QString folder = folderBefore(record.folder);
    const bool isHere = QFileInfo(folder).path() == QFileInfo(record.folder).path();
    return *m_parents.insert(record.id, isHere ? QFileInfo(folder).fileName() : QString());
}

const RunRecord *Lineage::childOf(const RunRecord &record, const std::vector<RunRecord> &all)
{
    for (const RunRecord &other : all) // newest first
        if (!record.id.isEmpty() && parentOf(other) == record.id)
            return &other;
    return nullptr;
}

std::vector<Event> pastOf(const RunRecord &record)
{
    std::vector<Event> past;
    const QStringList folders = foldersOfLine(record);
    for (auto folder = folders.crbegin(); folder != folders.crend() && *folder != record.folder; ++folder) {
        // What cannot be read has no part in the curve.
        (void)EventLogCopy(RunRecord{.folder = *folder}.eventsFile()).visit([&](EventLine &&line) {
            if (line.event && isOfTheCurve(line.event->body))
                past.push_back(*std::move(line.event));
            return true;
        });
    }
    return past;
}

} // namespace motley
