#include "app/pages/runsizes.h"

#include <QtConcurrent>

#include <utility>

namespace motley {

RunSizes::RunSizes(QObject *parent) : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
}

RunSizes::~RunSizes()
{
    m_leave.request_stop();
    m_thread.waitForDone();
}

void RunSizes::lookAgain(const std::vector<RunRecord> &runs)
{
    m_final.clear();
    look(runs);
}

void RunSizes::look(const std::vector<RunRecord> &runs)
{
    m_next = runs;
    std::erase_if(m_next, [this](const RunRecord &run) { return !run.isActive() && m_final.contains(run.id); });
    if (m_isLooking || m_next.empty())
        return;
    m_isLooking = true;
    QSet<QString> final;
    for (const RunRecord &run : m_next)
        if (!run.isActive())
            final << run.id;
    QtConcurrent::run(&m_thread, [runs = std::exchange(m_next, {}), leave = m_leave.get_token()] {
        QHash<QString, RunSize> found;
        for (const RunRecord &run : runs)
            if (const auto size = sizeOfRun(run.folder, leave))
                found.insert(run.id, *size);
        return found;
    }).then(this, [this, final](const QHash<QString, RunSize> &found) { note(found, final); });
}

void RunSizes::note(const QHash<QString, RunSize> &found, const QSet<QString> &final)
{
    m_isLooking = false;
    m_known.insert(found);
    m_final.unite(final);
    Q_EMIT changed();
    look(std::exchange(m_next, {}));
}

} // namespace motley
