#include "engine/agent/agent.h"
#include "engine/base/textfile.h"
#include "engine/commands/commands.h"
#include "engine/commands/run/localrun.h"
#include "engine/commands/run/sweepreport.h"
#include "engine/commands/terminal/progressline.h"
#include "engine/job/jobvariant.h"
#include "engine/run/settledjob.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

namespace motley {

namespace {

namespace fs = std::filesystem;

struct SweepOptions {
    LocalRunOptions run;
    std::vector<std::string> vary; // "batch=8,16"
    std::string out;
};

// Parses "batch=8,16" to two settings of one field.
Result<std::vector<JobSetting>> settingsOf(const std::string &text)
{
    const std::size_t equals = text.find('=');
    std::vector<JobSetting> settings;
    for (std::size_t begin = equals; begin != std::string::npos;) {
        const std::size_t comma = text.find(',', ++begin);
        const std::string value = text.substr(begin, comma == std::string::npos ? comma : comma - begin);
        if (!value.empty())
            settings.push_back({text.substr(0, equals), value});
        begin = comma;
    }
    if (equals == 0 || settings.empty())
        return fail("--vary takes a field and its values, such as batch=8,16,32; \"" + text + "\" is not that.");
    return settings;
}

// Every combination of the settings; the first field changes slowest.
Result<std::vector<SweepSettings>> combinations(const std::vector<std::string> &vary)
{
    std::vector<SweepSettings> all{{}};
    for (const std::string &text : vary) {
        const auto settings = settingsOf(text);
        if (!settings)
            return tl::unexpected(settings.error());
        std::vector<SweepSettings> longer;
        for (const SweepSettings &before : all)
            for (const JobSetting &setting : *settings) {
                longer.push_back(before);
                longer.back().push_back(setting);
            }
        all = std::move(longer);
        if (all.size() > 1000)
            return fail("That is more than 1000 combinations; vary fewer fields or values at a time.");
    }
    return all;
}

struct SweepJob {
    SweepSettings settings;
    JobSpec job;
};

// Makes all jobs before the first run begins, so that an invalid setting is reported at once.
Result<std::vector<SweepJob>> readJobs(const SweepOptions &options)
{
    const auto base = readJob(options.run.jobPath);
    if (!base)
        return tl::unexpected(base.error());
    const auto all = combinations(options.vary);
    if (!all)
        return tl::unexpected(all.error());
    std::vector<SweepJob> jobs;
    for (const SweepSettings &settings : *all) {
        Result<JobSpec> job = *base;
        for (const JobSetting &setting : settings)
            job = job.and_then([&](const JobSpec &before) { return withSetting(before, setting); });
        if (!job)
            return tl::unexpected(job.error());
        jobs.push_back({settings, settled(*job)});
    }
    return jobs;
}

// A run that fails, for example because it diverges, is a result with a row of its own. Errors: the run could not
// begin, or was stopped.
Result<SweepRow> runOne(const SweepOptions &options, const SweepJob &job, const std::string &folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    LocalRunOptions one = options.run;
    one.jobPath = folder + "/job-wanted.json";
    one.runFolder = folder + "/run";
    if (const auto written = writeTextFile(one.jobPath, toJson(job.job)); !written)
        return tl::unexpected(written.error());
    const auto run = prepareLocalRun(one);
    if (!run)
        return tl::unexpected(run.error());
    Progress progress(std::cerr, isatty(STDERR_FILENO) == 1);
    SweepRow row{job.settings};
    const auto observe = [&](const Event &event) {
        progress.show(event);
        row.add(event);
    };
    const auto finished = runAgent({run->folder, run->launch, {}, observe});
    progress.finish();
    if (!finished)
        return tl::unexpected(finished.error());
    if (finished->outcome == RunFinished::Outcome::Stopped || finished->outcome == RunFinished::Outcome::Paused)
        return fail("The run in " + one.runFolder + " did not get to its end. " + finished->message);
    if (finished->outcome == RunFinished::Outcome::Failed)
        row.failure = finished->message;
    return row;
}

int sweep(const SweepOptions &options)
{
    const auto jobs = readJobs(options);
    if (!jobs)
        return failed(jobs.error());
    std::error_code error;
    const std::string out = fs::absolute(options.out, error).string();
    std::vector<SweepRow> rows;
    for (std::size_t i = 0; i < jobs->size(); ++i) {
        std::cerr << i + 1 << " of " << jobs->size() << ": " << toText((*jobs)[i].settings) << std::endl;
        const auto row = runOne(options, (*jobs)[i], out + "/" + std::to_string(i + 1));
        if (!row) {
            std::cout << sweepTable(rows);
            return failed(row.error());
        }
        rows.push_back(*row);
    }
    std::cout << sweepTable(rows) << sweepJson(rows) << std::endl;
    const bool haveAllFailed
        = std::all_of(rows.begin(), rows.end(), [](const SweepRow &row) { return !row.failure.empty(); });
    return haveAllFailed ? exitFailed : exitDone;
}

} // namespace

void addSweep(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("sweep", "Train a job once for each of several settings, and compare");
    command->footer(
        "Every combination of the values is trained, one after the other; a table compares their last tests, and a\n"
        "last line says the same in JSON. A run that fails, as at a rate that is too high, has a row that says so.\n\n"
        "Examples:\n"
        "  motley-engine sweep job.json --vary schedule.peak=0.01,0.03,0.1 --out sweeps/peak\n"
        "  # which rule for the learning rate bears large batches, as the study of flood-filling networks on Theta "
        "asks\n"
        "  motley-engine sweep cells.json --vary schedule.scaling=linear,square-root --vary batch=8,16,32,64 --out "
        "theta");
    auto options = std::make_shared<SweepOptions>();
    auto &run = options->run;
    command->add_option("JOB", run.jobPath, "Job file (JSON)")->required();
    command->add_option("--vary", options->vary, "A field of the job, =, and its values with commas between")
        ->required()
        ->take_all()
        ->allow_extra_args(false);
    command->add_option("--out", options->out, "Folder for the runs, 1, 2, 3, ...")->required();
    command->add_option("--workers", run.workers, "Ranks of each run")->check(CLI::Range(1, 1024));
    command->add_option("--threads", run.threads, "Processors for each worker (default: split among them)")
        ->check(CLI::Range(1, 4096));
    command->add_option("--device", run.device, "cpu, cuda, or cuda:UUID")->capture_default_str();
    command->callback([&chosen, options] { chosen = [options] { return sweep(*options); }; });
}

} // namespace motley
