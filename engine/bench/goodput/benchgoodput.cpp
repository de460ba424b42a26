// Measures what a run keeps of its machines' time while they are killed in turn and come back.
#include "engine/base/processors.h"
#include "engine/bench/benchcommands.h"
#include "engine/bench/benchoptions.h"
#include "engine/bench/goodput/measuregoodput.h"
#include "engine/bench/temporaryfolder.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>

namespace motley {

namespace {

constexpr double usefulBar = 0.97;
constexpr double lossBar = 1e-4;
constexpr double usedPart = 0.8; // of this computer's processors, by all machines of both runs

struct Options {
    GoodputOptions measuring;
    double percent = 0; // of a processor
};

double usualPercent(int machines)
{
    return 100 * usedPart * double(allowedProcessors().size()) / (2 * machines);
}

std::string secondsOrNone(double seconds)
{
    return seconds < 0 ? "-" : fixed(seconds, 1);
}

std::string scientific(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    return text;
}

nlohmann::ordered_json secondsOrNull(double seconds)
{
    return seconds < 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(seconds);
}

void showRows(const Goodput &goodput)
{
    std::vector<TableLine> lines{{"machine", "coordinated", "killed at s", "away s", "next step s", "back s"}};
    for (const GoodputRow &row : goodput.rows)
        lines.push_back({std::to_string(row.machine + 1), row.coordinated ? "yes" : "no", fixed(row.at, 0),
            fixed(row.away, 0), secondsOrNone(row.nextStep), secondsOrNone(row.back)});
    std::cout << tableText(lines)
              << "The next step is since the kill; back is when the machine's ranks trained, since it was started.\n\n";
}

void show(const GoodputOptions &options, const GoodputMeasured &measured)
{
    const Goodput &goodput = measured.goodput;
    showRows(goodput);
    const bool withinBars = goodput.useful() >= usefulBar && goodput.lossGap() <= lossBar && goodput.stepsLost == 0;
    std::cout << tableText(
        {{"useful time", fixed(goodput.useful(), 4)}, {"  samples trained", grouped(goodput.samples)},
            {"  machines that were there could do", grouped(goodput.possible)},
            {"  speed beside the quiet run, before", fixed(goodput.quietRatio, 4)},
            {"  and between later kills", fixed(goodput.quietRatioAgain, 4)},
            {"  of it with a machine away", fixed(goodput.awayRatio, 4)},
            {"steps compared", grouped(double(goodput.steps))}, {"steps lost", grouped(double(goodput.stepsLost))},
            {"loss of the last one", fixed(goodput.loss, 6)}, {"loss of the quiet run", fixed(goodput.quietLoss, 6)},
            {"  gap", scientific(goodput.lossGap())}, {"  largest gap of a step", scientific(goodput.largestGap)},
            {"machines lost", std::to_string(goodput.lost)}, {"machines taken back", std::to_string(goodput.came)},
            {"refused starts", std::to_string(measured.refused)}, {"outcome", measured.outcome}})
              << (withinBars ? "Within the bars: " : "Not within the bars: ") << "useful time " << fixed(usefulBar, 2)
              << ", loss gap " << scientific(lossBar) << ", no step lost.\n";
    nlohmann::ordered_json json{{"useful", goodput.useful()}, {"within_bars", withinBars},
        {"machines", options.run.machines}, {"seconds", options.seconds}, {"every_s", options.every},
        {"away_s", options.away}, {"processors", options.run.processors}, {"own_networks", options.run.ownNetworks},
        {"samples", goodput.samples}, {"possible_samples", goodput.possible}, {"quiet_ratio", goodput.quietRatio},
        {"quiet_ratio_again", goodput.quietRatioAgain}, {"away_ratio", goodput.awayRatio}, {"steps", goodput.steps},
        {"steps_lost", goodput.stepsLost}, {"loss", goodput.loss}, {"quiet_loss", goodput.quietLoss},
        {"loss_gap", goodput.lossGap()}, {"largest_loss_gap", goodput.largestGap}, {"lost", goodput.lost},
        {"came", goodput.came}, {"refused", measured.refused}, {"outcome", measured.outcome},
        {"rows", nlohmann::ordered_json::array()}};
    for (const GoodputRow &row : goodput.rows)
        json["rows"].push_back({{"machine", row.machine}, {"coordinated", row.coordinated}, {"killed_at_s", row.at},
            {"away_s", row.away}, {"next_step_s", secondsOrNull(row.nextStep)}, {"back_s", secondsOrNull(row.back)}});
    std::cout << json.dump() << std::endl;
}

int goodput(Options options)
{
    GoodputOptions &measuring = options.measuring;
    if (measuring.run.engine.empty())
        return failed(Error{"No motley-engine lies beside this program. Build it, or name one with --engine.", {}});
    if (measuring.away >= measuring.every)
        return failed(Error{"A machine must come back before the next one is killed: --away below --every.", {}});
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return failed(folder.error());
    measuring.run.folder = folder->path();
    measuring.run.ranks = measuring.run.machines;
    measuring.run.processors = options.percent / 100;
    const auto measured = measureGoodput(measuring);
    if (!measured)
        return failed(measured.error());
    show(measuring, *measured);
    return exitDone;
}

} // namespace

void addGoodput(CLI::App &program, Action &chosen)
{
    auto *command
        = program.add_subcommand("goodput", "What a run keeps of its machines' time as they are killed in turn");
    command->footer(
        "Trains a job on machines of this computer. Every so often the next machine is killed whole, the coordinating "
        "one\n"
        "in its turn, and is started again later with `motley-engine rejoin`. The same job trains beside it at the "
        "same\n"
        "time, on as many such machines, none of which is killed: its speed says what the machines that were there "
        "could\n"
        "do, and its curve what the losses are to be. Useful time is samples trained, of those that they could.\n\n"
        "With root each machine has a network of its own, which vanishes with it, so that it is silent as after a "
        "power\n"
        "cut, and a part of a processor. Without, machines are loopback addresses (--loopback --percent 0).\n\n"
        "Example:\n"
        "  sudo motley-bench goodput --every 30 --seconds 120 --away 15");
    auto options = std::make_shared<Options>();
    GoodputOptions &measuring = options->measuring;
    measuring.run.machines = 4;
    measuring.run.ownNetworks = geteuid() == 0;
    options->percent = geteuid() == 0 ? usualPercent(measuring.run.machines) : 0;
    command->add_option("--machines", measuring.run.machines, "Machines of each run, one rank each")
        ->check(CLI::Range(3, 16))
        ->capture_default_str();
    command->add_option("--seconds", measuring.seconds, "Length of the measurement")
        ->check(CLI::Range(1.0, 1e6))
        ->capture_default_str();
    command->add_option("--every", measuring.every, "Seconds from one kill to the next")
        ->check(CLI::Range(1.0, 1e6))
        ->capture_default_str();
    command->add_option("--away", measuring.away, "Seconds until a killed machine is started again")
        ->check(CLI::Range(0.1, 1e6))
        ->capture_default_str();
    command->add_option("--percent", options->percent, "Of a processor that a machine has; 0: all processors")
        ->check(CLI::Range(0.0, 100.0))
        ->capture_default_str();
    command->add_option("--task", measuring.task, "Task, preset, or job file (default: a convex one that is made up)");
    command->add_option("--batch", measuring.batch, "Samples a step over all ranks (default: the job's)")
        ->check(CLI::Range(1, 1 << 20));
    command->add_flag_callback(
        "--loopback", [options] { options->measuring.run.ownNetworks = false; }, "Machines are loopback addresses");
    addEngineOption(*command, measuring.run.engine);
    command->callback([&chosen, options] { chosen = [options] { return goodput(*options); }; });
}

} // namespace motley
