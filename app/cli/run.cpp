#include "app/cli/commands.h"
#include "app/cli/measurenow.h"
#include "app/cli/request.h"
#include "app/cli/showrun.h"
#include "app/cli/terminal/output.h"
#include "app/cli/terminal/terminalprompter.h"
#include "remote/history/profilestore.h"
#include "remote/session/userfolders.h"

#include <memory>

namespace motley {

namespace {

struct RunOptions {
    RequestOptions request;
    ShowOptions show;
    bool best = false; // only the machines that are fastest together
};

Result<RunRequest> withoutSlowing(const RunRequest &request, const ShowOptions &show)
{
    TerminalPrompter prompter(fromArguments(show.fingerprints));
    const ProfileStore speeds(speedsFile(dataFolder()));
    const auto machines = measureNow(request, speeds, prompter, show.json);
    if (!machines)
        return tl::unexpected(machines.error());
    return modelledChoice(request.job, *machines).map([&](const ModelledChoice &modelled) {
        return withBestMachines(request, modelled.choice, *machines);
    });
}

int run(const RunOptions &options)
{
    const auto request = requestOf(options.request);
    if (!request)
        return failure(request.error().error, request.error().code);
    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    const auto chosen = options.best ? withoutSlowing(*request, options.show) : *request;
    if (!chosen)
        return failure(chosen.error());
    return showRun(history, options.show, [&](TrainingRun &started) { started.start(*chosen); });
}

} // namespace

void addRun(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand(
        "run", utf8(Help::tr("Train: send what is needed, start, show the progress, fetch the model")));
    auto options = std::make_shared<RunOptions>();
    addRequestOptions(*command, options->request);
    addLoginOption(*command, options->show.fingerprints);
    command->add_flag("--best", options->best,
        utf8(Help::tr("Measure all of these machines first, and train on those that are fastest together")));
    addShowOptions(*command, options->show);
    command->footer(
        utf8(Help::tr("Ctrl-C leaves and the training goes on; a second Ctrl-C within three seconds stops it.\n"
                      "Example: motley run job.json --machines local,box")));
    command->callback([&chosen, options] { chosen = [options] { return run(*options); }; });
}

} // namespace motley
