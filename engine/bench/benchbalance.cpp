// Measures how close a run on machines of different speeds comes to the sum of their solo speeds.
#include "engine/bench/benchcommands.h"
#include "engine/bench/limits/slownetwork.h"
#include "engine/bench/measurebalance.h"

#include <iostream>
#include <memory>
#include <sstream>

namespace motley {

namespace {

struct Options {
    std::vector<std::string> tasks{"bert-pretraining", "fashion-mnist"};
    std::vector<std::string> speeds{"100,50", "100,50,25"}; // percent of a processor
    std::string rate; // of the link between the workers; empty: as fast as this computer is
    BalanceOptions measuring;
};

Result<std::vector<double>> speedsOf(const std::string &text)
{
    std::vector<double> speeds;
    std::istringstream numbers(text);
    for (std::string number; std::getline(numbers, number, ',');) {
        char *end = nullptr;
        speeds.push_back(std::strtod(number.c_str(), &end));
        if (number.empty() || *end != '\0' || !(speeds.back() >= 1 && speeds.back() <= 10000))
            return fail("--speeds takes percents of a processor such as 100,50; \"" + text + "\" is not that.");
    }
    return speeds;
}

int balance(const Options &options)
{
    if (!options.rate.empty())
        if (const auto slow = enterSlowNetwork(options.rate); !slow)
            return failed(slow.error());
    std::vector<BalanceRow> rows;
    for (const std::string &text : options.speeds) {
        const auto speeds = speedsOf(text);
        if (!speeds)
            return failed(speeds.error());
        for (const std::string &task : options.tasks) {
            auto row = measureBalance(task, *speeds, options.measuring);
            if (!row) {
                if (!rows.empty())
                    show(rows); // those before the failure, which took minutes to measure
                return failed(row.error());
            }
            rows.push_back(*std::move(row));
        }
    }
    show(rows);
    return exitDone;
}

} // namespace

void addBalance(CLI::App &program, Action &chosen)
{
    auto *command
        = program.add_subcommand("balance", "Machines of different speeds, against the sum of what each does");
    command->footer(
        "Each worker has one thread and a quota of a processor, as in the lab, which needs root. First each trains\n"
        "alone, then twice as long all together, which shows what speeds they have. Then a run with shares by those\n"
        "takes turns with two other sets, one training while the others stand still: each worker alone, all at the\n"
        "same time, as the memory and caches are one computer's; all together with even shares. New processes do so\n"
        "again, as two that do the same differ by some percent for as long as they live. With --rate all share a link\n"
        "of that speed, which is harder than a switch that gives each machine one.\n\n"
        "Example:\n"
        "  sudo motley-bench balance --speeds 100,50 --speeds 100,50,25\n"
        "  sudo motley-bench balance --tasks finetune-llama --speeds 100,50,25 --rate 1gbit --step-seconds 2");
    auto options = std::make_shared<Options>();
    command->add_option("--tasks", options->tasks, "Tasks, presets, or job files")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--speeds", options->speeds, "Percent of a processor for each worker; may be given again")
        ->expected(1)
        ->take_all()
        ->capture_default_str();
    command
        ->add_option("--period", options->measuring.quotaPeriod,
            "Milliseconds in which a quota is given out; 100 as in containers, where steps stand still in between")
        ->check(CLI::Range(1.0, 1000.0))
        ->capture_default_str();
    command->add_option("--rate", options->rate, "Speed of the link that the workers share, such as 1gbit (as tc)");
    auto *batch = command->add_option("--batch", options->measuring.batch, "Samples a step over all ranks")
                      ->check(CLI::Range(1, 1 << 20));
    command
        ->add_option("--step-seconds", options->measuring.stepSeconds,
            "Without --batch: the job's, or more so that a step of all together takes about this long")
        ->check(CLI::Range(0.0, 60.0))
        ->excludes(batch)
        ->capture_default_str();
    command
        ->add_option("--settle", options->measuring.settleSeconds,
            "Seconds of a run that shares are learned from; before it, and in each life, half as long")
        ->check(CLI::Range(0.0, 3600.0))
        ->capture_default_str();
    command->add_option("--lives", options->measuring.lives, "How often it is all done, each time with new processes")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    addTurnOptions(*command, options->measuring.turns);
    command
        ->add_option("--slice", options->measuring.turns.sliceSeconds,
            "Seconds in which each set trains before the next goes on; 0: a whole turn")
        ->check(CLI::Range(0.0, 3600.0))
        ->capture_default_str();
    command->callback([&chosen, options] { chosen = [options] { return balance(*options); }; });
}

} // namespace motley
