// The command `motley-bench adasum`: the cost of Adasum and its gain.
#include "engine/bench/adasumstudyreport.h"
#include "engine/bench/benchcommands.h"
#include "engine/bench/measureadasum.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"
#include "engine/machine/machineprobe.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <numeric>

namespace motley {

namespace {

struct AdasumOptions {
    std::vector<std::string> models{"bert-tiny", "bert-base"};
    std::vector<int> ranks{2, 3, 4};
    int turns = 5;
};

int timeCombinations(const AdasumOptions &options)
{
    std::vector<TableLine> lines{{"model", "ranks", "MB", "plain ms", "Adasum ms", "ratio"}};
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const std::string &model : options.models)
        for (const int ranks : options.ranks) {
            const auto sizes = model == "bert-tiny" ? bertParameterSizes(2, 128) : bertParameterSizes(12, 768);
            const auto bytes = std::accumulate(sizes.begin(), sizes.end(), std::int64_t(0)) * 4;
            const auto times = timeAdasum(sizes, ranks, options.turns, std::max(1, usableProcessors() / ranks));
            if (!times)
                return failed(times.error());
            lines.push_back(
                {model, std::to_string(ranks), fixed(double(bytes) / 1e6, 1), fixed(1000 * times->plainSeconds, 1),
                    fixed(1000 * times->adasumSeconds, 1), fixed(times->adasumSeconds / times->plainSeconds, 2)});
            rows.push_back({{"model", model}, {"ranks", ranks}, {"bytes", bytes}, {"plain_s", times->plainSeconds},
                {"adasum_s", times->adasumSeconds}});
        }
    std::cout << tableText(lines) << nlohmann::ordered_json{{"rows", rows}}.dump() << std::endl;
    return exitDone;
}

} // namespace

void addAdasum(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("adasum", "Time Adasum beside the plain all-reduce, or study what it gains");
    command->footer(
        "Without --study: ranks are threads of this program, over Gloo and the loopback, and take turns: an "
        "all-reduce\n"
        "of all parameters of a model in float32, then Adasum over the same ones; the table has medians.\n"
        "--study trains momentum SGD, Adam and LAMB at 1, 4 and 16 ranks, which all lie in this process: each takes\n"
        "its own part of the batch and, with Adasum, its own step. Rates are tuned alike for all.\n"
        "Both print tables, and the same figures as one JSON object in the last line.\n\n"
        "Examples:\n"
        "  motley-bench adasum --models bert-tiny --ranks 2,4,7 --turns 20\n"
        "  motley-bench adasum --study --quick\n"
        "  motley-bench adasum --study --job fashion-mnist --job bert.json --samples 240000 40000 | tail -n 1");
    auto options = std::make_shared<AdasumOptions>();
    command->add_option("--models", options->models, "bert-tiny, bert-base (default: both)")
        ->delimiter(',')
        ->check(CLI::IsMember({"bert-tiny", "bert-base"}));
    command->add_option("--ranks", options->ranks, "Numbers of ranks (default: 2,3,4)")
        ->delimiter(',')
        ->check(CLI::Range(2, 64));
    command->add_option("--turns", options->turns, "Times that each is done, after one to warm up")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    const auto study = addAdasumStudy(*command);
    command->callback([&chosen, options, study] {
        chosen = study();
        if (!chosen)
            chosen = [options] { return timeCombinations(*options); };
    });
}

} // namespace motley
