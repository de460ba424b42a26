#include "app/cli/commands.h"
#include "app/cli/runwatcher.h"
#include "app/cli/showrun.h"
#include "app/cli/terminal/output.h"
#include "remote/session/userfolders.h"

#include <memory>

namespace motley {

namespace {

struct WatchOptions {
    std::string run; // id or name; empty: the newest run
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

int watch(const WatchOptions &options)
{
    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    const auto record = findRun(history, fromArgument(options.run));
    if (!record)
        return failure(record.error());
    history.watch();
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
    command->add_flag("--json", options->show.json, utf8(Help::tr("The run's events as they are")));
    addLoginOption(*command, options->show.fingerprints);
    command->callback([&chosen, options] { chosen = [options] { return watch(*options); }; });
}

} // namespace motley
