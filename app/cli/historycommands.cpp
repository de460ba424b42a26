#include "app/cli/commands.h"
#include "app/cli/exitcode.h"
#include "app/cli/output.h"
#include "app/cli/terminalprompter.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"

#include "remote/engine/enginecommands.h"
#include "remote/fleet/connect.h"
#include "remote/history/runrecord.h"
#include "remote/run/trainingrun.h"
#include "remote/session/sentence.h"
#include "remote/session/userfolders.h"

#include <QEventLoop>
#include <QLocale>
#include <QTimer>

#include <algorithm>
#include <array>
#include <vector>

namespace motley {

namespace {

constexpr int longestFarewellMilliseconds = 30'000;

struct History {
    Q_DECLARE_TR_FUNCTIONS(motley::RunList)
};

const char *nameOf(RunRecord::Outcome outcome)
{
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return "preparing";
    case RunRecord::Outcome::Running:
        return "running";
    case RunRecord::Outcome::Completed:
        return "completed";
    case RunRecord::Outcome::Stopped:
        return "stopped";
    case RunRecord::Outcome::Failed:
        return "failed";
    }
    return "";
}

QString wordFor(RunRecord::Outcome outcome)
{
    switch (outcome) {
    case RunRecord::Outcome::Preparing:
        return History::tr("preparing");
    case RunRecord::Outcome::Running:
        return History::tr("running");
    case RunRecord::Outcome::Completed:
        return History::tr("completed");
    case RunRecord::Outcome::Stopped:
        return History::tr("stopped");
    case RunRecord::Outcome::Failed:
        return History::tr("failed");
    }
    return {};
}

QJsonObject toJsonObject(const RunRecord &record)
{
    QJsonObject object{{QStringLiteral("run"), record.id}, {QStringLiteral("name"), record.name},
        {QStringLiteral("outcome"), QString::fromLatin1(nameOf(record.outcome))},
        {QStringLiteral("started"), record.started.toUTC().toString(Qt::ISODate)},
        {QStringLiteral("folder"), record.folder}};
    if (record.finished.isValid())
        object[QStringLiteral("finished")] = record.finished.toUTC().toString(Qt::ISODate);
    if (record.best)
        object[QStringLiteral("best")] = toJsonObject(*record.best);
    if (record.lastLoss)
        object[QStringLiteral("lastLoss")] = *record.lastLoss;
    if (const QString failure = say(record.failure); !failure.isEmpty())
        object[QStringLiteral("message")] = failure;
    return object;
}

void printTable(const std::vector<RunRecord> &records)
{
    std::vector<QStringList> rows{{History::tr("Run"), History::tr("State"), History::tr("Name"),
        History::tr("Best test"), History::tr("Message")}};
    for (const auto &record : records)
        rows.push_back({record.id, wordFor(record.outcome), plainText(record.name),
            record.best ? describeMetric(*record.best) : QString(), plainText(say(record.failure))});
    std::array<qsizetype, 4> widths{}; // of all columns but the last
    for (const auto &row : rows)
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], row[static_cast<qsizetype>(i)].size());
    for (const auto &row : rows) {
        QString line;
        for (std::size_t i = 0; i < widths.size(); ++i)
            line += row[static_cast<qsizetype>(i)].leftJustified(widths[i] + 2);
        printLine((line + row.back()).trimmed());
    }
}

bool isOver(const RunRecord &record)
{
    return record.outcome != RunRecord::Outcome::Preparing && record.outcome != RunRecord::Outcome::Running;
}

// Follows and collects a run that was stopped, so that the history has its outcome and this computer its records.
void collectRun(RunHistory &history, const RunRecord &record, Prompter &prompter)
{
    QEventLoop loop;
    TrainingRun run(&history, &prompter);
    QObject::connect(&run, &TrainingRun::stateChanged, &loop, [&](TrainingRun::State state) {
        if (state == TrainingRun::State::Finished || state == TrainingRun::State::Failed
            || state == TrainingRun::State::NeedsLogin || state == TrainingRun::State::Refused)
            loop.quit();
    });
    QTimer::singleShot(longestFarewellMilliseconds, &loop, &QEventLoop::quit);
    run.attach(record);
    if (run.state() != TrainingRun::State::Failed)
        loop.exec();
}

} // namespace

int listRuns(bool json)
{
    RunHistory history(dataFolder());
    const auto opened = history.open();
    const auto records = opened ? history.all() : tl::unexpected(opened.error());
    if (!records) {
        printError(records.error());
        return Failed;
    }
    if (json)
        for (const auto &record : *records)
            printJson(toJsonObject(record));
    else if (!records->empty())
        printTable(*records);
    else
        printNote(History::tr("No runs yet. Start one: motley run job.json --machines local"));
    return Done;
}

int stopTraining(const StopCommand &command)
{
    RunHistory history(dataFolder());
    const auto opened = history.open();
    const auto record = opened ? history.find(command.run) : tl::unexpected(opened.error());
    if (!record) {
        printError(record.error());
        return Failed;
    }
    if (record->places.empty()) {
        printNote(History::tr("The run %1 never reached its machines; there is nothing to stop.").arg(record->id));
        return Failed;
    }
    if (isOver(*record))
        return failure(
            {History::tr("The run %1 has already ended: %2.").arg(record->id, wordFor(record->outcome)).toStdString(),
                {}});
    TerminalPrompter prompter(command.acceptedFingerprints);
    auto session = connectTo(record->machines.front(), prompter);
    Result<void> stopped;
    if (session)
        stopped = stopRun(**session, record->places.front(), command.now ? StopManner::Now : StopManner::Graceful);
    else
        stopped = tl::unexpected<Error>(session.error());
    if (!stopped) {
        printError(stopped.error());
        return Failed;
    }
    collectRun(history, *record, prompter);
    printNote(History::tr("Run %1 has ended. What it said: motley watch %1").arg(record->id));
    return Done;
}

} // namespace motley
