#include "engine/protocol/jobspec.h"

#include "engine/protocol/jobfields.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace motley {

namespace {

constexpr std::size_t longestJob = 1 << 20; // bytes

struct Range {
    const char *field;
    double value;
    double least;
    double most;
};

Result<void> check(const Range &range)
{
    if (range.value >= range.least && range.value <= range.most)
        return {};
    std::ostringstream message;
    message << "The field " << range.field << " must be between " << range.least << " and " << range.most << ", but is "
            << range.value << ".";
    return fail(message.str());
}

} // namespace

Result<void> validate(const JobSpec &job)
{
    if (job.name.empty() || job.name.size() > 80)
        return fail("The field name must have between 1 and 80 characters.");
    if (job.task != "image-classification")
        return fail("The field task must be \"image-classification\", but is \"" + job.task + "\".");
    if (job.data.folder.empty())
        return fail("The field data.folder is missing: the folder that holds the four IDX files.");
    const Range ranges[] = {
        {"batch", double(job.batch), 1, 1 << 20},
        {"epochs", double(job.epochs), 1, 1e6},
        {"maxSteps", double(job.maxSteps), 0, 1e12},
        {"clipNorm", job.clipNorm, 0, 1e9},
        {"model.width", double(job.model.width), 1, 1024},
        {"optimizer.momentum", job.optimizer.momentum, 0, 0.9999},
        {"optimizer.beta1", job.optimizer.beta1, 0, 0.999999},
        {"optimizer.beta2", job.optimizer.beta2, 0, 0.999999},
        {"optimizer.epsilon", job.optimizer.epsilon, 1e-30, 1},
        {"optimizer.weightDecay", job.optimizer.weightDecay, 0, 10},
        {"schedule.peak", job.schedule.peak, 0, 1000},
        {"schedule.warmupSteps", double(job.schedule.warmupSteps), 0, 1e12},
        {"schedule.stepFactor", job.schedule.stepFactor, 0, 1},
        {"schedule.stepEpochs", job.schedule.stepEpochs, 1e-6, 1e6},
        {"schedule.finalFraction", job.schedule.finalFraction, 0, 1},
        {"evaluateEveryEpochs", double(job.evaluateEveryEpochs), 1, 1e6},
        {"checkpoint.everySteps", double(job.checkpoint.everySteps), 0, 1e12},
        {"checkpoint.keep", double(job.checkpoint.keep), 1, 1000},
    };
    for (const auto &range : ranges)
        if (auto good = check(range); !good)
            return good;
    if (job.optimizer.nesterov && job.optimizer.momentum == 0)
        return fail("The field optimizer.nesterov needs a momentum above 0.");
    return {};
}

Result<JobSpec> parseJob(std::string_view json)
{
    auto job = fromVersionedText<JobSpec>(json, longestJob, "job");
    if (!job)
        return job;
    if (const auto good = validate(*job); !good)
        return tl::unexpected(good.error());
    return job;
}

Result<JobSpec> readJob(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return fail("The job file " + path + " cannot be read.", std::strerror(errno));
    std::string text(longestJob + 1, '\0');
    file.read(text.data(), std::streamsize(text.size()));
    text.resize(std::size_t(file.gcount()));
    auto job = parseJob(text);
    if (!job)
        return fail(path + ": " + job.error().message, job.error().detail);
    const std::filesystem::path folder = job->data.folder;
    if (folder.is_relative())
        job->data.folder = (std::filesystem::absolute(path).parent_path() / folder).lexically_normal().string();
    return job;
}

std::string toJson(const JobSpec &job)
{
    return versionedJsonOf(job).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::vector<DataFile>> findDataFiles(const JobSpec &job)
{
    const std::pair<const char *, const char *> wanted[] = {
        {"train-images", "train-images-idx3-ubyte"},
        {"train-labels", "train-labels-idx1-ubyte"},
        {"test-images", "t10k-images-idx3-ubyte"},
        {"test-labels", "t10k-labels-idx1-ubyte"},
    };
    std::vector<DataFile> files;
    for (const auto &[role, name] : wanted) {
        const std::string plain = job.data.folder + "/" + name;
        std::error_code ignored;
        const std::string path = std::filesystem::is_regular_file(plain, ignored) ? plain : plain + ".gz";
        if (!std::filesystem::is_regular_file(path, ignored))
            return fail("The data file " + plain + " is missing, also with .gz. Check the field data.folder.");
        files.push_back({role, path});
    }
    return files;
}

} // namespace motley
