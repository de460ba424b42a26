// What Adasum costs and what it gains.
#include "engine/bench/adasumstudyreport.h"
#include "engine/bench/benchcommands.h"

namespace motley {

void addAdasum(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("adasum", "Compare Adasum with the sum and the mean of gradients");
    command->footer(
        "--study trains momentum SGD, Adam and LAMB at 1, 4 and 16 ranks, which all lie in this process: each takes\n"
        "its own part of the batch and, with Adasum, its own step. Rates are tuned alike for all. Prints tables, and\n"
        "the same figures as one JSON object in the last line.\n\n"
        "Examples:\n"
        "  motley-bench adasum --study --quick\n"
        "  motley-bench adasum --study --job fashion-mnist --job bert.json --samples 60000 12000 | tail -n 1");
    const auto study = addAdasumStudy(*command);
    command->get_option("--study")->required();
    command->callback([study, &chosen] { chosen = study(); });
}

} // namespace motley
