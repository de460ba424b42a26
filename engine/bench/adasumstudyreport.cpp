#include "engine/bench/adasumstudyreport.h"

#include "engine/base/runclock.h"
#include "engine/bench/benchjob.h"
#include "engine/bench/study/adasumstudy.h"
#include "engine/bench/temporaryfolder.h"
#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <numeric>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

struct Command {
    std::vector<std::string> jobs{"fashion-mnist"};
    std::vector<std::int64_t> samples{240000}; // for each job; fewer: the last holds for those that follow
    bool quick = false;
    StudyOptions study;
};

constexpr std::int64_t quickSamples = 4096; // at most

// Sizes for minutes: they show that all works, and say nothing about Adasum.
void makeQuick(StudyOptions &study)
{
    for (StudyJob &job : study.jobs)
        job.samples = std::min(job.samples, quickSamples);
    study.ranks = {1, 4};
    study.rates = {1, 2};
    study.seeds = 1;
    study.tests = 8;
    study.testSamples = 250;
    study.uneven.reference = 2048;
    study.uneven.warmUpSteps = 40;
    study.uneven.batches = 5;
}

double meanOf(const std::vector<double> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

double spreadOf(const std::vector<double> &values)
{
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return *most - *least;
}

std::string finalWords(const StudyRow &row)
{
    if (!std::isfinite(meanOf(row.finals)))
        return "lost";
    return fixed(meanOf(row.finals), 4) + " (" + fixed(spreadOf(row.finals), 4) + ")";
}

void printTables(const Study &study, std::int64_t batch)
{
    std::vector<TableLine> lines{
        {"task", "optimizer", "ranks", "rule", "rate", "target", "steps", "samples", "final (spread)", "metric"}};
    for (const StudyRow &row : study.rows) {
        const auto steps = meanSteps(row);
        lines.push_back({row.task, row.optimizer, std::to_string(row.ranks), row.rule, fixed(row.rate, 5),
            fixed(row.target, 4), steps ? fixed(*steps, 0) : "-",
            steps ? grouped(*steps * row.ranks * double(batch)) : "-", finalWords(row), row.metric});
    }
    std::cout << tableText(lines) << "\n";
    lines = {{"task", "smaller share", "mean: cosine", "adasum: cosine", "adasum: length over mean's"}};
    for (const auto &[task, shares] : study.uneven)
        lines.push_back({task, percent(shares.smallerPart, 0), fixed(shares.ofMean, 4), fixed(shares.ofAdasum, 4),
            fixed(shares.lengthOfAdasum, 3)});
    std::cout << tableText(lines) << "\n";
}

Json numberOrNull(double number)
{
    return std::isfinite(number) ? Json(number) : Json(nullptr);
}

Json toJson(const StudyRow &row)
{
    Json seeds = Json::array();
    for (const auto &steps : row.stepsToTarget)
        seeds.push_back(steps ? Json(*steps) : Json(nullptr));
    const auto steps = meanSteps(row);
    return {{"task", row.task}, {"optimizer", row.optimizer}, {"ranks", row.ranks}, {"rule", row.rule},
        {"rate", row.rate}, {"target", row.target}, {"steps_to_target", steps ? Json(*steps) : Json(nullptr)},
        {"steps_of_seeds", seeds}, {"final", numberOrNull(meanOf(row.finals))},
        {"final_spread", numberOrNull(spreadOf(row.finals))}, {"metric", row.metric}};
}

Json toJson(const Study &study, const Command &command, double seconds)
{
    Json rows = Json::array();
    for (const StudyRow &row : study.rows)
        rows.push_back(toJson(row));
    Json uneven = Json::array();
    for (const auto &[task, shares] : study.uneven)
        uneven.push_back({{"task", task}, {"smaller_part", shares.smallerPart}, {"mean_cosine", shares.ofMean},
            {"adasum_cosine", shares.ofAdasum}, {"adasum_length", shares.lengthOfAdasum}});
    return {{"quick", command.quick}, {"seconds", seconds}, {"batch_of_rank", command.study.batch},
        {"seeds", command.study.seeds}, {"study", rows}, {"uneven", uneven}};
}

int runStudy(Command command)
{
    const auto folder = TemporaryFolder::make();
    if (!folder)
        return failed(folder.error());
    for (std::size_t i = 0; i < command.jobs.size(); ++i) {
        const std::string &wish = command.jobs[i];
        const auto found = findBenchJob(wish, folder->path());
        if (!found)
            return failed(found.error());
        if (found->madeUpData)
            std::cerr << wish << ": its data are not there, so made-up data take their place." << std::endl;
        command.study.jobs.push_back({found->job, command.samples[std::min(i, command.samples.size() - 1)]});
    }
    if (command.quick)
        makeQuick(command.study);
    command.study.uneven.threads = command.study.threads;
    const auto started = RunClock::now();
    const auto study = studyAdasum(command.study, [](const std::string &line) { std::cerr << line << std::endl; });
    if (!study)
        return failed(study.error());
    printTables(*study, command.study.batch);
    std::cout << toJson(*study, command, secondsSince(started)).dump() << std::endl;
    return exitDone;
}

} // namespace

std::function<Action()> addAdasumStudy(CLI::App &command)
{
    auto options = std::make_shared<Command>();
    auto *study
        = command.add_flag("--study", "Train for real and compare sum, mean and Adasum, many ranks in this process");
    const auto add = [&](CLI::Option *option) { option->needs(study); };
    add(command.add_option("--job", options->jobs, "Preset, task, or job file (JSON) to train; several are allowed")
            ->capture_default_str());
    add(command.add_flag("--quick", options->quick, "Minutes in place of hours, and results that show nothing"));
    add(command.add_option("--rank-batch", options->study.batch, "Samples of one rank in a step")
            ->check(CLI::Range(1, 65536))
            ->capture_default_str());
    add(command.add_option("--samples", options->samples, "Samples of each training, for each job")
            ->check(CLI::Range(1, 100'000'000))
            ->capture_default_str());
    add(command.add_option("--ranks-of-study", options->study.ranks, "Numbers of ranks, the first of them 1")
            ->check(CLI::Range(1, 1024))
            ->capture_default_str());
    add(command.add_option("--threads-of-study", options->study.threads, "Of each training; few pay off at such sizes")
            ->check(CLI::Range(1, 4096))
            ->capture_default_str());
    add(command.add_option("--seeds", options->study.seeds, "Trainings at the best rate, of other seeds")
            ->check(CLI::Range(1, 100))
            ->capture_default_str());
    return
        [study, options] { return study->count() > 0 ? Action([options] { return runStudy(*options); }) : Action(); };
}

} // namespace motley
