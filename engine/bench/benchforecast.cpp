// Compares forecasts with measured steps, and with simulated runs whose machines are revoked.
#include "engine/base/textfile.h"
#include "engine/bench/benchcommands.h"
#include "engine/bench/measureforecast.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"
#include "engine/plan/simulation/revocationtrial.h"
#include "engine/plan/simulation/speedmodels.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

constexpr double stepBar = 0.10; // largest acceptable mean error of a step
constexpr double runBar = 0.05; // largest acceptable error of a run's time
constexpr int trials = 20;

struct Options {
    std::vector<std::string> data; // files of measured runs
    std::string measure; // file to write; empty: nothing is measured
    MeasureOptions measuring;
};

Result<std::vector<MeasuredRuns>> readAll(const std::vector<std::string> &paths)
{
    std::vector<MeasuredRuns> all;
    for (const std::string &path : paths) {
        const auto text = readTextFile(path);
        if (!text)
            return tl::unexpected(text.error());
        auto runs = parseMeasuredRuns(*text);
        if (!runs)
            return fail(path + ": " + runs.error().message, runs.error().detail);
        all.push_back(*std::move(runs));
    }
    return all;
}

std::string percentOr(const std::optional<double> &part)
{
    return part ? percent(*part, 1) : "n/a";
}

Json numberOr(const std::optional<double> &number)
{
    return number ? Json(*number) : Json(nullptr);
}

// The errors over all computers; runs are predicted from runs of the same computer.
std::vector<ModelErrors> compareAll(const std::vector<MeasuredRuns> &all)
{
    std::vector<ModelErrors> models;
    for (const MeasuredRuns &measured : all) {
        auto compared = compareModels(measured.runs);
        if (models.empty()) {
            models = std::move(compared);
            continue;
        }
        for (std::size_t i = 0; i < models.size(); ++i) {
            models[i].errors.insert(models[i].errors.end(), compared[i].errors.begin(), compared[i].errors.end());
            models[i].areTogether.insert(
                models[i].areTogether.end(), compared[i].areTogether.begin(), compared[i].areTogether.end());
        }
    }
    return models;
}

Json showModels(const std::vector<MeasuredRuns> &all)
{
    std::size_t runs = 0;
    for (const MeasuredRuns &measured : all)
        runs += measured.runs.size();
    std::cout << "Steps of " << runs
              << " measured runs, each predicted from the others; of several ranks, from none of "
              << "the\nsame task on the same devices. Mean of the absolute errors, and the largest:\n";
    std::vector<TableLine> lines{{"model", "one rank", "largest", "several ranks", "largest"}};
    Json json = Json::array();
    for (const ModelErrors &model : compareAll(all)) {
        lines.push_back({nameOf(model.model), percentOr(model.meanAbsolute(false)), percentOr(model.largest(false)),
            percentOr(model.meanAbsolute(true)), percentOr(model.largest(true))});
        json.push_back({{"model", nameOf(model.model)}, {"one_rank", numberOr(model.meanAbsolute(false))},
            {"one_rank_largest", numberOr(model.largest(false))}, {"several_ranks", numberOr(model.meanAbsolute(true))},
            {"several_ranks_largest", numberOr(model.largest(true))}});
    }
    std::cout << tableText(lines) << "\n";
    return json;
}

Result<Json> showRevocations()
{
    std::cout << "Time of runs with two revocations at random times, in simulation, of machines whose speeds "
                 "are\nknown to 2 %; "
              << trials << " runs for each recovery:\n";
    std::vector<TableLine> lines{{"goes on from", "mean error", "largest"}};
    Json json = Json::array();
    for (const Recovery recovery : {Recovery::FromCheckpoint, Recovery::FromSurvivors}) {
        const auto errors = tryRevocations(recovery, trials);
        if (!errors)
            return tl::unexpected(errors.error());
        const char *name = recovery == Recovery::FromCheckpoint ? "the last checkpoint" : "survivors";
        double sum = 0;
        double largest = 0;
        for (const double error : *errors) {
            sum += std::abs(error);
            largest = std::max(largest, std::abs(error));
        }
        lines.push_back({name, percent(sum / trials, 1), percent(largest, 1)});
        json.push_back(
            {{"recovery", name}, {"runs", trials}, {"mean_error", sum / trials}, {"largest_error", largest}});
    }
    std::cout << tableText(lines);
    return json;
}

bool areWithinBars(const Json &json)
{
    const auto within = [](const Json &value, double bar) { return !value.is_null() && value.get<double>() <= bar; };
    const Json &ours = json["models"].back();
    return within(ours["one_rank"], stepBar) && within(ours["several_ranks"], stepBar)
        && std::all_of(json["revocations"].begin(), json["revocations"].end(),
            [&](const Json &row) { return within(row["largest_error"], runBar); });
}

Result<std::vector<MeasuredRuns>> runsOf(const Options &options)
{
    if (options.measure.empty())
        return readAll(options.data);
    return measureRuns(options.measuring).and_then([&](const MeasuredRuns &measured) {
        return writeTextFile(options.measure, toJson(measured)).map([&] { return std::vector{measured}; });
    });
}

int compareForecasts(const Options &options)
{
    const auto all = runsOf(options);
    if (!all)
        return failed(all.error());
    Json json;
    json["models"] = showModels(*all);
    const auto revocations = showRevocations();
    if (!revocations)
        return failed(revocations.error());
    json["revocations"] = *revocations;
    json["bars"] = {{"step", stepBar}, {"run", runBar}};
    json["within_bars"] = areWithinBars(json);
    std::cout << json.dump() << std::endl;
    return exitDone;
}

} // namespace

void addForecast(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("forecast", "How far off forecasts of steps and of whole runs are");
    command->footer(
        "From measured runs in files, such as tests/fixtures/forecast/*.json of the sources, or measured "
        "now: tasks on\n"
        "quotas of this computer's processors, alone, in pairs and all together, which needs root and half an hour.\n\n"
        "Examples:\n"
        "  motley-bench forecast tests/fixtures/forecast/*.json\n"
        "  sudo motley-bench forecast --measure measured.json");
    auto options = std::make_shared<Options>();
    auto &measuring = options->measuring;
    auto *data = command->add_option("DATA", options->data, "Files of measured runs (JSON)");
    auto *measure = command->add_option("--measure", options->measure, "Measure now, and write that to this file");
    measure->excludes(data);
    command->add_option("--tasks", measuring.tasks, "Tasks, presets, or job files to measure")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--quotas", measuring.quotas, "Percent of a processor that ranks get")
        ->delimiter(',')
        ->check(CLI::Range(10, 10000))
        ->capture_default_str();
    command
        ->add_option("--period", measuring.quotaPeriod,
            "Milliseconds in which a quota is given out; 100 as in containers, where steps stand still in between")
        ->check(CLI::Range(1.0, 1000.0))
        ->capture_default_str();
    auto *batch = command->add_option("--batch", measuring.batch, "Samples a step over all ranks")
                      ->check(CLI::Range(4, 1 << 20));
    command
        ->add_option("--step-seconds", measuring.stepSeconds,
            "Without --batch: batches are made so large that a step alone on the first quota takes as long")
        ->check(CLI::Range(0.01, 100.0))
        ->excludes(batch)
        ->capture_default_str();
    addTurnOptions(*command, measuring.turns);
    command->callback([&chosen, options] {
        if (options->data.empty() && options->measure.empty())
            throw CLI::RequiredError("DATA or --measure");
        chosen = [options] { return compareForecasts(*options); };
    });
}

} // namespace motley
