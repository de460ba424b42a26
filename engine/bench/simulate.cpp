// Simulates runs on described clusters, planned like real ones.
#include "engine/base/textfile.h"
#include "engine/bench/benchcommands.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"
#include "engine/plan/simulation/describedcluster.h"
#include "engine/plan/simulation/simulatedsteps.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <set>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

constexpr double secondsPerDay = 86400;
constexpr int settlingSteps = 60; // not counted, in which the shares are rebalanced

struct Options {
    std::string cluster;
    std::vector<int> nodes; // empty: the published numbers, and powers of two
    int mostRanks = 512;
    std::int64_t steps = 200; // simulated after the settling steps
    double noise = -1; // below 0: as described
    std::uint64_t seed = 1;
};

struct Row {
    int nodes = 1;
    std::int64_t ranks = 0;
    JobModel job;
    Forecast asPublished; // with the hiding part of the description
    Forecast ours; // with the exchange hidden behind the backward pass
    double simulatedSeconds = 0; // mean step of `ours`
    std::optional<PublishedRow> published;

    double days(double stepSeconds) const { return double(job.steps) * stepSeconds / secondsPerDay; }
};

std::int64_t ranksOf(const ClusterModel &cluster)
{
    std::int64_t ranks = 0;
    for (const NodeModel &machine : cluster.machines)
        ranks += std::int64_t(machine.ranks.size());
    return ranks;
}

std::vector<int> nodesOf(const Options &options, const ClusterSpec &spec)
{
    if (!options.nodes.empty())
        return options.nodes;
    std::set<int> nodes;
    for (const PublishedRow &row : spec.published)
        nodes.insert(row.nodes);
    for (int count = 1; ranksOf(modelOf(spec, count)) <= options.mostRanks; count *= 2)
        nodes.insert(count);
    return {nodes.begin(), nodes.end()};
}

Result<double> simulatedSeconds(
    const JobModel &job, const ClusterModel &cluster, const Options &options, std::mt19937_64 &random)
{
    auto steps = SimulatedSteps::make(job, cluster, cluster, allOf(cluster));
    if (!steps)
        return tl::unexpected(steps.error());
    for (int step = 0; step < settlingSteps; ++step)
        steps->next(random);
    double seconds = 0;
    for (std::int64_t step = 0; step < options.steps; ++step)
        seconds += steps->next(random) / double(options.steps);
    return seconds;
}

Result<Row> rowFor(const ClusterSpec &spec, int nodes, const Options &options)
{
    const ClusterModel cluster = modelOf(spec, nodes);
    Row row;
    row.nodes = nodes;
    row.ranks = ranksOf(cluster);
    row.job = jobFor(spec, cluster);
    JobModel hiding = row.job;
    hiding.hidingPart = std::max(hiding.hidingPart, JobModel().hidingPart);
    const auto described = forecast(row.job, cluster, allOf(cluster));
    const auto ours = forecast(hiding, cluster, allOf(cluster));
    if (!described || !ours)
        return tl::unexpected((described ? ours : described).error());
    row.asPublished = *described;
    row.ours = *ours;
    std::mt19937_64 random(options.seed);
    const auto simulated = simulatedSeconds(hiding, cluster, options, random);
    if (!simulated)
        return tl::unexpected(simulated.error());
    row.simulatedSeconds = *simulated;
    for (const PublishedRow &published : spec.published)
        if (published.nodes == nodes)
            row.published = published;
    return row;
}

// Throughput relative to that of the first row.
double speedUp(const Forecast &found, const Forecast &first)
{
    return found.unitsPerSecond / first.unitsPerSecond;
}

std::string tableOf(const std::vector<Row> &rows)
{
    std::vector<TableLine> lines{{"nodes", "ranks", "batch", "published s", "model s", "error", "published days",
        "model days", "speed-up", "Motley s", "simulated s", "days", "speed-up", "efficiency"}};
    for (const Row &row : rows) {
        const double step = row.asPublished.stepSeconds();
        lines.push_back({std::to_string(row.nodes), std::to_string(row.ranks), grouped(double(row.job.batch)),
            row.published ? fixed(row.published->stepSeconds, 3) : "", fixed(step, 3),
            row.published ? percent(step / row.published->stepSeconds - 1, 1) : "",
            row.published && row.published->days > 0 ? fixed(row.published->days, 2) : "", fixed(row.days(step), 2),
            fixed(speedUp(row.asPublished, rows.front().asPublished), 2), fixed(row.ours.stepSeconds(), 3),
            fixed(row.simulatedSeconds, 3), fixed(row.days(row.ours.stepSeconds()), 2),
            fixed(speedUp(row.ours, rows.front().ours), 2), percent(row.ours.efficiency, 1)});
    }
    return tableText(lines);
}

