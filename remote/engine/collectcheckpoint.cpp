#include "remote/engine/collectcheckpoint.h"

#include "engine/base/descriptor.h"
#include "engine/base/diskspace.h"
#include "engine/base/durablefile.h"
#include "engine/base/textfile.h"
#include "engine/formats/checkpointmanifest.h"
#include "engine/formats/verifycheckpoint.h"
#include "engine/protocol/runfolder.h"
#include "remote/deploy/safefilename.h"
#include "remote/session/sentence.h"

#include <QCoreApplication>
#include <QDir>

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <sstream>
#include <thread>

namespace motley {

namespace {

constexpr std::size_t longestManifest = 1 << 20; // bytes
constexpr std::chrono::seconds lockLimit{60}; // for a copy that is needed now

struct Words {
    Q_DECLARE_TR_FUNCTIONS(motley::Collection)
    MOTLEY_PHRASES(motley::Collection)
};

// stdin: run folder. Checkpoints whose manifest, which is written last, is there.
constexpr const char *stepsScript = R"sh(
IFS= read -r folder
cd "$folder" || exit 1
for manifest in checkpoints/step-*/manifest.json; do
    [ -f "$manifest" ] || continue
    step=${manifest#checkpoints/step-}
    echo "${step%/manifest.json}"
done
)sh";

// stdin: run folder, step
constexpr const char *manifestScript = R"sh(
IFS= read -r folder
IFS= read -r step
exec head -c 1048577 "$folder/checkpoints/step-$step/manifest.json"
)sh";

QString machineOf(const Session &session)
{
    return QString::fromStdString(session.name());
}

Result<CommandResult> runScript(
    Session &session, const char *script, const std::string &input, const std::stop_token &stop)
{
    CommandOptions options;
    options.input = input;
    options.stop = stop;
    options.byteLimit = options.outputLimit;
    return session.run(script, options);
}

// Newest first.
Result<std::vector<std::int64_t>> stepsThere(Session &session, const std::string &folder, const std::stop_token &stop)
{
    const auto result = runScript(session, stepsScript, folder + '\n', stop);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return sentence(Words::phrase("The run's folder %1 on %2 could not be read.")
                            .arg(QString::fromStdString(folder), machineOf(session)),
            result->errors);
    std::vector<std::int64_t> steps;
    std::istringstream lines(result->output);
    for (std::string line; std::getline(lines, line);) {
        std::int64_t step = 0;
        const auto parsed = std::from_chars(line.data(), line.data() + line.size(), step);
        if (parsed.ec == std::errc() && parsed.ptr == line.data() + line.size() && step >= 0)
            steps.push_back(step);
    }
    std::sort(steps.rbegin(), steps.rend());
    return steps;
}

// Of several programs that follow a run, one copies; the kernel ends its lock with it.
class CopyLock {
public:
    explicit CopyLock(const std::string &folder)
        : m_file(::open((folder + "/.copying").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600))
    {
    }

    bool tryFor(std::chrono::seconds limit, const std::stop_token &stop) const
    {
        const auto end = std::chrono::steady_clock::now() + limit;
        while (m_file && flock(m_file.get(), LOCK_EX | LOCK_NB) != 0) {
            if (stop.stop_requested() || std::chrono::steady_clock::now() >= end)
                return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return bool(m_file);
    }

private:
    Descriptor m_file;
};

class Copying {
public:
    Copying(Session &session, const RemoteRun &run, const std::string &localFolder, const FetchOptions &options)
        : m_session(session), m_run(run), m_folder{localFolder}, m_options(options)
    {
    }

    // False: what the machine has is not whole.
    Result<bool> copy(std::int64_t step);

private:
    Result<bool> fetchInto(const std::string &unfinished, std::int64_t step, const CheckpointManifest &manifest);
    Result<void> checkSpace(const CheckpointManifest &manifest) const;

