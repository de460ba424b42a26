#include "app/cli/commands.h"
#include "app/cli/settlerun.h"
#include "app/cli/showrun.h"
#include "app/cli/terminal/output.h"
#include "app/cli/terminal/terminalprompter.h"
#include "app/words/format.h"
#include "remote/run/resumption.h"
#include "remote/session/userfolders.h"

#include <QLocale>

#include <memory>

namespace motley {

namespace {

struct ResumeOptions {
    std::string run; // id or name
    std::vector<std::string> without; // names of machines
    ShowOptions show;
};

struct ResumeWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunList)
};

// A run that the list has as running may be over, with the machine that led it gone.
Result<RunRecord> settled(RunHistory &history, const RunRecord &record, const ResumeOptions &options)
{
    if (record.outcome != RunRecord::Outcome::Running || record.remoteRuns.empty())
        return record;
    TerminalPrompter prompter(fromArguments(options.show.fingerprints));
    const auto [now, report, error] = settleRun(history, record, prompter, SettledWhen::Known);
    if (now.outcome != RunRecord::Outcome::Running || report.state == MachineReport::State::Training)
        return now;
    if (report.state == MachineReport::State::Unknown)
        return fail(error
                ? ResumeWords::tr("It is not known whether the run %1 still trains: %2")
                      .arg(record.id, plainText(error->message))
                      .toStdString()
                : ResumeWords::tr("It is not known whether the run %1 still trains.").arg(record.id).toStdString());
    const QString &leader = record.machines.front().name;
    if (fromArguments(options.without).contains(leader))
        return storeAsOver(history, now, RunRecord::Outcome::Stopped);
    return fail(ResumeWords::tr("The training of the run %1 has ended, but %2, which has what it saved last, does not "
                                "answer. To go on from what is on this computer, leave that machine out: motley resume "
                                "%1 --without %2")
                    .arg(record.id, plainText(leader))
                    .toStdString());
}

void sayWhoWasLost(const RunRecord &record)
{
    const auto lost = machinesLostIn(record);
    if (!lost || lost->isEmpty())
        return;
    const QString names = plainText(lost->join(QLatin1Char(',')));
    printNote(ResumeWords::tr("Lost in that run: %1. To leave that out: motley resume %2 --without %3")
                  .arg(plainText(formatList(*lost)), record.id, names));
}

int resume(const ResumeOptions &options)
{
    RunHistory history(dataFolder());
    if (const auto opened = history.open(); !opened)
        return failure(opened.error());
    const auto record = history.find(fromArgument(options.run)).and_then([&](const RunRecord &found) {
        return settled(history, found, options);
    });
    if (!record)
        return failure(record.error());
    const auto plan = firstPlan(*record);
    if (!plan)
        return failure(plan.error());
    const auto request = resumption(*record, *plan, fromArguments(options.without));
    if (!request)
        return failure(request.error());
    if (options.without.empty() && !options.show.json)
        sayWhoWasLost(*record);
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
