#include "app/models/removal.h"

#include <utility>

namespace motley {

namespace {

constexpr std::chrono::seconds undoTime{10};

} // namespace

Removal::Removal(Fleet *fleet, RunHistory *history, QObject *parent)
    : QObject(parent), m_fleet(fleet), m_history(history)
{
    m_timer.setSingleShot(true);
    setUndoTime(motley::undoTime);
    connect(&m_timer, &QTimer::timeout, this, &Removal::finish);
}

Removal::~Removal()
{
    if (!m_run.isEmpty())
        (void)m_history->remove(m_run);
}

Result<void> Removal::removeMachine(const QString &name)
{
    const Host *host = m_fleet->find(name);
    const auto machine = host ? std::optional(host->machine()) : std::nullopt;
    if (const auto removed = m_fleet->remove(name); !removed)
        return removed;
    finish();
    m_machine = machine;
    offer(name);
    return {};
}

void Removal::removeRun(const RunRecord &run)
{
    finish();
    m_run = run.id;
    offer(run.name);
}

void Removal::undo()
{
    m_timer.stop();
    m_name.clear();
    m_run.clear();
    if (const auto machine = std::exchange(m_machine, {}))
        if (const auto added = m_fleet->add(*machine); !added)
            Q_EMIT failed(added.error());
    Q_EMIT changed();
}

void Removal::offer(const QString &name)
{
    m_name = name;
    m_timer.start();
    Q_EMIT changed();
}

void Removal::finish()
{
    m_timer.stop();
    m_name.clear();
    m_machine.reset();
    if (!m_run.isEmpty())
        if (const auto removed = m_history->remove(std::exchange(m_run, {})); !removed)
            Q_EMIT failed(removed.error());
    Q_EMIT changed();
}

} // namespace motley
