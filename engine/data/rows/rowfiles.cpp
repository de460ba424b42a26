#include "engine/data/rows/rowfiles.h"

#include "engine/base/folders/folderwalk.h"
#include "engine/base/folders/splitname.h"

#include <filesystem>
#include <optional>

namespace motley {

namespace {

struct Walked {
    std::vector<WalkedFile> training;
    std::vector<WalkedFile> validation;
    std::vector<WalkedFile> test;
    std::vector<WalkedFile> others; // of no split
};

Result<Walked> walkRows(const std::string &folder)
{
    auto files = filesBelow(folder);
    if (!files)
        return tl::unexpected(files.error());
    Walked walked;
    for (WalkedFile &file : *files) {
        const std::optional<Split> split = splitOf(file.name);
        auto &list = !split             ? walked.others
            : *split == Split::Training ? walked.training
            : *split == Split::Test     ? walked.test
                                        : walked.validation;
        list.push_back(std::move(file));
    }
    return walked;
}

RowFiles take(const std::vector<WalkedFile> &taken, const std::vector<WalkedFile> &leftOut)
{
    RowFiles files;
    for (const WalkedFile &file : taken)
        files.paths.push_back(file.path);
    for (const WalkedFile &file : leftOut)
        files.leftOut.push_back(file.name);
    return files;
}

bool isFolder(const std::string &path)
{
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

Result<RowFiles> onlyFile(const std::string &path)
{
    std::error_code failure;
    if (!std::filesystem::exists(path, failure))
        return fail("There is no file or folder " + path + ".", failure ? failure.message() : std::string());
    return RowFiles{{path}};
}

RowFiles takeTests(const Walked &walked)
{
    return walked.validation.empty() ? take(walked.test, {}) : take(walked.validation, walked.test);
}

} // namespace

Result<RowFiles> findTrainingRows(const std::string &path, std::int64_t most)
{
    if (!isFolder(path))
        return onlyFile(path);
    const auto walked = walkRows(path);
    if (!walked)
        return tl::unexpected(walked.error());
    RowFiles files = walked->training.empty() ? take(walked->others, {}) : take(walked->training, walked->others);
    if (files.paths.empty())
        return fail("The folder " + path + " holds no file to learn from: "
            + (walked->test.empty() && walked->validation.empty() ? "it is empty."
                                                                  : "all are named as those of a test."));
    if (most > 0 && files.paths.size() > std::size_t(most))
        files.paths.resize(std::size_t(most));
    return files;
}

Result<RowFiles> findRowsBeside(const std::string &path)
{
    return isFolder(path) ? walkRows(path).map(takeTests) : RowFiles();
}

Result<RowFiles> findTestRows(const std::string &path)
{
    if (!isFolder(path))
        return onlyFile(path);
    auto tests = findRowsBeside(path);
    if (!tests || !tests->paths.empty())
        return tests;
    const auto all = filesBelow(path);
    if (!all)
        return tl::unexpected(all.error());
    if (all->empty())
        return fail("The folder " + path + " holds no file to test on: it is empty.");
    return take(*all, {});
}

} // namespace motley
