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

// The run that trains, or after a message the exit code.
tl::expected<RunRecord, int> runThatTrains(RunHistory &history, const StopOptions &options)
{
    const auto opened = history.open();
    const auto record = opened ? history.find(fromArgument(options.run)) : tl::unexpected(opened.error());
    if (!record)
        return tl::unexpected(failure(record.error()));
    if (record->outcome == RunRecord::Outcome::Preparing)
        return tl::unexpected(
            failure({StopWords::tr("A window or another command is preparing the run %1; cancel it there.")
                         .arg(record->id)
                         .toStdString(),
                {}}));
    if (record->remoteRuns.empty()) {
        printNote(StopWords::tr("The run %1 never reached its machines; there is nothing to stop.").arg(record->id));
        return tl::unexpected(int(Failed));
    }
    if (!record->isActive())
        return tl::unexpected(failure({StopWords::tr("The run %1 has already ended: %2.")
                                           .arg(record->id, outcomeWord(record->outcome))
                                           .toStdString(),
            {}}));
    return *record;
}

int stop(const StopOptions &options, StopManner manner)
{
    RunHistory history(dataFolder());
    const auto record = runThatTrains(history, options);
    if (!record)
        return record.error();
    TerminalPrompter prompter(fromArguments(options.fingerprints));
    const auto stopped = stopOnAnyMachine(record->machines, record->remoteRuns, manner, prompter);
    if (!stopped)
        return failure(stopped.error());
    const auto [settled, report, error] = settleRun(history, *record, prompter, SettledWhen::Over);
    if (settled.isActive() && report.state == MachineReport::State::Ended) {
        storeAsOver(
            history, settled, manner == StopManner::Pause ? RunRecord::Outcome::Paused : RunRecord::Outcome::Stopped);
        printNote(
            StopWords::tr("Run %1 has ended. %2, which has what it saved last, does not answer; once it does, this "
                          "copies it: motley watch %1")
                .arg(record->id, plainText(record->machines.front().name)));
        return Done;
    }
    printNote(StopWords::tr("Run %1 has ended. What it said: motley watch %1").arg(record->id));
    return Done;
}

int saveCheckpoint(const StopOptions &options)
{
    RunHistory history(dataFolder());
    const auto record = runThatTrains(history, options);
    if (!record)
        return record.error();
    TerminalPrompter prompter(fromArguments(options.fingerprints));
    if (const auto asked = saveOnAnyMachine(record->machines, record->remoteRuns, prompter); !asked)
        return failure(asked.error());
    printNote(StopWords::tr("The run %1 writes a checkpoint after the step it is in. Watch it: motley watch %1")
                  .arg(record->id));
    return Done;
}

std::shared_ptr<StopOptions> addOptions(CLI::App &command)
{
    auto options = std::make_shared<StopOptions>();
    command.add_option("run", options->run, utf8(Help::tr("Its id or name, or how one begins")))->required();
    addLoginOption(command, options->fingerprints);
    return options;
}

} // namespace

void addStop(CLI::App &program, Action &chosen)
{
    auto *command
        = program.add_subcommand("stop", utf8(Help::tr("Stop a run after the step it is in, with a checkpoint")));
    const auto options = addOptions(*command);
    command->add_flag("--now", options->now, utf8(Help::tr("At once, without a checkpoint")));
    command->callback([&chosen, options] {
        chosen = [options] { return stop(*options, options->now ? StopManner::Now : StopManner::Graceful); };
    });
}

void addPause(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand(
        "pause", utf8(Help::tr("Stop a run after the step it is in, with a checkpoint to go on from: motley resume")));
    const auto options = addOptions(*command);
    command->callback([&chosen, options] { chosen = [options] { return stop(*options, StopManner::Pause); }; });
}

void addCheckpoint(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand(
        "checkpoint", utf8(Help::tr("Have a run write a checkpoint after the step it is in, and train on")));
    const auto options = addOptions(*command);
    command->callback([&chosen, options] { chosen = [options] { return saveCheckpoint(*options); }; });
}

} // namespace motley
