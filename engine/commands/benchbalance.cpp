// How near machines of different speeds come to the sum of what each does alone, as quotas of this one's processors.
#include "engine/commands/benchjob.h"
#include "engine/commands/benchreport.h"
#include "engine/commands/benchrun.h"
#include "engine/commands/commands.h"
#include "engine/commands/numbers.h"

#include <nlohmann/json.hpp>

#include <iomanip>
#include <iostream>
#include <memory>
#include <numeric>

namespace motley {

namespace {

struct Options {
    std::vector<std::string> tasks{"bert-pretraining", "fashion-mnist"};
    std::vector<std::string> speeds{"100,50", "100,50,25"}; // percent of a processor
    std::int64_t batch = 0; // 0: the jobs'
    std::int64_t warmUpSteps = 60; // in which the shares settle
    std::int64_t steps = 60;
};

struct BalanceRow {
    std::string task;
    std::vector<double> speeds; // percent of a processor
    std::vector<double> solo; // samples a second
    double mixed = 0;
    double even = 0;
    std::vector<std::int64_t> shares; // at last
    std::vector<BenchTimes> times; // of each rank together with the others

    double sum() const { return std::accumulate(solo.begin(), solo.end(), 0.0); }
    double ratio() const { return mixed / sum(); }
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

// A run of as many workers as it has quotas.
Result<BenchRun> time(const JobSpec &job, const Options &options, BenchRunOptions run)
{
    const TemporaryFolder folder;
    if (folder.path().empty())
        return fail("No temporary folder could be made; set TMPDIR to where there is room.");
    run.folder = folder.path();
    run.workers = int(run.quotas.size());
    run.warmUpSteps = options.warmUpSteps;
    run.steps = options.steps;
    return timeSteps(job, run);
}

Result<BalanceRow> measure(const std::string &task, const std::vector<double> &speeds, const Options &options)
{
    const TemporaryFolder folder;
    auto job = findBenchJob(task, folder.path());
    if (!job)
        return tl::unexpected(job.error());
    if (options.batch > 0)
        job->job.batch = options.batch;
    BalanceRow row{task, speeds, {}, 0, 0, {}, {}};
    std::vector<double> quotas;
    for (const double speed : speeds) {
        quotas.push_back(speed / 100);
        BenchRunOptions alone;
        alone.quotas = {quotas.back()};
        const auto run = time(job->job, options, alone);
        if (!run)
            return tl::unexpected(run.error());
        row.solo.push_back(run->samplesPerSecond());
    }
    BenchRunOptions together;
    together.quotas = quotas;
    together.shares.assign(quotas.size(), 1);
    const auto even = time(job->job, options, together);
    if (!even)
        return tl::unexpected(even.error());
    row.even = even->samplesPerSecond();
    together.shares.clear();
    together.speeds = row.solo;
    const auto mixed = time(job->job, options, together);
    if (!mixed)
        return tl::unexpected(mixed.error());
    row.mixed = mixed->samplesPerSecond();
    for (const RankStep &rank : mixed->steps.back().ranks) {
        row.shares.push_back(std::llround(rank.units));
        row.times.push_back(timesOf(mixed->steps, std::size_t(rank.rank)));
    }
    return row;
}

template <typename T>
std::string joined(const std::vector<T> &values)
{
    std::string text;
    for (const T &value : values)
        text += (text.empty() ? "" : " : ") + grouped(double(value));
    return text;
}

constexpr std::pair<const char *, double BenchTimes::*> parts[]{{"whole", &BenchTimes::whole},
    {"data", &BenchTimes::data}, {"forward", &BenchTimes::forward}, {"backward", &BenchTimes::backward},
    {"exchange", &BenchTimes::exchange}, {"optimizer", &BenchTimes::optimizer}, {"other", &BenchTimes::other}};

// Where the time of each rank went, for what is missing to the sum.
void showParts(const BalanceRow &row)
{
    std::cout << "\n" << std::left << std::setw(20) << row.task << std::right;
    for (const auto &[name, part] : parts)
        std::cout << std::setw(10) << name;
    std::cout << "   ms\n";
    for (std::size_t rank = 0; rank < row.times.size(); ++rank) {
        std::cout << std::left << std::setw(20) << "  at " + grouped(row.speeds[rank]) + " %" << std::right;
        for (const auto &[name, part] : parts)
            std::cout << std::setw(10) << fixed(1000 * (row.times[rank].*part), 2);
        std::cout << "\n";
    }
}

nlohmann::ordered_json toJson(const BenchTimes &times)
{
    nlohmann::ordered_json json;
    for (const auto &[name, part] : parts)
        json[name] = times.*part;
    return json;
}

void show(const std::vector<BalanceRow> &rows)
{
    std::cout << std::left << std::setw(20) << "task" << std::setw(16) << "% of processor" << std::setw(22) << "alone"
              << std::right << std::setw(10) << "sum" << std::setw(10) << "together" << std::setw(10) << "ratio"
              << std::setw(10) << "even"
              << "   shares\n";
    for (const BalanceRow &row : rows)
        std::cout << std::left << std::setw(20) << row.task << std::setw(16) << joined(row.speeds) << std::setw(22)
                  << joined(row.solo) << std::right << std::setw(10) << fixed(row.sum(), 1) << std::setw(10)
                  << fixed(row.mixed, 1) << std::setw(10) << fixed(row.ratio(), 3) << std::setw(10)
                  << fixed(row.even, 1) << "   " << joined(row.shares) << "\n";
    std::cout << "In samples a second.\n";
    for (const BalanceRow &row : rows)
        showParts(row);
    nlohmann::ordered_json json{{"rows", nlohmann::ordered_json::array()}};
    for (const BalanceRow &row : rows) {
        nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
        for (const BenchTimes &times : row.times)
            ranks.push_back(toJson(times));
        json["rows"].push_back({{"task", row.task}, {"speeds", row.speeds}, {"solo", row.solo},
            {"sum_of_solo", row.sum()}, {"mixed", row.mixed}, {"even", row.even}, {"ratio", row.ratio()},
            {"shares", row.shares}, {"seconds", ranks}});
    }
    std::cout << json.dump() << std::endl;
}

int benchBalance(const Options &options)
{
    std::vector<BalanceRow> rows;
    for (const std::string &text : options.speeds) {
        const auto speeds = speedsOf(text);
        if (!speeds)
            return failed(speeds.error());
        for (const std::string &task : options.tasks) {
            auto row = measure(task, *speeds, options);
            if (!row)
                return failed(row.error());
            std::cerr << task << ", " << text << ": " << fixed(row->ratio(), 3) << std::endl;
            rows.push_back(std::move(*row));
        }
    }
    show(rows);
    return exitDone;
}

} // namespace

void addBenchBalance(CLI::App &bench, Action &chosen)
{
    auto *command = bench.add_subcommand("balance", "Machines of different speeds, against the sum of what each does");
    command->footer(
        "Each worker has one thread and a quota of a processor, as in the lab, which needs root. Alone, all\n"
        "together as in any run, and together with even shares.\n\n"
        "Example:\n"
        "  sudo motley-engine bench balance --speeds 100,50 --speeds 100,50,25");
    auto options = std::make_shared<Options>();
    command->add_option("--tasks", options->tasks, "Tasks, presets, or job files")
        ->delimiter(',')
        ->capture_default_str();
    command->add_option("--speeds", options->speeds, "Percent of a processor for each worker; may be given again")
        ->expected(1)
        ->take_all()
        ->capture_default_str();
    command->add_option("--batch", options->batch, "Samples a step over all ranks (default: the job's)")
        ->check(CLI::Range(1, 1 << 20));
    command->add_option("--warm-up", options->warmUpSteps, "Steps before those")
        ->check(CLI::Range(0, 100000))
        ->capture_default_str();
    command->add_option("--steps", options->steps, "Steps to time")
        ->check(CLI::Range(1, 100000))
        ->capture_default_str();
    command->callback([&chosen, options] { chosen = [options] { return benchBalance(*options); }; });
}

} // namespace motley