    Session &m_session;
    const RemoteRun &m_run;
    const RunFolder m_folder; // here
    const FetchOptions &m_options;
};

Result<bool> Copying::copy(std::int64_t step)
{
    const auto read
        = runScript(m_session, manifestScript, m_run.folder + '\n' + std::to_string(step) + '\n', m_options.stop);
    if (!read)
        return tl::unexpected(read.error());
    const auto manifest = parseCheckpointManifest(read->output);
    const auto isPlain = [](const ManifestEntry &entry) {
        return isPlainPath(entry.name) && !entry.name.ends_with(".pt") && entry.name != "manifest.json"; // .pt is code
    };
    if (read->exitCode != 0 || !manifest || !std::all_of(manifest->files.begin(), manifest->files.end(), isPlain))
        return false;
    const std::string published = m_folder.checkpoint(step);
    if (readTextFile(published + "/manifest.json", longestManifest) == read->output)
        return true;
    if (const auto space = checkSpace(*manifest); !space)
        return tl::unexpected(space.error());
    const std::string unfinished = published + unfinishedCopy;
    const auto whole = fetchInto(unfinished, step, *manifest);
    if (!whole || !*whole)
        return whole;
    return writeDurably(unfinished + "/manifest.json", read->output)
        .and_then([&] { return publishFolder(unfinished, published); })
        .map([] { return true; });
}

Result<bool> Copying::fetchInto(const std::string &unfinished, std::int64_t step, const CheckpointManifest &manifest)
{
    const std::string folder = m_run.folder + "/checkpoints/step-" + std::to_string(step);
    for (const ManifestEntry &entry : manifest.files) {
        const QString path = QString::fromStdString(unfinished + '/' + entry.name);
        const auto fetched = fetchFile(m_session, folder, {entry.sha256, entry.bytes, entry.name}, path, m_options);
        if (!fetched)
            return tl::unexpected(fetched.error());
        if (*fetched == Fetched::Damaged)
            return false;
    }
    return true;
}

Result<void> Copying::checkSpace(const CheckpointManifest &manifest) const
{
    const auto spare = spareBytesAt(m_folder.checkpoints());
    std::int64_t left = spare.value_or(0);
    for (const ManifestEntry &entry : manifest.files) {
        if (spare && entry.bytes > left)
            return sentence(Words::phrase("There is too little space in %1 for a checkpoint of the run.")
                                .arg(QString::fromStdString(m_folder.checkpoints())));
        left -= entry.bytes;
    }
    return {};
}

} // namespace

Result<CheckpointCopy> collectCheckpoint(Session &session, const RemoteRun &run, const std::string &localFolder,
    int keep, const FetchOptions &options, std::int64_t newerThan)
{
    auto steps = stepsThere(session, run.folder, options.stop);
    if (!steps)
        return tl::unexpected(steps.error());
    std::erase_if(*steps, [&](std::int64_t step) { return step <= newerThan; });
    CheckpointCopy copied;
    if (steps->empty())
        return copied;
    const std::string folder = RunFolder{localFolder}.checkpoints();
    if (!QDir().mkpath(QString::fromStdString(folder)))
        return sentence(Words::phrase("Could not make the folder %1.").arg(QString::fromStdString(folder)));
    const CopyLock lock(folder);
    if (!lock.tryFor(options.bytesPerSecond > 0 ? std::chrono::seconds(0) : lockLimit, options.stop))
        return copied;
    Copying copying(session, run, localFolder, options);
    for (const std::int64_t step : *steps) {
        const auto whole = copying.copy(step);
        if (!whole)
            return tl::unexpected(whole.error());
        if (*whole) {
            removeOldCheckpoints(folder, step, keep);
            removeUnfinishedCheckpoints(folder);
            copied.step = step;
            return copied;
        }
        copied.damaged.push_back(toError(Words::phrase("The checkpoint of step %1 on %2 is damaged or was removed.")
                                             .arg(step)
                                             .arg(machineOf(session))));
    }
    return copied;
}

} // namespace motley
