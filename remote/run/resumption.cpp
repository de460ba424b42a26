#include "remote/run/resumption.h"

#include "engine/job/continuefiles.h"
#include "engine/plan/balance/runmembers.h"
#include "remote/history/eventlogcopy.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace motley {

namespace {

constexpr qsizetype mostGenerations = 1000;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::Resumption)
    MOTLEY_PHRASES(motley::Resumption)
};

Result<void> checkThatItCan(const RunRecord &record)
{
    switch (record.outcome) {
    case RunRecord::Outcome::Preparing:
    case RunRecord::Outcome::Running:
        return sentence(Words::phrase("The run %1 still trains; stop it first.").arg(record.id));
    case RunRecord::Outcome::Completed:
        return sentence(Words::phrase("The run %1 was trained to its end.").arg(record.id));
    case RunRecord::Outcome::Stopped:
    case RunRecord::Outcome::Paused:
    case RunRecord::Outcome::Failed:
        break;
    }
    if (!folderWithCheckpoint(record))
        return sentence(Words::phrase("No checkpoint of the run %1 is on this computer, so it can only begin anew.")
                            .arg(record.id));
    return {};
}

Result<void> checkThatItHas(const std::vector<Machine> &machines, const QStringList &names)
{
    for (const QString &name : names)
        if (std::none_of(machines.begin(), machines.end(), [&](const Machine &own) { return own.name == name; }))
            return sentence(Words::phrase("%1 took no part in that run.").arg(name));
    return {};
}

std::vector<PlannedRank> ranksOn(const Plan &plan, const QString &machine)
{
    std::vector<PlannedRank> ranks;
    for (const PlannedRank &rank : plan.ranks) {
        const auto machineIndex = static_cast<std::size_t>(rank.machine);
        if (machineIndex < plan.machines.size() && plan.machines[machineIndex].name == machine.toStdString())
            ranks.push_back(rank);
    }
    return ranks;
}

void add(const Machine &machine, const std::vector<PlannedRank> &ranks, RunRequest &request)
{
    request.machines.push_back(machine);
    std::vector<Device> &devices = request.devices.emplace_back();
    for (const PlannedRank &rank : ranks)
        if (std::find(devices.begin(), devices.end(), rank.device) == devices.end())
            devices.push_back(rank.device);
    const auto onCpu = std::count_if(
        ranks.begin(), ranks.end(), [](const PlannedRank &rank) { return rank.device.kind == Device::Kind::Cpu; });
    request.cpuRanksPerMachine = std::max(request.cpuRanksPerMachine, static_cast<int>(onCpu));
}

// The threads of each CPU rank if all have the same number: it was requested, or the planner will choose it again. 0:
// the numbers differ, so the planner chose them for each machine.
int threadsOfAll(const Plan &plan)
{
    int threads = 0;
    for (const PlannedRank &rank : plan.ranks) {
        if (rank.device.kind != Device::Kind::Cpu)
            continue;
        if (threads > 0 && rank.threads != threads)
            return 0;
        threads = rank.threads;
    }
    return threads;
}

Result<RunRequest> requestOf(const RunRecord &record, const Plan &plan, const QStringList &without)
{
    auto job = readJob(record.jobFile().toStdString());
    if (!job)
        return tl::unexpected(job.error());
    RunRequest request;
    request.job = *std::move(job);
    for (const Machine &machine : record.machines)
        if (!without.contains(machine.name))
            add(machine, ranksOn(plan, machine.name), request);
    if (request.machines.empty())
        return sentence(Words::phrase("No machine of the run %1 would be left.").arg(record.id));
    request.threadsPerCpuRank = threadsOfAll(plan);
    return request;
}

} // namespace

QString folderBefore(const QString &folder)
{
    const auto job = readJob(RunRecord{.folder = folder}.jobFile().toStdString());
    return job ? QString::fromStdString(job->continueFrom.path.path) : QString();
}

QStringList foldersOfLine(const RunRecord &record)
{
    QStringList folders{record.folder};
    while (folders.size() < mostGenerations) {
        const QString parent = folderBefore(folders.back());
        if (parent.isEmpty() || folders.contains(parent))
            break;
        folders << parent;
    }
    return folders;
}

std::optional<QString> folderWithCheckpoint(const RunRecord &record)
{
    for (const QString &folder : foldersOfLine(record))
        if (!checkpointSteps((folder + QStringLiteral("/checkpoints")).toStdString()).empty())
            return folder;
    return std::nullopt;
}

std::vector<RunRecord> runsThatNeed(const RunRecord &record, const std::vector<RunRecord> &all)
{
    std::vector<RunRecord> runs;
    std::copy_if(all.begin(), all.end(), std::back_inserter(runs), [&](const RunRecord &other) {
        return other.id != record.id && canBeResumed(other) && folderWithCheckpoint(other) == record.folder;
    });
    return runs;
}

bool canBeResumed(const RunRecord &record)
{
    return checkThatItCan(record).has_value();
}

std::optional<std::int64_t> stepOfLastCheckpoint(const RunRecord &record)
{
    const auto folder = folderWithCheckpoint(record);
    if (!folder)
        return std::nullopt;
    const auto steps = checkpointSteps((*folder + QStringLiteral("/checkpoints")).toStdString());
    return *std::max_element(steps.begin(), steps.end());
}

Result<RunRequest> repetition(const RunRecord &record, const Plan &plan, const QStringList &without)
{
    return requestOf(record, plan, without);
}

Result<RunRequest> resumption(const RunRecord &record, const Plan &plan, const QStringList &without)
{
    if (const auto can = checkThatItCan(record); !can)
        return tl::unexpected(can.error());
    if (const auto has = checkThatItHas(record.machines, without); !has)
        return tl::unexpected(has.error());
    auto request = requestOf(record, plan, without);
    if (request)
        request->job.continueFrom = {folderWithCheckpoint(record)->toStdString()};
    return request;
}

Result<Plan> firstPlan(const RunRecord &record)
{
    for (const QString &folder : foldersOfLine(record)) {
        std::optional<Plan> plan;
        const auto read = EventLogCopy(RunRecord{.folder = folder}.eventsFile()).visit([&](EventLine &&line) {
            if (const auto *chosen = line.get<PlanChosen>())
                plan = chosen->plan;
            return !plan;
        });
        if (!read)
            return tl::unexpected(read.error());
        if (plan)
            return *std::move(plan);
    }
    return sentence(
        Words::phrase("The run %1 never began to train, so there is nothing to go on with.").arg(record.id));
}

Result<QStringList> machinesLostIn(const RunRecord &record)
{
    RunMembers members;
    const auto read = EventLogCopy(record.eventsFile()).visit([&](EventLine &&line) {
        if (line.event)
            members.add(line.event->body);
        return true;
    });
    if (!read)
        return tl::unexpected(read.error());
    QStringList names;
    for (int i = 0; members.plan() && i < int(members.plan()->machines.size()); ++i)
        if (members.isLost(i))
            names << QString::fromStdString(members.plan()->machines[std::size_t(i)].name);
    return names;
}

} // namespace motley
