#include "app/cli/commands.h"
#include "app/cli/runwatcher.h"
#include "app/cli/screen/pausingprompter.h"
#include "app/cli/screen/screenwatcher.h"
#include "app/cli/showrun.h"
#include "app/cli/terminal/output.h"
#include "app/cli/terminal/terminalprompter.h"
#include "remote/session/userfolders.h"

#include <memory>

namespace motley {

namespace {

struct WatchOptions {
    std::string run; // id or name; empty: the newest run
    bool inLines = false;
    ShowOptions show;
};

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

void sayWhatIsLeft(const OpenRun &run)
{
    if (run.record().hasModel())
        printLine(RunWatcher::tr("Model: %1").arg(run.record().modelFolder()));
    else if (!run.hasEnded())
        printNote(
            RunWatcher::tr("The training goes on. Watch it: motley watch %1   Stop it: motley stop %1").arg(run.id()));
}

int watchOnScreen(RunHistory &history, const RunRecord &record, const std::vector<std::string> &fingerprints)
{
    TerminalPrompter prompter(fromArguments(fingerprints));
    TerminalScreen screen;
    PausingPrompter pausing(prompter, screen);
    OpenRun run(&history, &pausing);
    ScreenWatcher watcher(run, screen);
    QObject::connect(&watcher, &ScreenWatcher::left, &watcher, [] { QCoreApplication::exit(); });
    const auto begin = [&] { run.attach(record, Questions::Asked); };
    QMetaObject::invokeMethod(&watcher, begin, Qt::QueuedConnection);
    QCoreApplication::exec();
    screen.leave();
    sayWhatIsLeft(run);
    return watcher.exitCode();
}

int watch(const WatchOptions &options)
{
    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    const auto record = findRun(history, fromArgument(options.run));
    if (!record)
        return failure(record.error());
    history.watch();
    if (!options.show.json && !options.inLines && TerminalScreen::isPossible())
        return watchOnScreen(history, *record, options.show.fingerprints);
    if (record->outcome == RunRecord::Outcome::Preparing && !options.show.json)
        printNote(RunWatcher::tr("A window or another command is preparing this run. Its training has not begun yet."));
    return showRun(history, options.show, [&](TrainingRun &run) { run.attach(*record); });
}

} // namespace

void addWatch(CLI::App &program, Action &chosen)
{
    auto *command
        = program.add_subcommand("watch", utf8(Help::tr("Show a run that was started before, from its first step on")));
    auto options = std::make_shared<WatchOptions>();
    command->add_option(
        "run", options->run, utf8(Help::tr("Its id or name, or how one begins; without it, the newest")));
    command->add_flag("--lines", options->inLines,
        utf8(Help::tr("One line that tells how far it is, as where there is no terminal, and not the whole screen")));
    command->add_flag("--json", options->show.json, utf8(Help::tr("The run's events as they are")));
    addLoginOption(*command, options->show.fingerprints);
    command->callback([&chosen, options] { chosen = [options] { return watch(*options); }; });
}

} // namespace motley
