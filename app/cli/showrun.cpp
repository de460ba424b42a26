#include "app/cli/showrun.h"

#include "app/cli/commands.h"
#include "app/cli/runwatcher.h"
#include "app/cli/terminal/terminalprompter.h"
#include "remote/session/userfolders.h"

namespace motley {

void addShowOptions(CLI::App &command, ShowOptions &options)
{
    command.add_flag("--detach", options.detach, utf8(Help::tr("Return as soon as the training is running")));
    command.add_flag(
        "--json", options.json, utf8(Help::tr("JSON lines on stdout: progress, then the run's events as they are")));
}

int showRun(RunHistory &history, const ShowOptions &options, const std::function<void(TrainingRun &)> &begin)
{
    TerminalPrompter prompter(fromArguments(options.fingerprints));
    TrainingRun run(&history, &prompter);
    run.comebacks().setLeftAlone(leftAlone(readMachines(machinesFile()).value_or(std::vector<Machine>())));
    RunWatcher watcher(run, options.json ? RunWatcher::Format::Json : RunWatcher::Format::Words, options.detach);
    QObject::connect(&watcher, &RunWatcher::done, &watcher, [](int code) { QCoreApplication::exit(code); });
    const auto beginRun = [&] { begin(run); }; // queued: the run may end at once, and exit() needs a running event loop
    QMetaObject::invokeMethod(&watcher, beginRun, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

} // namespace motley
