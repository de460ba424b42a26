#include "app/models/workspace.h"

#include "app/models/presets.h"
#include "remote/run/resumption.h"
#include "remote/run/runremoval.h"

#include <algorithm>
#include <iterator>

namespace motley {

Workspace::Workspace(const WorkspaceFolders &folders, QObject *parent)
    : QObject(parent), m_settings(folders.settings + QStringLiteral("/window.ini")),
      m_ticks(m_settings.tickedDevices()), m_settingsWatch(m_settings.file()),
      m_fleet(folders.settings + QStringLiteral("/machines.json"), &m_prompter), m_fleetModel(&m_fleet, &m_ticks),
      m_history(folders.data), m_draft(readyJobs().front().job)
{
    connect(&m_ticks, &DeviceSelection::ticked, this,
        [this](const QString &device, bool on) { m_settings.setTicked(device, on); });
    connect(&m_settingsWatch, &FileWatch::changed, this, [this] { m_ticks.replace(m_settings.tickedDevices()); });
}

Workspace::~Workspace()
{
    m_history.disconnect(this); // runs update it until they are gone
}

void Workspace::refreshOccupation()
{
    m_occupation.clear();
    m_activeRuns = 0;
    bool isNew = false;
    const auto records = m_history.all().value_or(std::vector<RunRecord>());
    for (const RunRecord &record : records) {
        if (!record.isActive())
            continue;
        isNew = isNew || !(find(record.id) || m_closed.contains(record.id));
        ++m_activeRuns;
        for (const Machine &machine : record.machines)
            m_occupation[machine.name] << record.name;
    }
    refreshNames(records);
    m_fleetModel.setOccupation(m_occupation);
    Q_EMIT occupationChanged();
    if (isNew) // queued, as a run that is being started here is in the history before its object knows
        QMetaObject::invokeMethod(this, &Workspace::followActive, Qt::QueuedConnection);
}

void Workspace::refreshNames(const std::vector<RunRecord> &records)
{
    const auto byId = [&](const QString &id) {
        return std::find_if(
            records.begin(), records.end(), [&](const RunRecord &record) { return !id.isEmpty() && record.id == id; });
    };
    for (OpenRun *run : runs()) {
        if (const auto own = byId(run->id()); own != records.end())
            run->setName(own->name);
        std::optional<OpenRun::Relative> parent;
        const QString &id = run->id().isEmpty() ? QString() : m_lineage.parentOf(run->record());
        const auto found = byId(id);
        if (found != records.end())
            parent = {found->id, found->name};
        const RunRecord *child = m_lineage.childOf(run->record(), records);
        run->setRelatives(parent, child ? std::optional(OpenRun::Relative{child->id, child->name}) : std::nullopt);
    }
}

Result<void> Workspace::load()
{
    m_fleet.watch();
    if (const auto opened = m_history.open(); !opened)
        return opened;
    m_history.watch();
    refreshOccupation();
    connect(&m_history, &RunHistory::changed, this, &Workspace::refreshOccupation);
    connect(this, &Workspace::runsChanged, this, &Workspace::refreshOccupation);
    m_fleet.setAtContact([data = m_history.dataFolder()](const Machine &machine, Session &session,
                             const std::stop_token &stop) { removeWhatWasLeft(data, machine, session, stop); });
    if (const auto loaded = m_fleet.load(); !loaded)
        return loaded;
    // At the first start this computer's CPU is ticked, so that a run can be started right away.
    if (m_ticks.keys().isEmpty() && !m_fleet.hosts().empty())
        m_ticks.set(m_fleet.hosts().front()->machine().name, Device{}, true);
    for (const auto &host : m_fleet.hosts())
        host->refresh(Questions::Unanswered); // nobody has asked for these logins
    const auto leaveAlone = [this] {
        for (const auto &run : m_runs)
            this->leaveAlone(run.get());
    };
    connect(&m_fleet, &Fleet::listChanged, this, leaveAlone);
    connect(&m_fleet, &Fleet::hostChanged, this, leaveAlone);
    const auto records = m_history.all();
    if (!records)
        return tl::unexpected(records.error());
    followActive();
    const auto newest = std::find_if(records->begin(), records->end(),
        [](const RunRecord &record) { return record.outcome == RunRecord::Outcome::Running; });
    if (newest != records->end())
        open(newest->id, Questions::Unanswered);
    return {};
}

void Workspace::followActive()
{
    auto records = m_history.all().value_or(std::vector<RunRecord>());
    std::reverse(records.begin(), records.end());
    for (const RunRecord &record : records) {
        if (!record.isActive() || find(record.id) || m_closed.contains(record.id))
            continue;
        if (record.outcome == RunRecord::Outcome::Running && record.remoteRuns.empty())
            continue; // nobody asked to see it, and there is no machine to ask
        OpenRun *run = adopt(std::make_unique<OpenRun>(&m_history, &m_prompter));
        m_unseen.insert(run);
        run->attach(record, Questions::Unanswered); // nobody has asked for these logins
    }
}

OpenRun *Workspace::start(const RunRequest &request)
{
    auto *run = adopt(std::make_unique<OpenRun>(&m_history, &m_prompter));
    run->start(request);
    setCurrent(run);
    return run;
}

OpenRun *Workspace::open(const QString &runId, Questions questions)
{
    m_closed.remove(runId);
    OpenRun *run = find(runId);
    if (!run) {
        const auto record = m_history.find(runId);
        if (!record)
            return nullptr;
        run = adopt(std::make_unique<OpenRun>(&m_history, &m_prompter));
        run->attach(*record, questions);
    } else if (questions == Questions::Asked) {
        run->logIn();
    }
    setCurrent(run);
    return run;
}

void Workspace::show(OpenRun *run)
{
    run->logIn();
    setCurrent(run);
}

std::vector<OpenRun *> Workspace::runs() const
{
    std::vector<OpenRun *> runs;
    std::transform(m_runs.begin(), m_runs.end(), std::back_inserter(runs), [](const auto &run) { return run.get(); });
    return runs;
}

void Workspace::resume(OpenRun *run, const QStringList &without)
{
    if (!run->isOver())
        return run->stopToResume(without);
    const auto request
        = firstPlan(run->record()).and_then([&](const Plan &plan) { return resumption(run->record(), plan, without); });
    run->setNotResumed(request ? std::nullopt : std::optional(request.error()));
    if (request)
        start(*request);
}

void Workspace::startAgain(OpenRun *run, const QStringList &without)
{
    if (const RunRequest *failed = run->failedRequest()) {
        start(RunRequest(*failed));
        return;
    }
    const auto request
        = firstPlan(run->record()).and_then([&](const Plan &plan) { return repetition(run->record(), plan, without); });
    run->setNotResumed(request ? std::nullopt : std::optional(request.error()));
    if (request)
        start(*request);
}

Result<RunRequest> Workspace::requestOf(const OpenRun &run)
{
    if (const RunRequest *failed = run.failedRequest())
        return *failed;
    return requestOf(run.record());
}

Result<RunRequest> Workspace::requestOf(const RunRecord &run)
{
    return repetition(run, firstPlan(run).value_or(Plan()));
}

void Workspace::resumeIfWanted(OpenRun *run)
{
    if (!run->isOver())
        return;
    const auto without = run->takeResumedWithout();
    if (without && run->canBeResumed())
        resume(run, *without);
}

OpenRun *Workspace::find(const QString &runId) const
{
    const auto found = std::find_if(m_runs.begin(), m_runs.end(), [&](const auto &run) { return run->id() == runId; });
    return found == m_runs.end() ? nullptr : found->get();
}

const OpenRun *Workspace::preparedRun() const
{
    const auto found = std::find_if(m_runs.begin(), m_runs.end(), [](const auto &run) { return run->isPreparing(); });
    return found == m_runs.end() ? nullptr : found->get();
}

OpenRun *Workspace::adopt(std::unique_ptr<OpenRun> run)
{
    connect(run.get(), &OpenRun::changed, this, &Workspace::runsChanged);
    connect(run.get(), &OpenRun::changed, this, [this, opened = run.get()] { resumeIfWanted(opened); });
    connect(run.get(), &OpenRun::changed, this, [this, opened = run.get()] { letGoOfUnseen(opened); });
    leaveAlone(run.get());
    m_news.watch(run.get());
    m_runs.push_back(std::move(run));
    Q_EMIT runsChanged();
    return m_runs.back().get();
}

void Workspace::leaveAlone(OpenRun *run) const
{
    std::vector<Machine> machines;
    for (const auto &host : m_fleet.hosts())
        machines.push_back(host->machine());
    run->setLeftAlone(leftAlone(machines));
}

void Workspace::letGoOfUnseen(OpenRun *run)
{
    if (!run->isOver() || m_unseen.erase(run) == 0)
        return;
    letGoOf(run);
}

void Workspace::letGoOf(OpenRun *run)
{
    m_unseen.erase(run);
    const auto own = std::find_if(m_runs.begin(), m_runs.end(), [run](const auto &open) { return open.get() == run; });
    own->release()->deleteLater(); // it may be what speaks
    m_runs.erase(own);
    Q_EMIT runsChanged();
}

void Workspace::close(OpenRun *run)
{
    if (run->isPreparing())
        return;
    if (!run->hasEnded())
        m_closed.insert(run->id());
    if (m_current == run)
        setCurrent(nullptr);
    letGoOf(run);
}

void Workspace::setCurrent(OpenRun *run)
{
    m_unseen.erase(run);
    m_current = run;
    Q_EMIT currentChanged(run);
}

} // namespace motley
