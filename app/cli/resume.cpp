#include "app/cli/commands.h"
#include "app/cli/showrun.h"
#include "app/cli/terminal/output.h"
#include "remote/run/resumption.h"
#include "remote/session/userfolders.h"

#include <memory>

namespace motley {

namespace {

struct ResumeOptions {
    std::string run; // id or name
    std::vector<std::string> without; // names of machines
    ShowOptions show;
};

int resume(const ResumeOptions &options)
{
    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    const auto record = history.find(fromArgument(options.run));
    if (!record)
        return failure(record.error());
    const auto plan = firstPlan(*record);
    if (!plan)
        return failure(plan.error());
    const auto request = resumption(*record, *plan, fromArguments(options.without));
    if (!request)
        return failure(request.error());
    return showRun(history, options.show, [&](TrainingRun &run) { run.start(*request); });
}

} // namespace

void addResume(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("resume",
        utf8(Help::tr("Continue, as another run, from the last checkpoint of one that was stopped or has failed")));
    auto options = std::make_shared<ResumeOptions>();
    command->add_option("run", options->run, utf8(Help::tr("Its id or name, or how one begins")))->required();
    command->add_option("--without", options->without, utf8(Help::tr("Names of its machines that no longer take part")))
        ->delimiter(',');
    addShowOptions(*command, options->show);
    addLoginOption(*command, options->show.fingerprints);
    command->footer(utf8(Help::tr("Example: motley resume fashion --without box")));
    command->callback([&chosen, options] { chosen = [options] { return resume(*options); }; });
}

} // namespace motley
