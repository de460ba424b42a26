#include "remote/engine/enginecommands.h"

#include "engine/base/diskspace.h"
#include "engine/base/textfile.h"
#include "engine/formats/lora/loraconfig.h"
#include "engine/job/jobspec.h"
#include "engine/protocol/runfolder.h"
#include "remote/deploy/safefilename.h"
#include "remote/engine/fetchfile.h"
#include "remote/session/sentence.h"
#include "remote/session/ticker.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <sstream>

namespace motley {

namespace {

namespace fs = std::filesystem;

struct Collection {
    Q_DECLARE_TR_FUNCTIONS(motley::Collection)
    MOTLEY_PHRASES(motley::Collection)
};

constexpr std::size_t filesAtMost = 10'000;
constexpr auto silenceLimit = std::chrono::seconds(60);

// After tickerScript(). stdin: run folder. Logs may still grow, so a file is hashed and fetched up to its size of now.
// job.json is left out, as this computer has it with its own paths.
constexpr const char *listScript = R"sh(
LC_ALL=C
export LC_ALL
IFS= read -r folder
cd "$folder" || exit 1
if command -v sha256sum >/dev/null 2>&1; then sha() { sha256sum; }
elif command -v shasum >/dev/null 2>&1; then sha() { shasum -a 256; }
else sha() { openssl dgst -sha256 -r; }
fi
startTicker 5
for file in events.jsonl events.out.tfevents.* agent.log rank-*.log model/* best-model/* \
    model/additional_chat_templates/*.jinja best-model/additional_chat_templates/*.jinja; do
    case $file in */model.pt) continue ;; esac
    if [ -f "$file" ] && [ ! -h "$file" ]; then
        size=$(($(wc -c <"$file")))
        set -- $(head -c "$size" "$file" | sha)
        printf "%s %s %s\n" "$1" "$size" "$file"
    fi
done
)sh";

// stdin: run folder, number
constexpr const char *markScript = R"sh(
umask 077
IFS= read -r folder
IFS= read -r number
cd "$folder" && echo "$number" >collected.new && mv -f collected.new collected
)sh";

// A folder inside a model folder has chat templates and nothing else.
bool isOfModel(const std::string &name)
{
    const fs::path path(name);
    const fs::path folder = path.parent_path();
    const bool isTemplate = folder.filename() == "additional_chat_templates" && path.extension() == ".jinja";
    const fs::path model = isTemplate ? folder.parent_path() : folder;
    return model == "model" || model == "best-model";
}

bool isOurs(const std::string &name)
{
    const auto slash = name.rfind('/');
    const std::string folder = name.substr(0, slash == std::string::npos ? 0 : slash);
    const bool known = name == "events.jsonl" || name == "agent.log"
        || (folder.empty() && name.starts_with("rank-") && name.ends_with(".log"))
        || (folder.empty() && name.starts_with("events.out.tfevents.")) || isOfModel(name);
    return known && isPlainPath(name) && !name.ends_with(".pt"); // TorchScript is code: restoreScript()
}

tl::unexpected<Error> strange(const Session &session, const std::string &detail)
{
    return sentence(Collection::phrase("%1 gave a list of files that cannot be right; nothing was copied from it.")
                        .arg(QString::fromStdString(session.name())),
        detail);
}

