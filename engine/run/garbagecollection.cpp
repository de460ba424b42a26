#include "engine/run/garbagecollection.h"

#include "engine/base/textfile.h"
#include "engine/protocol/launchspec.h"
#include "engine/run/agentpidfile.h"
#include "engine/run/bootentry.h"
#include "engine/run/eventreader.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

namespace motley {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t enginesKept = 2;
constexpr std::int64_t secondsUntilAbandoned = 24 * 3600;
constexpr std::int64_t secondsUntilNotMissed
    = daysUntilGivenUp * secondsUntilAbandoned; // second copies of checkpoints, lost machines
constexpr std::int64_t secondsUntilLinked = 3600; // a blob that was just sent has no tree yet

std::int64_t ageOf(const fs::path &path)
{
    struct stat info { };
    if (lstat(path.c_str(), &info))
        return 0;
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return std::int64_t(now) - std::int64_t(info.st_mtime);
}

std::vector<fs::path> entriesOf(const fs::path &folder)
{
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

bool nameHas(const fs::path &path, const char *mark)
{
    return path.filename().string().find(mark) != std::string::npos;
}

Result<LaunchSpec> launchOf(const RunFolder &folder)
{
    return readTextFile(folder.launch()).and_then([](const std::string &text) { return parseLaunchSpec(text); });
}

// The agent of a run that goes on. A run on another machine that shares this root counts as living.
std::optional<AgentIdentity> livingAgentOf(const RunFolder &folder)
{
    const auto agent = agentOf(folder);
    return agent && livenessOf(*agent) != Liveness::Dead ? agent : std::nullopt;
}

// Nothing here says that the run is over, of which this machine was lost: the others may train on, and take it back.
bool mayGoOnElsewhere(const RunFolder &folder)
{
    const bool hasEnded = fs::exists(folder.end()) && !hasBootEntry(folder); // its part, if not for good
    if (!fs::exists(folder.ports()) || hasEnded || ageOf(folder.ports()) > secondsUntilNotMissed)
        return false;
    const auto log = summarize(folder.events());
    return !log || !log->finished;
}

// The folders of the engines and the data of living runs.
std::set<fs::path> treesInUse(const fs::path &root)
{
    std::set<fs::path> used;
    for (const auto &path : entriesOf(root / "runs")) {
        const RunFolder folder{path.string()};
        const auto agent = livingAgentOf(folder);
        if (!agent && !mayGoOnElsewhere(folder))
            continue;
        std::error_code error;
        const fs::path program
            = agent ? fs::read_symlink("/proc/" + std::to_string(agent->pid) + "/exe", error) : fs::path();
        if (!error && !program.empty())
            used.insert(program.parent_path().parent_path());
        if (const fs::path later = engineOfBootEntry(folder); !later.empty())
            used.insert(later.parent_path().parent_path());
        auto launch = launchOf(folder);
        if (!launch)
            continue;
        for (const TaskPath &data : pathsOf(launch->job.task))
            used.insert(fs::path(data.path->path).lexically_normal());
        used.insert(fs::path(launch->job.continueFrom.path.path).lexically_normal());
    }
    return used;
}

bool isUsed(const fs::path &tree, const std::set<fs::path> &used)
{
    return std::any_of(used.begin(), used.end(), [&](const fs::path &inUse) {
        const auto [end, rest] = std::mismatch(tree.begin(), tree.end(), inUse.begin(), inUse.end());
        return end == tree.end();
    });
}

bool isCollected(const RunFolder &folder)
{
    const auto log = summarize(folder.events());
    const std::string last = firstLineOf(folder.collected());
    return log && log->finished && !last.empty() && std::strtoll(last.c_str(), nullptr, 10) >= log->lastSequence;
}

// Whether a run is over and nobody would miss its folder. What has coordinated has results that may be nowhere else.
// Any other machine says in a file how the run ended, and holds logs and perhaps second copies of checkpoints.
bool isSpare(const RunFolder &folder)
{
    const auto launch = launchOf(folder);
    if (!launch || livingAgentOf(folder) || mayGoOnElsewhere(folder))
        return false;
    if (launch->machine == 0 || (fs::exists(folder.checkpoints()) && !fs::exists(folder.end())))
        return isCollected(folder);
    const bool hasCopies = fs::exists(folder.checkpoints());
    return ageOf(hasCopies ? folder.checkpoints() : folder.path)
        > (hasCopies ? secondsUntilNotMissed : secondsUntilAbandoned);
}

std::vector<fs::path> newestFirst(std::vector<fs::path> trees)
{
    std::stable_sort(trees.begin(), trees.end(), [](const auto &a, const auto &b) { return ageOf(a) < ageOf(b); });
    return trees;
}

class Cleaner {
public:
    void remove(const fs::path &path)
    {
        const std::int64_t bytes = freedBy(path);
        std::error_code error;
        fs::remove_all(path, error);
        if (!error)
            m_removed.push_back({path.string(), bytes});
    }
    std::vector<Removed> removed() { return std::move(m_removed); }

private:
    // A file that a tree or another blob still links to frees no space.
    static std::int64_t freedBy(const fs::path &path)
    {
        struct stat info { };
        if (lstat(path.c_str(), &info))
            return 0;
        if (!S_ISDIR(info.st_mode))
            return info.st_nlink == 1 ? std::int64_t(info.st_blocks) * 512 : 0;
        std::int64_t bytes = 0;
        for (const auto &entry : entriesOf(path))
            bytes += freedBy(entry);
        return bytes;
    }

    std::vector<Removed> m_removed;
};

void cleanTrees(Cleaner &cleaner, const fs::path &folder, std::size_t kept, const std::set<fs::path> &used)
{
    std::size_t seen = 0;
    for (const auto &tree : newestFirst(entriesOf(folder))) {
        if (nameHas(tree, ".tmp")) {
            if (ageOf(tree) > secondsUntilAbandoned)
                cleaner.remove(tree);
        } else if (seen++ >= kept && !isUsed(tree, used)) {
            cleaner.remove(tree);
        }
    }
}

void cleanRuns(Cleaner &cleaner, const fs::path &runs, const std::set<fs::path> &used)
{
    for (const auto &run : entriesOf(runs)) {
        const RunFolder folder{run.string()};
        if (isUsed(run, used) || !isSpare(folder))
            continue;
        if (hasBootEntry(folder))
            (void)removeBootEntry(folder); // what stays removes itself after the next restart
        cleaner.remove(run);
    }
}

void cleanBlobs(Cleaner &cleaner, const fs::path &blobs)
{
    for (const auto &shelf : entriesOf(blobs))
        for (const auto &blob : entriesOf(shelf)) {
            struct stat info { };
            const bool linked = lstat(blob.c_str(), &info) || info.st_nlink > 1;
            const bool unfinished = nameHas(blob, ".part.");
            if (!linked && ageOf(blob) > (unfinished ? secondsUntilAbandoned : secondsUntilLinked))
                cleaner.remove(blob);
        }
}

} // namespace

Result<std::vector<Removed>> cleanUp(const std::string &path)
{
    std::error_code error;
    const fs::path root = fs::canonical(path, error);
    if (error)
        return fail("There is no folder " + path + ": " + error.message() + ".");
    if (!fs::is_directory(root / "blobs" / "sha256"))
        return fail(path
            + " is not an install root of Motley: it has no folder blobs/sha256. `motley-engine probe` names the "
              "root.");
    const auto used = treesInUse(root);
    Cleaner cleaner;
    cleanTrees(cleaner, root / "engine", enginesKept, used);
    cleanTrees(cleaner, root / "data", 0, used);
    cleanRuns(cleaner, root / "runs", used);
    cleanBlobs(cleaner, root / "blobs" / "sha256");
    return cleaner.removed();
}

} // namespace motley
