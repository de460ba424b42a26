#include "engine/bench/balancereport.h"

#include "engine/commands/terminal/numbers.h"
#include "engine/statistics/median.h"

#include <nlohmann/json.hpp>

#include <iomanip>
#include <iostream>

namespace motley {

namespace {

template <typename Of>
double usual(const BalanceRow &row, const Of &of)
{
    std::vector<double> values;
    for (const BalanceTurn &turn : row.turns)
        values.push_back(of(turn));
    return median(std::move(values));
}

constexpr std::pair<const char *, double BenchTimes::*> parts[]{{"whole", &BenchTimes::whole},
    {"data", &BenchTimes::data}, {"forward", &BenchTimes::forward}, {"backward", &BenchTimes::backward},
    {"exchange", &BenchTimes::exchange}, {"optimizer", &BenchTimes::optimizer}, {"other", &BenchTimes::other}};

// Prints where the time of each rank went, which explains why the run is slower than the sum of the solo speeds.
void showParts(const BalanceRow &row)
{
    std::cout << "\n" << std::left << std::setw(20) << row.task << std::right;
    for (const auto &[name, part] : parts)
        std::cout << std::setw(10) << name;
    std::cout << "   ms\n";
    const auto times = row.times();
    for (std::size_t rank = 0; rank < times.size(); ++rank) {
        std::cout << std::left << std::setw(20) << "  at " + grouped(row.speeds[rank]) + " %" << std::right;
        for (const auto &[name, part] : parts)
            std::cout << std::setw(10) << fixed(1000 * (times[rank].*part), 2);
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

} // namespace

std::vector<BenchTimes> BalanceRow::times() const
{
    std::vector<BenchTimes> times;
    for (std::size_t rank = 0; rank < speeds.size(); ++rank)
        times.push_back(timesOf(steps, rank));
    return times;
}

std::vector<double> BalanceRow::solo() const
{
    std::vector<double> values;
    for (std::size_t i = 0; i < speeds.size(); ++i)
        values.push_back(usual(*this, [&](const BalanceTurn &turn) { return turn.solo[i]; }));
    return values;
}

double BalanceRow::sum() const
{
    return usual(*this, [](const BalanceTurn &turn) { return turn.sum(); });
}

double BalanceRow::mixed() const
{
    return usual(*this, [](const BalanceTurn &turn) { return turn.mixed; });
}

double BalanceRow::even() const
{
    return usual(*this, [](const BalanceTurn &turn) { return turn.even; });
}

double BalanceRow::ratio() const
{
    return usual(*this, [](const BalanceTurn &turn) { return turn.mixed / turn.sum(); });
}

std::string joined(const std::vector<double> &numbers)
{
    std::string text;
    for (const double number : numbers)
        text += (text.empty() ? "" : " : ") + grouped(number);
    return text;
}

void show(const std::vector<BalanceRow> &rows)
{
    std::cout << std::left << std::setw(20) << "task" << std::setw(8) << "batch" << std::setw(16) << "% of processor"
              << std::setw(22) << "alone" << std::right << std::setw(10) << "sum" << std::setw(10) << "together"
              << std::setw(10) << "ratio" << std::setw(11) << "reachable" << std::setw(10) << "even"
              << "   shares\n";
    for (const BalanceRow &row : rows)
        std::cout << std::left << std::setw(20) << row.task << std::setw(8) << row.batch << std::setw(16)
                  << joined(row.speeds) << std::setw(22) << joined(row.solo()) << std::right << std::setw(10)
                  << fixed(row.sum(), 1) << std::setw(10) << fixed(row.mixed(), 1) << std::setw(10)
                  << fixed(row.ratio(), 3) << std::setw(11) << fixed(median(row.reachable), 3) << std::setw(10)
                  << fixed(row.even(), 1) << "   " << joined({row.shares.begin(), row.shares.end()}) << "\n";
    std::cout << "In samples a second, medians of " << rows.front().turns.size() << " turns in "
              << rows.front().reachable.size()
              << " lives. Reachable is what the best split would have made of the steps together,\n"
                 "as each waits for the rank that happens to be slowest in it; the exchange comes on top.\n";
    for (const BalanceRow &row : rows)
        showParts(row);
    nlohmann::ordered_json json{{"rows", nlohmann::ordered_json::array()}};
    for (const BalanceRow &row : rows) {
        nlohmann::ordered_json ranks = nlohmann::ordered_json::array();
        for (const BenchTimes &times : row.times())
            ranks.push_back(toJson(times));
        nlohmann::ordered_json ratios = nlohmann::ordered_json::array();
        for (const BalanceTurn &turn : row.turns)
            ratios.push_back(turn.mixed / turn.sum());
        json["rows"].push_back({{"task", row.task}, {"batch", row.batch}, {"speeds", row.speeds}, {"solo", row.solo()},
            {"sum_of_solo", row.sum()}, {"mixed", row.mixed()}, {"even", row.even()}, {"ratio", row.ratio()},
            {"ratios", ratios}, {"reachable", median(row.reachable)}, {"shares", row.shares}, {"seconds", ranks}});
    }
    std::cout << json.dump() << std::endl;
}

} // namespace motley
