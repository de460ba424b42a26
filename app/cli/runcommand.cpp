#include "app/cli/commands.h"
#include "app/cli/measurenow.h"
#include "app/cli/output.h"
#include "app/cli/request.h"
#include "app/cli/runwatcher.h"
#include "app/cli/terminalprompter.h"

#include "remote/history/speedbook.h"
#include "remote/run/resumption.h"
#include "remote/session/userfolders.h"

namespace motley {

namespace {

template <typename Command>
int showUntilDone(
    RunHistory &history, const Command &command, bool detach, const std::function<void(TrainingRun &)> &begin)
{
    TerminalPrompter prompter(command.acceptedFingerprints);
    TrainingRun run(&history, &prompter);
    RunWatcher watcher(run, command.json ? RunWatcher::Format::Json : RunWatcher::Format::Words, detach);
    QObject::connect(&watcher, &RunWatcher::done, &watcher, [](int code) { QCoreApplication::exit(code); });
    const auto beginRun = [&] { begin(run); }; // queued: the run may end at once, and exit() needs a running event loop
    QMetaObject::invokeMethod(&watcher, beginRun, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

Result<RunRecord> findRun(const RunHistory &history, const QString &name)
{
    if (!name.isEmpty())
        return history.find(name);
    const auto all = history.all();
    if (!all)
        return tl::unexpected(all.error());
    if (all->empty())
        return fail(RunWatcher::tr("No run was started on this computer yet; “motley run” starts one.").toStdString());
    return all->front();
}

Result<RunRequest> withoutSlowing(const RunRequest &request, const RunCommand &command)
{
    TerminalPrompter prompter(command.acceptedFingerprints);
    const SpeedBook speeds(speedsFile(dataFolder()));
    const auto machines = measureNow(request, speeds, prompter, command.json);
    if (!machines)
        return tl::unexpected(machines.error());
    return modelledChoice(request.job, *machines).map([&](const ModelledChoice &modelled) {
        return withBestMachines(request, modelled.choice);
    });
}

} // namespace

int runTraining(const RunCommand &command)
{
    const auto request = requestOf(command);
    if (!request)
        return failure(request.error().error, request.error().code);

    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    const auto chosen = command.best ? withoutSlowing(*request, command) : *request;
    if (!chosen)
        return failure(chosen.error());
    return showUntilDone(history, command, command.detach, [&](TrainingRun &run) { run.start(*chosen); });
}

int resumeTraining(const ResumeCommand &command)
{
    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    const auto record = history.find(command.run);
    if (!record)
        return failure(record.error());
    const auto plan = firstPlan(*record);
    if (!plan)
        return failure(plan.error());
    const auto request = resumption(*record, *plan, command.without);
    if (!request)
        return failure(request.error());
    return showUntilDone(history, command, command.detach, [&](TrainingRun &run) { run.start(*request); });
}

int watchRun(const WatchCommand &command)
{
    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    const auto record = findRun(history, command.run);
    if (!record)
        return failure(record.error());
    return showUntilDone(history, command, false, [&](TrainingRun &run) { run.attach(*record); });
}

} // namespace motley
