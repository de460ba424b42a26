// Measures what a run loses when it loses a rank, an agent or a machine.
#include "engine/base/childprocess.h"
#include "engine/bench/benchcommands.h"
#include "engine/bench/benchoptions.h"
#include "engine/bench/membership/membershipreport.h"
#include "engine/bench/membership/plainworker.h"
#include "engine/bench/temporaryfolder.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

namespace motley {

namespace {

struct Options {
    MembershipOptions measuring{"fashion-mnist", {}, 0};
    std::vector<int> ranks{2, 4, 8};
    int repeats = 1;
    int turns = 5; // without a fault; 0: none
    std::vector<std::string> faults; // by name; empty: all
};

constexpr std::array faults{Fault::Worker, Fault::FirstWorker, Fault::Agent, Fault::Coordinator, Fault::SilentMachine};
constexpr std::array phases{FaultPhase::FirstStep, FaultPhase::Step, FaultPhase::Checkpoint, FaultPhase::Test};

bool isWanted(const Options &options, const std::string &name)
{
    return options.faults.empty() || std::ranges::count(options.faults, name) > 0;
}

// The first worker's machine must have another rank, as the run's folder is there.
std::vector<Fault> wantedFaults(const Options &options, const LoopbackOptions &run)
{
    std::vector<Fault> wanted;
    for (const Fault fault : faults)
        if (isWanted(options, nameOf(fault)) && (fault != Fault::FirstWorker || run.ranks > run.machines))
            wanted.push_back(fault);
    return wanted;
}

LoopbackOptions inFolder(LoopbackOptions run, const std::string &name)
{
    run.folder += "/" + name;
    std::filesystem::create_directory(run.folder);
    return run;
}

struct Rows {
    std::vector<HealthyRow> healthy;
    std::vector<MembershipRow> faults;
    bool isEmpty() const { return healthy.empty() && faults.empty(); }
};

Result<void> measureFaults(
    const Options &options, const MembershipOptions &measuring, const JobSpec &job, std::vector<MembershipRow> &rows)
{
    const std::vector<Fault> wanted = wantedFaults(options, measuring.run);
    if (wanted.empty())
        return {};
    const auto undisturbed = trainUndisturbed(job, inFolder(measuring.run, "undisturbed"), job.maxSteps);
    if (!undisturbed)
        return tl::unexpected(undisturbed.error());
    for (const Fault fault : wanted)
        for (const FaultPhase phase : phases)
            for (int i = 0; i < options.repeats; ++i) {
                const LoopbackOptions run = inFolder(measuring.run, "run-" + std::to_string(rows.size()));
                auto row = measureFault(job, run, fault, phase, *undisturbed);
                if (!row)
                    return tl::unexpected(row.error());
                std::cerr << nameOf(fault) << " in " << nameOf(phase) << ", " << run.ranks << " ranks"
                          << (row->ended.empty() ? "" : ": " + row->ended) << std::endl;
                rows.push_back(*std::move(row));
            }
    return {};
}

Result<void> measureRejoins(
    const Options &options, const MembershipOptions &measuring, const JobSpec &job, std::vector<MembershipRow> &rows)
{
    for (int i = 0; i < options.repeats && isWanted(options, nameOfRejoin); ++i) {
        auto row = measureRejoin(job, inFolder(measuring.run, "run-" + std::to_string(rows.size())));
        if (!row)
            return tl::unexpected(row.error());
        std::cerr << "rejoin, " << row->ranks << " ranks" << std::endl;
        rows.push_back(*std::move(row));
    }
    return {};
}

Result<void> measure(const Options &options, const MembershipOptions &measuring, Rows &rows)
{
    const auto job = membershipJob(measuring);
    if (!job)
        return tl::unexpected(job.error());
    if (options.turns > 0) {
        const auto healthy = measureHealthy(*job, inFolder(measuring.run, "healthy"), ownProgram(), options.turns);
        if (!healthy)
            return tl::unexpected(healthy.error());
        rows.healthy.push_back(*healthy);
    }
    if (options.repeats == 0)
        return {};
    const auto measured = measureFaults(options, measuring, *job, rows.faults);
    return measured ? measureRejoins(options, measuring, *job, rows.faults) : measured;
}

int membership(Options options)
{
    if (options.measuring.run.engine.empty())
        return failed(Error{"No motley-engine lies beside this program. Build it, or name one with --engine.", {}});
    Rows rows;
    for (const int ranks : options.ranks) {
        const auto folder = TemporaryFolder::make();
        if (!folder)
            return failed(folder.error());
        MembershipOptions measuring = options.measuring;
        measuring.run.folder = folder->path();
        measuring.run.ranks = std::max(ranks, measuring.run.machines);
        if (const auto done = measure(options, measuring, rows); !done) {
            if (!rows.isEmpty())
                show(rows.healthy, rows.faults); // those before the failure, which took minutes to measure
            return failed(done.error());
        }
    }
    show(rows.healthy, rows.faults);
    return exitDone;
}

} // namespace

void addMembership(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("membership", "What a lost rank, agent or machine costs a run");
    command->footer(
        "Trains a job of 40 steps on machines that are loopback addresses, ends a rank, an agent or a machine at its\n"
        "first step, in a step, a checkpoint or the test, and tells when the coordinator knew, when the ranks that\n"
        "were left were connected and held the same state, and when the next step was done; then, beside a run\n"
        "without a fault, how many steps were lost and how far the losses are apart. Then a machine that was lost\n"
        "comes back: how long that takes, and how long the others wait. Before all of that, by turns, it times\n"
        "steps without a fault and those of ranks that do not outlive each other: what a healthy run pays.\n\n"
        "Example:\n"
        "  motley-bench membership --ranks 2,4,8 --repeats 3");
    auto options = std::make_shared<Options>();
    command->add_option("--task", options->measuring.task, "Task, preset, or job file")->capture_default_str();
    command->add_option("--ranks", options->ranks, "Ranks of all machines; one set of rows for each")
        ->delimiter(',')
        ->check(CLI::Range(2, 64))
        ->capture_default_str();
    command->add_option("--machines", options->measuring.run.machines, "Machines")
        ->check(CLI::Range(2, 64))
        ->capture_default_str();
    command->add_option("--batch", options->measuring.batch, "Samples a step over all ranks (default: the job's)")
        ->check(CLI::Range(1, 1 << 20));
    command->add_option("--turns", options->turns, "Turns of the row without a fault (0: none)")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    std::vector<std::string> names{nameOfRejoin};
    for (const Fault fault : faults)
        names.emplace_back(nameOf(fault));
    command->add_option("--faults", options->faults, "Which rows with a fault (default: all)")
        ->delimiter(',')
        ->check(CLI::IsMember(names));
    command->add_option("--repeats", options->repeats, "Runs of each row with a fault (0: none)")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    addEngineOption(*command, options->measuring.run.engine);
    command->callback([&chosen, options] { chosen = [options] { return membership(*options); }; });
}

void addPlainWorker(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("worker", "Be a plain rank (started by `membership`)");
    command->group(""); // not in the help
    auto folder = std::make_shared<std::string>();
    auto rank = std::make_shared<int>(0);
    command->add_option("RUNFOLDER", *folder)->required();
    command->add_option("--rank", *rank)->required();
    command->callback(
        [&chosen, folder, rank] { chosen = [folder, rank]() -> int { runPlainWorker(*folder, *rank); }; });
}

} // namespace motley
