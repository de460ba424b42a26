#include "app/cli/commands.h"
#include "app/cli/outcomeword.h"
#include "app/cli/removerun.h"
#include "app/cli/terminal/columns.h"
#include "app/cli/terminal/output.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "remote/session/userfolders.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace motley {

namespace {

struct RunsWords {
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
    case RunRecord::Outcome::Paused:
        return "paused";
    case RunRecord::Outcome::Failed:
        return "failed";
    }
    return "";
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
    if (!record.annotation.note.isEmpty())
        object[QStringLiteral("note")] = record.annotation.note;
    if (!record.annotation.tags.isEmpty())
        object[QStringLiteral("tags")] = QJsonArray::fromStringList(record.annotation.tags);
    if (const QString failure = say(record.failure); !failure.isEmpty())
        object[QStringLiteral("message")] = failure;
    return object;
}

void printTable(const std::vector<RunRecord> &records)
{
    std::vector<QStringList> rows{{RunsWords::tr("Run"), RunsWords::tr("State"), RunsWords::tr("Name"),
        RunsWords::tr("Best test"), RunsWords::tr("Message")}};
    for (const auto &record : records)
        rows.push_back({record.id, outcomeWord(record.outcome), plainText(record.name),
            record.best ? describeMetric(*record.best) : QString(), plainText(say(record.failure))});
    std::array<int, 4> widths{}; // of all columns but the last
    for (const auto &row : rows)
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], columnsOf(row[static_cast<qsizetype>(i)]));
    for (const auto &row : rows) {
        QString line;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const QString &cell = row[static_cast<qsizetype>(i)];
            line += cell + filling(cell, widths[i] + 2);
        }
        printLine((line + row.back()).trimmed());
    }
}

int listRuns(bool json)
{
    RunHistory history(dataFolder());
    const auto opened = history.open();
    const auto records = opened ? history.all() : tl::unexpected(opened.error());
    if (!records)
        return failure(records.error());
    if (json)
        for (const auto &record : *records)
            printJson(toJsonObject(record));
    else if (!records->empty())
        printTable(*records);
    else
        printNote(RunsWords::tr("No runs yet. Start one: motley run job.json --machines local"));
    return Done;
}

} // namespace

void addRuns(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("runs", utf8(Help::tr("List the runs that this computer remembers")));
    auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, utf8(Help::tr("One JSON object per line")));
    auto removal = std::make_shared<RemoveRunOptions>();
    auto *remove = command->add_option("--remove", removal->run, utf8(Help::tr("Remove this run and its files")));
    command->add_flag("--yes", removal->isConfirmed, utf8(Help::tr("Do not ask whether to remove it")))->needs(remove);
    addLoginOption(*command, removal->fingerprints);
    command->callback([&chosen, json, removal, remove] {
        chosen = [json, removal, isRemoval = remove->count() > 0] {
            return isRemoval ? removeRun(*removal) : listRuns(*json);
        };
    });
}

} // namespace motley
