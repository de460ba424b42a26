// Everything behind the window that outlives its contents: machines, ticked devices, the draft of a job, runs. The
// window can make its pages anew at any time, for instance in another language.
#pragma once

#include "app/dialogs/guiprompter.h"
#include "app/models/appsettings.h"
#include "app/models/deviceselection.h"
#include "app/models/fleetmodel.h"
#include "app/models/language.h"
#include "app/models/openrun.h"
#include "app/models/removal.h"
#include "app/models/runnews.h"
#include "remote/fleet/fleet.h"
#include "remote/history/runrecord.h"
#include "remote/prepare/measurement.h"
#include "remote/run/lineage.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QStringList>

#include <memory>
#include <set>
#include <vector>

namespace motley {

struct WorkspaceFolders {
    QString settings; // window.ini, machines.json
    QString data; // runs
};

class Workspace : public QObject {
    Q_OBJECT

public:
    explicit Workspace(const WorkspaceFolders &folders, QObject *parent = nullptr);
    ~Workspace() override;

    Result<void> load(); // then probes every machine and follows the runs that were going on

    AppSettings &settings() { return m_settings; }
    GuiPrompter &prompter() { return m_prompter; }
    Language &language() { return m_language; }
    DeviceSelection &ticks() { return m_ticks; }
    Fleet &fleet() { return m_fleet; }
    FleetModel &fleetModel() { return m_fleetModel; }
    RunHistory &history() { return m_history; }
    Removal &removal() { return m_removal; }
    RunNews &news() { return m_news; } // of runs()
    Measurement &measurement() { return m_measurement; }

    const JobSpec &draft() const { return m_draft; }
    void setDraft(const JobSpec &job) { m_draft = job; }

    OpenRun *start(const RunRequest &request);
    // Shows a run again that is open already, and repeats a login that had a question for the user. nullptr:
    // there is no such run.
    OpenRun *open(const QString &runId, Questions questions = Questions::Asked);
    // Starts a new run from the last checkpoint of `run`, without those machines. A run that still trains is stopped
    // first. An error is the run's notResumed().
    void resume(OpenRun *run, const QStringList &without = {});
    // Starts another run with the job and the devices of `run`, without those machines. An error is the run's
    // notResumed().
    void startAgain(OpenRun *run, const QStringList &without = {});
    // The job and the machines of `run`, with its devices as far as they are known. Error: its job cannot be read.
    static Result<RunRequest> requestOf(const OpenRun &run);
    static Result<RunRequest> requestOf(const RunRecord &run);
    OpenRun *current() const { return m_current; }
    void show(OpenRun *run); // one of runs()
    // Those that the user opened, and all that are active, whoever started them. That opened first comes first.
    std::vector<OpenRun *> runs() const;
    // Lets go of a run, which goes on without the window; not of one that this window prepares, which would end.
    void close(OpenRun *run);
    OpenRun *find(const QString &runId) const;
    const OpenRun *preparedRun() const; // by this window. nullptr: there is none
    // Counts those that train or are prepared now; also those of other programs.
    int activeRuns() const { return m_activeRuns; }
    // The names of the runs that train on a machine now, or are prepared for it here; also those of other programs.
    QStringList runsOn(const QString &machine) const { return m_occupation.value(machine); }

Q_SIGNALS:
    void runsChanged(); // a run was opened, or the state of one changed
    void currentChanged(motley::OpenRun *run);
    void occupationChanged(); // activeRuns() or runsOn()

private:
    OpenRun *adopt(std::unique_ptr<OpenRun> run);
    void followActive(); // runs, those of other programs too
    void letGoOf(OpenRun *run);
    void letGoOfUnseen(OpenRun *run); // once it has ended
    void setCurrent(OpenRun *run);
    void resumeIfWanted(OpenRun *run);
    void leaveAlone(OpenRun *run) const; // machines, as their terms say
    void refreshOccupation();
    void refreshNames(const std::vector<RunRecord> &records);

    AppSettings m_settings;
    Language m_language;
    GuiPrompter m_prompter;
    DeviceSelection m_ticks;
    FileWatch m_settingsWatch;
    Fleet m_fleet;
    FleetModel m_fleetModel;
    RunHistory m_history;
    Removal m_removal{&m_fleet, &m_history};
    Measurement m_measurement{&m_prompter};
    JobSpec m_draft;
    Lineage m_lineage;
    RunNews m_news;
    std::vector<std::unique_ptr<OpenRun>> m_runs;
    QSet<QString> m_closed; // the ids of runs that go on and that the user does not want to see here
    std::set<const OpenRun *> m_unseen; // which are open without having been shown
    OpenRun *m_current = nullptr;
    int m_activeRuns = 0;
    QHash<QString, QStringList> m_occupation; // names of runs, by machine
};

} // namespace motley
