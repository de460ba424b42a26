#include "app/cli/removerun.h"

#include "app/cli/commands.h"
#include "app/cli/terminal/output.h"
#include "app/cli/terminal/terminalprompter.h"
#include "app/words/format.h"
#include "app/words/removalwords.h"
#include "remote/history/runsize.h"
#include "remote/run/resumption.h"
#include "remote/run/runremoval.h"
#include "remote/session/userfolders.h"

namespace motley {

namespace {

struct RemoveWords {
    Q_DECLARE_TR_FUNCTIONS(motley::RunList)
};

QString questionOf(const RunRecord &record, const RunHistory &history)
{
    const auto all = history.all();
    QStringList orphans;
    for (const RunRecord &run : all ? runsThatNeed(record, *all) : std::vector<RunRecord>())
        orphans << runStarted(run.name, run.started);
    QStringList sentences{removalQuestion(record.name, record.started), removalConsequence()};
    if (const auto size = sizeOfRun(record.folder))
        sentences << removalGain(*size);
    if (!orphans.isEmpty())
        sentences << removalLoss(orphans);
    return plainText(joinSentences(sentences));
}

} // namespace

int removeRun(const RemoveRunOptions &options)
{
    RunHistory history(dataFolder());
    const auto opened = history.open();
    const auto record = opened ? history.find(fromArgument(options.run)) : tl::unexpected(opened.error());
    if (!record)
        return failure(record.error());
    if (record->isActive())
        return failure(
            {RemoveWords::tr("The run %1 is not over. Stop it first: motley stop %1").arg(record->id).toStdString(),
                {}});
    TerminalPrompter prompter(fromArguments(options.fingerprints));
    if (!options.isConfirmed && !prompter.confirms(questionOf(*record, history)))
        return failure({RemoveWords::tr("Nothing was removed.").toStdString(), {}});
    const auto removed = history.remove(record->id).and_then([&] {
        return removeFromMachines(history.dataFolder(), *record, prompter);
    });
    return removed ? int(Done) : failure(removed.error());
}

} // namespace motley
