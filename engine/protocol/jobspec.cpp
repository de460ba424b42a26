#include "engine/protocol/jobspec.h"

#include "engine/protocol/jobfields.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace motley {

namespace {

constexpr std::size_t longestJob = 1 << 20; // bytes

} // namespace

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
