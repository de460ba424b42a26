#include "app/cli/commands.h"
#include "app/cli/outcomeword.h"
#include "app/cli/settlerun.h"
#include "app/cli/terminal/output.h"
#include "app/cli/terminal/terminalprompter.h"
#include "app/words/format.h"
#include "remote/session/userfolders.h"

#include <memory>

namespace motley {

namespace {

struct StopWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunList)
};

struct StopOptions {
    std::string run; // id or name
    std::vector<std::string> fingerprints; // of host keys that are accepted
    bool now = false;
};

int stop(const StopOptions &options)
{
    RunHistory history(dataFolder());
    const auto opened = history.open();
    const auto record = opened ? history.find(fromArgument(options.run)) : tl::unexpected(opened.error());
    if (!record)
        return failure(record.error());
    if (record->outcome == RunRecord::Outcome::Preparing)
        return failure({StopWords::tr("A window or another command is preparing the run %1; cancel it there.")
                            .arg(record->id)
                            .toStdString(),
            {}});
    if (record->remoteRuns.empty()) {
        printNote(StopWords::tr("The run %1 never reached its machines; there is nothing to stop.").arg(record->id));
        return Failed;
    }
    if (!record->isActive())
        return failure({StopWords::tr("The run %1 has already ended: %2.")
                            .arg(record->id, outcomeWord(record->outcome))
                            .toStdString(),
            {}});
    TerminalPrompter prompter(fromArguments(options.fingerprints));
    const auto stopped = stopOnAnyMachine(
        record->machines, record->remoteRuns, options.now ? StopManner::Now : StopManner::Graceful, prompter);
    if (!stopped)
        return failure(stopped.error());
    const auto [settled, report, error] = settleRun(history, *record, prompter, SettledWhen::Over);
    if (settled.isActive() && report.state == MachineReport::State::Ended) {
        storeAsStopped(history, settled);
        printNote(
            StopWords::tr("Run %1 has ended. %2, which has what it saved last, does not answer; once it does, this "
                          "copies it: motley watch %1")
                .arg(record->id, plainText(record->machines.front().name)));
        return Done;
    }
    printNote(StopWords::tr("Run %1 has ended. What it said: motley watch %1").arg(record->id));
    return Done;
}

} // namespace

void addStop(CLI::App &program, Action &chosen)
{
    auto *command
        = program.add_subcommand("stop", utf8(Help::tr("Stop a run after the step it is in, with a checkpoint")));
    auto options = std::make_shared<StopOptions>();
    command->add_option("run", options->run, utf8(Help::tr("Its id or name, or how one begins")))->required();
    command->add_flag("--now", options->now, utf8(Help::tr("At once, without a checkpoint")));
    addLoginOption(*command, options->fingerprints);
    command->callback([&chosen, options] { chosen = [options] { return stop(*options); }; });
}

} // namespace motley
