#include "app/cli/advicejson.h"
#include "app/cli/commands.h"
#include "app/cli/measurenow.h"
#include "app/cli/request.h"
#include "app/cli/terminal/columns.h"
#include "app/cli/terminal/output.h"
#include "app/cli/terminal/terminalprompter.h"
#include "app/words/advicewords.h"
#include "app/words/contextwords.h"
#include "app/words/forecastwords.h"
#include "app/words/format.h"
#include "app/words/memorywords.h"
#include "app/words/planwords.h"
#include "engine/formats/decoder/fewbits.h"
#include "engine/plan/contextadvice.h"
#include "engine/plan/planner.h"
#include "engine/plan/sharedhardware.h"
#include "remote/session/userfolders.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>
#include <array>
#include <memory>

namespace motley {

namespace {

struct Plans {
    Q_DECLARE_TR_FUNCTIONS(motley::PlanCommand)
};

struct PlanOptions {
    RequestOptions request;
    std::vector<std::string> fingerprints; // of host keys that are accepted
    bool json = false;
};

using Cells = std::array<QString, 6>;

Cells cellsOf(const JobSpec &job, const Forecast &forecast, const ClusterModel &cluster)
{
    return {machineWords(forecast.machines, cluster), rateWords(job.task, forecast.unitsPerSecond),
        formatPercent(100 * forecast.efficiency), formatSeconds(forecast.stepSeconds()), wholeJobWords(forecast),
        forecast.cost > 0 ? QLocale().toString(forecast.cost, 'f', 2) : notKnown()};
}

void printTable(const std::vector<Cells> &rows)
{
    std::array<int, 6> widths{};
    for (const Cells &row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], columnsOf(row[i]));
    for (const Cells &row : rows) {
        QString line = row[0] + filling(row[0], widths[0]);
        for (std::size_t i = 1; i < row.size(); ++i)
            line += QStringLiteral("   ") + filling(row[i], widths[i]) + row[i];
        printLine(line);
    }
}

void printShares(const Forecast &forecast, const ClusterModel &cluster)
{
    auto share = forecast.shares.begin();
    for (const std::size_t machine : forecast.machines)
        for (std::size_t i = 0; i < cluster.machines[machine].ranks.size(); ++i)
            printLine(Plans::tr("  %1: %2 of each batch")
                          .arg(plainText(cluster.machines[machine].name, 60), formatCount(*share++)));
}

void printMemory(const JobSpec &job, const Plan &plan)
{
    for (const PlannedRank &rank : plan.ranks)
        if (rank.memory)
            printLine(QStringLiteral("  %1, %2: %3")
                          .arg(plainText(plan.machineOf(rank).name, 60), deviceWords(rank), memoryWords(rank)));
    const auto isPredicted = [](const PlannedRank &rank) { return rank.memory.has_value(); };
    if (const QString length = sampleLengthWords(job.task);
        !length.isEmpty() && std::any_of(plan.ranks.begin(), plan.ranks.end(), isPredicted))
        printLine(length);
}

void printContext(const ContextAdvice &advice, const JobSpec &job, const Plan &plan)
{
    for (std::size_t i = 0; i < advice.ranks.size(); ++i)
        if (const QString words = activationWords(advice.ranks[i]); !words.isEmpty())
            printLine(QStringLiteral("  %1: %2").arg(plainText(plan.machineOf(int(i)).name, 60), words));
    const std::string &start = std::get<LanguageModelSpec>(job.task).model.start.path;
    for (const QString &sentence : contextWords(advice, plan, folderLosesMoreInFourBits(start)))
        printLine(sentence);
}

void printWords(const JobSpec &job, const MachineChoice &choice, const RunModel &model, const Plan &plan,
    const std::vector<Advice> &advice, const std::optional<ContextAdvice> &context)
{
    const ClusterModel &cluster = model.cluster;
    std::vector<Cells> rows{{Plans::tr("Machines"), Plans::tr("together"), Plans::tr("of their sum"),
        Plans::tr("a step"), Plans::tr("the whole job"), Plans::tr("cost")}};
    for (const Forecast &set : choice.worthIt)
        rows.push_back(cellsOf(job, set, cluster));
    if (choice.worthIt.empty() || choice.worthIt.back().machines != choice.all.machines)
        rows.push_back(cellsOf(job, choice.all, cluster));
    printTable(rows);
    printLine({});
    printShares(choice.all, cluster);
    printMemory(job, plan);
    if (context)
        printContext(*context, job, plan);
    for (const QString &reason : groupReasons(plan) + memoryReasons(plan))
        printLine(reason);
    for (const QString &sentence : forecastSentences(job.task, choice.all))
        printLine(sentence);
    if (const auto expected = expectWithRevocations(model)) {
        printLine(revocationSentence(*expected));
        printLine(setbackSentence(model));
    }
    for (const ForecastRemark &remark : remarksOn(choice, cluster))
        printLine(remarkWords(remark, cluster));
    if (!advice.empty())
        printLine({});
    for (const QString &words : adviceWords(advice, cluster))
        printLine(words);
}

void printShared(const std::vector<CandidateMachine> &machines)
{
    for (const SharedHardware &shared : sharedHardware(machines)) {
        const QString one = plainText(machines[shared.machine].name, 60);
        const QString other = plainText(machines[shared.other].name, 60);
        if (shared.isSameSystem)
            printLine(Plans::tr("%1 and %2 are one machine under two names, and use the same processors and memory: "
                                "the forecast counts them twice. Leave one of them out.")
                          .arg(one, other));
        else
            printLine(Plans::tr("%1 and %2 have the same GPU, %3. Use it on one of them.")
                          .arg(one, other, plainText(shared.gpu, 60)));
    }
}

QJsonObject toJsonObject(const SharedHardware &shared, const std::vector<CandidateMachine> &machines)
{
    return {{QStringLiteral("machines"),
                QJsonArray{QString::fromStdString(machines[shared.machine].name),
                    QString::fromStdString(machines[shared.other].name)}},
        {QStringLiteral("sameMachine"), shared.isSameSystem},
        {QStringLiteral("gpu"), shared.gpu.empty() ? QJsonValue() : QJsonValue(QString::fromStdString(shared.gpu))}};
}

QJsonObject toJsonObject(const Forecast &forecast, const ClusterModel &cluster)
{
    QJsonArray machines;
    for (const std::size_t machine : forecast.machines)
        machines << QString::fromStdString(cluster.machines[machine].name);
    QJsonArray shares;
    for (const std::int64_t share : forecast.shares)
        shares << static_cast<qint64>(share);
    QJsonObject object{{QStringLiteral("machines"), machines}, {QStringLiteral("shares"), shares},
        {QStringLiteral("computeSeconds"), forecast.computeSeconds},
        {QStringLiteral("exchangeSeconds"), forecast.exchangeSeconds + forecast.sumSeconds},
        {QStringLiteral("unitsPerSecond"), forecast.unitsPerSecond},
        {QStringLiteral("efficiency"), forecast.efficiency}, {QStringLiteral("hours"), forecast.hours},
        {QStringLiteral("relativeError"), forecast.relativeError}, {QStringLiteral("cost"), forecast.cost}};
    if (forecast.kilowattHours)
        object[QStringLiteral("kilowattHours")] = *forecast.kilowattHours;
    return object;
}

QJsonObject toJsonObject(const MemoryParts &parts)
{
    return {{QStringLiteral("frozen"), qint64(parts.frozen)}, {QStringLiteral("trained"), qint64(parts.trained)},
        {QStringLiteral("optimizer"), qint64(parts.optimizer)}, {QStringLiteral("exchange"), qint64(parts.exchange)},
        {QStringLiteral("mirror"), qint64(parts.mirror)}, {QStringLiteral("checkpoint"), qint64(parts.checkpoint)},
        {QStringLiteral("gradients"), qint64(parts.gradients)}, {QStringLiteral("logits"), qint64(parts.logits)},
        {QStringLiteral("activations"), qint64(parts.activations)}};
}

// How a rank fits into its memory, and its group. Nulls mean: the whole share is one pass (samplesAtOnce), the peak is
// not known (bytes, parts), samples have no length in tokens (tokensOfSample), activations are kept (recompute), all
// ranks sum their gradients (group).
QJsonObject memoryOf(const JobSpec &job, const Plan &plan, const PlannedRank &rank)
{
    const auto tokens = tokensOfSample(job.task);
    QJsonObject object{{QStringLiteral("machine"), QString::fromStdString(plan.machineOf(rank).name)},
        {QStringLiteral("device"), QString::fromStdString(toText(rank.device))},
        {QStringLiteral("samplesAtOnce"), rank.microbatch > 0 ? QJsonValue(qint64(rank.microbatch)) : QJsonValue()},
        {QStringLiteral("bytes"), rank.predictedBytes > 0 ? QJsonValue(qint64(rank.predictedBytes)) : QJsonValue()},
        {QStringLiteral("parts"), rank.memory ? QJsonValue(toJsonObject(*rank.memory)) : QJsonValue()},
        {QStringLiteral("tokensOfSample"), tokens ? QJsonValue(*tokens) : QJsonValue()},
        {QStringLiteral("stateShare"), rank.stateShare},
        {QStringLiteral("group"), rank.group ? QJsonValue(*rank.group) : QJsonValue()}};
    if (const auto &recompute = rank.recompute) {
        const auto without = recompute->atOnceWithout;
        object[QStringLiteral("recompute")]
            = QJsonObject{{QStringLiteral("sparedBytes"), qint64(recompute->sparedBytes)},
                {QStringLiteral("samplesAtOnceWithout"), without ? QJsonValue(qint64(*without)) : QJsonValue()}};
    } else {
        object[QStringLiteral("recompute")] = QJsonValue();
    }
    return object;
}

void printAsJson(const JobSpec &job, const std::vector<CandidateMachine> &machines, const MachineChoice &choice,
    const ClusterModel &cluster, const Plan &plan, const std::vector<Advice> &advice,
    const std::optional<ContextAdvice> &context)
{
    QJsonArray shared;
    for (const SharedHardware &both : sharedHardware(machines))
        shared << toJsonObject(both, machines);
    QJsonArray sets;
    for (const Forecast &set : choice.worthIt)
        sets << toJsonObject(set, cluster);
    QJsonArray gains;
    for (const auto &gain : choice.gains)
        gains << (gain ? QJsonValue(*gain) : QJsonValue());
    QJsonArray ranks;
    for (const PlannedRank &rank : plan.ranks)
        ranks << memoryOf(job, plan, rank);
    printJson({{QStringLiteral("all"), toJsonObject(choice.all, cluster)},
        {QStringLiteral("best"), toJsonObject(choice.best, cluster)}, {QStringLiteral("worthIt"), sets},
        {QStringLiteral("gains"), gains}, {QStringLiteral("memory"), ranks}, {QStringLiteral("shared"), shared},
        {QStringLiteral("context"), context ? QJsonValue(toJsonObject(*context, plan)) : QJsonValue()},
        {QStringLiteral("advice"), toJsonObject(advice, cluster)}});
}

int plan(const PlanOptions &options)
{
    const auto request = requestOf(options.request);
    if (!request)
        return failure(request.error().error, request.error().code);
    TerminalPrompter prompter(fromArguments(options.fingerprints));
    const ProfileStore speeds(speedsFile(dataFolder()));
    const auto machines = measureNow(*request, speeds, prompter, options.json);
    if (!machines)
        return failure(machines.error());
    const auto modelled = modelledChoice(request->job, *machines);
    if (!modelled)
        return failure(modelled.error());
    const auto planned = planRun(request->job, *machines);
    if (!planned)
        return failure(planned.error());
    const auto &[model, choice] = *modelled;
    const auto advice = advise(adviceInput(request->job, model, speeds.noiseScale(request->job)), choice.all);
    const auto context = adviseOnContext(request->job, *machines);
    if (options.json) {
        printAsJson(request->job, *machines, choice, model.cluster, *planned, advice, context);
        return Done;
    }
    printShared(*machines);
    printWords(request->job, choice, model, *planned, advice, context);
    return Done;
}

} // namespace

void addPlan(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand(
        "plan", utf8(Help::tr("Say what a run would take, and which machines are worth it; nothing is started")));
    auto options = std::make_shared<PlanOptions>();
    addRequestOptions(*command, options->request);
    addLoginOption(*command, options->fingerprints);
    command->add_flag("--json", options->json, utf8(Help::tr("The same as one JSON object")));
    command->footer(utf8(Help::tr("Every device is measured for a few seconds, which needs the engine and the data "
                                  "there.\nExample: motley plan job.json --machines local,box,big")));
    command->callback([&chosen, options] { chosen = [options] { return plan(*options); }; });
}

} // namespace motley