Json jsonOf(const std::vector<Row> &rows, const ClusterSpec &spec)
{
    Json list = Json::array();
    double largest = 0;
    for (const Row &row : rows) {
        const double step = row.asPublished.stepSeconds();
        Json item{{"nodes", row.nodes}, {"ranks", row.ranks}, {"batch", row.job.batch}, {"steps", row.job.steps},
            {"step_seconds", step}, {"days", row.days(step)},
            {"speed_up", speedUp(row.asPublished, rows.front().asPublished)},
            {"motley",
                {{"step_seconds", row.ours.stepSeconds()}, {"simulated_step_seconds", row.simulatedSeconds},
                    {"days", row.days(row.ours.stepSeconds())}, {"speed_up", speedUp(row.ours, rows.front().ours)},
                    {"efficiency", row.ours.efficiency}}}};
        if (row.published) {
            const double error = step / row.published->stepSeconds - 1;
            largest = std::max(largest, std::abs(error));
            item["published"] = {{"step_seconds", row.published->stepSeconds}, {"days", row.published->days}};
            item["error"] = error;
        }
        list.push_back(item);
    }
    return {{"name", spec.name}, {"shared_bytes_per_second", spec.sharedBytesPerSecond}, {"rows", list},
        {"largest_error", largest}};
}

int simulate(const Options &options)
{
    const auto text = readTextFile(options.cluster);
    if (!text)
        return failed(text.error());
    auto described = parseClusterSpec(*text);
    if (!described)
        return failed({options.cluster + ": " + described.error().message, described.error().detail});
    for (ClusterNode &node : described->nodes)
        if (options.noise >= 0)
            node.noise = options.noise;
    const auto spec = fitted(*described);
    if (!spec)
        return failed(spec.error());
    std::vector<Row> rows;
    for (const int nodes : nodesOf(options, *spec)) {
        const auto row = rowFor(*spec, nodes, options);
        if (!row)
            return failed(row.error());
        rows.push_back(*row);
    }
    std::cout << spec->name << "\n" << tableOf(rows);
    if (spec->fittedLink == FittedLink::Shared)
        std::cout << "Fitted: the line that all nodes share carries " << grouped(spec->sharedBytesPerSecond / 1e6)
                  << " MB a second.\n";
    else if (spec->fittedLink == FittedLink::Nodes)
        std::cout << "Fitted: the link of each node carries " << grouped(spec->nodes.front().bytesPerSecond / 1e6)
                  << " MB a second.\n";
    std::cout << "Motley's columns suppose that the same exchange hides behind the backward pass; where it did so "
                 "already,\nthe model's columns are what to expect.\n"
              << jsonOf(rows, *spec).dump() << std::endl;
    return exitDone;
}

} // namespace

void addSimulate(CLI::App &program, Action &chosen)
{
    auto *command = program.add_subcommand("simulate", "Plan and time a run on a cluster that is only described");
    command->footer(
        "Shares, the exchange and the following of speeds are computed by the code that plans real runs. Where the\n"
        "description has published rows, that of one node fixes the speed and the next one a bandwidth; all others "
        "are\npredicted. Prints a table, and the same figures as one JSON object in the last line.\n\n"
        "Examples:\n"
        "  motley-bench simulate resources/clusters/hetseq-bert.json\n"
        "  motley-bench simulate lab.json --nodes 1,2,3,4 --noise 0.05");
    auto options = std::make_shared<Options>();
    command->add_option("CLUSTER", options->cluster, "Description of the cluster (JSON)")->required();
    command
        ->add_option("--nodes", options->nodes,
            "Numbers of nodes (default: those published, and doubling). Beyond those described, the same again")
        ->delimiter(',')
        ->check(CLI::Range(1, 4096));
    command->add_option("--most-ranks", options->mostRanks, "Where the doubling ends")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str();
    command->add_option("--steps", options->steps, "Steps to simulate")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    command
        ->add_option(
            "--noise", options->noise, "Standard deviation of a step over its time (default: as the description says)")
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--seed", options->seed, "Of the noise")->capture_default_str();
    command->callback([&chosen, options] { chosen = [options] { return simulate(*options); }; });
}

} // namespace motley
