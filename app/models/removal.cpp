#include "app/models/removal.h"

#include "remote/run/runremoval.h"
#include "remote/session/silentprompter.h"

#include <QtConcurrent>

#include <utility>

namespace motley {

namespace {

constexpr std::chrono::seconds undoTime{10};
constexpr int longestFarewellMilliseconds = 5'000;

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
    blockSignals(true);
    if (!m_run.isEmpty())
        deleteRun(m_run);
    if (!m_queue.waitForDone(longestFarewellMilliseconds))
        m_leave.request_stop();
    m_queue.waitForDone();
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
        deleteRun(std::exchange(m_run, {}));
    Q_EMIT changed();
}

void Removal::deleteRun(const QString &id)
{
    const auto run = m_history->find(id);
    const auto removed = run ? m_history->remove(id) : tl::unexpected(run.error());
    if (!removed)
        Q_EMIT failed(removed.error());
    if (!run)
        return;
    QtConcurrent::run(&m_queue, [data = m_history->dataFolder(), run = *run, leave = m_leave.get_token()] {
        SilentPrompter silent;
        return removeFromMachines(data, run, silent, leave);
    }).then(this, [this](const Result<void> &done) {
        if (!done)
            Q_EMIT failed(done.error());
    });
}

} // namespace motley
