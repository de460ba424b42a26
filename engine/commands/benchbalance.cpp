// How near machines of different speeds come to the sum of what each does alone, as quotas of this one's processors.
#include "engine/commands/benchjob.h"
#include "engine/commands/benchreport.h"
#include "engine/commands/commands.h"
#include "engine/commands/numbers.h"
#include "engine/commands/sidebyside.h"
#include "engine/plan/median.h"

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
    int rounds = 5;
    TimingWindow window; // of each run in each round; shares settle in the warm-up
};

// All runs one after the other: what disturbs the computer for a while disturbs them all.
struct Round {
    std::vector<double> solo; // samples a second, all at once but each on its own
    double even = 0;
    double mixed = 0;

    double sum() const { return std::accumulate(solo.begin(), solo.end(), 0.0); }
};

struct BalanceRow {
    std::string task;
    std::int64_t batch = 0;
    std::vector<double> speeds; // percent of a processor
    std::vector<Round> rounds;
    std::vector<std::int64_t> shares; // at last
    std::vector<BenchTimes> times; // of each rank together with the others, in the last round

    // The median of the rounds.
    template <typename Of>
    double usual(const Of &of) const
    {
        std::vector<double> values;
        for (const Round &round : rounds)
            values.push_back(of(round));
        return median(std::move(values));
    }

    std::vector<double> solo() const
    {
        std::vector<double> values;
        for (std::size_t i = 0; i < speeds.size(); ++i)
            values.push_back(usual([&](const Round &round) { return round.solo[i]; }));
        return values;
    }

    double sum() const
    {
        return usual([](const Round &round) { return round.sum(); });
    }
    double mixed() const
    {
        return usual([](const Round &round) { return round.mixed; });
    }
    double even() const
    {
        return usual([](const Round &round) { return round.even; });
    }
    double ratio() const
    {
        return usual([](const Round &round) { return round.mixed / round.sum(); });
    }
};

template <typename T>
std::string joined(const std::vector<T> &values)
{
    std::string text;
    for (const T &value : values)
        text += (text.empty() ? "" : " : ") + grouped(double(value));
    return text;
}

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

Result<Round> measureRound(const JobSpec &job, const Options &options, BalanceRow &row)
{
    std::vector<BenchRunOptions> alone;
    BenchRunOptions together;
    together.workers = int(row.speeds.size());
    for (const double speed : row.speeds) {
        together.quotas.push_back(speed / 100);
        alone.emplace_back().quotas = {speed / 100};
    }
    BenchRunOptions evenly = together;
    evenly.shares.assign(row.speeds.size(), 1);

    const auto solo = timeSideBySide(job, alone, options.window);
    if (!solo)
        return tl::unexpected(solo.error());
    Round round;
    for (const TimedRun &run : *solo)
        round.solo.push_back(run.samplesPerSecond());
    const auto even = timeSideBySide(job, {evenly}, options.window);
    if (!even)
        return tl::unexpected(even.error());
    round.even = even->front().samplesPerSecond();
    together.speeds = round.solo;
    const auto mixed = timeSideBySide(job, {together}, options.window);
    if (!mixed)
        return tl::unexpected(mixed.error());
    round.mixed = mixed->front().samplesPerSecond();

    const auto &steps = mixed->front().steps;
    row.shares.clear();
    row.times.clear();
    for (const RankStep &rank : steps.back().ranks) {
        row.shares.push_back(std::llround(rank.units));
        row.times.push_back(timesOf(steps, std::size_t(rank.rank)));
    }
    return round;
}

Result<BalanceRow> measure(const std::string &task, const std::vector<double> &speeds, const Options &options)
{
    const TemporaryFolder folder;
    auto job = findBenchJob(task, folder.path());
    if (!job)
        return tl::unexpected(job.error());
    if (options.batch > 0)
        job->job.batch = options.batch;
    BalanceRow row{task, job->job.batch, speeds, {}, {}, {}};
    for (int i = 0; i < options.rounds; ++i) {
        const auto round = measureRound(job->job, options, row);
        if (!round)
            return tl::unexpected(round.error());
        std::cerr << task << ", " << joined(speeds) << " %, round " << i + 1 << ": "
                  << fixed(round->mixed / round->sum(), 3) << std::endl;
        row.rounds.push_back(*round);
    }
    return row;
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
    std::cout << std::left << std::setw(20) << "task" << std::setw(8) << "batch" << std::setw(16) << "% of processor"
              << std::setw(22) << "alone" << std::right << std::setw(10) << "sum" << std::setw(10) << "together"
              << std::setw(10) << "ratio" << std::setw(10) << "even"
              << "   shares\n";
    for (const BalanceRow &row : rows)
        std::cout << std::left << std::setw(20) << row.task << std::setw(8) << row.batch << std::setw(16)
                  << joined(row.speeds) << std::setw(22) << joined(row.solo()) << std::right << std::setw(10)
                  << fixed(row.sum(), 1) << std::setw(10) << fixed(row.mixed(), 1) << std::setw(10)
                  << fixed(row.ratio(), 3) << std::setw(10) << fixed(row.even(), 1) << "   " << joined(row.shares)
                  << "\n";
    std::cout << "In samples a second, medians of " << rows.front().rounds.size() << " rounds.\n";
    for (const BalanceRow &row : rows)
        showParts(row);
    nlohmann::ordered_json json{{"rows", nlohmann::ordered_json::array()}};
    for (const BalanceRow &row : rows) {
        nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
        for (const BenchTimes &times : row.times)
            ranks.push_back(toJson(times));
        nlohmann::ordered_json ratios = nlohmann::ordered_json::array();
        for (const Round &round : row.rounds)
            ratios.push_back(round.mixed / round.sum());
        json["rows"].push_back({{"task", row.task}, {"batch", row.batch}, {"speeds", row.speeds}, {"solo", row.solo()},
            {"sum_of_solo", row.sum()}, {"mixed", row.mixed()}, {"even", row.even()}, {"ratio", row.ratio()},
            {"ratios", ratios}, {"shares", row.shares}, {"seconds", ranks}});
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
        "Each worker has one thread and a quota of a processor, as in the lab, which needs root. First each trains\n"
        "alone, all at the same time, as the memory and caches are one computer's; then together with even shares, "
        "then\n"
        "together as in any run; and all of that again, for the medians.\n\n"
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
    command->add_option("--rounds", options->rounds, "How often all of it is timed")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--warm-up", options->window.warmUpSeconds, "Seconds of each run before it is timed")
        ->check(CLI::Range(0.0, 3600.0))
        ->capture_default_str();
    command->add_option("--seconds", options->window.seconds, "Seconds to time each run")
        ->check(CLI::Range(0.1, 3600.0))
        ->capture_default_str();
    command->callback([&chosen, options] { chosen = [options] { return benchBalance(*options); }; });
}

} // namespace motley
