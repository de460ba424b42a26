#include "remote/engine/enginecommands.h"

#include "engine/base/diskspace.h"
#include "engine/base/sha256.h"
#include "engine/protocol/runfolder.h"
#include "remote/deploy/safefilename.h"
#include "remote/session/savefile.h"
#include "remote/session/sentence.h"
#include "remote/session/ticker.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#include <cstdint>
#include <sstream>

namespace motley {

namespace {

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
newest=
for folder in checkpoints/step-*; do
    step=${folder#checkpoints/step-}
    case $step in *[!0-9]*) continue ;; esac
    [ -d "$folder" ] && [ "$step" -ge "${newest:-0}" ] && newest=$step
done
for file in events.jsonl events.out.tfevents.* agent.log rank-*.log model/* best-model/* \
    "checkpoints/step-$newest"/*; do
    case $file in */model.pt) continue ;; esac
    if [ -f "$file" ] && [ ! -h "$file" ]; then
        size=$(($(wc -c <"$file")))
        set -- $(head -c "$size" "$file" | sha)
        printf "%s %s %s\n" "$1" "$size" "$file"
    fi
done
)sh";

// stdin: run folder, bytes, name
constexpr const char *fetchScript = R"sh(
IFS= read -r folder
IFS= read -r size
IFS= read -r name
cd "$folder" && exec head -c "$size" "./$name"
)sh";

// stdin: run folder, number
constexpr const char *markScript = R"sh(
umask 077
IFS= read -r folder
IFS= read -r number
cd "$folder" && echo "$number" >collected.new && mv -f collected.new collected
)sh";

struct RemoteFile {
    std::string sha256;
    std::int64_t bytes = 0;
    std::string name;
};

bool isOurs(const std::string &name)
{
    const auto slash = name.rfind('/');
    const std::string folder = name.substr(0, slash == std::string::npos ? 0 : slash);
    const bool known = name == "events.jsonl" || name == "agent.log"
        || (folder.empty() && name.starts_with("rank-") && name.ends_with(".log"))
        || (folder.empty() && name.starts_with("events.out.tfevents.")) || folder == "model" || folder == "best-model"
        || (folder.starts_with("checkpoints/step-") && folder.find('/', 12) == std::string::npos);
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

Result<void> fetch(Session &session, const std::string &folder, const RemoteFile &file, const QString &localFolder,
    std::stop_token stop)
{
    const QString path = localFolder + '/' + QString::fromStdString(file.name);
    if (QFileInfo(path).size() == file.bytes && sha256OfFile(path.toStdString()) == file.sha256)
        return {}; // fetched by an earlier call that was interrupted
    const QString machine = QString::fromStdString(session.name());
    QSaveFile local(path);
    if (!QDir().mkpath(QFileInfo(path).path()) || !local.open(QIODevice::WriteOnly))
        return sentence(Collection::phrase("Could not write %1.").arg(path), local.errorString().toStdString());

    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::int64_t received = 0;
    bool written = true;
    std::stop_source enough; // a machine that sends more than it announced is not listened to any longer
    const std::stop_callback stopped(stop, [&] { enough.request_stop(); });
    CommandOptions options;
    options.stop = enough.get_token();
    options.timeLimit = timeFor(file.bytes);
    options.input = folder + '\n' + std::to_string(file.bytes) + '\n' + file.name + '\n';
    options.outputSink = [&](std::string_view bytes) {
        received += static_cast<std::int64_t>(bytes.size());
        if (received > file.bytes || !written) {
            enough.request_stop();
            return;
        }
        const QByteArrayView view(bytes.data(), static_cast<qsizetype>(bytes.size()));
        hash.addData(view);
        written = local.write(view.data(), view.size()) == view.size();
    };
    const auto result = session.run(fetchScript, options);
    if (!written)
        return sentence(Collection::phrase("Could not write %1.").arg(path), local.errorString().toStdString());
    if (!result && received <= file.bytes)
        return tl::unexpected(result.error());
    if (!result || result->exitCode != 0 || hash.result().toHex() != QByteArray::fromStdString(file.sha256))
        return sentence(Collection::phrase("%1 did not arrive whole from %2; open the run again to try once more.")
                            .arg(QString::fromStdString(file.name), machine),
            result ? result->errors : result.error().message);
    if (!commitWhole(local))
        return sentence(Collection::phrase("Could not write %1.").arg(path), local.errorString().toStdString());
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

} // namespace

Result<void> collect(Session &session, const RemoteRun &run, const std::string &localFolder, std::stop_token stop)
{
    const QString local = QString::fromStdString(localFolder);
    if (!QDir().mkpath(local))
        return sentence(Collection::phrase("Could not make the folder %1.").arg(local));
    const auto files = list(session, run.folder, stop);
    if (!files)
        return tl::unexpected(files.error());
    if (const auto space = checkSpace(*files, local); !space)
        return space;
    for (const auto &file : *files) {
        if (const auto fetched = fetch(session, run.folder, file, local, stop); !fetched)
            return fetched;
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