Result<std::vector<RemoteFile>> list(Session &session, const std::string &folder, std::stop_token stop)
{
    CommandOptions options;
    options.silenceLimit = silenceLimit;
    options.byteLimit = options.outputLimit;
    options.stop = stop;
    options.input = folder + '\n';
    const auto result = session.run(std::string(tickerScript()) + listScript, options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return sentence(Collection::phrase("The run's folder %1 on %2 could not be read.")
                            .arg(QString::fromStdString(folder), QString::fromStdString(session.name())),
            result->errors);
    std::vector<RemoteFile> files;
    std::istringstream lines(result->output);
    for (std::string line; std::getline(lines, line);) {
        RemoteFile file;
        std::istringstream words(line);
        words >> file.sha256 >> file.bytes;
        if (!words || words.get() != ' ' || !std::getline(words, file.name) || file.bytes < 0 || !isOurs(file.name))
            return strange(session, line);
        files.push_back(std::move(file));
    }
    if (files.size() > filesAtMost || result->truncated)
        return strange(session, std::to_string(files.size()) + " files");
    return files;
}

Result<void> checkSpace(const std::vector<RemoteFile> &files, const QString &localFolder)
{
    const auto available = spareBytesAt(localFolder.toStdString());
    if (!available)
        return {};
    std::int64_t needed = 0;
    for (const auto &file : files) {
        if (file.bytes > *available - needed)
            return sentence(Collection::phrase(
                "There is too little space in %1 for the trained model; free some and open the run again.")
                                .arg(localFolder));
        needed += file.bytes;
    }
    return {};
}

Result<void> restoreScript(const std::string &localFolder)
{
    const RunFolder run{localFolder};
    QFile script(QString::fromStdString(run.script()));
    if (!script.exists())
        return {};
    for (const std::string &model : {run.model(), run.bestModel()}) {
        const QString target = QString::fromStdString(model + '/' + RunFolder::scriptOfModel);
        if (!QFileInfo::exists(QString::fromStdString(model)))
            continue;
        QFile::remove(target);
        if (!script.copy(target))
            return sentence(Collection::phrase("Could not write %1.").arg(target), script.errorString().toStdString());
    }
    return {};
}

// The machine wrote where the model was that it had been sent. Here it is where this computer's job says.
Result<void> nameBase(const std::string &localFolder, const QString &file)
{
    const auto job = readJob(RunFolder{localFolder}.job());
    const auto *spec = job ? std::get_if<LanguageModelSpec>(&job->task) : nullptr;
    if (!spec || spec->model.start.empty())
        return {};
    const auto text = readTextFile(file.toStdString());
    if (!text)
        return tl::unexpected(text.error());
    const auto named = withBase(*text, spec->model.start.path);
    if (!named) // as it came
        return {};
    return writeTextFile(file.toStdString(), *named);
}

} // namespace

Result<void> collect(Session &session, const RemoteRun &run, const std::string &localFolder, std::stop_token stop)
{
    const QString local = QString::fromStdString(localFolder);
    if (!QDir().mkpath(local))
        return sentence(Collection::phrase("Could not make the folder %1.").arg(local));
    auto files = list(session, run.folder, stop);
    if (!files)
        return tl::unexpected(files.error());
    if (const auto space = checkSpace(*files, local); !space)
        return space;
    // Weights last: a folder that has them has the rest.
    std::stable_partition(files->begin(), files->end(), [](const RemoteFile &file) {
        return std::none_of(weightsOfModel.begin(), weightsOfModel.end(),
            [&](const char *weights) { return file.name.ends_with(std::string("/") + weights); });
    });
    for (const auto &file : *files) {
        const QString path = local + '/' + QString::fromStdString(file.name);
        const auto fetched = fetchFile(session, run.folder, file, path, {.stop = stop});
        if (!fetched)
            return tl::unexpected(fetched.error());
        if (*fetched == Fetched::Damaged)
            return sentence(Collection::phrase("%1 did not arrive whole from %2; open the run again to try once more.")
                                .arg(QString::fromStdString(file.name), QString::fromStdString(session.name())));
        if (!file.name.ends_with(std::string("/") + adapterConfigFile))
            continue;
        if (const auto named = nameBase(localFolder, path); !named)
            return named;
    }
    return restoreScript(localFolder);
}

Result<void> markCollected(Session &session, const RemoteRun &run, std::int64_t lastSequence, std::stop_token stop)
{
    CommandOptions options;
    options.stop = std::move(stop);
    options.input = run.folder + '\n' + std::to_string(lastSequence) + '\n';
    const auto result = session.run(markScript, options);
    if (!result)
        return tl::unexpected(result.error());
    if (result->exitCode != 0)
        return sentence(Collection::phrase("The run's folder %1 on %2 could not be written to.")
                            .arg(QString::fromStdString(run.folder), QString::fromStdString(session.name())),
            result->errors);
    return {};
}

} // namespace motley
